// Messages to a chain of modules from what is below it: first byte, which modules, in which order, on a port or a channel; then
// messages (sized_inputs.hpp), on a port each after a byte that says from whom. What comes out is no longer than the chain
// says, and no more than came in.
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "orrery/transport/chain.hpp"

#include "sim_network.hpp"
#include "sized_inputs.hpp"

namespace {

using namespace orrery::transport;           // NOLINT(google-build-using-namespace)
using namespace orrery::transport::testing;  // NOLINT(google-build-using-namespace)

constexpr std::uint32_t greatest = 4000;
constexpr StreamId stream = 9;

void must(bool right) {
  if (!right) std::abort();
}

std::vector<ModuleOptions> modules_of(unsigned way) {
  const FragmenterOptions fragmenter{.max_message_bytes = greatest, .reassembly_bytes = 20'000};
  const BundlerOptions bundler{.bundle_bytes = 1000, .timeout_ns = 0};
  switch (way & 7U) {
    case 0:
      return {fragmenter};
    case 1:
      return {bundler};
    case 2:
      return {fragmenter, bundler};
    case 3:
      return {bundler, fragmenter};
    case 4:
      return {CountersOptions{}, fragmenter, CountersOptions{}};
    case 5:
      return {bundler, bundler};
    case 6:
      return {fragmenter, fragmenter};
    default:
      return {bundler, fragmenter, bundler, CountersOptions{}};
  }
}

void on_port(unsigned way, std::span<const std::byte> input) {
  SimNetwork network({});
  auto bottom = network.make_port(1);
  SimPort* const sim = bottom.get();
  auto chain = build_chain(std::move(bottom), modules_of(way));
  if (!chain) return;
  (void)(*chain)->join(stream, "");
  std::size_t came = 0;
  std::size_t out = 0;
  for (int i = 0; !input.empty() && i < 200; ++i) {
    const auto from = std::to_integer<PartyId>(input[0]) & 3U;
    input = input.subspan(1);
    const auto message = orrery::testing::take_sized(input);
    came += message.size();
    sim->inject(from, stream, message);
    (*chain)->pump();
    for (Arrived got = (*chain)->peek(); got.io == Io::ok; got = (*chain)->peek()) {
      must(got.from == from && got.stream == stream);
      must(got.bytes.size() <= std::max(greatest, (*chain)->max_message_bytes()));
      out += got.bytes.size();
      (*chain)->release();
    }
    must(out <= came);
  }
  (*chain)->forget();
}

void on_channel(unsigned way, std::span<const std::byte> input) {
  Pair pair = make_pair(Kind::thread, {.max_message_bytes = 2000, .buffer_bytes = 64 * 1024});
  auto chain = build_chain(std::move(pair.b), modules_of(way));
  if (!chain) return;
  std::size_t came = 0;
  std::size_t out = 0;
  Io end = Io::empty;
  while (!input.empty() && end == Io::empty) {
    const auto message = orrery::testing::take_sized(input);
    if (message.size() > 2000) continue;
    came += message.size();
    must(pair.a->send_now(message) == Io::ok);
    (void)(*chain)->pump();
    for (;;) {
      const Peeked got = (*chain)->peek();
      if (got.io != Io::ok) {
        end = got.io;
        break;
      }
      must(got.bytes.size() <= (*chain)->options().max_message_bytes);
      out += got.bytes.size();
      (*chain)->release();
    }
    must(out <= came);
  }
  (*chain)->forget();
  pair.a->forget();
}

}  // namespace

namespace orrery::testing {

void play(std::span<const std::byte> input) {
  if (input.empty()) return;
  const auto way = std::to_integer<unsigned>(input.front());
  if ((way & 8U) != 0) {
    on_channel(way, input.subspan(1));
  } else {
    on_port(way, input.subspan(1));
  }
}

// What chains of the same modules send.
void write_seeds(const std::string& folder) {
  for (unsigned way = 0; way < 16; ++way) {
    std::ofstream file(folder + "/" + std::to_string(way), std::ios::binary);
    file.put(static_cast<char>(way));
    SimNetwork network({});
    auto below = network.make_port(2);
    auto other = network.make_port(1);
    (void)other->join(stream, "");
    network.tap = [&](PartyId, PartyId, StreamId, std::span<const std::byte> bytes) {
      if ((way & 8U) == 0) file.put(2);
      put_sized(file, bytes);
    };
    auto chain = build_chain(std::move(below), modules_of(way));
    if (!chain) continue;
    (void)(*chain)->open(stream, "");
    for (const std::size_t size : {0U, 3U, 40U, 900U, 1500U, 3900U}) {
      (void)(*chain)->send_now(stream, bytes_of(size));
    }
    (void)(*chain)->flush();
    (*chain)->forget();
  }
}

}  // namespace orrery::testing
