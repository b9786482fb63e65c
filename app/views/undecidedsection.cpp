// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/undecidedsection.h"

#include "views/note.h"
#include "views/numbertext.h"
#include "views/rowgrid.h"

#include <QPushButton>

namespace app {

namespace {

QString reasonOf(const UndecidedValues& values)
{
    if (values.rowName.isEmpty())
        return UndecidedSection::tr("ε lies between the proven ends of the largest τ. The worst row says why.");
    if (!values.choice)
        return UndecidedSection::tr("τ of %1 is ε, as far as double arithmetic can tell.").arg(values.rowName);
    const auto [fewest, most] = *values.choice;
    const QString keys =
        fewest == most ? countText(fewest) : UndecidedSection::tr("%1 to %2").arg(countText(fewest), countText(most));
    return UndecidedSection::tr(
        "Double arithmetic cannot tell which keys the rule keeps of %1: %2 of them, and τ covers "
        "each choice. Another number in the rule decides it.")
        .arg(values.rowName, keys);
}

std::vector<LabelledValue> waysOf(const UndecidedValues& values)
{
    const auto way = [](const QString& change, const QString& verdict) {
        return LabelledValue{{change, Tone::Label}, {verdict}};
    };
    const QString certified = UndecidedSection::tr("certified");
    const QString notCertified = UndecidedSection::tr("not certified");
    std::vector<LabelledValue> ways;
    if (values.tau.upper < 1)
        ways.push_back(way(UndecidedSection::tr("ε above %1").arg(upperText(values.tau.upper)), certified));
    if (values.tau.lower > 0)
        ways.push_back(way(UndecidedSection::tr("ε below %1").arg(lowerText(values.tau.lower)), notCertified));
    if (values.certifiedFrom)
        ways.push_back(
            way(UndecidedSection::tr("top-k, k from %1 on").arg(countText(*values.certifiedFrom)), certified));
    if (values.notCertifiedTo > 0)
        ways.push_back(
            way(UndecidedSection::tr("top-k, k up to %1").arg(countText(values.notCertifiedTo)), notCertified));
    return ways;
}

}

UndecidedSection::UndecidedSection(QWidget* parent)
    : Section(tr("Why, and what decides it"), std::nullopt, parent)
    , m_reason(new Note({}, this))
    , m_ways(new RowGrid(RowGrid::Columns::One, this))
    , m_setK(new QPushButton(this))
{
    addBody(m_reason);
    addBody(m_ways);
    addRight(m_setK);
    m_setK->setProperty("controlSize", QStringLiteral("title"));
    m_setK->setAccessibleName(tr("Keep as many of the largest keys as are certified"));
    connect(m_setK, &QPushButton::clicked, this, &UndecidedSection::kRequested);
}

void UndecidedSection::setValues(const std::optional<UndecidedValues>& values)
{
    setVisible(values.has_value());
    if (!values)
        return;
    m_reason->say(reasonOf(*values));
    m_ways->setValues(waysOf(*values));
    m_setK->setVisible(values->certifiedFrom.has_value());
    if (!values->certifiedFrom)
        return;
    m_setK->setText(tr("Set k = %1").arg(countText(*values->certifiedFrom)));
    m_setK->setAccessibleName(
        tr("Keep the %1 largest keys, which is certified").arg(countText(*values->certifiedFrom)));
}

}
