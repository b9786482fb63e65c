// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/outdatedveil.h"

#include <QEvent>
#include <QPainter>

#include "theme/themesource.h"

namespace app {

namespace {
constexpr double faded = 0.72;
constexpr int plateMargin = 12;
}

OutdatedVeil::OutdatedVeil(QWidget& covered, const QString& words)
    : QWidget(&covered)
    , m_words(words)
{
    setAccessibleName(words);
    setVisible(false);
    covered.installEventFilter(this);
    connect(&render::ThemeSource::instance(), &render::ThemeSource::themeChanged, this, qOverload<>(&QWidget::update));
}

void OutdatedVeil::setOutdated(bool outdated)
{
    setGeometry(parentWidget()->rect());
    raise();
    setVisible(outdated);
    parentWidget()->setEnabled(!outdated);
}

bool OutdatedVeil::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void OutdatedVeil::paintEvent(QPaintEvent*)
{
    const auto& theme = render::theme();
    QPainter painter(this);
    painter.fillRect(rect(), render::withAlpha(theme.panel, faded));
    if (m_words.isEmpty())
        return;
    const auto font = render::textFont(render::px::headText, QFont::Bold);
    const QRect room = rect().adjusted(2 * plateMargin, 0, -2 * plateMargin, 0);
    QRect words = QFontMetrics(font).boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, m_words);
    painter.fillRect(words.adjusted(-plateMargin, -plateMargin, plateMargin, plateMargin), theme.panel2);
    painter.setFont(font);
    painter.setPen(theme.ink);
    painter.drawText(words, Qt::AlignCenter | Qt::TextWordWrap, m_words);
}

}
