// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/startpage.h"

#include "theme/themesource.h"
#include "views/commandfield.h"
#include "views/primarybutton.h"
#include "views/recentlist.h"
#include "views/samplecard.h"
#include "views/startmark.h"
#include "views/textline.h"

#include <QDragEnterEvent>
#include <QGridLayout>
#include <QMimeData>
#include <QPainter>

#include <array>

namespace app {

namespace {

constexpr int contentWidth = 1088;
constexpr int leftShare = 604;
constexpr int rightShare = 452;
constexpr int gap = 16;
constexpr int middleGap = 32;

/// The only local file of a drag, else nothing.
QString fileOf(const QMimeData& data)
{
    const auto urls = data.urls();
    return urls.size() == 1 && urls.first().isLocalFile() ? urls.first().toLocalFile() : QString();
}

void addFact(QGridLayout& facts, int row, const QString& what, const QString& words)
{
    auto* label = new TextLine({what, Tone::Tick});
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    facts.addWidget(label, row, 0);
    facts.addWidget(new TextLine({words, Tone::Value}), row, 1);
}

}

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
{
    setAcceptDrops(true);
    auto* dropTarget = makeDropTarget();
    m_samples = new SampleCard(this);
    m_recent = new RecentList(this);
    auto* left = new QVBoxLayout;
    left->setSpacing(gap);
    left->addWidget(dropTarget, 1);
    left->addWidget(m_samples);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(middleGap);
    middle->addLayout(left, leftShare);
    middle->addWidget(m_recent, rightShare);

    auto* content = new QWidget(this);
    content->setMaximumWidth(contentWidth);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    column->addWidget(makeHead());
    column->addSpacing(gap);
    column->addLayout(middle);
    column->addWidget(makeSteps());
    column->addWidget(makeCommandLine());
    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(content, 1000);
    across->addStretch(1);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(24, 16, 24, 16);
    page->addStretch(1);
    page->addLayout(across, 4);
    page->addStretch(1);

    connect(m_samples, &SampleCard::chosen, this, &StartPage::sampleRequested);
    connect(m_recent, &RecentList::chosen, this, &StartPage::recentRequested);
    connect(m_recent, &RecentList::missingChosen, this, &StartPage::missingRequested);
    connect(m_recent, &RecentList::clearRequested, this, &StartPage::clearRecentRequested);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
    setValues({});
}

void StartPage::setValues(const StartValues& values)
{
    m_samples->setSamples(values.samples);
    m_recent->setDumps(values.recent);
}

QWidget* StartPage::makeHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(20);
    row->addWidget(new StartMark(StartMark::Kind::Program, 0, head));
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    auto* name = new TextLine({tr("Tailmass"), Tone::Value, QFont::Bold, 26}, head);
    name->setLineHeight(34);
    auto* purpose =
        new TextLine({tr("See what a sparse attention pattern keeps, what it loses, and a number that is proven."),
                         Tone::Label, QFont::Normal, 14},
            head);
    purpose->setElided(0, Qt::ElideRight);
    words->addWidget(name);
    words->addWidget(purpose);
    row->addLayout(words, 1);
    return head;
}

QWidget* StartPage::makeDropTarget()
{
    auto* card = new Card(Card::Kind::DropTarget, this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(6);
    column->addStretch(2);
    column->addWidget(new StartMark(StartMark::Kind::Drop, 0, card), 0, Qt::AlignHCenter);
    column->addSpacing(4);
    auto* invitation = new TextLine({tr("Drop an attention dump here"), Tone::Value, QFont::Bold, 20}, card);
    invitation->setLineHeight(28);
    column->addWidget(invitation, 0, Qt::AlignHCenter);
    auto* open = new PrimaryButton(tr("Open file…"), card);
    connect(open, &QAbstractButton::clicked, this, &StartPage::openRequested);
    setFocusProxy(open);
    column->addWidget(open, 0, Qt::AlignHCenter);
    column->addStretch(1);
    auto* facts = new QGridLayout;
    facts->setHorizontalSpacing(12);
    facts->setVerticalSpacing(1);
    addFact(*facts, 0, tr("Holds"), tr("probabilities, scores, or Q, K and V (V adds the output error)"));
    addFact(*facts, 1, tr("Formats"), QStringLiteral("safetensors · npy · npz · pt · json · h5 · folder"));
    addFact(*facts, 2, tr("Axes"), tr("inferred, shown with the reason"));
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addLayout(facts);
    centred->addStretch(1);
    column->addLayout(centred);
    column->addStretch(1);
    return card;
}

QWidget* StartPage::makeSteps()
{
    struct Step
    {
        QString title;
        QString first;
        QString second;
    };
    const std::array steps{Step{tr("Pick a head and a row"), tr("The overview ranks heads by the keys they need."),
                               tr("Click a row anywhere: it is selected everywhere.")},
        Step{tr("Scrub k, epsilon, sigma"), tr("Map, tail mass and certificate follow at once."),
            tr("Moving epsilon sets k to k_eps; moving k shows tau.")},
        Step{tr("Read the certificate"), tr("Certified, not certified or undecided, with the"),
            tr("interval and the worst row.")}};
    auto* row = new QWidget(this);
    auto* cards = new QHBoxLayout(row);
    cards->setContentsMargins(0, 0, 0, 0);
    cards->setSpacing(gap);
    int number = 0;
    for (const Step& step : steps) {
        auto* card = new Card(Card::Kind::Plain, row);
        auto* grid = new QGridLayout(card);
        grid->setContentsMargins(16, 12, 12, 12);
        grid->setHorizontalSpacing(12);
        grid->setVerticalSpacing(0);
        grid->addWidget(new StartMark(StartMark::Kind::Step, ++number, card), 0, 0, 2, 1, Qt::AlignTop);
        grid->addWidget(new TextLine({step.title, Tone::Value, QFont::Bold, 13}, card), 0, 1);
        for (const int line : {1, 2}) {
            auto* words = new TextLine({line == 1 ? step.first : step.second, Tone::Label, QFont::Normal, 11}, card);
            words->setElided(0, Qt::ElideRight);
            grid->addWidget(words, line, 1);
        }
        grid->setColumnStretch(1, 1);
        cards->addWidget(card, 1);
    }
    return row;
}

QWidget* StartPage::makeCommandLine()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(new TextLine({tr("Without a window:"), Tone::Label}, line));
    row->addWidget(new CommandField(QStringLiteral("tailmass certify FILE --rule topk:128 --epsilon 0.01"), line));
    row->addStretch(1);
    return line;
}

void StartPage::showDropHint()
{
    m_dropHint = true;
    update();
}

void StartPage::hideDropHint()
{
    m_dropHint = false;
    update();
}

void StartPage::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    if (!m_dropHint)
        return;
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    painter.setFont(render::textFont(14, QFont::Bold));
    painter.drawText(rect().adjusted(0, 4, 0, 0), Qt::AlignTop | Qt::AlignHCenter, tr("Open"));
}

void StartPage::dragEnterEvent(QDragEnterEvent* event)
{
    if (fileOf(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    showDropHint();
}

void StartPage::dragLeaveEvent(QDragLeaveEvent*)
{
    hideDropHint();
}

void StartPage::dropEvent(QDropEvent* event)
{
    hideDropHint();
    const QString path = fileOf(*event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT fileDropped(path);
}

}
