// Compressed models, in the format of zlib (RFC 1950), which any other program can read.
#pragma once

#include <string>
#include <string_view>

#include "orrery/base/result.hpp"

namespace orrery::model {

std::string compress(std::string_view bytes);
// Refuses what is not compressed data, is cut off, or would come to more than `greatest` bytes; takes no more memory than
// that, whatever the data claims.
base::Result<std::string> decompress(std::string_view compressed, std::size_t greatest);

}  // namespace orrery::model
