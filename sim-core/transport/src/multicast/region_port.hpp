// The port `region_multicast`: nak_multicast's streams, with receivers that help each other.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "nak_port.hpp"
#include "region_directory.hpp"
#include "region_ring.hpp"

namespace orrery::transport {

inline constexpr std::size_t most_region_peers = 4096;  // whose endpoints others have told

class RegionPort final : public NakPort, private RegionRing::Actions {
 public:
  RegionPort(std::unique_ptr<Port> below, const RegionOptions& options, std::uint32_t epoch,
             Clock clock);
  ~RegionPort() override { close(); }

  base::Status join(StreamId stream, const std::string& endpoint) override;
  base::Status leave(StreamId stream) override;
  [[nodiscard]] std::string_view layer() const override { return "region_multicast"; }

  // The live members of the ring that this party is in; itself alone if it knows no other.
  [[nodiscard]] const RegionRing& ring() const { return ring_; }
  [[nodiscard]] const Peers& peers() const { return peers_; }

 private:
  // What we know from one sender of those who receive the same as we.
  struct Introduction {
    std::int64_t hello_at_ns = 0;
    std::int64_t gap_ns = 0;
    std::uint64_t roster = 0;  // its digest; 0: none
    std::vector<PartyId> parties;
  };

  // NakPort's.
  void on_other(const Arrived& arrived, const NakHeader& header, std::int64_t now) override;
  void on_change(NakReceiver& receiver, std::int64_t now) override;
  void on_evicted(PartyId party, std::int64_t now) override;
  void on_away(std::int64_t now) override;
  void on_closing() override;
  std::int64_t tick_others(std::int64_t now) override;
  const Peers* peers_of(StreamId stream) const override {
    return (stream & direct_bit) == 0 ? &peers_ : nullptr;
  }

  // RegionRing's.
  void visit(Token& token, std::size_t place, std::int64_t now) override;
  void conclude(Token& token, std::int64_t now) override;
  void pass(PartyId to, const Token& token) override;
  void taken(PartyId to, const Token& token) override;
  void call(PartyId leader) override;

  void set_interest(std::int64_t now);
  void say_hello(PartyId sender, const Introduction& introduction);
  bool on_roster(PartyId from, const NakHeader& header, std::span<const std::byte> bytes,
                 std::int64_t now);
  bool on_repair(const NakHeader& header, std::span<const std::byte> message, std::int64_t now);
  bool on_region_ack(PartyId from, const NakHeader& header, std::span<const std::byte> parties,
                     std::int64_t now);
  void update_members(bool other_region);
  void update_peers();
  void visit_stream(Token& token, TokenStream& stream, std::size_t place, std::int64_t now);
  void serve(const Token& token, const TokenStream& stream, const TokenMissing& missing,
             const NakReceiver::Held& held);
  void ask_sender(TokenStream& stream, RingSet present);
  void tell(PartyId to, NakType type, std::uint32_t epoch, std::uint64_t number);

  const RegionOptions region_options_;
  std::set<StreamId> interest_;
  std::uint64_t key_ = 0;  // of the region; 0: nothing is joined
  RegionDirectory directory_;
  std::map<PartyId, Introduction> introductions_;  // by sender
  std::map<PartyId, std::string> endpoints_;       // of peers
  RegionRing ring_;
  Peers peers_;
  std::vector<std::uint64_t> queued_;  // keys of receivers with something to tell
  std::int64_t wanted_at_ns_ = 0;
  std::vector<std::uint64_t> numbers_;  // scratch
  std::vector<std::byte> packet_;       // scratch
};

}  // namespace orrery::transport
