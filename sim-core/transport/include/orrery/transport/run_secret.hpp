// What may leave a process of a run's token: proofs and names made from it. The token itself is never sent.
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

// Takes the same time wherever the two differ.
bool same(const Mac& left, const Mac& right);

// 64 bits that follow from the token and a purpose; others than holders of the token learn nothing from them about the token,
// nor about the key of another purpose.
std::uint64_t run_key(std::string_view run_token, std::string_view purpose);

// The same as 16 hexadecimal digits: a run's name in another party's software.
std::string run_name(std::string_view run_token, std::string_view purpose);

}  // namespace orrery::transport
