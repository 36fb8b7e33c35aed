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

#include <optional>
#include <string>
#include <vector>

#include "log/configuration.hpp"
#include "log/disputes.hpp"
#include "log/joining.hpp"
#include "log/operation.hpp"
#include "log/operation_log.hpp"
#include "log/view_change.hpp"
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

  [[nodiscard]] std::uint32_t nodes() const { return configuration_.size(); }
  [[nodiscard]] bool living(std::uint32_t node) const { return !configuration_[node].removed; }
  // Returns whether no node has joined in this seat, by the operations that are applied here.
  [[nodiscard]] bool vacant(std::uint32_t node) const { return configuration_.vacant(node); }
  [[nodiscard]] NodeSet vacant() const { return configuration_.vacant(); }
  // This node is a newcomer that has not got the state yet.
  [[nodiscard]] bool joining() const { return newcomer_.joining(); }
  [[nodiscard]] std::uint64_t applied() const { return log_.applied(); }
  [[nodiscard]] std::uint64_t submitted(std::uint32_t node) const { return log_.received(node); }
  // Returns whether one of the first `payloads` operations of the node is still to be applied.
  [[nodiscard]] bool awaits(std::uint32_t node, std::uint64_t payloads) const {
    const auto& waiting = log_.payloads(node);
    return !waiting.empty() && waiting.front().sequence <= payloads;
  }
  // Returns whether the next operation is held here and waits for other nodes to hold it.
  [[nodiscard]] bool awaits_holders() const {
    return log_.held() > log_.applied() && !next_is_safe();
  }
  // Returns whether a loss or this node's joining is not settled: what is waited for may come by another node's channel.
  [[nodiscard]] bool unsettled() const;
  [[nodiscard]] bool changing() const {
    return view_change_.collecting() || view_change_.promised() || unordered_;
  }
  [[nodiscard]] bool doubting() const { return disputes_.any(); }
  [[nodiscard]] bool lost() const { return lost_; }
  // Bytes of the operations submitted here: all, and those that are not applied here yet.
  [[nodiscard]] std::uint64_t submitted_bytes() const { return submitted_bytes_; }
  [[nodiscard]] std::size_t unordered_bytes() const { return log_.waiting_bytes(self_); }
  // Bytes of applied operations that some living node may not have applied.
  [[nodiscard]] std::size_t retained_bytes() const { return log_.retained_bytes(); }

 private:
  // What a node has told the sequencer.
  struct Acknowledged {
    std::uint64_t applied = 0;  // number up to which it has applied
    std::uint64_t held = 0;     // likewise, of the log of this term
  };

  // Messages.
  bool take_order(std::uint32_t sender, MessageKind kind, Bytes content);
  bool take_again(std::uint32_t sender, Bytes content);
  bool take_doubt(std::uint32_t sender, Bytes content);
  bool take_question(std::uint32_t sender, Bytes content);
  bool take_report(std::uint32_t sender, Bytes content);
  bool take_start(std::uint32_t sender, Bytes content);
  bool take_ask(std::uint32_t sender, Bytes content);
  bool take_while_joining(std::uint32_t sender, MessageKind kind, Bytes content);
  bool take_state(std::uint32_t sponsor, Bytes content);

  // Normal operation.
  void add_payload(std::uint32_t origin, std::vector<std::byte> bytes);
  void order(std::uint32_t origin);
  void advance_safe();
  bool apply_next();
  void repeat(std::uint32_t target, std::uint32_t origin, std::uint64_t after);
  std::uint64_t forget_applied();
  bool give_up_slowest();
  [[nodiscard]] bool wait_to_be_told() const;
  [[nodiscard]] bool orders() const {
    return term_ == self_ && !view_change_.collecting() && !lost_;
  }
  [[nodiscard]] NodeSet counted() const { return configuration_.counted(log_.stable()); }
  [[nodiscard]] bool are_enough(NodeSet nodes, NodeSet counted) const {
    return configuration_.are_enough(nodes, counted, log_.stable());
  }
  [[nodiscard]] bool next_is_safe() const {
    return log_.safe() > log_.applied() || are_enough(only(self_) | only(term_), counted());
  }

  // Losses and view changes.
  void announce_lost(std::uint32_t node);
  void give_up(std::uint32_t node, const std::string& why);
  void accuse(std::uint32_t node);
  void forget_candidate(std::uint32_t node);
  void begin_view_change();
  void answer_view_change();
  void finish_view_change();
  void order_the_rest(NodeSet known_lost);

  // Nodes that join.
  void review_newcomers();
  [[nodiscard]] bool join_under_way() const;
  void admit(std::uint32_t newcomer, std::uint32_t sponsor, std::uint64_t sequence,
             const Operation& operation);
  void welcome(std::uint32_t newcomer, std::uint32_t sponsor);
  void ask_to_join();
  void end_unjoined(std::uint32_t node, bool certain, const std::string& why);
  void fail_to_join(const std::string& why);

  Port& port_;
  const std::uint32_t self_;
  const OrderingBounds bounds_;
  Configuration configuration_;
  OperationLog log_;
  Disputes disputes_;
  ViewChange view_change_;
  Newcomer newcomer_;
  Admission admission_;
  std::vector<Acknowledged> acknowledged_;  // by node
  NodeSet expelled_ = 0;
  std::uint64_t submitted_bytes_ = 0;
  std::uint64_t told_ = 0;         // applied, as last acknowledged
  std::uint64_t told_held_ = 0;    // held, likewise
  std::uint64_t stable_told_ = 0;  // at the sequencer
  std::uint64_t safe_told_ = 0;    // likewise
  std::uint32_t term_ = 0;
  bool acks_came_ = false;
  bool applying_ = false;
  bool held_back_ = false;
  bool lost_ = false;
  bool unordered_ = false;  // the sequencer has ended here, and no view change is finished
};

}  // namespace orrery::rti
