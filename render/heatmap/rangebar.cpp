// SPDX-License-Identifier: GPL-3.0-or-later
#include "heatmap/rangebar.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "heatmap/rangehistogram.h"
#include "theme/numbertext.h"
#include "theme/theme.h"

namespace render {

namespace {

constexpr int digits = 2;
constexpr int fieldWidth = 66; ///< px: the longest end, such as 1.7·10⁻¹³

QLineEdit* makeField(QWidget* parent, Qt::Alignment alignment)
{
    auto* field = new QLineEdit(parent);
    field->setProperty("controlSize", QStringLiteral("header"));
    field->setFont(textFont(px::smallText));
    field->setFixedWidth(fieldWidth);
    field->setAlignment(alignment);
    return field;
}

}

RangeBar::RangeBar(QWidget* parent)
    : QWidget(parent)
    , m_low(makeField(this, Qt::AlignRight))
    , m_high(makeField(this, Qt::AlignLeft))
    , m_mode(new QPushButton(this))
    , m_histogram(new RangeHistogram(this))
{
    m_low->setAccessibleName(tr("Lower end of the colour range"));
    m_high->setAccessibleName(tr("Upper end of the colour range"));
    m_mode->setProperty("controlSize", QStringLiteral("header"));
    m_mode->setContextMenuPolicy(Qt::CustomContextMenu);
    m_mode->setToolTip(tr("Set the range to these percentiles. Right click: do so for every head."));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_low, 0, Qt::AlignTop);
    layout->addWidget(m_histogram, 1, Qt::AlignTop);
    layout->addWidget(m_high, 0, Qt::AlignTop);
    layout->addSpacing(6);
    layout->addWidget(m_mode, 0, Qt::AlignTop);
    connect(m_histogram, &RangeHistogram::rangeDragged, this, [this](const ColourRange& range) { change(range); });
    connect(m_low, &QLineEdit::editingFinished, this, [this] { readFields(); });
    connect(m_high, &QLineEdit::editingFinished, this, [this] { readFields(); });
    connect(m_mode, &QPushButton::clicked, this, [this] {
        setFollow(m_follow);
        Q_EMIT percentilesRequested();
    });
    connect(m_mode, &QPushButton::customContextMenuRequested, this,
        [this] { Q_EMIT followRequested(m_follow == Follow::Always ? Follow::Once : Follow::Always); });
    writeFields();
}

/// A field that dies with the focus still ends its editing: by then this is no RangeBar any more.
RangeBar::~RangeBar()
{
    m_low->disconnect(this);
    m_high->disconnect(this);
}

void RangeBar::setHistogram(const ValueHistogram& histogram)
{
    m_histogram->setHistogram(histogram);
}

void RangeBar::setRange(const ColourRange& range)
{
    m_range = range;
    m_histogram->setRange(range);
    writeFields();
}

void RangeBar::setModeText(const QString& text)
{
    m_mode->setText(text);
}

void RangeBar::setFollow(Follow follow)
{
    m_follow = follow;
    m_mode->setCheckable(follow == Follow::Always);
    m_mode->setChecked(follow == Follow::Always);
}

void RangeBar::change(const ColourRange& range)
{
    setRange(range);
    Q_EMIT rangeChanged(range);
}

void RangeBar::readFields()
{
    ColourRange range = m_range;
    if (m_low->isModified())
        range.low = valueOf(m_low->text());
    if (m_high->isModified())
        range.high = valueOf(m_high->text());
    const bool usable = std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high
        && (range.spacing == Spacing::Linear || range.low > 0);
    if (!usable || range == m_range)
        writeFields();
    else
        change(range);
}

void RangeBar::writeFields()
{
    m_low->setText(valueText(m_range.low, digits));
    m_high->setText(valueText(m_range.high, digits));
}

}
