#include "region_wire.hpp"

#include <algorithm>
#include <cstring>

#include "chain/framing.hpp"

namespace orrery::transport {
namespace {

struct TokenFront {
  std::uint64_t round_ns = 0;
  RingSet gone = 0;
  std::uint32_t members = 0;
  std::uint32_t streams = 0;
};
struct StreamFront {
  PartyId sender = 0;
  StreamId stream = 0;
  std::uint32_t epoch = 0;
  std::uint32_t ranges = 0;
  std::uint64_t read = 0;
  std::uint64_t known = 0;
  RingSet covered = 0;
};
struct MissingRange {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  RingSet missing = 0;
  RingSet visited = 0;
};
struct RosterFront {
  PartyId party = 0;
  std::uint32_t endpoint_bytes = 0;
};

template <class T>
void append(std::vector<std::byte>& out, const T& value) {
  const std::size_t at = out.size();
  out.resize(at + sizeof value);
  put(out.data() + at, value);
}

// The next of its kind; nothing if there are not enough bytes.
template <class T>
std::optional<T> take(std::span<const std::byte>& bytes) {
  if (bytes.size() < sizeof(T)) return {};
  const T value = get<T>(bytes.data());
  bytes = bytes.subspan(sizeof(T));
  return value;
}

bool continues(const MissingRange& range, const TokenMissing& next) {
  return range.first + range.count == next.number && range.missing == next.missing &&
         range.visited == next.visited;
}

std::vector<MissingRange> ranges_of(const TokenStream& stream, std::size_t most) {
  std::vector<MissingRange> ranges;
  for (const TokenMissing& each : stream.missing) {
    if (!ranges.empty() && continues(ranges.back(), each)) {
      ++ranges.back().count;
    } else if (ranges.size() < most) {
      ranges.push_back({each.number, 1, each.missing, each.visited});
    } else {
      break;
    }
  }
  return ranges;
}

}  // namespace

std::vector<std::byte> encode(const Token& token, std::uint64_t key, std::size_t most_bytes) {
  std::vector<std::byte> out;
  append(out,
         NakHeader{
             .type = region_token, .epoch = token.generation, .number = token.hop, .other = key});
  TokenFront front{.round_ns = token.round_ns,
                   .gone = token.gone,
                   .members = static_cast<std::uint32_t>(token.members.size())};
  append(out, front);
  for (const PartyId member : token.members) append(out, member);
  std::size_t numbers = 0;
  for (const TokenStream& stream : token.streams) {
    if (out.size() + sizeof(StreamFront) > most_bytes) break;
    const std::size_t room = (most_bytes - out.size() - sizeof(StreamFront)) / sizeof(MissingRange);
    auto ranges = ranges_of(stream, room);
    for (MissingRange& range : ranges) {
      range.count = std::min<std::uint64_t>(range.count, most_token_numbers - numbers);
      numbers += range.count;
    }
    std::erase_if(ranges, [](const MissingRange& range) { return range.count == 0; });
    append(out, StreamFront{stream.sender, stream.stream, stream.epoch,
                            static_cast<std::uint32_t>(ranges.size()), stream.read, stream.known,
                            stream.covered});
    for (const MissingRange& range : ranges) append(out, range);
    ++front.streams;
  }
  put(out.data() + sizeof(NakHeader), front);
  return out;
}

std::optional<Token> decode_token(const NakHeader& header, std::span<const std::byte> bytes) {
  const auto front = take<TokenFront>(bytes);
  if (!front || front->members < 2 || front->members > most_ring_members) return {};
  Token token;
  token.generation = header.epoch;
  token.hop = header.number;
  token.round_ns = front->round_ns;
  token.gone = front->gone;
  for (std::uint32_t i = 0; i < front->members; ++i) {
    const auto member = take<PartyId>(bytes);
    // In ascending order, so that nobody is there twice.
    if (!member || (*member & direct_bit) != 0 || (i > 0 && *member <= token.members.back())) {
      return {};
    }
    token.members.push_back(*member);
  }
  const RingSet all = ring_bit(front->members) - 1;
  if ((token.gone & ~all) != 0 || (token.gone & 1) != 0) return {};
  std::size_t numbers = 0;
  for (std::uint32_t i = 0; i < front->streams; ++i) {
    const auto stream = take<StreamFront>(bytes);
    if (!stream || (stream->covered & ~all) != 0 || (stream->stream & direct_bit) != 0) return {};
    TokenStream& made = token.streams.emplace_back();
    made = {stream->sender,
            stream->stream,
            stream->epoch,
            stream->read,
            stream->known,
            stream->covered,
            {}};
    for (std::uint32_t j = 0; j < stream->ranges; ++j) {
      const auto range = take<MissingRange>(bytes);
      if (!range || range->count == 0 || range->count > most_token_numbers - numbers ||
          range->first > ~std::uint64_t{0} - range->count ||
          ((range->missing | range->visited) & ~all) != 0 ||
          (!made.missing.empty() && range->first <= made.missing.back().number)) {
        return {};
      }
      numbers += range->count;
      for (std::uint64_t k = 0; k < range->count; ++k) {
        made.missing.push_back({range->first + k, range->missing, range->visited});
      }
    }
  }
  if (!bytes.empty()) return {};
  return token;
}

void encode(std::span<const RosterEntry> roster, std::vector<std::byte>& out) {
  for (const RosterEntry& each : roster) {
    append(out, RosterFront{each.party, static_cast<std::uint32_t>(each.endpoint.size())});
    const auto text = std::as_bytes(std::span(each.endpoint));
    out.insert(out.end(), text.begin(), text.end());
  }
}

std::optional<std::vector<RosterEntry>> decode_roster(std::span<const std::byte> bytes) {
  std::vector<RosterEntry> roster;
  while (!bytes.empty()) {
    const auto front = take<RosterFront>(bytes);
    if (!front || (front->party & direct_bit) != 0 || front->endpoint_bytes > most_endpoint_bytes ||
        front->endpoint_bytes > bytes.size() || roster.size() == most_ring_members) {
      return {};
    }
    RosterEntry& entry = roster.emplace_back();
    entry.party = front->party;
    entry.endpoint.resize(front->endpoint_bytes);
    if (front->endpoint_bytes > 0) {
      std::memcpy(entry.endpoint.data(), bytes.data(), front->endpoint_bytes);
    }
    bytes = bytes.subspan(front->endpoint_bytes);
  }
  return roster;
}

}  // namespace orrery::transport
