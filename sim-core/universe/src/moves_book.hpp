// The moves of a node: orders of the master, entities that leave and come, the load reports of all nodes and the records of
// arrivals. It knows the messages between nodes, but not where a node's entities are.
//
// Belongs to the universe manager's thread. A refused message sets failure().
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "orrery/universe/failure.hpp"
#include "orrery/universe/node.hpp"

#include "manual_moves.hpp"
#include "migration_wire.hpp"
#include "node_links.hpp"

namespace orrery::universe {

// An entity that another node has sent, checked.
struct ArrivingEntity {
  EntityStateHead head;
  NodeIndex from = 0;
  std::span<const std::byte> state;
  std::int64_t begun_ns = 0;  // base::now_ns() when the message was read

  [[nodiscard]] EntityId id() const { return head.header.source; }
};

class MovesBook {
 public:
  // True if the node has the entity.
  using Has = std::function<bool(EntityId)>;

  explicit MovesBook(const NodeConfig& config);

  // Called by the master before the step's notice: sends each decided move to its two nodes.
  bool order(Step step, NodeLinks& links);
  // An order of the master, or a load report to it. False: it is unusable, or another message.
  bool take(NodeIndex from, std::span<const std::byte> message);
  // Checks an entity_state message. The state must have `state_size` bytes, and the node must not have the entity.
  bool take_entity(NodeIndex from, std::span<const std::byte> message, std::size_t state_size,
                   const Has& has, ArrivingEntity& entity);

  // All nodes have ended the step before.
  void begin() { sent_.clear(); }
  [[nodiscard]] std::span<const Move> leaving() const { return leaving_; }
  // False: the node does not have an entity that must leave.
  bool refuse_departure(EntityId entity);
  void came() { ++arrived_; }
  [[nodiscard]] std::size_t expected() const { return expected_.size(); }
  [[nodiscard]] bool arrivals_complete() const { return arrived_ == expected_.size(); }
  // Notes an entity that came, when it was constructed: `done_ns` in base::now_ns().
  void constructed(Step step, const ArrivingEntity& entity, std::int64_t done_ns);

  // Sends the node's load and the arrivals to the master. Nothing on the master.
  bool report(Step step, const NodeLoad& load, NodeLinks& links);
  // Ends the moves of the step. Messages that come after this call belong to the next step.
  void close();

  // On the master, when all nodes have reported: begins to decide the moves of the step after `step`, with those by hand.
  // Returns false if there is no such step.
  bool begin_decision(Step step, const NodeLoad& load);
  [[nodiscard]] std::span<const NodeLoad> loads() const { return loads_; }
  [[nodiscard]] std::span<const Move> decided() const { return decided_; }
  // Moves that may still be decided.
  [[nodiscard]] std::size_t room() const { return most_arrivals_told - decided_.size(); }
  void add(std::span<const Move> policy);
  // Called by the master after the last step: tells all requesters of moves that it is too late.
  void close_requests() { by_hand_.close(); }

  // Tells how many entities are here and which were on their way, for the message of a failure.
  [[nodiscard]] std::string account(std::size_t held, const Has& has) const;
  bool refuse(const std::string& what);
  [[nodiscard]] const MayFail& failure() const { return failure_; }

 private:
  bool take_order(NodeIndex from, std::span<const std::byte> message);
  bool take_load_report(NodeIndex from, std::span<const std::byte> message);
  void record(const MigrationRecord& record) const {
    if (config_.on_migration) config_.on_migration(record);
  }

  const NodeConfig& config_;
  const System& system_;
  std::vector<Move> leaving_;
  std::vector<Move> sent_;      // moves of a step that this node has ended, and others perhaps not
  std::vector<Move> expected_;  // entities to come
  std::size_t arrived_ = 0;
  std::vector<MigrationRecord> untold_;
  std::vector<std::byte> message_;
  MayFail failure_;

  // Used on the master only.
  std::vector<NodeLoad> loads_;
  std::vector<Move> decided_;
  ManualMoves by_hand_;
};

// Decides moves by the policy. Remembers the past moves that the policy asks for.
class MoveDecider {
 public:
  explicit MoveDecider(const MigrationRules& rules) : rules_(rules) {}
  // Notes a move by hand, before decide() for the same step.
  void note(Step next, const Move& move) { past_.push_back({next, move}); }
  // Returns the moves to make before step `next`, at most `room`.
  std::vector<Move> decide(Step next, std::span<const NodeLoad> loads, std::size_t room);

 private:
  const MigrationRules rules_;
  std::vector<PastMove> past_;
};

}  // namespace orrery::universe
