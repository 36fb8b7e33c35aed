// What region_multicast says besides nak_multicast's own packets; see docs/formats/datagrams.md. Each
// begins with a NakHeader.
//
//   hello       to a sender. number: the roster known; other: the region's key. Then our endpoint.
//   roster      to a receiver. number: the roster's own; other: the key. Then parties with endpoints.
//   token       to the next in the ring. epoch: generation; number: hop; other: the key. Then a Token.
//   taken       to whom the token came from: its generation (epoch) and hop (number).
//   call        to the ring's leader: somebody has something to tell. other: the key.
//   repair      to a peer. A packet of another's stream: epoch and number as sent; other: sender and
//               stream (sender in the upper half). Then the message.
//   region_ack  to a sender, as an ack; then the parties that have read so far, 4 bytes each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "orrery/transport/port.hpp"

#include "nak_wire.hpp"

namespace orrery::transport {

inline constexpr std::size_t most_ring_members = 40;
inline constexpr std::size_t most_token_numbers = 1024;  // missing ones, of all streams

constexpr NakType region_type(unsigned value) { return static_cast<NakType>(value); }
inline constexpr NakType region_hello = region_type(16);
inline constexpr NakType region_roster = region_type(17);
inline constexpr NakType region_token = region_type(18);
inline constexpr NakType region_taken = region_type(19);
inline constexpr NakType region_call = region_type(20);
inline constexpr NakType region_repair = region_type(21);
inline constexpr NakType region_ack = region_type(22);

// Sets of ring members, by place in the ring.
using RingSet = std::uint64_t;
constexpr RingSet ring_bit(std::size_t place) { return RingSet{1} << place; }

struct TokenMissing {
  std::uint64_t number = 0;
  RingSet missing = 0;  // who needs it
  RingSet visited = 0;  // who has seen the question and does not hold the packet
};

// A stream of a sender, as far as the token has come.
struct TokenStream {
  PartyId sender = 0;
  StreamId stream = 0;
  std::uint32_t epoch = 0;
  std::uint64_t read = 0;   // all `covered` have read what is below
  std::uint64_t known = 0;  // the sender has sent what is below
  RingSet covered = 0;
  std::vector<TokenMissing> missing;  // by number
};

struct Token {
  std::uint32_t generation = 0;  // a remade token has a greater one
  std::uint64_t hop = 0;
  std::uint64_t round_ns = 0;    // how long the last round took
  std::vector<PartyId> members;  // the first leads
  RingSet gone = 0;              // did not take it in this round
  std::vector<TokenStream> streams;

  [[nodiscard]] RingSet present() const {
    return (members.size() == 64 ? ~RingSet{0} : ring_bit(members.size()) - 1) & ~gone;
  }
};

// In at most `most_bytes`; what does not fit is left out: it is told in another round.
std::vector<std::byte> encode(const Token& token, std::uint64_t key, std::size_t most_bytes);
// Nothing if it is no token.
std::optional<Token> decode_token(const NakHeader& header, std::span<const std::byte> bytes);

struct RosterEntry {
  PartyId party = 0;
  std::string endpoint;
};
inline constexpr std::size_t most_endpoint_bytes = 64;

void encode(std::span<const RosterEntry> roster, std::vector<std::byte>& out);
std::optional<std::vector<RosterEntry>> decode_roster(std::span<const std::byte> bytes);

}  // namespace orrery::transport
