// Content of messages: a number, a checksum, and bytes of a seeded pattern that differ from message to message. Both ends and
// the oracle compute the same content.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery::workloads::messaging {

struct MessageHead {
  std::uint64_t number = 0;
  std::uint64_t checksum = 0;  // of the bytes after the head
};

// Depends on every bit and its position; runs at memory speed. Not cryptographic.
std::uint64_t checksum(std::span<const std::byte> bytes);

class Content {
 public:
  // `message_bytes`: size of a message, including its head.
  Content(std::size_t message_bytes, std::uint64_t seed);

  [[nodiscard]] std::size_t message_bytes() const { return sizeof(MessageHead) + body_bytes_; }
  [[nodiscard]] std::span<const std::byte> body(std::uint64_t number) const;
  // The constructor has computed the checksums of all bodies.
  [[nodiscard]] MessageHead head(std::uint64_t number) const;
  // Writes message `number` to `message`, which must be message_bytes() long.
  void write(std::uint64_t number, std::span<std::byte> message) const;

 private:
  static constexpr std::size_t bodies = 64;  // different bodies, used in turn
  static constexpr std::size_t shift = 8;    // bytes between the starts of two bodies

  const std::size_t body_bytes_;
  std::vector<std::byte> pattern_;
  std::array<std::uint64_t, bodies> checksums_{};
};

// A checksum of a set of messages, independent of their order.
class Sum {
 public:
  void add(const MessageHead& head);
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace orrery::workloads::messaging
