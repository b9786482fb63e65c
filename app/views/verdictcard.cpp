// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/verdictcard.h"

#include "theme/themesource.h"
#include "views/gauge.h"
#include "views/numbertext.h"

#include <QPainter>
#include <QPainterPath>

namespace app {

namespace {

constexpr int edgeWidth = 4;
constexpr int radius = 6;
constexpr int paddingLeft = 16;
constexpr int paddingRight = 16;
constexpr int shapeSize = 24;
constexpr int headTop = 10;
constexpr int headHeight = 26;
constexpr int sentenceTop = 40;
constexpr int sentenceHeight = 24;
constexpr int lineHeight = 18;
constexpr int gaugeGap = 8;
constexpr int bottomPadding = 8;

QColor groundOf(Judgement judgement)
{
    const render::Theme& theme = render::theme();
    switch (judgement) {
    case Judgement::Certified:
        return theme.certifiedBackground;
    case Judgement::NotCertified:
        return theme.notCertifiedBackground;
    case Judgement::Undecided:
        return theme.undecidedBackground;
    case Judgement::Computing:
    case Judgement::NoClaim:
    case Judgement::InvalidRow:
    case Judgement::Outdated:
        break;
    }
    return theme.panel2;
}

int widthOf(const QString& text, int pixelSize, QFont::Weight weight = QFont::Normal)
{
    return QFontMetrics(render::textFont(pixelSize, weight)).horizontalAdvance(text);
}

/// The number beside the sentence shrinks before anything is cut.
int numberSize(const QString& sentence, const QString& number, int width)
{
    int size = 18;
    while (size > 12 && widthOf(sentence, 12) + 8 + widthOf(number, size, QFont::Bold) > width)
        --size;
    return size;
}

}

/// The card in words.
struct VerdictCard::Content
{
    QString sentence;
    QString number; ///< beside the sentence, large
    QString interval; ///< second line
    QString rule; ///< third line, small
    Layout layout;
};

VerdictCard::VerdictCard(QWidget* parent)
    : QFrame(parent)
{
    setFrameShape(QFrame::NoFrame);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void VerdictCard::setValues(const CardValues& values)
{
    m_values = values;
    setAccessibleName(wordOf(values.judgement));
    setAccessibleDescription(lines().join(QStringLiteral(". ")));
    if (const QSize needed = minimumSizeHint(); needed != m_needed || hasSentenceOnly()) {
        m_needed = needed;
        updateGeometry();
    }
    update();
}

namespace {

/// The first of the wordings that fits, else the last.
QString fitting(const QStringList& wordings, int pixelSize, int width)
{
    for (const QString& wording : wordings) {
        if (widthOf(wording, pixelSize) <= width)
            return wording;
    }
    return wordings.last();
}

}

/// The rule, and as much more as there is room for: a number without its rule says nothing.
QString VerdictCard::ruleWith(const QStringList& additions, int inner) const
{
    QStringList wordings;
    for (const QString& addition : additions)
        wordings << m_values.rule + QStringLiteral(" · ") + addition;
    return fitting(wordings << m_values.rule, 11, inner);
}

QString VerdictCard::ruleLine(int inner) const
{
    const CardValues& values = m_values;
    if (!values.overRows) {
        const QString width = tr("interval width %1").arg(widthText(values.tau ? values.tau->width() : 0));
        return ruleWith({width, tr("width %1").arg(widthText(values.tau ? values.tau->width() : 0))}, inner);
    }
    if (values.rowsTotal == 0)
        return values.rule;
    const QString holding = tr("%1 of %2 rows hold ε").arg(countText(values.rowsHolding), countText(values.rowsTotal));
    return ruleWith({holding, tr("%1 of %2 rows").arg(countText(values.rowsHolding), countText(values.rowsTotal))}, inner);
}

VerdictCard::Content VerdictCard::content(int width) const
{
    const CardValues& values = m_values;
    const int inner = width - paddingLeft - paddingRight;
    const core::Interval tau = values.tau.value_or(core::Interval{});
    const int digits = digitsBeside(tau, values.epsilon);
    const QString relation = tau.lower == tau.upper ? tr("=") : tr("in");
    const QString interval = (values.overRows ? tr("max τ over rows %1 %2") : tr("tail mass τ %1 %2"))
                                 .arg(relation, intervalText(tau, digits));
    const auto beside = [&](const QString& number) { return inner - 8 - widthOf(number, 12, QFont::Bold); };
    switch (values.judgement) {
    case Judgement::Certified: {
        const QString number = decimalText(tau.upper, digits, Rounding::Up);
        const QString named =
            values.overRows ? tr("Every row loses at most") : tr("%1 loses at most").arg(values.worstRow);
        return {fitting({named, tr("loses at most")}, 12, beside(number)), number, interval, ruleLine(inner),
            Layout::Number};
    }
    case Judgement::NotCertified: {
        const QString number = decimalText(tau.lower, digits, Rounding::Down);
        const QString unnamed = values.overRows ? tr("The worst row loses at least") : tr("loses at least");
        return {fitting({tr("%1 loses at least").arg(values.worstRow), unnamed}, 12, beside(number)), number, interval,
            ruleLine(inner), Layout::Number};
    }
    case Judgement::Undecided: {
        const QString epsilon = QStringLiteral("ε = ") + settingText(values.epsilon);
        return {fitting({(values.overRows ? tr("%1 lies inside the interval of max τ")
                                          : tr("%1 lies inside the interval of τ"))
                                .arg(epsilon),
                            tr("%1 lies inside the interval").arg(epsilon)},
                    12, inner),
            QString(), intervalText(tau), ruleLine(inner), Layout::Interval};
    }
    case Judgement::Computing: {
        const QString soFar =
            values.tau ? tr("max τ so far %1; not a verdict").arg(atLeastText(tau.lower)) : tr("not a verdict yet");
        const QString progress = values.rowsTotal > 0
            ? tr("%1 of %2 rows").arg(countText(values.rowsDone), countText(values.rowsTotal))
            : tr("%1 comes next").arg(values.worstRow);
        return {progress, QString(), soFar, values.rule, Layout::Number};
    }
    case Judgement::NoClaim:
        if (values.reason.isEmpty())
            return {tr("Nothing is claimed: choose a rule and ε."), QString(), QString(), QString(), Layout::Sentence};
        break;
    case Judgement::InvalidRow:
    case Judgement::Outdated:
        break;
    }
    return {values.reason, QString(), QString(), QString(), Layout::Sentence};
}

QStringList VerdictCard::lines() const
{
    const Content said = content(width());
    QStringList lines{wordOf(m_values.judgement)};
    lines << (said.number.isEmpty() ? said.sentence : said.sentence + QLatin1Char(' ') + said.number);
    for (const QString& line : {said.interval, said.rule}) {
        if (!line.isEmpty())
            lines << line;
    }
    return lines;
}

int VerdictCard::neededWidth() const
{
    const Content said = content(0);
    int width = shapeSize + 10 + widthOf(wordOf(m_values.judgement), 20, QFont::Bold);
    if (said.layout != Layout::Sentence)
        width = std::max(width,
            widthOf(said.sentence, 12) + (said.number.isEmpty() ? 0 : 8 + widthOf(said.number, 12, QFont::Bold)));
    width = std::max(width,
        widthOf(said.interval, said.layout == Layout::Interval ? 14 : 12,
            said.layout == Layout::Interval ? QFont::Bold : QFont::Normal));
    return paddingLeft + std::max(width, widthOf(said.rule, 11)) + paddingRight;
}

QSize VerdictCard::sizeHint() const
{
    return {300, heightForWidth(300)};
}

QSize VerdictCard::minimumSizeHint() const
{
    return {neededWidth(), heightForWidth(neededWidth())};
}

bool VerdictCard::hasSentenceOnly() const
{
    return !isVerdict(m_values.judgement) && m_values.judgement != Judgement::Computing;
}

int VerdictCard::heightForWidth(int width) const
{
    const int linesHeight = sentenceHeight + 2 * lineHeight;
    if (!hasSentenceOnly())
        return sentenceTop + linesHeight + gaugeGap + gaugeHeight + bottomPadding;
    const Content said = content(width);
    const QRect room(0, 0, width - paddingLeft - paddingRight, 1000);
    const QRect taken = QFontMetrics(render::textFont(12)).boundingRect(room, Qt::TextWordWrap, said.sentence);
    return sentenceTop + taken.height() + bottomPadding + 4;
}

void VerdictCard::paintEvent(QPaintEvent*)
{
    const render::Theme& theme = render::theme();
    const Content said = content(width());
    const QColor ground = groundOf(m_values.judgement);
    const QColor colour = colourOf(m_values.judgement);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath card;
    card.addRoundedRect(rect(), radius, radius);
    painter.setClipPath(card);
    painter.fillRect(rect(), ground);
    painter.fillRect(QRect(0, 0, edgeWidth, height()), colour);
    painter.setClipping(false);

    const int inner = width() - paddingLeft - paddingRight;
    paintVerdictShape(painter, QRectF(paddingLeft, headTop + 1, shapeSize, shapeSize), m_values.judgement, ground);
    const auto write = [&](const QRect& place, int pixelSize, const QColor& ink, const QString& text,
                           QFont::Weight weight = QFont::Normal,
                           int flags = static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter)) {
        painter.setFont(render::textFont(pixelSize, weight));
        painter.setPen(ink);
        painter.drawText(place, flags, text);
    };
    write({paddingLeft + shapeSize + 10, headTop, inner, headHeight}, 20,
        isVerdict(m_values.judgement) ? colour : theme.ink2, wordOf(m_values.judgement), QFont::Bold);
    if (said.layout == Layout::Sentence) {
        write({paddingLeft, sentenceTop, inner, height() - sentenceTop}, 12, theme.ink2, said.sentence, QFont::Normal,
            Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap);
        return;
    }
    const QRect sentence(paddingLeft, sentenceTop, inner, sentenceHeight);
    write(sentence, 12, theme.ink2, said.sentence);
    write(sentence, numberSize(said.sentence, said.number, inner), theme.ink, said.number, QFont::Bold,
        Qt::AlignRight | Qt::AlignVCenter);
    const QRect second = sentence.translated(0, sentenceHeight);
    write({second.left(), second.top(), inner, lineHeight}, said.layout == Layout::Interval ? 14 : 12,
        m_values.judgement == Judgement::Computing ? theme.ink2 : theme.ink, said.interval,
        said.layout == Layout::Interval ? QFont::Bold : QFont::Normal);
    write({second.left(), second.top() + lineHeight, inner, lineHeight}, 11, theme.ink2, said.rule);
    paintGauge(painter, QRectF(paddingLeft, second.top() + 2 * lineHeight + gaugeGap, inner, gaugeHeight),
        {m_values.tau.value_or(core::Interval{}), m_values.epsilon, m_values.judgement});
}

}
