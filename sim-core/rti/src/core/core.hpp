// The node: operations applied, data carried, times advanced. Services of each federate: ambassador.hpp.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "orrery/rti/node.hpp"

#include "advisories/advisories.hpp"
#include "data/transportation.hpp"
#include "face/error.hpp"
#include "federation/sync_points.hpp"
#include "management/mom.hpp"
#include "net/net.hpp"
#include "ownership/ownership.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {

class Core : public Node,
             public Net::Owner,
             public Ownership::Owner,
             public Mom::Owner,
             public Snapshots::Owner {
 public:
  Core(const NodeOptions& options, std::vector<std::unique_ptr<transport::Channel>> channels,
       DataPaths paths)
      : options_(options),
        net_(*this, options.self, std::move(channels), std::move(paths), options.bounds),
        inboxes_(options.bounds.federate_bytes) {
    net_.set_bundling(options.bundling);
  }
  Status start(std::shared_ptr<base::Doorbell> bell) {
    return net_.start(std::move(bell), options_.wait);
  }

  // Node
  bool pump() final;
  bool wait(std::int64_t deadline_ns) final;
  void forget() final { net_.forget(); }
  const NodeCounters& counters() const final;

  // Of ambassadors
  void connect(Local& local) { locals_.push_back(&local); }
  void disconnect(Local& local) { std::erase(locals_, &local); }
  Status run(const Operation& operation);  // waits until it has been applied; its outcome
  // Is applied here at once, elsewhere in order.
  void submit(const Operation& operation, SubmitPermit permit);
  Federation* find(const std::string& name);
  std::vector<FederationInformation> list() const;
  static constexpr std::int64_t at_once = 0;  // a time that has passed, without a look at a clock
  bool evoke(Local& local, std::size_t most, std::int64_t until_ns);
  [[nodiscard]] bool in_callback() const { return in_callback_; }
  // Within a service: applies what has come, if that is due, and delivers nothing to federates. Not in a callback, nor while
  // the node is being called.
  void catch_up();
  std::uint32_t joined_as = 0;  // by the last run()
  Local* joining = nullptr;     // by the present run()

  // data/router.cpp
  // The port that data goes over, or none: the channels.
  [[nodiscard]] std::optional<Paths::Which> road(TransportationType type, bool stamped) const;
  // Errors: RTIinternalError if a message of so many bytes is over MemoryBounds::message_bytes.
  [[nodiscard]] Status fits(std::size_t bytes) const;
  // Errors: Congested; as fits(). All nodes and federates get it, or none. `from` null: the RTI.
  // What must not be refused waits for room, or is dropped if it is best effort; it is not for a reliable port.
  // The rest of the head is completed.
  Status send(Federation& federation, const Local* from, DataHead& head,
              std::span<const Item> items, Bytes tag, NodeSet nodes, Refusal refusal = {});
  void keep_newest(Federation& federation, const Object& object, const Local& local,
                   TransportationType type, std::span<const Item> items, Bytes tag);
  // Until its time. Errors: Congested, as fits(); what must not be refused is dropped.
  Status hold_one_shot(Local& local, DataHead head, std::span<const Item> items, Bytes tag,
                       Refusal refusal);
  // False: nothing of that serial is held, or not any longer.
  static bool drop_one_shots(Local& local, std::uint64_t serial);
  NodeSet attribute_nodes(Federation& federation, Object& object,
                          std::span<const Item> items) final;
  NodeSet interaction_nodes(Federation& federation, std::uint16_t of,
                            std::span<const RegionId> regions) final;
  Status send_as_rti(Federation& federation, DataHead& head, std::span<const Item> items,
                     NodeSet nodes) final {
    return send(federation, nullptr, head, items, {}, nodes);
  }

  // time/advance.cpp
  void advance(Federation& federation);  // grants what can be, starts computations
  std::int64_t others_bound(const Federation& federation, const Local& local) const;
  [[nodiscard]] std::optional<LogicalTime> galt(const Federation& federation,
                                                const Local& local) const final;
  [[nodiscard]] std::optional<LogicalTime> lits(const Federation& federation,
                                                const Local& local) const final;
  [[nodiscard]] bool somebody_else_regulates(const Federation& federation,
                                             const Local& local) const;
  void begin_epoch(Federation& federation);
  void want_computation(Federation& federation) { federation.time.wanted = true; }
  // Federates of this node are not waited for any longer; those that have not been told their grant only before this
  // thread sleeps. True if there were any.
  bool stop_considering(bool untold_too);

  // objects/objects.cpp: discovery and declarations at this node
  void review_objects(Federation& federation, Local& local) final;
  bool review_object(Federation& federation, Object& object, Local& local) final;
  void forget_view(Federation& federation, Object& object, Local& local);
  [[nodiscard]] bool may_discover(const Federation& federation, const Object& object,
                                  const Member& member, ObjectClassHandle as) const;
  static void know(Federation& federation, std::uint64_t object, const Local& local);

  Net& net() { return net_; }
  Inboxes& inboxes() { return inboxes_; }
  void limit_rate(const base::Rate& rate) { rate_ = base::RateGate(rate); }
  [[nodiscard]] const NodeOptions& options() const { return options_; }
  // Which nodes subscribe to what, as of the present declarations.
  void refresh_routes(Federation& federation) final;
  void count_dropped_report() final { ++counters_.reports_dropped; }
  void restored(Federation& federation) final;
  void save_changed(Federation& federation) final { federation.mom->change_of_save(); }

 private:
  // Net::Owner
  void apply(std::uint32_t origin, std::uint64_t sequence, const Operation& operation) override;
  bool on_message(std::uint32_t from, const MessageHead& head, Bytes message) override;
  void on_order_lost(const std::string& why) override;

  Status apply(std::uint32_t origin, const Operation& operation);
  Status apply_create(const Operation& operation);
  Status apply_destroy(const Operation& operation);
  Status apply_join(std::uint32_t origin, const Operation& operation);
  static void grow_objects(Federation& federation);
  void remove_member(Federation& federation, std::uint32_t handle, ResignAction action);
  void queue_removal(const Federation& federation, Local& to, std::uint64_t object,
                     std::uint32_t producer);
  // objects/deletion.cpp
  void apply_deletion(Federation& federation, const Operation& operation, std::uint32_t origin);
  void begin_deletion(Federation& federation, const Operation& operation);
  void retract_deletion(Federation& federation, const Operation& operation);
  void apply_deletions_passed(Federation& federation, std::uint32_t origin,
                              const Operation& operation);
  void await_no_more(Federation& federation, std::uint32_t node);
  void end_deletion(Federation& federation, Deletion& deletion);
  void review_deletions(Federation& federation);
  [[nodiscard]] std::int64_t deletions_concern(const Federation& federation) const;
  static void queue_timed_removals(Federation& federation, View& view, std::uint64_t object);
  void leave_object(Federation& federation, Object& object, std::uint64_t serial, Local& local);
  void leave_deleted(Federation& federation, Local& local);
  [[nodiscard]] static bool deletes_later(const Federation& federation, std::uint64_t object,
                                          std::uint32_t federate);
  // False: the object is to be deleted, and the federate is beyond that time or has been told.
  [[nodiscard]] static bool may_discover(const Federation& federation, const Object& object,
                                         const Local& local);
  void apply_node_lost(std::uint32_t node);
  // federation/losses.cpp
  void lose_the_overfull();
  void apply_federate_lost(Federation& federation, const Operation& operation,
                           std::uint32_t origin);
  // It is removed with what it owns, and the others are told.
  void lose_member(Federation& federation, std::uint32_t handle, const std::string& name,
                   const std::string& why);
  // data/newest_values.cpp
  const Newest::Kept* still_newest(Federation& federation, Newest::Key key);
  Status send_newest(Federation& federation, Object& object, Newest::Key key,
                     const Newest::Kept& kept, NodeSet nodes, bool asked_for);
  void speak_of_newest(Federation& federation);
  // What has come, without values that the view holds or holds newer ones of; they are held now.
  Bytes not_older(View& view, const DataHead& head, Bytes message, std::vector<std::byte>& room);
  void compare_newest(Federation& federation, Object& object, const DataHead& head, Bytes message);
  void answer_newest(Federation& federation, Object& object, const DataHead& head, Bytes message);
  void release_one_shots(Federation& federation);
  // objects/value_requests.cpp
  void provide(Federation& federation, const Object& object, const AttributeSet& attributes,
               Bytes tag, std::uint32_t requester);
  void take_request(Federation& federation, const Object& object, const DataHead& head,
                    Bytes message);
  void take_class_request(Federation& federation, const DataHead& head, Bytes message);
  void ask_for_discovered(Federation& federation);
  void apply_declaration(Federation& federation, Member& member, const Operation& operation);
  void apply_register(Federation& federation, const Operation& operation);
  enum class Name : std::uint8_t { freed, kept };
  // A deleter's own node deletes at once, and keeps the name until the deletion comes in the order of operations: until then
  // reservations that come before it fail, as at all other nodes.
  void apply_delete(Federation& federation, std::uint64_t object, Name name = Name::freed);
  void free_deleted_name(const Operation& deletion);
  void apply_regions(Federation& federation, Member& member, const Operation& operation);
  void apply_commit(Federation& federation, const Member& member, const Operation& operation);
  void apply_regional_subscription(Federation& federation, Member& member,
                                   const Operation& operation,
                                   std::span<const AttributeRegion> pairs);
  void apply_regional_interactions(Federation& federation, Member& member,
                                   const Operation& operation,
                                   std::span<const AttributeRegion> pairs);
  // To a federate that is conveyed the regions of updates: a message for each set of them.
  void route_with_regions(Federation& federation, Local& to, const Object& object,
                          const DataHead& head, Bytes message);
  Bytes within_regions(const Federation& federation, const Object& object, const View& view,
                       const DataHead& head, Bytes message, std::vector<std::byte>& room);
  [[nodiscard]] std::int32_t class_of_delivery(const Federation& federation, Local& to,
                                               const DataHead& head, Bytes message) const;

  Status send_by_port(Paths::Which which, NodeSet remote, const DataHead& head,
                      std::span<const Item> items, Bytes tag, Refusal refusal);
  Status send_by_channels(Federation& federation, NodeSet remote, DataHead& head,
                          std::span<const Item> items, Bytes tag, Refusal refusal);
  bool room_for(const Federation& federation, const Local* except, std::size_t bytes) const;
  bool dispatch(Federation& federation, const DataHead& head, Bytes message, const Local* from);
  NodeSet update_nodes(Federation& federation, const Object& object, std::uint16_t attribute,
                       UpdateRegions& at);
  void route_within(Federation& federation, Local& to, const DataHead& head, Bytes message);
  void route(Federation& federation, Local& to, const DataHead& head, Bytes message);
  void keep_early(Local& to, const DataHead& head);
  void take_or_keep(Local& to, const DataHead& head, Bytes message);
  void deliver(Local& to, const DataHead& head, Bytes message);
  void call(Local& to, const Call& what);
  bool deliver_next(Local& local);  // false: nothing is left to be done
  [[nodiscard]] bool may_deliver(const Local& local) const;
  // Erases what is no more; not within a callback.
  void bury() {
    if (!graves_.empty() || destroyed_) erase_the_dead();
  }
  void erase_the_dead();
  [[nodiscard]] std::int64_t wake_ns(std::int64_t until_ns) const;
  bool poll_and_advance();
  // So many operations were made that it is time to see what others say of them.
  [[nodiscard]] bool owes_poll() const {
    return net_.unpolled_bytes() > options_.bounds.unpolled_bytes;
  }

  void on_bound(Federation& federation, std::uint32_t from, Bytes message);
  void on_epoch(Federation& federation, std::uint32_t from, Bytes message);
  void send_bounds(Federation& federation, timing::Outbox& out);
  void take_results(Federation& federation);
  bool grant_one(Federation& federation, Local& local);
  bool begin_regulation(Federation& federation, Local& local);
  void tell_regulation(Local& local);
  bool take_part(Federation& federation);
  std::int64_t node_bound(const Federation& federation) const;
  static std::int64_t receivable_here(const Federation& federation, const Local* except = nullptr);
  void await_regulator(Federation& federation, const Operation& operation);

  const NodeOptions options_;
  Net net_;
  mutable NodeCounters counters_;
  Inboxes inboxes_;
  Advisories advisories_{inboxes_};
  SyncPoints sync_points_{inboxes_};
  Transportations transportations_{counters_};
  std::unordered_map<std::uint32_t, std::unique_ptr<Federation>> federations_;
  Federation* recent_ = nullptr;  // whose message came last
  std::uint32_t next_federation_ = 1;
  std::vector<Local*> locals_;
  bool in_poll_ = false;
  bool polling_ = false;  // at the top: callbacks may be made at once
  bool in_callback_ = false;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> graves_;  // objects to be erased
  bool destroyed_ = false;  // some federation was, since they were
  bool advancing_ = false;
  std::uint64_t awaited_ = 0;
  std::optional<Status> outcome_;
  std::vector<std::byte> scratch_;
  std::vector<std::byte> scratch_queue_;
  std::vector<std::byte> scratch_fewer_;
  std::vector<std::byte> scratch_changed_;
  std::vector<std::byte> scratch_newest_;
  std::vector<std::byte> scratch_conveyed_;
  std::vector<AttributeValue> attribute_values_;
  std::vector<ParameterValue> parameter_values_;
  timing::Outbox outbox_;
  base::RateGate rate_{{}};
  std::uint64_t refused_by_channels_ = 0;
  mutable std::uint64_t net_malformed_ = 0;  // of those counted, messages that the net dropped
};

}  // namespace orrery::rti
