// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/textline.h"

#include "theme/themesource.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace app {

QFont fontOf(const TextRun& run)
{
    return render::textFont(run.pixelSize, run.weight);
}

namespace {

int widthOf(const TextRun& run)
{
    return QFontMetrics(fontOf(run)).horizontalAdvance(run.text);
}

}

TextLine::TextLine(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

TextLine::TextLine(const TextRun& run, QWidget* parent)
    : TextLine(parent)
{
    setRun(run);
}

void TextLine::setRuns(std::vector<TextRun> runs)
{
    if (runs == m_runs)
        return;
    m_wordings.clear();
    display(std::move(runs));
}

void TextLine::setWordings(std::vector<TextRun> wordings)
{
    if (wordings == m_wordings)
        return;
    m_wordings = std::move(wordings);
    chooseWording();
    updateGeometry();
}

void TextLine::chooseWording()
{
    if (m_wordings.empty())
        return;
    const auto fits = [this](const TextRun& run) { return widthOf(run) <= width(); };
    const auto chosen = std::find_if(m_wordings.begin(), m_wordings.end(), fits);
    display({chosen == m_wordings.end() ? m_wordings.back() : *chosen});
}

void TextLine::display(std::vector<TextRun> runs)
{
    m_runs = std::move(runs);
    QString whole;
    m_textWidth = 0;
    for (const TextRun& run : m_runs) {
        whole += run.text;
        m_textWidth += widthOf(run);
    }
    setText(whole);
    setAccessibleName(whole);
    showTipIfCut();
    updateGeometry();
    update();
}

void TextLine::setElided(std::size_t run, Qt::TextElideMode mode)
{
    m_elidedRun = run;
    m_elideMode = mode;
    updateGeometry();
}

void TextLine::setLineHeight(int height)
{
    m_height = height;
    updateGeometry();
}

QSize TextLine::sizeHint() const
{
    if (!m_wordings.empty())
        return {widthOf(m_wordings.front()), m_height};
    return {textWidth(), m_height};
}

QSize TextLine::minimumSizeHint() const
{
    if (!m_wordings.empty())
        return {widthOf(m_wordings.back()), m_height};
    if (!mayElide() || m_elidedRun >= m_runs.size())
        return sizeHint();
    const TextRun& elided = m_runs[m_elidedRun];
    const int least = QFontMetrics(fontOf(elided)).horizontalAdvance(QStringLiteral("M…"));
    return {textWidth() - std::max(0, widthOf(elided) - least), m_height};
}

void TextLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int missing = std::max(0, textWidth() - width());
    int x = alignment().testFlag(Qt::AlignRight) ? std::max(0, width() - textWidth()) : 0;
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const TextRun& run = m_runs[i];
        const QFont font = fontOf(run);
        const QFontMetrics metrics(font);
        QString shown = run.text;
        int advance = metrics.horizontalAdvance(shown);
        if (missing > 0 && mayElide() && i == m_elidedRun) {
            advance -= missing;
            shown = metrics.elidedText(shown, m_elideMode, advance);
        }
        painter.setFont(font);
        painter.setPen(isEnabled() ? colourOf(run.tone) : colourOf(Tone::Tick));
        painter.drawText(QRect(x, 0, std::max(advance, 0) + 1, height()), Qt::AlignVCenter | Qt::TextSingleLine, shown);
        x += advance;
    }
}

void TextLine::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    chooseWording();
    showTipIfCut();
}

void TextLine::showTipIfCut()
{
    if (mayElide())
        setToolTip(width() < textWidth() ? text() : QString());
}

}
