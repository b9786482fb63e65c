// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hintsform.h"

#include <array>
#include <cmath>
#include <string_view>

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include "theme/theme.h"
#include "views/choicebox.h"

namespace app {

namespace {

QString axisWord(QChar letter)
{
    switch (letter.unicode()) {
    case 'L':
        return HintsForm::tr("layer");
    case 'B':
        return HintsForm::tr("item");
    case 'H':
        return HintsForm::tr("head");
    case 'Q':
        return HintsForm::tr("query");
    case 'K':
        return HintsForm::tr("key");
    case 'P':
        return HintsForm::tr("position");
    case 'D':
        return HintsForm::tr("dimension");
    default:
        return {};
    }
}

/// Orders that occur, for so many axes.
QStringList usualAxes(const MainTensor& tensor)
{
    static constexpr std::array rows{"QK", "KQ", "HQK", "HKQ", "LQK", "BHQK", "LHQK", "HBQK", "BHKQ", "LBHQK", "BLHQK"};
    static constexpr std::array factors{"PD", "HPD", "PHD", "BHPD", "BPHD", "LHPD", "LPHD", "LBHPD", "LBPHD"};
    QStringList fitting;
    const auto add = [&](std::string_view letters) {
        if (letters.size() == tensor.shape.size())
            fitting += QString::fromLatin1(letters.data(), static_cast<qsizetype>(letters.size()));
    };
    for (const auto* letters : rows)
        if (!tensor.isFactor)
            add(letters);
    for (const auto* letters : factors)
        if (tensor.isFactor)
            add(letters);
    return fitting;
}

/// Whether the letters can name the axes of such a tensor; leading axes of one element may be left out.
bool fits(const QString& letters, const MainTensor& tensor)
{
    const bool ofFactors = letters.contains(QLatin1Char('P'));
    const auto count = static_cast<std::size_t>(letters.size());
    if (ofFactors != tensor.isFactor || count > tensor.shape.size())
        return false;
    const auto skipped = tensor.shape.begin() + static_cast<std::ptrdiff_t>(tensor.shape.size() - count);
    return std::all_of(tensor.shape.begin(), skipped, [](std::uint64_t extent) { return extent == 1; });
}

/// Each letter once, and the two that every matrix has.
bool isComplete(const QString& letters)
{
    for (const QChar letter : letters)
        if (axisWord(letter).isEmpty() || letters.count(letter) > 1)
            return false;
    const auto has = [&](char letter) { return letters.contains(QLatin1Char(letter)); };
    return (has('Q') && has('K') && !has('P') && !has('D')) || (has('P') && has('D') && !has('Q') && !has('K'));
}

/// "item 1, head 8, query 39, key 39".
QString axesOf(const QString& letters, const MainTensor& tensor)
{
    QStringList axes;
    const auto skipped = tensor.shape.size() - static_cast<std::size_t>(letters.size());
    for (qsizetype i = 0; i < letters.size(); ++i)
        axes += axisWord(letters[i]) + QLatin1Char(' ')
            + QString::number(tensor.shape[skipped + static_cast<std::size_t>(i)]);
    return axes.join(QStringLiteral(", "));
}

QString shapeText(const MainTensor& tensor)
{
    QStringList sizes;
    for (const auto extent : tensor.shape)
        sizes += QString::number(extent);
    return sizes.join(QStringLiteral(" × "));
}

/// A whole number from 1; nothing for an empty field. False when it is neither.
bool readCount(const QLineEdit& field, std::optional<std::uint64_t>& to)
{
    const auto text = field.text().trimmed();
    if (text.isEmpty())
        return true;
    bool isNumber = false;
    to = text.toULongLong(&isNumber);
    return isNumber && *to > 0;
}

QString textOf(const std::optional<std::uint64_t>& count)
{
    return count ? QString::number(*count) : QString();
}

}

HintsForm::HintsForm(const HintChoices& choices, QWidget* parent)
    : QWidget(parent)
    , m_choices(choices)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_kind =
        addChoice(*form, tr("Tensors hold"), {tr("as inferred"), tr("probabilities"), tr("scores"), tr("Q and K")});
    addAxes(*form);
    m_causal = addChoice(*form, tr("Causal"), {tr("as inferred"), tr("yes"), tr("no")});
    m_scale = addField(*form, tr("Scale of q·k"), tr("A positive number, often 1/sqrt(dimension)"));
    m_queryHeads = addField(*form, tr("Query heads"), tr("Tells the head axis from others"));
    m_kvHeads = addField(*form, tr("K/V heads"), tr("Fewer than query heads where these share keys"));
    m_mask = addChoice(*form, tr("Mask of keys"), QStringList{tr("as inferred")} + m_choices.masks);
    m_group = addChoice(*form, tr("Group"), {QString(), tr("encoder"), tr("decoder"), tr("cross")});
    m_group->setEditable(true);
    m_group->lineEdit()->setPlaceholderText(tr("as inferred"));
    connect(m_group, &QComboBox::editTextChanged, this, &HintsForm::edited);
}

QComboBox* HintsForm::addChoice(QFormLayout& form, const QString& name, const QStringList& words)
{
    auto* choice = new ChoiceBox(this);
    choice->addItems(words);
    choice->setAccessibleName(name);
    form.addRow(name, choice);
    connect(choice, &QComboBox::currentIndexChanged, this, &HintsForm::edited);
    return choice;
}

QLineEdit* HintsForm::addField(QFormLayout& form, const QString& name, const QString& tip)
{
    auto* field = new QLineEdit(this);
    field->setPlaceholderText(tr("as inferred"));
    field->setAccessibleName(name);
    field->setToolTip(tip);
    form.addRow(name, field);
    connect(field, &QLineEdit::textChanged, this, &HintsForm::edited);
    return field;
}

void HintsForm::addAxes(QFormLayout& form)
{
    QStringList usual{QString()};
    for (const auto& tensor : m_choices.tensors)
        for (const auto& letters : usualAxes(tensor))
            if (!usual.contains(letters))
                usual += letters;
    m_axes = addChoice(form, tr("Axes"), usual);
    m_axes->setEditable(true);
    m_axes->lineEdit()->setPlaceholderText(tr("as inferred"));
    m_axesText = new QLabel(this);
    m_axesText->setProperty("role", QStringLiteral("caption"));
    m_axesText->setTextFormat(Qt::PlainText);
    m_axesText->setWordWrap(true);
    m_axesText->setMinimumHeight(3 * m_axesText->fontMetrics().lineSpacing());
    m_axesText->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    form.addRow(QString(), m_axesText);
    connect(m_axes, &QComboBox::editTextChanged, this, [this] {
        describeAxes();
        Q_EMIT edited();
    });
    describeAxes();
}

void HintsForm::describeAxes()
{
    const auto letters = m_axes->currentText().trimmed().toUpper();
    if (letters.isEmpty() || !isComplete(letters)) {
        m_axesText->setText(tr("One letter per axis: L layer, B item, H head, Q query, K key; P position and D "
                               "dimension for Q, K and V."));
        return;
    }
    QStringList lines;
    for (const auto& tensor : m_choices.tensors)
        if (fits(letters, tensor))
            lines += tr("%1: %2").arg(tensor.name, axesOf(letters, tensor));
        else if (tensor.isFactor == letters.contains(QLatin1Char('P')))
            lines += tr("%1 has axes %2").arg(tensor.name, shapeText(tensor));
    m_axesText->setText(lines.isEmpty() ? tr("No tensor has such axes.") : lines.join(QLatin1Char('\n')));
}

void HintsForm::setHints(const core::Hints& hints)
{
    const auto kindPlace = [](core::Source kind) {
        return kind == core::Source::Probabilities ? 1 : kind == core::Source::Scores ? 2 : 3;
    };
    m_kind->setCurrentIndex(hints.kind ? kindPlace(*hints.kind) : 0);
    m_axes->setEditText(QString::fromStdString(hints.roles.value_or("")));
    m_causal->setCurrentIndex(!hints.causal ? 0 : *hints.causal ? 1 : 2);
    m_scale->setText(hints.scale ? QString::number(*hints.scale, 'g', 17) : QString());
    m_queryHeads->setText(textOf(hints.queryHeads));
    m_kvHeads->setText(textOf(hints.kvHeads));
    m_mask->setCurrentIndex(hints.mask ? std::max(0, m_mask->findText(QString::fromStdString(*hints.mask))) : 0);
    m_group->setEditText(QString::fromStdString(hints.group.value_or("")));
}

std::optional<core::Hints> HintsForm::hints() const
{
    static constexpr std::array kinds{core::Source::Probabilities, core::Source::Scores, core::Source::Factors};
    core::Hints hints;
    hints.useRemembered = false;
    if (m_kind->currentIndex() > 0)
        hints.kind = kinds[static_cast<std::size_t>(m_kind->currentIndex() - 1)];
    if (const auto letters = m_axes->currentText().trimmed().toUpper(); !letters.isEmpty()) {
        if (!isComplete(letters))
            return {};
        hints.roles = letters.toStdString();
    }
    if (m_causal->currentIndex() > 0)
        hints.causal = m_causal->currentIndex() == 1;
    if (const auto text = m_scale->text().trimmed(); !text.isEmpty()) {
        bool isNumber = false;
        hints.scale = text.toDouble(&isNumber);
        if (!isNumber || !std::isfinite(*hints.scale) || *hints.scale <= 0)
            return {};
    }
    if (!readCount(*m_queryHeads, hints.queryHeads) || !readCount(*m_kvHeads, hints.kvHeads))
        return {};
    if (m_mask->currentIndex() > 0)
        hints.mask = m_mask->currentText().toStdString();
    if (const auto group = m_group->currentText().trimmed(); !group.isEmpty())
        hints.group = group.toStdString();
    return hints;
}

}
