// What messages hold: their number, a checksum, and bytes of a seeded pattern that differ from message to message. Both ends and the
// oracle make the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::workloads::messaging {

struct MessageHead {
  std::uint64_t number = 0;
  std::uint64_t checksum = 0;  // of what follows
};

// Of every bit and its place, at memory speed. Not against an adversary.
std::uint64_t checksum(std::span<const std::byte> bytes);

class Content {
 public:
  // Messages of `message_bytes` with their heads.
  Content(std::size_t message_bytes, std::uint64_t seed);

  [[nodiscard]] std::size_t message_bytes() const { return sizeof(MessageHead) + body_bytes_; }
  [[nodiscard]] std::span<const std::byte> body(std::uint64_t number) const;
  // Computed once for each of the bodies there are.
  [[nodiscard]] MessageHead head(std::uint64_t number) const;
  // Writes message `number`; `message` is as long as one.
  void write(std::uint64_t number, std::span<std::byte> message) const;

 private:
  static constexpr std::size_t bodies = 64;  // then they come again
  static constexpr std::size_t shift = 8;    // from body to body

  const std::size_t body_bytes_;
  std::vector<std::byte> pattern_;
  std::array<std::uint64_t, bodies> checksums_{};
};

// One number for messages in any order, wherever they were added up.
class Sum {
 public:
  void add(const MessageHead& head);
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace orrery::workloads::messaging
