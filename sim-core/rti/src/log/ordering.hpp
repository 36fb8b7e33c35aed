// One order of operations over all nodes, and who gives it when nodes are lost. Pure: events go in, messages and
// operations come out; channels, parts of messages and the clock are the owner's.
//
// Bodies    of an operation go from its node to all. The orderer, the living node with the least number, tells all
//           which origin's next body is next. What all have applied is forgotten, by all.
// Held      A node holds an operation when it has its order and its body, and those of all before it. It applies the
//           operation when it knows that so many nodes hold it that each part of the nodes that may go on (Loss) has one
//           of them: itself and the orderer, if these are enough, else it waits for the orderer's word. So a node that
//           is cut off has applied nothing that the others do not apply.
// Terms     are numbered by their orderer: nodes do not come back, so the numbers rise. Orders count from the
//           orderer of the present term alone. Once a node has promised itself to a candidate it takes none from an
//           older orderer.
// Takeover  The candidate, the least node that has not ended here, asks all others for what they know and it does
//           not, with the nodes that it has lost. A node answers when it has lost them too and read all that they
//           sent (one that it still hears is dropped after a while); from then on it applies nothing. The candidate
//           goes on from the longest log of the latest term, cut where no survivor has a lost node's body, gives
//           each what it lacks, tells all from where on its orders count, and orders what had not been. All that
//           a survivor had applied is in that log. If a node is lost meanwhile it begins again.
// Loss      A node is lost for certain if it said good-bye or its process has ended; not so if it fell silent or
//           closed its channel without a word, which others do to one that they have given up. A node goes on
//           while those that it reaches are more than half of the nodes, those lost for certain not counted, or half
//           with the least of them. A lost node counts until all have applied that it is lost. One that falls short
//           has lost its connection: two parts of a cut network never both go on.
// Bounds    Operations that wait for their order, and orders that wait for their operations, are bounded: whoever says more is
//           given up. So is what has been applied and cannot be forgotten: the node that is furthest behind is given up, or
//           an orderer that does not say how far all are.
// Disputes  Who has lost a node that the orderer still hears after a while is the one that goes; but who was expelled goes itself.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "log/operation.hpp"
#include "wire/sets.hpp"
#include "wire/wire.hpp"

namespace orrery::rti {

struct OrderingBounds {
  std::size_t waiting_bytes = 512U << 20;   // of one node's operations
  std::size_t retained_bytes = 512U << 20;  // at the orderer; twice as much elsewhere
};

class Ordering {
 public:
  class Port {
   public:
    virtual ~Port() = default;
    virtual void send(std::uint32_t to, MessageKind kind, Bytes content) = 0;
    // Has been seen what the node had sent before its operation of that sequence? If not, ask again.
    virtual bool settled(std::uint32_t node, std::uint64_t sequence) = 0;
    // Null: the body is none.
    virtual void apply(std::uint32_t origin, std::uint64_t sequence,
                       const Operation* operation) = 0;
    // Nothing of it is to be read any more; end() is not called for it.
    virtual void drop(std::uint32_t node) = 0;
    virtual void lost(const std::string& why) = 0;  // the connection; once
  };

  Ordering(Port& port, std::uint32_t self, std::uint32_t nodes, OrderingBounds bounds = {});

  // Returns the operation's sequence among this node's. It may have been applied already.
  std::uint64_t submit(const Operation& operation);
  // A whole message of one of our kinds. False: it is none, or nothing of now.
  bool take(std::uint32_t from, MessageKind kind, Bytes content);
  // All that had come from it was taken.
  void end(std::uint32_t node, bool certain, const std::string& why);
  // It goes, though it is heard: it has missed what cannot be repeated.
  void expel(std::uint32_t node, const std::string& why);
  void lose(const std::string& why);
  void apply_ready();
  void acknowledge();  // what was applied; now and then
  void tick(std::int64_t now_ns);

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(peers_.size()); }
  [[nodiscard]] bool living(std::uint32_t node) const { return !peers_[node].removed; }
  [[nodiscard]] std::uint64_t applied() const { return applied_; }
  [[nodiscard]] std::uint64_t submitted(std::uint32_t node) const { return peers_[node].received; }
  // Of the first `bodies` that came from it, is one still to be applied?
  [[nodiscard]] bool awaits(std::uint32_t node, std::uint64_t bodies) const {
    const Peer& peer = peers_[node];
    return !peer.bodies.empty() && peer.bodies.front().sequence <= bodies;
  }
  // The next operation is held here and waits for other nodes to hold it.
  [[nodiscard]] bool awaits_holders() const { return held_ > applied_ && !next_is_safe(); }
  // A loss is not settled: what is waited for may come by another's channel.
  [[nodiscard]] bool unsettled() const;
  [[nodiscard]] bool changing() const { return collecting_ || promised_ || unordered_; }
  [[nodiscard]] bool doubting() const;
  [[nodiscard]] bool lost() const { return lost_; }
  // Of operations submitted here, in all; and of those that are not yet applied here.
  [[nodiscard]] std::uint64_t submitted_bytes() const { return submitted_bytes_; }
  [[nodiscard]] std::size_t unordered_bytes() const { return peers_[self_].waiting_bytes; }
  // Memory for what some living node may not have applied.
  [[nodiscard]] std::size_t retained_bytes() const { return retained_bytes_; }

 private:
  struct Body {
    std::uint64_t sequence = 0;
    std::vector<std::byte> bytes;
  };
  struct Peer {
    std::deque<Body> bodies;        // not yet applied
    std::deque<Body> repeated;      // by others; they count when it has ended
    std::size_t waiting_bytes = 0;  // of both
    std::uint64_t received = 0;     // bodies, in all
    std::uint64_t ordered = 0;      // of those not yet applied, and not yet come
    std::uint64_t held_bodies = 0;  // of those not yet applied, up to held_
    std::uint64_t acked = 0;        // what it has applied, as it told the orderer
    std::uint64_t holds = 0;        // likewise, of the log of this term
    std::uint64_t removed_by = 0;
    std::int64_t doubted_ns =
        0;  // since when others' loss of it waits for ours; 1: since the next tick
    // Nodes that it has lost and that we hear, each since when; as above.
    std::map<std::uint32_t, std::int64_t> accuses;
    bool left = false;     // it said good-bye: its end, however it comes, is certain
    bool ended = false;    // nothing more will come
    bool certain = false;  // of its end
    bool removed = false;  // and all know
    bool expelled = false;
  };
  struct Retained {
    std::uint32_t origin = 0;
    Body body;
    [[nodiscard]] std::size_t memory() const { return sizeof(Retained) + body.bytes.size(); }
  };
  struct Takeover {
    std::uint64_t attempt = 0;
    std::uint64_t applied = 0;
    NodeSet lost = 0;
    std::vector<std::uint64_t> received;
  };
  struct Report {
    std::uint64_t term = 0;  // its log's
    std::uint64_t applied = 0;
    std::uint64_t first = 0;  // number of the first
    std::vector<std::uint32_t> origins;
    std::vector<std::uint64_t> received;
    [[nodiscard]] std::uint64_t known() const { return first + origins.size() - 1; }
  };

  bool take_order(std::uint32_t from, MessageKind kind, Bytes content);
  bool take_again(std::uint32_t from, Bytes content);
  bool take_doubt(std::uint32_t from, Bytes content);
  bool take_takeover(std::uint32_t from, Bytes content);
  bool take_report(std::uint32_t from, Bytes content);
  bool take_start(std::uint32_t from, Bytes content);

  void add_body(std::uint32_t origin, std::vector<std::byte> bytes);
  void order(std::uint32_t origin);
  void set_orders(std::vector<std::uint32_t> origins);
  bool apply_next();
  void skip_next();
  void advance_held();
  void advance_safe();
  void retain(Retained applied);
  static void take_repeated(Peer& lost);
  void announce_lost(std::uint32_t node);
  void repeat(std::uint32_t to, std::uint32_t origin, std::uint64_t after);
  void trim();
  std::uint64_t forget_applied();
  bool give_up_slowest();
  void give_up(std::uint32_t node, const std::string& why);
  void doubt(std::uint32_t node);
  void accuse(std::uint32_t node);

  void begin_takeover();
  void answer_takeover();
  void finish_takeover();
  void start(std::uint32_t to, const Report& report);
  void answer(std::uint32_t candidate, const Takeover& asked);
  void forget_takeover(std::uint32_t candidate);
  void adopt_longest();
  void cut_log();

  template <class Each>
  void to_living(Each&& each) const;
  [[nodiscard]] NodeSet not_known_lost() const;  // by all
  [[nodiscard]] NodeSet counted() const;         // these, but for those that are lost for certain
  [[nodiscard]] static bool are_enough(NodeSet nodes, NodeSet counted);
  [[nodiscard]] bool next_is_safe() const {
    return safe_ > applied_ || are_enough(only(self_) | only(term_), counted());
  }
  [[nodiscard]] bool wait_to_be_told() const;
  [[nodiscard]] bool orders() const { return term_ == self_ && !collecting_ && !lost_; }
  [[nodiscard]] std::uint32_t candidate() const;
  [[nodiscard]] std::uint64_t known() const { return applied_ + orders_.size(); }
  [[nodiscard]] std::uint64_t forgotten() const { return applied_ - retained_.size(); }
  [[nodiscard]] NodeSet gone() const;
  [[nodiscard]] NodeSet lost_in_log() const;
  [[nodiscard]] std::optional<std::uint32_t> lost_by(const Body& body) const;
  [[nodiscard]] std::vector<std::uint32_t> log_after(std::uint64_t number) const;  // origins

  Port& port_;
  const std::uint32_t self_;
  const OrderingBounds bounds_;
  std::vector<Peer> peers_;           // our own bodies are in ours
  std::deque<std::uint32_t> orders_;  // origins, from applied_ + 1 on
  std::deque<Retained> retained_;     // applied, up to applied_; not yet by all
  std::size_t retained_bytes_ = 0;
  std::uint64_t submitted_bytes_ = 0;
  std::uint64_t applied_ = 0;
  std::uint64_t held_ = 0;
  NodeSet held_lost_ = 0;   // nodes that the log, up to held_, says are lost
  std::uint64_t safe_ = 0;  // held by enough nodes, as known here
  std::uint64_t told_ = 0;  // of what was applied
  std::uint64_t told_held_ = 0;
  std::uint64_t stable_ = 0;       // applied by all
  std::uint64_t stable_told_ = 0;  // at the orderer
  std::uint64_t safe_told_ = 0;    // likewise
  std::uint32_t term_ = 0;
  std::uint64_t log_term_ = 0;  // of which the log is: its orderer, and below its attempt
  bool acks_came_ = false;
  bool applying_ = false;
  bool lost_ = false;
  bool unordered_ = false;  // the orderer has ended here, and nobody has taken over
  // Takeover
  bool collecting_ = false;
  std::uint64_t attempt_ = 0;
  std::vector<std::optional<Report>> reports_;
  std::optional<std::uint32_t> promised_;
  std::map<std::uint32_t, Takeover> takeovers_;  // by candidate; not yet answered
};

template <class Each>
void Ordering::to_living(Each&& each) const {
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (node != self_ && !peers_[node].ended && !peers_[node].removed) each(node);
  }
}

}  // namespace orrery::rti
