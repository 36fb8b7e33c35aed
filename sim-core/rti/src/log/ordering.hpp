// The replicated operation log: gives the operations of all nodes one order, and chooses a new sequencer when nodes are
// lost (as in Viewstamped Replication). Pure: events go in, messages and operations come out. The owner has the channels,
// the parts of long messages and the clock.
//
// Order        A node sends the payload of its operation to all nodes. The sequencer is the living node with the least
//              number. It tells all nodes whose operation is the next one. Nodes forget an operation once all have
//              applied it.
// Holding      A node holds an operation when it has its number and payload, and those of all operations before it. It
//              applies the operation once it knows that enough nodes hold it. Nodes are enough if each part of the
//              network that may go on (see Loss) has one of them. If the node and the sequencer are enough, the node
//              knows it at once. Otherwise the sequencer says so. So a node that is cut off has applied nothing that
//              the other nodes do not apply.
// Terms        A term has the number of its sequencer. Nodes do not come back, so terms rise. Orders of an older term
//              do not count. A node that has answered a candidate takes no orders of an older sequencer.
// View change  The candidate is the least node that has not ended here. It asks all nodes for what they know, and tells
//              them which nodes it has lost. A node answers when it has lost them too and has read all that they sent;
//              a node that it still hears is dropped after a while. From then on it applies nothing. The candidate
//              takes the longest log of the latest term and cuts it where no survivor has a lost node's payload. It
//              sends each node what that node lacks, tells all from where its orders count, and orders the rest. This
//              log has all that any survivor had applied. If a node is lost meanwhile, the candidate begins again.
// Loss         The loss of a node is certain if the node said good-bye or its process has ended. It is not certain if
//              the node fell silent or closed its channel without a word: so do nodes that have given up another. A
//              node goes on while it reaches more than half of the nodes, or half with the least of them; nodes that
//              are lost for certain do not count. A lost node counts until all have applied its loss. A node that
//              reaches too few has lost its connection. So two parts of a cut network never both go on.
// Bounds       Operations that wait for their order, and orders that wait for their payloads, are bounded: a node that
//              sends more is given up. So are applied operations that cannot be forgotten: the node that is furthest
//              behind is given up, or a sequencer that does not say how far all nodes are.
// Joining      A group has seats, some of them vacant at first. A vacant seat counts like a node that is lost for certain.
//              A newcomer opens its channels and asks all nodes. When no loss is unsettled and no other node is joining,
//              the sequencer submits `node_joined`. It is the newcomer's sponsor: when it applies the operation, it sends
//              the newcomer the log and the owner's state. A node that applies the operation counts the newcomer and sends
//              to it from then on, beginning with its own operations that are not applied yet. If the sponsor is lost
//              before the newcomer has the state, the join fails. Until all nodes have applied `node_joined`, nodes are
//              enough only if they are enough both with the newcomer counted and without it. Each seat is used once, the
//              lowest first, so that terms rise.
// Disputes     A node that has lost another one accuses it at the sequencer. If the sequencer still hears both after a
//              while, it gives up the accuser. A node that was expelled is given up itself.
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

// Who is there at the start.
struct Seats {
  std::uint32_t occupied = 0;  // the first seats; 0: all
  bool joins = false;  // this node is a newcomer: all others are vacant until it has the state
  std::int64_t patience_ns = 10'000'000'000;  // for the state, once it has joined
};

struct OrderingBounds {
  std::size_t waiting_bytes = 512U << 20;   // of one node's operations
  std::size_t retained_bytes = 512U << 20;  // at the sequencer; twice as much elsewhere
};

class Ordering {
 public:
  class Port {
   public:
    virtual ~Port() = default;
    virtual void send(std::uint32_t target, MessageKind kind, Bytes content) = 0;
    // Returns whether all that the node had sent before its operation `sequence` has been seen. If not, it is asked again.
    virtual bool settled(std::uint32_t node, std::uint64_t sequence) = 0;
    // `operation` is null if the payload cannot be decoded.
    virtual void apply(std::uint32_t origin, std::uint64_t sequence,
                       const Operation* operation) = 0;
    // Stops reading from the node. The owner does not call end() for it.
    virtual void drop(std::uint32_t node) = 0;
    // This node has lost its connection. Called once.
    virtual void lost(const std::string& why) = 0;
    // May a node join now? The same at all nodes that have applied the same operations.
    [[nodiscard]] virtual bool may_join() const { return true; }
    // Appends all that a newcomer must know beside the log.
    virtual void save(std::vector<std::byte>& /*out*/) {}
    // At a newcomer: takes what save() wrote at `sponsor` after the first `submitted` operations of its own. False: it is malformed.
    virtual bool load(std::uint32_t /*sponsor*/, std::uint64_t /*submitted*/, Bytes /*state*/) {
      return true;
    }
  };

  Ordering(Port& port, std::uint32_t self, std::uint32_t nodes, OrderingBounds bounds = {},
           Seats seats = {});

  // Returns the operation's number among this node's operations. It may have been applied already.
  std::uint64_t submit(const Operation& operation);
  // Takes a whole message of the kinds of the log. Returns false if it is malformed or out of place.
  bool take(std::uint32_t sender, MessageKind kind, Bytes content);
  // The channel to a newcomer has been opened; at a newcomer, one to another node.
  void open(std::uint32_t node);
  // The node's channel has ended, and all that had come from it was taken.
  void end(std::uint32_t node, bool certain, const std::string& why);
  // Removes a node that is still heard: it has missed what cannot be repeated.
  void expel(std::uint32_t node, const std::string& why);
  void lose(const std::string& why);
  void apply_ready();
  // While it is held back, nothing is applied: what is submitted is not yet applied as a whole by its owner.
  void hold_back(bool held_back) { held_back_ = held_back; }
  void acknowledge();  // tells what was applied and is held; called at the end of a poll
  void tick(std::int64_t now_ns);

  [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(peers_.size()); }
  [[nodiscard]] bool living(std::uint32_t node) const { return !peers_[node].removed; }
  // Returns whether no node has joined in this seat, by the operations that are applied here.
  [[nodiscard]] bool vacant(std::uint32_t node) const { return (vacant_ & only(node)) != 0; }
  [[nodiscard]] NodeSet vacant() const { return vacant_; }
  // This node is a newcomer that has not got the state yet.
  [[nodiscard]] bool joining() const { return joining_; }
  [[nodiscard]] std::uint64_t applied() const { return applied_; }
  [[nodiscard]] std::uint64_t submitted(std::uint32_t node) const { return peers_[node].received; }
  // Returns whether one of the first `payloads` operations of the node is still to be applied.
  [[nodiscard]] bool awaits(std::uint32_t node, std::uint64_t payloads) const {
    const Peer& peer = peers_[node];
    return !peer.payloads.empty() && peer.payloads.front().sequence <= payloads;
  }
  // Returns whether the next operation is held here and waits for other nodes to hold it.
  [[nodiscard]] bool awaits_holders() const { return held_ > applied_ && !next_is_safe(); }
  // Returns whether a loss or this node's joining is not settled: what is waited for may come by another node's channel.
  [[nodiscard]] bool unsettled() const;
  [[nodiscard]] bool changing() const { return collecting_ || promised_ || unordered_; }
  [[nodiscard]] bool doubting() const;
  [[nodiscard]] bool lost() const { return lost_; }
  // Bytes of the operations submitted here: all, and those that are not applied here yet.
  [[nodiscard]] std::uint64_t submitted_bytes() const { return submitted_bytes_; }
  [[nodiscard]] std::size_t unordered_bytes() const { return peers_[self_].waiting_bytes; }
  // Bytes of applied operations that some living node may not have applied.
  [[nodiscard]] std::size_t retained_bytes() const { return retained_bytes_; }

 private:
  struct Payload {
    std::uint64_t sequence = 0;
    std::vector<std::byte> bytes;
  };
  struct Peer {
    std::deque<Payload> payloads;   // not yet applied
    std::deque<Payload> repeated;   // sent again by others; they count once the node has ended
    std::size_t waiting_bytes = 0;  // of both
    std::uint64_t received = 0;     // payloads, in all
    // Operations that have an order and are not applied yet. Their payloads may not have come.
    std::uint64_t ordered = 0;
    std::uint64_t held_payloads = 0;  // of those not yet applied, up to held_
    std::uint64_t acked = 0;          // number up to which it has applied, as it told the sequencer
    std::uint64_t holds = 0;          // likewise, of the log of this term
    std::uint64_t removed_by = 0;
    // Since when other nodes have lost it and this one has not; 0: they have not; 1: since the next tick.
    std::int64_t doubted_ns = 0;
    // Nodes that it has lost and this node has not, each with the time of its accusation; 1: the next tick.
    std::map<std::uint32_t, std::int64_t> accuses;
    bool left = false;     // it said good-bye: its end is certain, however it comes
    bool ended = false;    // nothing more will come
    bool certain = false;  // of its end
    bool removed = false;  // its loss is applied, or its seat is vacant
    bool expelled = false;
    bool reached = false;         // a newcomer's channel is open; at a newcomer, to any node
    bool greeted = false;         // at a newcomer: the node has its channel
    bool awaited = false;         // at a newcomer: the node has not applied the joining yet
    NodeSet reaches = 0;          // of a newcomer that asks
    std::uint64_t joined_by = 0;  // number of the operation; 0: from the start
  };
  struct Retained {
    std::uint32_t origin = 0;
    Payload payload;
    [[nodiscard]] std::size_t memory() const { return sizeof(Retained) + payload.bytes.size(); }
  };
  struct ViewChange {
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

  bool take_order(std::uint32_t sender, MessageKind kind, Bytes content);
  bool take_again(std::uint32_t sender, Bytes content);
  bool take_doubt(std::uint32_t sender, Bytes content);
  bool take_view_change(std::uint32_t sender, Bytes content);
  bool take_report(std::uint32_t sender, Bytes content);
  bool take_start(std::uint32_t sender, Bytes content);

  // In log/joining.cpp.
  void review_newcomers();
  void refuse(std::uint32_t newcomer, const std::string& why);
  void admit(std::uint32_t newcomer, std::uint32_t sponsor, std::uint64_t sequence,
             const Operation& operation);
  void welcome(std::uint32_t newcomer, std::uint32_t sponsor);
  void save_log(std::vector<std::byte>& out) const;
  bool load_log(std::uint32_t sponsor, Reader& in);
  bool load_retained(Reader& in);
  bool take_while_joining(std::uint32_t sender, MessageKind kind, Bytes content);
  bool take_state(std::uint32_t sponsor, Bytes content);
  bool take_ask(std::uint32_t sender, Bytes content);
  void ask_to_join();
  void end_unjoined(std::uint32_t node, bool certain, const std::string& why);
  void fail_to_join(const std::string& why);
  [[nodiscard]] bool join_under_way() const;
  [[nodiscard]] NodeSet newcomers() const;  // whose joining not all are known to have applied
  [[nodiscard]] std::uint32_t first_free() const;  // the least seat above all that were ever used

  void add_payload(std::uint32_t origin, std::vector<std::byte> bytes);
  void order(std::uint32_t origin);
  void set_orders(std::vector<std::uint32_t> origins);
  bool apply_next();
  void skip_next();
  void advance_held();
  void advance_safe();
  void retain(Retained applied);
  static void take_repeated(Peer& lost);
  void announce_lost(std::uint32_t node);
  void repeat(std::uint32_t target, std::uint32_t origin, std::uint64_t after);
  void trim();
  std::uint64_t forget_applied();
  bool give_up_slowest();
  void give_up(std::uint32_t node, const std::string& why);
  void doubt(std::uint32_t node);
  void accuse(std::uint32_t node);

  void begin_view_change();
  void answer_view_change();
  void finish_view_change();
  void start(std::uint32_t target, const Report& report);
  void answer(std::uint32_t candidate, const ViewChange& asked);
  void forget_view_change(std::uint32_t candidate);
  void adopt_longest();
  void cut_log();

  template <class Each>
  void to_living(Each&& each) const;
  [[nodiscard]] NodeSet not_known_lost() const;  // by all
  [[nodiscard]] NodeSet counted() const;         // these, but for those that are lost for certain
  [[nodiscard]] static bool is_majority(NodeSet nodes, NodeSet counted);
  [[nodiscard]] bool are_enough(NodeSet nodes, NodeSet counted) const;
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
  [[nodiscard]] std::optional<std::uint32_t> lost_by(const Payload& payload) const;
  [[nodiscard]] std::vector<std::uint32_t> log_after(std::uint64_t number) const;  // origins

  Port& port_;
  const std::uint32_t self_;
  const OrderingBounds bounds_;
  std::vector<Peer> peers_;           // our own payloads are in ours
  std::deque<std::uint32_t> orders_;  // origins, from applied_ + 1 on
  std::deque<Retained> retained_;     // applied, up to applied_; not yet by all
  std::size_t retained_bytes_ = 0;
  std::uint64_t submitted_bytes_ = 0;
  std::uint64_t applied_ = 0;
  std::uint64_t held_ = 0;
  NodeSet held_lost_ = 0;          // nodes whose loss is in the log up to held_
  std::uint64_t safe_ = 0;         // held by enough nodes, as known here
  std::uint64_t told_ = 0;         // applied_ as last acknowledged
  std::uint64_t told_held_ = 0;    // held_ as last acknowledged
  std::uint64_t stable_ = 0;       // applied by all
  std::uint64_t stable_told_ = 0;  // at the sequencer
  std::uint64_t safe_told_ = 0;    // likewise
  std::uint32_t term_ = 0;
  std::uint64_t log_term_ =
      0;  // term of the log: sequencer in the high bits, attempt in the low bits
  bool acks_came_ = false;
  bool applying_ = false;
  bool held_back_ = false;
  bool lost_ = false;
  bool unordered_ = false;  // the sequencer has ended here, and no view change is finished
  // ViewChange
  bool collecting_ = false;
  std::uint64_t attempt_ = 0;
  std::vector<std::optional<Report>> reports_;
  std::optional<std::uint32_t> promised_;
  std::map<std::uint32_t, ViewChange> view_changes_;  // by candidate; not yet answered
  // Joining
  NodeSet vacant_ = 0;
  NodeSet asking_ = 0;  // newcomers that ask to join
  bool joining_ = false;
  bool asked_ = false;
  const std::int64_t patience_ns_;
  std::int64_t since_ns_ = 0;             // its sponsor is known since then; 0: not since a tick
  std::optional<std::uint32_t> sponsor_;  // this newcomer's
  std::map<std::uint32_t, std::string> early_ends_;  // of channels, before it had the state
  NodeSet early_certain_ = 0;                        // of these
};

template <class Each>
void Ordering::to_living(Each&& each) const {
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    if (node != self_ && !peers_[node].ended && !peers_[node].removed) each(node);
  }
}

}  // namespace orrery::rti
