// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/mapheader.h"

#include <array>

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "theme/theme.h"
#include "views/choicebox.h"
#include "views/numbertext.h"
#include "views/textline.h"

namespace app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("app::MapHeader", text);
}

QString sourceText(const core::HeadInfo& head)
{
    const auto element = core::nameOf(head.element);
    const auto type = QString::fromLatin1(element.data(), static_cast<qsizetype>(element.size()));
    switch (head.id.source) {
    case core::Source::Probabilities:
        return tr("stored probabilities, %1").arg(type);
    case core::Source::Scores:
        return tr("rows from stored scores, %1").arg(type);
    case core::Source::Factors:
        return tr("rows from Q·K in double, %1").arg(type);
    }
    return {};
}

QString sizeLine(const core::HeadInfo& head)
{
    const auto size = tr("%1 rows × %2 keys").arg(countText(head.rowCount), countText(head.keyCount));
    return head.causal ? tr("%1, causal").arg(size) : size;
}

}

QString headTitle(const core::HeadInfo& head)
{
    auto title = QString::fromStdString(head.name).toHtmlEscaped();
    QStringList notes;
    if (head.kvHead)
        notes += tr("(kv %1)").arg(head.kvHead->value);
    if (!head.id.group.empty())
        notes += QString::fromStdString(head.id.group).toHtmlEscaped();
    if (!notes.isEmpty())
        title += QStringLiteral(" <span style='font-weight:400'>%1</span>").arg(notes.join(QLatin1Char(' ')));
    return title;
}

QString headLine(const core::HeadInfo& head)
{
    return sizeLine(head) % QStringLiteral(" · ") % sourceText(head);
}

MapHeader::MapHeader(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel(this))
    , m_line(new TextLine(this))
    , m_source(new ChoiceBox(this))
    , m_range(new render::RangeBar(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(render::px::padding, 4, render::px::padding, 0);
    layout->setSpacing(render::px::padding);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    m_name->setFont(render::textFont(render::px::headText, QFont::Bold));
    texts->addWidget(m_name);
    texts->addWidget(m_line);
    layout->addLayout(texts, 1);
    m_source->setProperty("controlSize", QStringLiteral("header"));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_source->setAccessibleName(tr("Source of the rows"));
    m_source->setToolTip(
        tr("What the rows of this layer are taken from: stored probabilities, stored scores, or Q and K"));
    layout->addWidget(m_source, 0, Qt::AlignTop);
    layout->addWidget(m_range);
    connect(m_source, &QComboBox::activated, this,
        [this](int place) { Q_EMIT sourceChosen(static_cast<core::Source>(m_source->itemData(place).toInt())); });
    setFixedHeight(render::px::mapHeader);
}

void MapHeader::showSources(const core::HeadInfo& head, const std::vector<core::Source>& sources)
{
    static const std::array names{QT_TRANSLATE_NOOP("app::MapHeader", "probs"),
        QT_TRANSLATE_NOOP("app::MapHeader", "scores"), QT_TRANSLATE_NOOP("app::MapHeader", "Q·K")};
    m_source->setVisible(sources.size() > 1);
    m_source->clear();
    for (const auto source : sources) {
        m_source->addItem(tr(names[static_cast<std::size_t>(source)]), static_cast<int>(source));
        if (source == head.id.source)
            m_source->setCurrentIndex(m_source->count() - 1);
    }
}

void MapHeader::setHead(const core::HeadInfo& head, const std::vector<core::Source>& sources)
{
    showSources(head, sources);
    m_name->setText(headTitle(head));
    const auto run = [](const QString& text) {
        return TextRun{text, Tone::Label, QFont::Normal, render::px::smallText};
    };
    m_line->setWordings({run(headLine(head)), run(sizeLine(head)), run(QString())});
    m_line->setToolTip(headLine(head));
}

}
