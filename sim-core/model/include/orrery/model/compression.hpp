// Compresses models in the format of zlib (RFC 1950), which other programs can read.
#pragma once

#include <string>
#include <string_view>

#include "orrery/base/result.hpp"

namespace orrery::model {

std::string compress(std::string_view bytes);
// Errors: invalid_argument if `compressed` is damaged or cut off; too_big if the result would exceed `greatest` bytes.
// Needs no more memory than `greatest` bytes for the result, whatever the data claims.
base::Result<std::string> decompress(std::string_view compressed, std::size_t greatest);

}  // namespace orrery::model
