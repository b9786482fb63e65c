// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace core {

/// Thrown while a certificate is read, caught where it is opened.
struct RefusedCertificate
{
    std::string reason;
};

/// One JSON object of which every member has to be asked for. Private to core/verify: this header names a library's
/// type. All functions throw RefusedCertificate.
class StrictObject
{
public:
    /// `place` as in messages: "claim.heads[3]"; empty for the whole document.
    StrictObject(const nlohmann::json& value, std::string place);

    bool has(const std::string& key) const;
    std::string text(const std::string& key);
    double number(const std::string& key); ///< finite
    std::uint64_t whole(const std::string& key);
    bool truth(const std::string& key);
    StrictObject object(const std::string& key);
    std::vector<StrictObject> objects(const std::string& key);
    std::vector<std::uint64_t> wholes(const std::string& key);
    std::vector<double> numbers(const std::string& key); ///< finite

    /// One of `words`, as its place among them.
    std::size_t word(const std::string& key, const std::vector<std::string>& words);

    /// Refuses members that nobody asked for.
    void end() const;

private:
    const nlohmann::json& at(const std::string& key);
    std::string placeOf(const std::string& key) const;

    const nlohmann::json& m_value;
    std::string m_place;
    std::set<std::string> m_asked;
};

/// Reads a file that is one JSON object, hands it over and gives back its text. Errors: NotFound, Unreadable, TooLarge,
/// FileChanged, OutOfMemory; Malformed, also when `take` throws RefusedCertificate.
Result<std::string> readStrictObject(const std::filesystem::path& path, const std::function<void(StrictObject)>& take);

}
