// Bytes of a peer to a channel of frames (`tcp`, and what a mailer's reads): it hears just what they say. First byte: does the
// peer hang up, and in which pieces does it speak.
#include <cstdlib>

#include "raw_peer.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace orrery::transport;           // NOLINT(google-build-using-namespace)
  using namespace orrery::transport::testing;  // NOLINT(google-build-using-namespace)
  auto bytes = std::as_bytes(std::span(data, size));
  if (bytes.empty()) return 0;
  const auto first = std::to_integer<unsigned>(bytes.front());
  bytes = bytes.subspan(1);
  RawPeer peer(Kind::mailer, {.max_message_bytes = 2000, .buffer_bytes = 16 * 1024});
  orrery::base::Random random(first, 1);
  const bool hangs_up = (first & 1U) != 0;
  const Said expected = read_frames(bytes, 2000, hangs_up);
  const Said heard = hear(peer, bytes, hangs_up, expected, random);
  if (heard.messages != expected.messages || heard.end != expected.end ||
      heard.malformed != expected.malformed) {
    std::abort();
  }
  peer.channel->forget();
  return 0;
}
