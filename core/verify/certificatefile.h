// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/interval.h"
#include "base/result.h"
#include "files/element.h"
#include "verify/keptrule.h"

namespace core {

enum class CertifiedSource { Probabilities, Scores, Factors };
enum class CertifiedReading { Stored, Rounded };
enum class CertifiedScope { Rows, Heads, Layers, Dump };
enum class CertifiedStatistic { Max, Mean, P99 };
enum class CertifiedVerdict { Certified, NotCertified, Undecided };

/// What a tensor is claimed to be.
struct CertifiedTensor
{
    std::string name;
    Element element = Element::F32;
    std::vector<std::uint64_t> shape;
    std::string role; ///< "P", "S", "Q", "K", "mask", "sinks"
    std::vector<std::string> axes; ///< "layer", "item", "head", "query", "key", "position", "dim", "single"
};

/// Where a head's rows are claimed to lie and how they are read.
struct CertifiedHead
{
    std::string group;
    std::uint64_t layer = 0;
    std::uint64_t head = 0;
    std::uint64_t item = 0;
    std::string name;
    CertifiedSource source = CertifiedSource::Scores;
    std::uint64_t rowCount = 0;
    std::uint64_t keyCount = 0;
    std::string tensor; ///< probabilities, scores or Q
    std::optional<std::uint64_t> tensorLayer; ///< place along its layer axis
    std::string keys; ///< K, for Factors
    std::optional<std::uint64_t> keysLayer;
    std::uint64_t kvHead = 0; ///< for Factors
    std::uint64_t kvHeads = 0; ///< that the tensor's heads share evenly; 0: K itself tells, or each has its own
    double scale = 1; ///< for Factors
    double softCap = 0; ///< for Factors; 0: none
    bool causal = false;
    std::uint64_t window = 0; ///< keys that a row sees, the last of the causal ones; 0: all of them
    std::string sinks; ///< tensor of the sinks' scores by head; empty: none, or as stated below
    std::optional<double> sinkScore; ///< of a virtual key that is always kept and never counted
    std::vector<double> sharedSinkScores; ///< of all heads that use the same head of K; with a shared set only
    std::string mask; ///< empty: all keys exist
    bool masksQueries = false; ///< and which queries, which are the same positions
};

struct CertifiedCounts
{
    std::uint64_t total = 0;
    std::uint64_t valid = 0;
    std::uint64_t masked = 0;
    std::uint64_t undefined = 0;
    std::uint64_t zero = 0;
    std::uint64_t notNormalised = 0; ///< among the valid ones

    friend bool operator==(const CertifiedCounts&, const CertifiedCounts&) = default;
};

struct CertifiedRow
{
    std::string group;
    std::string head; ///< "L3H0"
    std::uint64_t item = 0;
    std::uint64_t row = 0;
};

/// What is claimed of one unit; without numbers where it has no valid row.
struct CertifiedDecision
{
    struct Numbers
    {
        Interval value;
        Interval max;
        Interval mean;
        Interval p99;
        CertifiedRow worst;
        std::uint64_t rowsHolding = 0;
        std::uint64_t saturated = 0; ///< rows that keep all their keys
        std::uint64_t empty = 0; ///< rows that keep none
        std::uint64_t ambiguous = 0; ///< rows whose kept set double arithmetic did not decide
    };

    std::string unit;
    CertifiedVerdict verdict = CertifiedVerdict::Undecided;
    CertifiedCounts counts;
    std::optional<Numbers> numbers;
};

/// A file beside the dump that the claim rests on.
struct CertifiedFile
{
    std::string path; ///< where it was then
    std::string sha256;
};

/// What is claimed of each unit of a scope, whatever the dump.
struct CertifiedClaim
{
    std::string rule; ///< as text
    KeptRule keeps; ///< the same
    std::optional<CertifiedFile> maskFile; ///< of the rule mask:FILE
    bool sharesKeys = false; ///< heads that use one head of K keep one set
    double epsilon = 0;
    std::string epsilonText;
    CertifiedScope scope = CertifiedScope::Heads;
    CertifiedStatistic statistic = CertifiedStatistic::Max;
    CertifiedReading reading = CertifiedReading::Stored;
};

/// A certificate as it stands in its file. Nothing of it is trusted but that it is well formed.
struct CertificateFile : CertifiedClaim
{
    std::filesystem::path folder; ///< where the certificate itself lies
    std::string version; ///< of the program that wrote it
    std::string created;
    std::string dumpPath; ///< where the dump was then
    std::string sha256;
    std::uint64_t dumpSize = 0;
    std::vector<CertifiedHead> heads;
    std::vector<std::uint64_t> rows; ///< rising; empty: all
    CertifiedCounts counts;
    std::vector<CertifiedTensor> tensors;
    std::vector<CertifiedDecision> decisions;
    CertifiedVerdict verdict = CertifiedVerdict::Undecided;
    std::string limits;
};

/// A certificate with the text that it was read from.
struct CertificateText
{
    CertificateFile certificate;
    std::string text;
};

std::string_view nameOf(CertifiedSource source); ///< as in the file: "probs", "scores", "qkv"
std::string_view nameOf(CertifiedReading reading);
std::string_view nameOf(CertifiedScope scope);
std::string_view nameOf(CertifiedStatistic statistic);
std::string_view nameOf(CertifiedVerdict verdict);

/// "L3H0", from the numbers.
std::string shortNameOf(const CertifiedHead& head);

/// Reads a document tailmass.certificate/1. A key that is missing, not known or there twice, a number that is none,
/// statements that contradict each other, and rules, readings and statistics that cannot be recomputed are refused.
/// Errors: NotFound, Unreadable, Malformed, TooLarge, FileChanged, OutOfMemory.
Result<CertificateFile> readCertificate(const std::filesystem::path& path);
Result<CertificateText> readCertificateText(const std::filesystem::path& path);

}
