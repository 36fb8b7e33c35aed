#include "resource_wire.hpp"

#include <cstring>

namespace orrery::universe {

bool read_watch(std::span<const std::byte> message, WatchMessage& watch) {
  if (message.size() != sizeof(watch)) return false;
  std::memcpy(&watch, message.data(), sizeof(watch));
  return watch.header.component < watched_roles && watch.before_ns >= -1 && watch.construct_ns >= 0;
}

bool read_count(std::span<const std::byte> message, std::uint64_t& count) {
  if (message.size() != sizeof(CountMessage)) return false;
  std::memcpy(&count, message.data() + sizeof(MessageHeader), sizeof(count));
  return true;
}

}  // namespace orrery::universe
