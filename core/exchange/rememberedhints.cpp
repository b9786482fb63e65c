// SPDX-License-Identifier: GPL-3.0-or-later
#include "exchange/rememberedhints.h"

#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "exchange/atomicfile.h"
#include "files/sidecar.h"
#include "files/utf8.h"

namespace core {

namespace {

using nlohmann::ordered_json;

ordered_json statedOf(const Hints& hints)
{
    ordered_json stated = ordered_json::object();
    const auto put = [&stated](const char* name, const auto& value) {
        if (value)
            stated[name] = *value;
    };
    if (hints.kind)
        stated["kind"] = nameOf(*hints.kind);
    put("roles", hints.roles);
    put("causal", hints.causal);
    put("scale", hints.scale);
    put("q_heads", hints.queryHeads);
    put("kv_heads", hints.kvHeads);
    put("mask", hints.mask);
    put("group", hints.group);
    return stated;
}

/// Where the dump's sidecar is, or is to be.
std::filesystem::path placeOf(const std::filesystem::path& dump)
{
    const auto beside = sidecarPathOf(dump);
    const auto inside = dump / "tokens.json";
    std::error_code error;
    return !std::filesystem::exists(beside, error) && std::filesystem::exists(inside, error) ? inside : beside;
}

/// The sidecar as it stands, in its own order; an empty object when there is none.
Result<ordered_json> present(const std::filesystem::path& path)
{
    const auto sidecar = readSidecar(path);
    if (!sidecar)
        return tl::unexpected(sidecar.error());
    if (!*sidecar)
        return ordered_json::object();
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    auto json = ordered_json::parse(text, nullptr, false);
    if (!json.is_object())
        return failure(ErrorCode::FileChanged,
            "failed to write " + inQuotes(path.string()) + ": it changed while it was read", "Try again.");
    return json;
}

}

Result<std::filesystem::path> rememberHints(const std::filesystem::path& dump, const Hints& hints)
{
    const auto path = placeOf(dump.has_filename() ? dump : dump.parent_path());
    auto json = present(path);
    if (!json)
        return tl::unexpected(json.error());
    auto stated = statedOf(hints);
    if (stated.empty())
        json->erase("stated");
    else
        (*json)["stated"] = std::move(stated);
    auto file = AtomicFile::create(path, Existing::Replace);
    if (!file)
        return tl::unexpected(file.error());
    file->stream() << json->dump(1, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    if (auto written = file->commit(); !written)
        return tl::unexpected(written.error());
    return path;
}

}
