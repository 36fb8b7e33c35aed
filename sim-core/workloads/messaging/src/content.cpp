#include "content.hpp"

#include <cstring>

#include "orrery/base/random.hpp"

namespace orrery::workloads::messaging {

namespace {

constexpr std::size_t lanes = 4;  // independent, so that the processor overlaps them

std::uint64_t word_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  constexpr std::uint64_t prime = 0x9fb21c651e98df25U;
  std::array<std::uint64_t, lanes> state{1, 2, 3, 4};
  std::size_t at = 0;
  for (; at + lanes * sizeof(std::uint64_t) <= bytes.size(); at += lanes * sizeof(std::uint64_t)) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      state[lane] = (state[lane] ^ word_at(bytes, at + lane * sizeof(std::uint64_t))) * prime;
    }
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : state) sum = base::mix64(sum ^ lane);
  for (; at < bytes.size(); ++at) {
    sum = base::mix64(sum ^ std::to_integer<std::uint64_t>(bytes[at]));
  }
  return sum;
}

Content::Content(std::size_t message_bytes, std::uint64_t seed)
    : body_bytes_(message_bytes - sizeof(MessageHead)), pattern_(body_bytes_ + bodies * shift) {
  base::Random random(seed);
  for (std::byte& byte : pattern_) byte = static_cast<std::byte>(random.bits());
  for (std::size_t i = 0; i < bodies; ++i) checksums_[i] = checksum(body(i));
}

std::span<const std::byte> Content::body(std::uint64_t number) const {
  return std::span(pattern_).subspan(number % bodies * shift, body_bytes_);
}

MessageHead Content::head(std::uint64_t number) const {
  return {number, checksums_[number % bodies]};
}

void Content::write(std::uint64_t number, std::span<std::byte> message) const {
  const MessageHead own = head(number);
  const auto bytes = body(number);
  std::memcpy(message.data(), &own, sizeof own);
  if (!bytes.empty()) std::memcpy(message.data() + sizeof own, bytes.data(), bytes.size());
}

void Sum::add(const MessageHead& head) {
  value_ += base::mix64(base::mix64(head.number) ^ head.checksum);
}

}  // namespace orrery::workloads::messaging
