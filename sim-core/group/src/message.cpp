#include <bit>
#include <cstring>

#include "orrery/base/random.hpp"
#include "orrery/group/directory.hpp"

namespace orrery::group {
namespace {

static_assert(std::endian::native == std::endian::little,
              "messages are written as numbers lie in memory");
constexpr std::size_t header_bytes = 16;
constexpr std::size_t member_bytes = 8;
constexpr std::size_t most_members = 0xffffff;

template <class T>
void append(std::vector<std::byte>& to, const T& value) {
  const std::size_t at = to.size();
  to.resize(at + sizeof value);
  std::memcpy(to.data() + at, &value, sizeof value);
}

template <class T>
T read(std::span<const std::byte>& from) {
  T value;
  std::memcpy(&value, from.data(), sizeof value);
  from = from.subspan(sizeof value);
  return value;
}

base::Error invalid(const char* message) { return {base::ErrorCode::invalid_argument, message}; }

}  // namespace

GroupId id_of(std::string_view name) {
  std::uint64_t id = name.size();
  while (name.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), sizeof word);
    id = base::mix64(id ^ word);
    name.remove_prefix(8);
  }
  std::uint64_t word = 0;
  if (!name.empty()) std::memcpy(&word, name.data(), name.size());
  return base::mix64(id ^ word);
}

void encode(const Message& message, std::vector<std::byte>& to) {
  append(to, static_cast<std::uint8_t>(message.kind));
  append(to, static_cast<std::uint8_t>(message.name.size()));
  append(to, std::uint16_t{0});
  append(to, static_cast<std::uint32_t>(message.members.size()));
  append(to, message.group);
  const auto* name = reinterpret_cast<const std::byte*>(message.name.data());
  to.insert(to.end(), name, name + message.name.size());
  for (const Member& member : message.members) {
    append(to, member.party);
    append(to, member.stamp);
  }
}

base::Result<Message> decode(std::span<const std::byte> bytes) {
  if (bytes.size() < header_bytes) return invalid("a group message is shorter than its header");
  Message message;
  const auto kind = read<std::uint8_t>(bytes);
  const auto name_bytes = read<std::uint8_t>(bytes);
  const auto zero = read<std::uint16_t>(bytes);
  const auto members = read<std::uint32_t>(bytes);
  message.group = read<GroupId>(bytes);
  if (kind < static_cast<std::uint8_t>(Message::Kind::open) ||
      kind > static_cast<std::uint8_t>(Message::Kind::clash) || zero != 0) {
    return invalid("a group message has an unknown kind");
  }
  if (members > most_members || bytes.size() != name_bytes + members * member_bytes) {
    return invalid("a group message has not the length that its header says");
  }
  message.kind = static_cast<Message::Kind>(kind);
  message.name.assign(reinterpret_cast<const char*>(bytes.data()), name_bytes);
  bytes = bytes.subspan(name_bytes);
  message.members.reserve(members);
  for (std::uint32_t i = 0; i < members; ++i) {
    const auto party = read<PartyId>(bytes);
    message.members.push_back({party, read<std::uint32_t>(bytes)});
  }
  return message;
}

}  // namespace orrery::group
