// Messages to a node of two from the other, whatever that says: first byte, which of them orders; then messages
// (sized_inputs.hpp).
#include <fstream>

#include "beside_peer.hpp"
#include "sized_inputs.hpp"

namespace {
constexpr int most_messages = 60;
}

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  if (input.empty()) return;
  rti::testing::FederateBesidePeer world(std::to_integer<std::uint32_t>(input.front()) & 1);
  input = input.subspan(1);
  for (int i = 1; !input.empty() && i <= most_messages; ++i) {
    const auto next = take_sized(input);
    world.say_as_peer({next.begin(), next.end()});
    if (i % 8 == 0) world.go_on(i);
  }
}

void write_seeds(const std::string& folder) {
  int files = 0;
  for (std::uint32_t self = 0; self < 2; ++self) {
    const auto all = rti::testing::samples(1 - self, (std::uint64_t{1} << 32U) + 1, true);
    for (std::size_t first = 0; first < all.size(); first += 5) {
      std::ofstream file(folder + "/" + std::to_string(files++), std::ios::binary);
      file.put(static_cast<char>(self));
      for (std::size_t i = first; i < std::min(first + 5, all.size()); ++i) put_sized(file, all[i]);
    }
  }
}

}  // namespace orrery::testing
