// SPDX-License-Identifier: GPL-3.0-or-later
#include "verify/strictobject.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "files/mappedfile.h"
#include "files/strictjson.h"
#include "files/utf8.h"

namespace core {

namespace {

constexpr std::size_t mostBytes = std::size_t{1} << 30;
constexpr JsonLimits limits{10, 50'000'000};

double numberOf(const nlohmann::json& value, const std::string& place)
{
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        throw RefusedCertificate{place + " is not a finite number"};
    return value.get<double>();
}

std::uint64_t wholeOf(const nlohmann::json& value, const std::string& place)
{
    if (!value.is_number_unsigned())
        throw RefusedCertificate{place + " is not a whole number"};
    return value.get<std::uint64_t>();
}

const nlohmann::json& listOf(const nlohmann::json& value, const std::string& place)
{
    if (!value.is_array())
        throw RefusedCertificate{place + " is not a list"};
    return value;
}

Result<std::string> read(const std::filesystem::path& path, const std::function<void(StrictObject)>& take)
{
    const std::string label = "failed to read the certificate " + inQuotes(path.string());
    const auto refuse = [&](ErrorCode code, const std::string& reason) {
        return failure(code, label + ": " + reason, "Write it again with 'tailmass certify'.");
    };
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto bytes = (*file)->span();
    if (bytes.size() > mostBytes)
        return refuse(ErrorCode::TooLarge, "it is larger than 1 GiB");
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!(*file)->intact())
        return refuse(ErrorCode::FileChanged, "it changed while it was read");
    const auto json = parseStrictJson(text, limits);
    if (!json)
        return refuse(ErrorCode::Malformed, json.error());
    try {
        take(StrictObject(*json, {}));
    } catch (const RefusedCertificate& refused) {
        return refuse(ErrorCode::Malformed, refused.reason);
    }
    return text;
}

}

StrictObject::StrictObject(const nlohmann::json& value, std::string place)
    : m_value(value)
    , m_place(std::move(place))
{
    if (!value.is_object())
        throw RefusedCertificate{(m_place.empty() ? "the document" : m_place) + " is not an object"};
}

bool StrictObject::has(const std::string& key) const
{
    return m_value.contains(key);
}

std::string StrictObject::text(const std::string& key)
{
    const nlohmann::json& value = at(key);
    if (!value.is_string())
        throw RefusedCertificate{placeOf(key) + " is not a text"};
    return value.get<std::string>();
}

double StrictObject::number(const std::string& key)
{
    return numberOf(at(key), placeOf(key));
}

std::uint64_t StrictObject::whole(const std::string& key)
{
    return wholeOf(at(key), placeOf(key));
}

bool StrictObject::truth(const std::string& key)
{
    const nlohmann::json& value = at(key);
    if (!value.is_boolean())
        throw RefusedCertificate{placeOf(key) + " is neither true nor false"};
    return value.get<bool>();
}

StrictObject StrictObject::object(const std::string& key)
{
    return {at(key), placeOf(key)};
}

std::vector<StrictObject> StrictObject::objects(const std::string& key)
{
    std::vector<StrictObject> result;
    for (const nlohmann::json& value : listOf(at(key), placeOf(key)))
        result.emplace_back(value, placeOf(key) + "[" + std::to_string(result.size()) + "]");
    return result;
}

std::vector<std::uint64_t> StrictObject::wholes(const std::string& key)
{
    std::vector<std::uint64_t> result;
    for (const nlohmann::json& value : listOf(at(key), placeOf(key)))
        result.push_back(wholeOf(value, placeOf(key) + "[" + std::to_string(result.size()) + "]"));
    return result;
}

std::vector<double> StrictObject::numbers(const std::string& key)
{
    std::vector<double> result;
    for (const nlohmann::json& value : listOf(at(key), placeOf(key)))
        result.push_back(numberOf(value, placeOf(key) + "[" + std::to_string(result.size()) + "]"));
    return result;
}

std::size_t StrictObject::word(const std::string& key, const std::vector<std::string>& words)
{
    const std::string found = text(key);
    const auto place = std::find(words.begin(), words.end(), found);
    if (place != words.end())
        return static_cast<std::size_t>(place - words.begin());
    std::string known;
    for (const std::string& word : words)
        known += (known.empty() ? "" : ", ") + word;
    throw RefusedCertificate{placeOf(key) + " is " + inQuotes(found) + "; what can be recomputed: " + known};
}

void StrictObject::end() const
{
    for (const auto& member : m_value.items())
        if (!m_asked.contains(member.key()))
            throw RefusedCertificate{
                (m_place.empty() ? "it" : m_place) + " has the key " + inQuotes(member.key()) + ", which is not known"};
}

const nlohmann::json& StrictObject::at(const std::string& key)
{
    const auto found = m_value.find(key);
    if (found == m_value.end())
        throw RefusedCertificate{(m_place.empty() ? "it" : m_place) + " has no key '" + key + "'"};
    m_asked.insert(key);
    return *found;
}

std::string StrictObject::placeOf(const std::string& key) const
{
    return m_place.empty() ? key : m_place + "." + key;
}

Result<std::string> readStrictObject(const std::filesystem::path& path, const std::function<void(StrictObject)>& take)
{
    try {
        return read(path, take);
    } catch (const std::bad_alloc&) {
        return failure(ErrorCode::OutOfMemory,
            "failed to read the certificate " + inQuotes(path.string()) + ": not enough memory");
    }
}

}
