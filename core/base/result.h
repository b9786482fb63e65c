// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core {

enum class ErrorCode {
    NotFound,
    Unreadable,
    Malformed, ///< the bytes contradict themselves or the format
    Unsupported, ///< a format or element type that we do not read
    TooLarge,
    HintNeeded, ///< more than one reading fits; the caller has to choose
    BadRequest, ///< the request does not fit the dump (no such head, k = 0 ...)
    FileChanged, ///< a mapped file shrank or was written to meanwhile
    OutOfMemory,
    CannotWrite,
    Cancelled,
};

/// Why something could not be done. `message` reads "failed to VERB 'OBJECT': REASON", `advice` says what to do now (may be
/// empty), `reasons` lists every further cause that is known (hints that are missing, tensors that were looked at).
struct Error
{
    ErrorCode code = ErrorCode::BadRequest;
    std::string message;
    std::string advice;
    std::vector<std::string> reasons;
};

template<typename T>
using Result = tl::expected<T, Error>;

/// For `return failure(ErrorCode::Malformed, "failed to read 'x.npy': ...", "...")`.
inline tl::unexpected<Error> failure(ErrorCode code, std::string message, std::string advice = {},
                                     std::vector<std::string> reasons = {})
{
    return tl::unexpected<Error>(Error {code, std::move(message), std::move(advice), std::move(reasons)});
}

inline tl::unexpected<Error> cancelled()
{
    return failure(ErrorCode::Cancelled, "stopped");
}

}
