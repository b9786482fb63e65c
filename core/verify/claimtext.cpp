// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/claimtext.h"

#include <array>
#include <charconv>

#include "files/utf8.h"

namespace core {

namespace {

std::string shortest(double x)
{
    std::array<char, 40> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr};
}

template <typename List, typename Text>
std::string joined(const List& list, const char* between, Text text)
{
    std::string result;
    for (const auto& member : list)
        result += (result.empty() ? "" : between) + text(member);
    return result;
}

std::string tensorText(const CertifiedTensor& tensor)
{
    std::string text = "  " + inQuotes(tensor.name) + " is " + inQuotes(tensor.role) + ", ";
    text += std::string(nameOf(tensor.element)) + " ";
    text += joined(tensor.shape, " x ", [](std::uint64_t extent) { return std::to_string(extent); });
    return text + " = " + joined(tensor.axes, ", ", [](const std::string& axis) { return inQuotes(axis); }) + "\n";
}

/// How heads are read; equal for many of them.
std::string readingText(const CertifiedHead& head)
{
    std::string text = std::string(nameOf(head.source)) + " of " + inQuotes(head.tensor);
    if (head.source == CertifiedSource::Factors)
        text += " and " + inQuotes(head.keys) + ", scale " + shortest(head.scale);
    if (head.softCap > 0)
        text += ", soft-cap " + shortest(head.softCap);
    if (head.kvHeads > 0)
        text += ", sharing " + std::to_string(head.kvHeads) + " kv heads";
    text += head.causal ? ", causal" : ", not causal";
    if (head.window > 0)
        text += ", window of " + std::to_string(head.window) + (head.window == 1 ? " key" : " keys");
    if (!head.sinks.empty())
        text += ", sinks of " + inQuotes(head.sinks);
    if (head.sinkScore)
        text += ", sink score " + shortest(*head.sinkScore);
    if (head.mask.empty())
        return text;
    return text + (head.masksQueries ? ", keys and queries masked by " : ", keys masked by ") + inQuotes(head.mask);
}

std::string headsText(const CertificateFile& certificate)
{
    std::string text;
    for (std::size_t begin = 0; begin < certificate.heads.size();) {
        std::size_t end = begin + 1;
        const std::string reading = readingText(certificate.heads[begin]);
        while (end < certificate.heads.size() && readingText(certificate.heads[end]) == reading)
            ++end;
        text += "  " + inQuotes(certificate.heads[begin].name);
        if (end > begin + 1)
            text += " to " + inQuotes(certificate.heads[end - 1].name);
        text += " (" + std::to_string(end - begin) + "): " + reading + "\n";
        begin = end;
    }
    return text;
}

/// The rule; in quotes where it names a file.
std::string ruleText(const CertificateFile& certificate)
{
    return certificate.maskFile ? inQuotes(certificate.rule) : certificate.rule;
}

std::string rowsText(const std::vector<std::uint64_t>& rows)
{
    if (rows.empty())
        return "all";
    return std::to_string(rows.size()) + " named ones, " + std::to_string(rows.front()) + " to "
        + std::to_string(rows.back());
}

}

std::string claimText(const CertificateFile& certificate)
{
    std::string text = "claim     " + ruleText(certificate) + " loses less than " + inQuotes(certificate.epsilonText)
        + ": " + std::string(nameOf(certificate.statistic)) + " over rows, in each of "
        + std::string(nameOf(certificate.scope)) + ", reading " + std::string(nameOf(certificate.reading)) + "\n";
    text += "verdict   " + std::string(nameOf(certificate.verdict)) + "\n";
    text += "dump      " + inQuotes(certificate.dumpPath) + ", " + std::to_string(certificate.dumpSize)
        + " bytes, SHA-256 " + inQuotes(certificate.sha256) + "\n";
    text += "written   by version " + inQuotes(certificate.version) + ", " + inQuotes(certificate.created) + "\n";
    if (certificate.maskFile)
        text += "mask      " + inQuotes(certificate.maskFile->path) + ", SHA-256 "
            + inQuotes(certificate.maskFile->sha256) + "\n";
    if (certificate.sharesKeys)
        text += "sharing   heads that use one head of K keep one set\n";
    text += "rows      " + rowsText(certificate.rows) + "\n";
    text += "tensors\n" + joined(certificate.tensors, "", tensorText);
    text += "heads\n" + headsText(certificate);
    return text;
}

}
