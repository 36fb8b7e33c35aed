// The node: its rooms put together, operations and messages brought to them, and polls. Services of each federate:
// federate/ambassador.hpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "orrery/rti/node.hpp"

#include "advances/advances.hpp"
#include "core/applied_at_once.hpp"
#include "data/one_shots.hpp"
#include "data/transportation.hpp"
#include "declarations/declarations.hpp"
#include "intents/intents.hpp"
#include "management/mom.hpp"
#include "membership/executions.hpp"
#include "membership/membership.hpp"
#include "saving/snapshots.hpp"

namespace orrery::rti {

class Core : public Node, public Net::Owner, public Mom::Owner, public Snapshots::Owner {
 public:
  Core(const NodeOptions& options, std::vector<std::unique_ptr<transport::Channel>> channels,
       DataPaths paths)
      : options_(options),
        net_(*this, options.self, std::move(channels), std::move(paths), options.bounds,
             Clock(options.simulated_time), {options.present, options.joins, options.patience_ns}) {
    net_.bundler().set(options.bundling);
  }
  Status start(std::shared_ptr<base::Doorbell> bell) {
    return net_.start(std::move(bell), options_.wait);
  }

  // Node
  bool pump() final;
  bool wait(std::int64_t deadline_ns) final;
  void forget() final { net_.forget(); }
  Status open_seat(std::uint32_t seat, std::unique_ptr<transport::Channel> channel) final {
    return net_.open(seat, std::move(channel));
  }
  [[nodiscard]] bool has_joined() const final { return !net_.joining() && !net_.order_lost(); }
  const NodeCounters& counters() const final;

  // For ambassadors
  void add(Local& local) { locals_.push_back(&local); }
  void remove(Local& local) { std::erase(locals_, &local); }
  // Submits the operation, waits until this node has applied it, and returns its outcome. Errors: NotConnected; RTIinternalError
  // after NodeOptions::patience_ns.
  Status run(const Operation& operation);
  Result<FederateHandle> join(Local& local, const Operation& operation);  // likewise
  // Applies the operation here at once; other nodes apply it in the order of operations.
  void submit(const Operation& operation, SubmitPermit permit);
  static constexpr std::int64_t at_once = 0;  // a time that has passed, without a look at a clock
  bool evoke(Local& local, std::size_t most, std::int64_t until_ns);
  [[nodiscard]] bool in_callback() const { return delivery_.in_callback(); }
  // Within a service: polls if owes_poll(), and delivers nothing to federates. Does nothing within a callback or a poll.
  void catch_up();
  [[nodiscard]] bool may_join() const override { return executions_.may_join(); }  // Net::Owner
  [[nodiscard]] const NodeOptions& options() const { return options_; }
  [[nodiscard]] const Clock& clock() const { return net_.clock(); }
  Net& net() { return net_; }
  Executions& executions() { return executions_; }
  Inboxes& inboxes() { return inboxes_; }
  Discovery& discovery() { return discovery_; }
  Router& router() { return router_; }
  Intents& intents() { return intents_; }
  OneShots& one_shots() { return one_shots_; }
  Advances& advances() { return advances_; }

 private:
  // Net::Owner
  void apply(std::uint32_t origin, std::uint64_t sequence, const Operation& operation) override;
  bool on_message(std::uint32_t sender, const MessageHead& head, Bytes message) override;
  void on_order_lost(const std::string& why) override;
  void save(std::vector<std::byte>& out) override { executions_.save(out); }
  bool load(std::uint32_t sponsor, std::uint64_t submitted, Bytes state) override;

  // Mom::Owner
  void refresh_routes(Federation& federation) override { Router::refresh_routes(federation); }
  NodeSet attribute_nodes(Federation& federation, Object& object,
                          std::span<const Item> items) override {
    return router_.attribute_nodes(federation, object, items);
  }
  NodeSet interaction_nodes(Federation& federation, std::uint16_t interaction_class,
                            std::span<const RegionId> regions) override {
    return router_.interaction_nodes(federation, interaction_class, regions);
  }
  Status send_as_rti(Federation& federation, DataHead& head, std::span<const Item> items,
                     NodeSet nodes) override {
    return router_.send(federation, nullptr, head, items, {}, nodes);
  }
  void count_dropped_report() override { ++counters_.reports_dropped; }

  // Snapshots::Owner
  void restored(Federation& federation) override;
  void save_changed(Federation& federation) override { federation.mom->objects().change_of_save(); }

  // In core/apply.cpp.
  Status apply(std::uint32_t origin, const Operation& operation);
  Status apply_join(std::uint32_t origin, const Operation& operation);
  void apply_node_lost(std::uint32_t node);
  void apply_of_member(Federation& federation, Member& member, std::uint32_t origin,
                       const Operation& operation);

  Status await_join(std::int64_t until_ns);
  bool deliver_next(Local& local);  // false: nothing is left to be done
  // Erases deleted objects and destroyed federations. Not within a callback.
  void bury() {
    discovery_.erase_the_dead();
    executions_.erase_the_dead();
  }
  [[nodiscard]] std::int64_t wake_ns(std::int64_t until_ns) const;
  bool poll_and_advance();
  // True once unacknowledged operations exceed `bounds.unpolled_bytes`; the caller must then poll for acknowledgements.
  [[nodiscard]] bool owes_poll() const {
    return net_.unpolled_bytes() > options_.bounds.unpolled_bytes;
  }

  const NodeOptions options_;
  mutable NodeCounters counters_;
  Net net_;
  Inboxes inboxes_{options_.bounds.federate_bytes};
  SyncPoints sync_points_{inboxes_};
  TimeBounds bounds_{net_, options_.time_bound, counters_};
  Advisories advisories_{inboxes_};
  Discovery discovery_{net_, inboxes_, advisories_, counters_};
  Deletions deletions_{net_, inboxes_, discovery_, counters_};
  Declarations declarations_{discovery_, counters_};
  Transportations transportations_{counters_};
  // The router delivers to federates of this node; deliveries send requests and newest values through the router.
  SendWindows windows_{net_, counters_, options_.congestion_avoidance.most_waiting};
  Intents intents_{net_, windows_, counters_};
  Router router_{net_, delivery_, windows_, options_, counters_};
  ValueRequests requests_{inboxes_, router_, counters_};
  NewestValues newest_{net_, router_, counters_};
  Deliveries delivery_{inboxes_, deletions_, requests_, newest_, counters_};
  OneShots one_shots_{router_, options_.inbox_bytes, counters_};
  Advances advances_{net_, inboxes_, bounds_, deletions_, delivery_};
  Executions executions_{*this, *this, net_, inboxes_, discovery_, options_};
  Membership membership_{net_,    options_.bounds, inboxes_,  sync_points_,
                         bounds_, discovery_,      deletions_};

  std::vector<Local*> locals_;
  bool in_poll_ = false;
  std::uint64_t awaited_ = 0;
  AppliedAtOnce applied_at_once_{options_.self};
  std::string why_lost_;  // the connection
  std::optional<Status> outcome_;
  std::vector<std::byte> scratch_;
  mutable std::uint64_t net_malformed_ = 0;  // of those counted, messages that the net dropped
};

}  // namespace orrery::rti
