#include "orrery/model/compression.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

namespace orrery::model {

namespace {

base::Error damaged() {
  return {base::ErrorCode::invalid_argument,
          "the compressed model is damaged or cut off: send it again"};
}

}  // namespace

std::string compress(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string compressed(size, '\0');
  const int done = compress2(reinterpret_cast<Bytef*>(compressed.data()), &size,
                             reinterpret_cast<const Bytef*>(bytes.data()),
                             static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  // compressBound() ensures that the room is enough: only memory can be missing.
  if (done != Z_OK) throw std::bad_alloc();
  compressed.resize(size);
  return compressed;
}

base::Result<std::string> decompress(std::string_view compressed, std::size_t greatest) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> ending(&stream, &inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(compressed.size(), 1U << 30U));
  std::string bytes;
  std::array<char, 16'384> piece{};
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    const int done = inflate(&stream, Z_NO_FLUSH);
    const std::size_t got = piece.size() - stream.avail_out;
    if (got > greatest - bytes.size()) {
      return base::Error{base::ErrorCode::too_big, "the compressed model comes to more than " +
                                                       std::to_string(greatest) +
                                                       " bytes: send a smaller one"};
    }
    bytes.append(piece.data(), got);
    if (done == Z_STREAM_END) return bytes;
    if (done != Z_OK || (got == 0 && stream.avail_in == 0)) return damaged();
  }
}

}  // namespace orrery::model
