// A target of libFuzzer whose input is messages, each after its length in two bytes, little-endian. With ORRERY_FUZZ_SEEDS
// set it writes seeds into that folder and ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <ostream>
#include <span>
#include <string>
#include <utility>

namespace orrery::testing {

// What a target defines.
void play(std::span<const std::byte> input);
void write_seeds(const std::string& folder);

// The next message; shorter than was said at the end of the input, which is shortened by it.
inline std::span<const std::byte> take_sized(std::span<const std::byte>& input) {
  if (input.size() < 2) return std::exchange(input, {}).first(0);
  const std::size_t said =
      std::to_integer<std::size_t>(input[0]) | std::to_integer<std::size_t>(input[1]) << 8U;
  const auto taken = input.subspan(2).first(std::min(said, input.size() - 2));
  input = input.subspan(2 + taken.size());
  return taken;
}

inline void put_sized(std::ostream& to, std::span<const std::byte> message) {
  to.put(static_cast<char>(message.size() & 0xFFU)).put(static_cast<char>(message.size() >> 8U));
  to.write(reinterpret_cast<const char*>(message.data()),
           static_cast<std::streamsize>(message.size()));
}

}  // namespace orrery::testing

extern "C" [[gnu::used]] inline int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
  if (const char* folder = std::getenv("ORRERY_FUZZ_SEEDS"); folder != nullptr) {
    orrery::testing::write_seeds(folder);
    std::exit(0);
  }
  return 0;
}

extern "C" [[gnu::used]] inline int LLVMFuzzerTestOneInput(const unsigned char* bytes,
                                                           std::size_t size) {
  orrery::testing::play(std::as_bytes(std::span(bytes, size)));
  return 0;
}
