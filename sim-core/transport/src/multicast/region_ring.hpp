// The ring of a region as one member sees it: who leads, where the token is, who no longer takes it.
// Pure: no clock, no network; what it wants done goes to Actions.
//
// The live member with the least number leads. It sends the token round while somebody has something
// to tell, and lets it rest otherwise. Each hop is confirmed; who does not take the token is passed
// over, and left out of rounds until it is heard again. A token that does not come back is remade with
// a greater generation; a leader that does not answer is replaced by the next in line. Should two lead
// for a while, the greater generation wins, and of equal ones the lesser leader. Nothing is lost with
// a token: whoever is not served by it in time asks the sender.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "orrery/transport/reliable_multicast.hpp"

#include "region_wire.hpp"

namespace orrery::transport {

class RegionRing {
 public:
  class Actions {
   public:
    virtual ~Actions() = default;
    // The member in this place adds what it has to tell, and serves what it can.
    virtual void visit(Token& token, std::size_t place, std::int64_t now) = 0;
    // A round is over: what was collected goes to the senders; what is to go round once more stays.
    virtual void conclude(Token& token, std::int64_t now) = 0;
    virtual void pass(PartyId to, const Token& token) = 0;
    virtual void taken(PartyId to, const Token& token) = 0;
    virtual void call(PartyId leader) = 0;
  };

  // `epoch`: later lives of this party have greater ones.
  RegionRing(PartyId self, std::uint32_t epoch, std::int64_t rotation_ns, Actions& actions,
             RepairCounters& counters)
      : self_(self),
        rotation_ns_(rotation_ns),
        actions_(&actions),
        counters_(&counters),
        generation_(epoch) {}

  // All of the region that are known, this one too, in ascending order.
  void set_members(std::vector<PartyId> members, bool other_region);

  // This member has something to tell.
  void want(std::int64_t now);
  void on_token(PartyId from, Token&& token, std::int64_t now);
  void on_taken(PartyId from, std::uint32_t generation, std::uint64_t hop);
  void on_call(PartyId from, std::int64_t now);
  void tick(std::int64_t now);
  // The owner has been away: nobody is blamed for silence until now.
  void excuse(std::int64_t now);
  [[nodiscard]] std::int64_t next_deadline_ns() const;

  // Nobody else is there: nothing is to be waited for.
  [[nodiscard]] bool alone() const { return live_.size() < 2; }
  [[nodiscard]] std::int64_t round_ns() const { return round_ns_; }
  [[nodiscard]] bool leads() const { return live_.front() == self_; }
  [[nodiscard]] std::span<const PartyId> members() const { return members_; }
  [[nodiscard]] std::span<const PartyId> suspects() const { return suspects_; }

 private:
  struct Out {  // on its way to the next
    Token token;
    std::size_t place = 0;
    std::size_t to = 0;
    unsigned tries = 0;
    std::int64_t again_at_ns = 0;
  };

  [[nodiscard]] std::int64_t round_limit_ns() const;
  void heard(PartyId party);
  void suspect(PartyId party);
  void update_live();
  void start(std::int64_t now);
  void pass_on(Token&& token, std::size_t place, std::int64_t now);
  void finish(Token&& token, std::int64_t now);
  void take_over(std::int64_t now);

  const PartyId self_;
  const std::int64_t rotation_ns_;
  Actions* actions_;
  RepairCounters* counters_;
  std::vector<PartyId> members_;
  std::vector<PartyId>
      suspects_;  // members that did not take the token and have not been heard since

  std::vector<PartyId> live_;  // the others

  // The newest token that was here.
  std::uint32_t generation_ = 0;
  PartyId leader_ = 0;
  std::uint64_t hop_ = 0;
  bool seen_ = false;
  std::int64_t seen_at_ns_ = 0;
  std::int64_t round_ns_ = 0;
  std::optional<Out> out_;

  // As leader.
  bool round_out_ = false;
  unsigned remade_ = 0;   // without a round's end between
  bool another_ = false;  // asked for while one was out
  std::int64_t began_ns_ = 0;
  std::int64_t ended_ns_ = 0;
  std::int64_t start_at_ns_ = 0;  // 0: the token rests
  std::vector<PartyId> left_members_;
  std::vector<TokenStream> left_;  // of the last round

  // As one that waits for the token.
  std::int64_t calling_since_ns_ = 0;  // 0: not waiting
  std::int64_t call_at_ns_ = 0;
  std::int64_t call_gap_ns_ = 0;
};

}  // namespace orrery::transport
