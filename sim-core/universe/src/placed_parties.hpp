// A node's entities and managers as processes or threads, where entities may leave for other nodes and come from them between
// steps. The node has a place (entity_place.hpp) for every entity of the system; entities run in some, the others wait. The
// node's resource manager may be a party too (resource_manager.hpp); else the universe manager sums up what the entities tell
// of their cost.
//
// MigratingParties has the order of calls in a step. Belongs to the universe manager's thread.
#pragma once

#include <optional>
#include <vector>

#include "entity_place.hpp"
#include "hosted_parties.hpp"
#include "moves_book.hpp"
#include "node_usage.hpp"
#include "resource_wire.hpp"

namespace orrery::universe {

class PlacedParties final : public HostedParties {
 public:
  static constexpr bool migrates = true;
  static constexpr bool updates_here = false;

  // As HostedParties::create(). `config` says whether the resource manager is apart.
  static std::variant<std::unique_ptr<PlacedParties>, Failure> create(
      std::unique_ptr<const NodeConfig> config, const EntityClass& entity_class, Options options,
      const std::shared_ptr<base::Doorbell>& bell, transport::WaitSet& wait_set);
  ~PlacedParties() override { stop_all(); }  // the places read config_

  // The interface that UniverseManager expects (universe_manager.hpp and migrating_parties.hpp say what each call means).
  bool notify(StepSlot& slot);
  template <bool timed>
  bool update(StepSlot& slot, NodeLinks& links, Laps<timed>& laps) {
    const bool notified = notify_entities(slot, links);
    laps.lap(Activity::update);
    return notified;
  }
  [[nodiscard]] bool entities_complete() const {
    return entities_pending_ == 0 && departures_pending_ == 0;
  }
  [[nodiscard]] bool quiet() const {
    return entities_complete() && managers_pending_ == 0 && !resources_asked_;
  }
  [[nodiscard]] const MayFail& failure() const {
    return book_.failure() ? book_.failure() : HostedParties::failure();
  }

  bool order(StepSlot& slot, NodeLinks& links) { return book_.order(slot.step, links); }
  bool depart(StepSlot& slot, NodeLinks& links);
  bool take_migration(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  [[nodiscard]] bool arrivals_complete() const { return book_.arrivals_complete(); }
  static bool update_arrived(StepSlot&, NodeLinks&) { return true; }
  bool ask_usage(StepSlot& slot);
  [[nodiscard]] bool usage_known() const { return !resources_asked_; }
  bool report(Step step, NodeLinks& links);
  void close_moves();
  bool decide(StepSlot& slot);
  [[nodiscard]] bool is_decided() const { return !resources_asked_; }
  void close_requests() { book_.close_requests(); }
  void expect(const StepSlot& slot, MessageCounts& counts) const;

  [[nodiscard]] std::uint64_t entities() const { return held_; }
  template <class Each>
  bool each_entity(Each&& each) const {
    return std::ranges::all_of(
        places_, [&](const Place& place) { return place.vacant || each(place.entity); });
  }
  [[nodiscard]] std::int64_t workload_ns() const { return load_.workload_ns; }
  void report_loads(NodeReport& report) const { totals_.report(report); }
  [[nodiscard]] std::string account() const;

 private:
  static constexpr std::size_t nowhere = ~std::size_t{0};

  // What the universe manager knows of the place with the same number as the party.
  struct Place {
    bool vacant = true;
    bool leaving = false;
    EntityId entity = 0;
    NodeIndex to = 0;  // of an entity that leaves
    EntityHistory history;
    std::int64_t construct_ns = 0;           // in this step
    std::optional<ArrivingEntity> arriving;  // until it has updated
  };

  PlacedParties(std::unique_ptr<const NodeConfig> config, const EntityClass& entity_class,
                Options options, transport::WaitSet& wait_set);
  [[nodiscard]] bool has(EntityId id) const { return place_of_[id] != nowhere; }
  [[nodiscard]] bool apart() const { return config_.resource_manager_apart; }
  Party& resources() { return parties_.back(); }
  bool notify_entities(StepSlot& slot, NodeLinks& links);
  bool notify_entity(std::size_t number, StepSlot& slot);
  bool take_entity(NodeIndex from, std::span<const std::byte> message, StepSlot& slot);
  bool take_from_entity(Party& party, const MessageHeader& header,
                        std::span<const std::byte> message, StepSlot& slot, NodeLinks& links,
                        bool& state) override;
  bool take_from_resources(Party& party, const MessageHeader& header,
                           std::span<const std::byte> message, StepSlot& slot) override;
  bool take_departure(Party& party, std::span<const std::byte> message, NodeLinks& links);
  bool take_complete(Party& party, std::span<const std::byte> message, StepSlot& slot);
  void vacate(std::size_t number);
  void settle(std::size_t number, EntityId id);
  bool watch_all();
  bool watch(Party& party, WatchedRole role, std::int64_t before_ns, std::int64_t construct_ns);
  bool tell_resources(std::span<const std::byte> message) { return tell(resources(), message); }

  const std::unique_ptr<const NodeConfig> kept_;
  const NodeConfig& config_;
  std::vector<Place> places_;
  std::vector<std::size_t> place_of_;  // number of an entity's place, or nowhere
  std::vector<std::size_t> free_;      // numbers of vacant places
  std::uint64_t held_ = 0;
  std::uint64_t updated_ = 0;  // entities that were told to update in this step
  std::uint64_t departures_pending_ = 0;
  bool updating_ = false;         // the step's entities have been told
  bool watching_ = false;         // the resource manager has been told of all
  bool resources_asked_ = false;  // and has not answered yet
  std::vector<Move> moves_;       // that the resource manager decides
  std::vector<std::byte> message_;
  MovesBook book_;
  NodeUsage usage_;
  NodeLoad load_;
  LoadTotals totals_;
  MoveDecider decider_;  // used on the master only, if the resource manager is not apart
};

}  // namespace orrery::universe
