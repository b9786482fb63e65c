// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/samplecard.h"

#include "views/textline.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPixmap>
#include <QPushButton>

namespace app {

namespace {

constexpr int padding = 16;
constexpr int largeThumbnail = 84;
constexpr int smallThumbnail = 56;

QLabel* thumbnailLabel(const QImage& image, int size, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setFixedSize(size, size);
    label->setScaledContents(true);
    label->setPixmap(QPixmap::fromImage(image));
    return label;
}

}

SampleCard::SampleCard(QWidget* parent)
    : Card(Kind::Plain, parent)
    , m_rows(new QVBoxLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(padding, 8, padding, 12);
    column->setSpacing(6);
    column->addWidget(new TextLine({tr("No dump at hand?"), Tone::Value, QFont::Bold}, this));
    m_rows->setSpacing(10);
    column->addLayout(m_rows);
}

void SampleCard::setSamples(const std::vector<SampleDump>& samples)
{
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    for (const SampleDump& sample : samples)
        m_rows->addWidget(makeRow(sample));
    setVisible(!samples.empty());
}

QWidget* SampleCard::makeRow(const SampleDump& sample)
{
    auto* rowWidget = new QWidget(this);
    auto* row = new QHBoxLayout(rowWidget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const int size = sample.thumbnails.size() > 1 ? largeThumbnail : smallThumbnail;
    for (const QImage& image : sample.thumbnails)
        row->addWidget(thumbnailLabel(image, size, rowWidget), 0, Qt::AlignTop);
    row->addSpacing(8);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    const std::vector<TextRun> lines{{sample.title, Tone::Value, QFont::Bold},
        {sample.content, Tone::Label, QFont::Normal, 11}, {sample.origin, Tone::Label, QFont::Normal, 11}};
    for (const TextRun& line : lines) {
        auto* text = new TextLine(line, rowWidget);
        text->setElided(0, Qt::ElideRight);
        words->addWidget(text);
    }
    words->addStretch(1);
    auto* open = new QPushButton(tr("Open sample"), rowWidget);
    open->setAccessibleName(tr("Open sample: %1").arg(sample.title));
    connect(open, &QPushButton::clicked, this, [this, path = sample.path] { Q_EMIT chosen(path); });
    words->addWidget(open, 0, Qt::AlignLeft);
    row->addLayout(words, 1);
    return rowWidget;
}

}
