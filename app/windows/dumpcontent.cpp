// SPDX-License-Identifier: GPL-3.0-or-later
#include "windows/dumpcontent.h"

#include <algorithm>
#include <set>

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "session/explorer.h"
#include "views/numbertext.h"

namespace app {

namespace {

constexpr qsizetype longestShape = 13; ///< characters; longer ones are written without spaces

QString tr(const char* text)
{
    return QCoreApplication::translate("app::Dump", text);
}

QString shapeText(const std::vector<std::uint64_t>& shape)
{
    QStringList parts;
    for (const auto extent : shape)
        parts += QString::number(extent);
    if (parts.isEmpty())
        return tr("scalar");
    const auto wide = parts.join(QStringLiteral(" × "));
    return wide.size() <= longestShape ? wide : parts.join(QStringLiteral("×"));
}

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

/// "q_#" for "q_4".
QString pattern(const QString& name)
{
    static const QRegularExpression digits(QStringLiteral("\\d+"));
    auto result = name;
    return result.replace(digits, QStringLiteral("#"));
}

TensorLine lineOf(const core::Tensor& tensor, core::TensorRole role)
{
    TensorLine line;
    line.name = QString::fromStdString(tensor.name);
    line.dtype = latin(core::nameOf(tensor.element));
    line.shape = shapeText(tensor.shape);
    if (role != core::TensorRole::Other)
        line.role = latin(core::nameOf(role));
    return line;
}

bool isNamed(const QString& list, const QString& name)
{
    const QRegularExpression word(QStringLiteral("(^|[\\s,])%1($|[\\s,])").arg(QRegularExpression::escape(name)));
    return list.contains(word);
}

std::vector<TensorLine> tensorLines(const core::Capture& capture, const QString& used)
{
    struct Group
    {
        TensorLine line;
        QString first;
        QString last;
    };
    std::vector<Group> groups;
    for (const auto& reading : capture.readings()) {
        auto line = lineOf(capture.dump().tensors[reading.tensor], reading.role);
        line.inUse = isNamed(used, line.name);
        const auto alike = std::find_if(groups.begin(), groups.end(), [&line](const Group& group) {
            return pattern(group.first) == pattern(line.name) && group.line.dtype == line.dtype
                && group.line.shape == line.shape && group.line.role == line.role;
        });
        if (alike == groups.end()) {
            groups.push_back({line, line.name, line.name});
            continue;
        }
        alike->last = line.name;
        alike->line.inUse = alike->line.inUse || line.inUse;
    }
    std::vector<TensorLine> lines;
    for (auto& group : groups) {
        if (group.first != group.last)
            group.line.name = group.first % QStringLiteral(" … ") % group.last;
        lines.push_back(std::move(group.line));
    }
    return lines;
}

QString modelLine(const Explorer& explorer)
{
    std::set<std::pair<std::string, std::uint32_t>> layers;
    std::set<std::uint32_t> heads;
    std::set<std::uint32_t> kvHeads;
    for (const auto& head : explorer.heads()) {
        layers.insert({head.id.group, head.id.layer.value});
        heads.insert(head.id.head.value);
        if (head.kvHead)
            kvHeads.insert(head.kvHead->value);
    }
    QStringList parts;
    const auto& sidecar = explorer.capture()->dump().sidecar;
    if (sidecar && !sidecar->model.empty())
        parts += QString::fromStdString(sidecar->model);
    parts += layers.size() == 1 ? tr("1 layer") : tr("%1 layers").arg(layers.size());
    parts += kvHeads.empty() ? (heads.size() == 1 ? tr("1 head") : tr("%1 heads").arg(heads.size()))
                             : tr("%1 query / %2 kv heads").arg(heads.size()).arg(kvHeads.size());
    return parts.join(QStringLiteral(", "));
}

void placeAudit(DumpValues& values, const Explorer& explorer)
{
    const auto& board = explorer.board();
    if (board.studiedCount() == board.headCount()) {
        core::RowAudit audit;
        for (std::size_t place = 0; place < board.headCount(); ++place)
            audit.add(board.study(place)->summary.audit);
        values.audit = audit;
    } else if (const auto* held = explorer.resident()) {
        values.auditOf = QString::fromStdString(explorer.head().name);
        values.audit = core::auditOf(held->rows());
    }
}

}

DumpValues dumpContent(const Explorer& explorer)
{
    DumpValues values;
    const auto& capture = *explorer.capture();
    const auto& dump = capture.dump();
    values.fileName = QString::fromStdString(dump.path.filename().string());
    values.sizeAndFormat = sizeText(dump.size) % QStringLiteral(" · ") % QString::fromStdString(dump.container);
    values.model = modelLine(explorer);
    values.tensors = tensorLines(capture, QString::fromStdString(explorer.head().tensors));
    for (const auto& finding : capture.findings()) {
        const auto reading = QString::fromStdString(finding.reading);
        const auto reason = QString::fromStdString(finding.reason);
        values.reasons.push_back({QString::fromStdString(finding.subject),
            reason.isEmpty() ? reading : reading % QStringLiteral(": ") % reason});
    }
    placeAudit(values, explorer);
    return values;
}

}
