// Saves and restores of one federation, as its nodes bring them about together. Contract: save_restore.hpp.
//
// A request freezes the federates of each node; the node's word that it has (snapshot_ready) comes behind all
// that it had sent. When all have said so nothing is under way, and nothing waits for a federate before the
// callback that starts it: what remains is what waits for its time. So each node's file needs no message that
// another node has. Every step is an operation, so all nodes are in the same phase.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "orrery/rti/node.hpp"

#include "federation/inboxes.hpp"
#include "net/net.hpp"
#include "saving/snapshot_steps.hpp"
#include "saving/timed_save.hpp"

namespace orrery::rti {

struct SavedState;

class Snapshots {
 public:
  // What the node does for a save or restore.
  class Owner {
   public:
    virtual ~Owner() = default;
    // The federation's state is that of a save: what is derived from it is to be derived anew.
    virtual void restored(Federation& federation) = 0;
    // What the federation's object tells of saves has changed.
    virtual void save_changed(Federation& federation) = 0;
  };

  Snapshots(Owner& owner, Inboxes& inboxes, Net& net, const NodeOptions& options,
            Federation& federation);
  ~Snapshots();

  [[nodiscard]] bool active() const { return phase_ != SnapshotPhase::none; }
  [[nodiscard]] bool restores() const {
    return phase_ == SnapshotPhase::restore_settling || phase_ == SnapshotPhase::restoring;
  }
  // Nothing is under way, and federates save or restore.
  [[nodiscard]] bool federates_work() const {
    return phase_ == SnapshotPhase::saving || phase_ == SnapshotPhase::restoring;
  }
  // The status that all nodes know, or a later one that a federate of this node has reported since.
  [[nodiscard]] SnapshotStatus status(std::uint32_t federate) const;
  [[nodiscard]] std::uint64_t attempt() const { return attempt_; }
  [[nodiscard]] std::vector<FederateSnapshotStatus> statuses() const;

  // A save that was, or is to be at a time.
  struct Named {
    std::string label;
    std::optional<std::int64_t> time;
  };
  [[nodiscard]] const Named& last() const { return last_; }
  [[nodiscard]] Named next() const;
  [[nodiscard]] const TimedSave& timed() const { return timed_; }
  // At a node that joins.
  void begin_with(Named last, TimedSave timed) {
    last_ = std::move(last);
    timed_ = std::move(timed);
  }

  // Notes a request for a save or restore that a federate of this node is about to submit.
  void ask(const Operation& operation);
  // Notes the status that a federate of this node is about to report to all nodes.
  void say(std::uint32_t federate, SnapshotStatus status) { said_[federate] = status; }
  // Notes that a federate of this node is about to end the save or restore: by an abort, or as not complete.
  void note_end(std::uint32_t federate) { ended_by_ = federate; }
  // A federate of this node has ended the save or restore, and it is still in progress at other nodes.
  [[nodiscard]] bool end_on_its_way() const { return ended_by_.has_value(); }
  // The error for a further request while a request of a federate of this node is not yet known to all: SaveInProgress or
  // RestoreInProgress. A request for a save at a time does not count.
  [[nodiscard]] std::optional<ErrorCode> on_its_way() const;
  // The error for what only the other of save and restore allows: SaveInProgress or RestoreInProgress. What a federate of
  // this node has requested counts at once.
  [[nodiscard]] std::optional<ErrorCode> in_progress() const;
  // Constrained federates are granted no later time. `never` if no save at a time is pending.
  [[nodiscard]] std::int64_t limit() const { return timed_.limit(); }
  // Reports to all nodes once every constrained federate of this node is ready for the save at a time (decision 0191).
  void review_time();

  // Makes a callback of a save or restore, even if a restore comes before the federate has asked for its callbacks.
  void tell(Local& local, Call what, std::size_t content = 0);

  // Operations.
  void request(const Operation& operation, bool save);
  void time_reached(std::uint32_t node, const Operation& operation);
  void constrained_at(std::uint32_t node);  // a federate more
  void ready(std::uint32_t node, const Operation& operation);
  void step(const Operation& operation);
  void lost(std::uint32_t federate);  // resigned, or lost
  void lost_node(std::uint32_t node);

 private:
  static TimedSave::Request timed(const Operation& operation);
  void request_at(const Operation& operation);
  void say_time_reached(bool honored);
  void begin_timed();
  void fail_timed();
  void drop_timed();
  void end_by_loss();
  void await_nodes();
  void say_ready(const Status& status, std::uint64_t saved_id);
  void write();
  void saved();
  void fail_save(SaveFailure why);
  void start_restoring();
  void restored();
  void fail_restore(RestoreFailure why);
  // 4.16: a save that was requested while a restore was to begin comes when the restore is over.
  void begin_save_after_restore();
  // Ends the restore that was to begin.
  void refuse_restore(const std::string& why);
  // The answer to a request for a restore, if a federate of this node made it.
  void refuse(std::uint32_t requester, const std::string& label, const std::string& why);
  void instruct();
  void end();
  [[nodiscard]] std::string path() const;
  // To all federates of this node: the callback after which they have no part in the save or restore any more.
  void tell_end(const Call& what);
  void post_next(Local& local, std::size_t content);

  Owner& owner_;
  Inboxes& inboxes_;
  Net& net_;
  const NodeOptions& options_;
  Federation& federation_;
  SnapshotPhase phase_ = SnapshotPhase::none;
  std::string label_;
  std::uint64_t attempt_ = 0;  // which request
  std::uint32_t requester_ = 0;
  std::set<std::uint32_t> nodes_;  // that have not said that they are ready
  std::map<std::uint32_t, SnapshotStatus> statuses_;
  std::map<std::uint32_t, SnapshotStatus> said_;  // reported by federates of this node
  std::optional<Operation> asked_;                // on its way; not a save at a time
  std::optional<std::uint32_t> ended_by_;  // the federate whose word that ends it is on its way
  std::optional<Operation> save_after_refusal_;  // requested before, at a time that has come since
  std::string failure_;                          // of a node
  std::set<std::uint64_t> ids_;                  // of the saves that the nodes have found
  std::unique_ptr<SavedState> found_;
  TimedSave timed_;
  bool said_reached_ = false;         // by this node, of what is pending
  std::optional<std::int64_t> time_;  // of the present save
  Named last_;
  std::optional<Operation> save_after_restore_;  // requested while a restore was to begin
};

}  // namespace orrery::rti
