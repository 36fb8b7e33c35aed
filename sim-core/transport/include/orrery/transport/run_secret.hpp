// Proofs and names derived from a run's token. The token itself never leaves a process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orrery::transport {

using Mac = std::array<std::byte, 32>;

// HMAC-SHA256 (RFC 2104) of `message` under the run's token.
Mac sign(std::string_view run_token, std::span<const std::byte> message);

// Compares in constant time.
bool same(const Mac& left, const Mac& right);

// A 64-bit key from the token and a purpose. It reveals neither the token nor the key of another purpose.
std::uint64_t run_key(std::string_view run_token, std::string_view purpose);

// The key as 16 hexadecimal digits: the run's name in third-party software.
std::string run_name(std::string_view run_token, std::string_view purpose);

}  // namespace orrery::transport
