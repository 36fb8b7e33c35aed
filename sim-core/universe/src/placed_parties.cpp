#include "placed_parties.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "orrery/base/cpu_clock.hpp"

#include "migrating_parties.hpp"
#include "resource_wire.hpp"

namespace orrery::universe {

std::variant<std::unique_ptr<PlacedParties>, Failure> PlacedParties::create(
    std::unique_ptr<const NodeConfig> config, const EntityClass& entity_class, Options options,
    const std::shared_ptr<base::Doorbell>& bell, transport::WaitSet& wait_set) {
  options.migrating = config.get();
  std::unique_ptr<PlacedParties> made(
      new PlacedParties(std::move(config), entity_class, std::move(options), wait_set));
  const System& system = made->system_;
  const NodeIndex node = made->node_;
  std::vector<PartyIdentity> identities;
  for (std::size_t number = 0; number < made->places_.size(); ++number) {
    const Place& place = made->places_[number];
    identities.push_back({PartyRole::entity, place.entity, number, place.vacant});
  }
  for (std::uint64_t i = 0; i < made->manager_count_; ++i) {
    identities.push_back(
        {PartyRole::manager, system.first_manager(node) + static_cast<std::uint32_t>(i), i});
  }
  if (made->apart()) identities.push_back({PartyRole::resources, node, 0});
  if (MayFail failure = made->start_all(identities, bell)) return *failure;
  return made;
}

PlacedParties::PlacedParties(std::unique_ptr<const NodeConfig> config,
                             const EntityClass& entity_class, Options options,
                             transport::WaitSet& wait_set)
    : HostedParties(config->system, config->node, entity_class, std::move(options), wait_set,
                    nullptr, nullptr),
      kept_(std::move(config)),
      config_(*kept_),
      places_(system_.entities()),
      place_of_(system_.entities(), nowhere),
      book_(config_),
      usage_(system_, node_, config_.load_scale, update_bytes_ * entity_class.components()),
      totals_(system_, *config_.migration),
      decider_(*config_.migration) {
  const std::uint64_t own = system_.entities_by_node[node_];
  for (std::size_t number = places_.size(); number > own; --number) free_.push_back(number - 1);
  for (std::size_t number = 0; number < own; ++number) {
    places_[number].vacant = false;
    places_[number].entity = system_.first_entity(node_) + static_cast<EntityId>(number);
    place_of_[places_[number].entity] = number;
  }
  held_ = own;
  message_.reserve(
      std::max(load_report_bytes, sizeof(EntityStateHead) + entity_class.state_size()));
  load_.node = node_;
}

bool PlacedParties::notify(StepSlot& slot) {
  if (apart() && !watching_ && !watch_all()) return false;
  for (Party& manager : managers()) {
    const MessageHeader notice{MessageKind::update_notify, 0, manager.identity.id, slot.step};
    if (!tell_now(manager, bytes_of(notice))) return false;
  }
  slot.counts[MessageKind::update_notify] += manager_count_;
  entities_pending_ = updated_ = 0;
  return true;
}

bool PlacedParties::depart(StepSlot& slot, NodeLinks&) {
  book_.begin();
  for (const Move& move : book_.leaving()) {
    if (!has(move.entity)) return book_.refuse_departure(move.entity);
    const std::size_t number = place_of_[move.entity];
    places_[number].leaving = true;
    places_[number].to = move.to;
    ++departures_pending_;
    if (!tell_now(parties_[number], bytes_of(order_of(move, slot.step)))) return false;
  }
  return true;
}

bool PlacedParties::notify_entities(StepSlot& slot, NodeLinks&) {
  for (std::size_t number = 0; number < places_.size(); ++number) {
    const Place& place = places_[number];
    if (!place.vacant && !place.leaving && !notify_entity(number, slot)) return false;
  }
  updating_ = true;
  return true;
}

bool PlacedParties::notify_entity(std::size_t number, StepSlot& slot) {
  const MessageHeader notice{MessageKind::update_notify, 0, places_[number].entity, slot.step};
  if (!tell_now(parties_[number], bytes_of(notice))) return false;
  ++entities_pending_;
  ++updated_;
  ++slot.counts[MessageKind::update_notify];
  return true;
}

bool PlacedParties::take_migration(NodeIndex from, std::span<const std::byte> message,
                                   StepSlot& slot) {
  const bool comes = read_header(message.data()).kind == MessageKind::entity_state;
  return comes ? take_entity(from, message, slot) : book_.take(from, message);
}

bool PlacedParties::take_entity(NodeIndex from, std::span<const std::byte> message,
                                StepSlot& slot) {
  ArrivingEntity arriving;
  const auto is_here = [this](EntityId id) { return has(id); };
  const std::size_t state_size = common_.entity_class.state_size();
  if (!book_.take_entity(from, message, state_size, is_here, arriving)) return false;
  // There is a free place: at most all other entities are here.
  const std::size_t number = free_.back();
  free_.pop_back();
  settle(number, arriving.id());
  Place& place = places_[number];
  place.history = arriving.head.history;
  arriving.state = message.subspan(sizeof(EntityStateHead));
  if (!tell_now(parties_[number], message)) return false;
  place.arriving = arriving;
  book_.came();
  return !updating_ || notify_entity(number, slot);
}

void PlacedParties::settle(std::size_t number, EntityId id) {
  places_[number].vacant = false;
  places_[number].entity = id;
  place_of_[id] = number;
  parties_[number].identity.id = id;
  parties_[number].identity.vacant = false;
  ++held_;
}

void PlacedParties::vacate(std::size_t number) {
  place_of_[places_[number].entity] = nowhere;
  places_[number] = Place{};
  parties_[number].identity.vacant = true;
  free_.push_back(number);
  --held_;
}

bool PlacedParties::take_from_entity(Party& party, const MessageHeader& header,
                                     std::span<const std::byte> message, StepSlot& slot,
                                     NodeLinks& links, bool& state) {
  switch (header.kind) {
    case MessageKind::state_from_entity:
      return take_state(party, message, slot, links, state);
    case MessageKind::entity_state:
      return take_departure(party, message, links);
    case MessageKind::update_complete:
      return take_complete(party, message, slot);
    default:
      return broken(party, "a message that no entity sends here");
  }
}

bool PlacedParties::take_departure(Party& party, std::span<const std::byte> message,
                                   NodeLinks& links) {
  const std::size_t number = party.identity.number;
  const Place place = places_[number];
  if (!place.leaving ||
      message.size() != sizeof(EntityStateHead) + common_.entity_class.state_size()) {
    return broken(party, "its state, unasked or of wrong size");
  }
  message_.assign(message.begin(), message.end());
  EntityStateHead head;
  std::memcpy(&head, message_.data(), sizeof(head));
  head.history = place.history;
  std::memcpy(message_.data(), &head, sizeof(head));
  const MessageHeader left{MessageKind::forget_usage, 0, place.entity, head.header.step};
  if (apart() && !tell_resources(bytes_of(left))) return false;
  --departures_pending_;
  // From here on the entity exists only in the message.
  vacate(number);
  return links.send(place.to, message_);
}

bool PlacedParties::take_complete(Party& party, std::span<const std::byte> message,
                                  StepSlot& slot) {
  PlaceComplete complete;
  if (message.size() != sizeof(complete) || entities_pending_ == 0) {
    return broken(party, "a message that no entity sends here");
  }
  std::memcpy(&complete, message.data(), sizeof(complete));
  Place& place = places_[party.identity.number];
  if (place.arriving) {
    book_.constructed(slot.step, *place.arriving, complete.done_ns);
    place.arriving.reset();
    place.construct_ns = complete.construct_ns;
    if (apart() &&
        !watch(party, WatchedRole::entity, complete.cpu_before_ns, complete.construct_ns)) {
      return false;
    }
  }
  if (!apart()) note_cost(place.history, complete.cost_ns);
  ++slot.counts[MessageKind::update_complete];
  --entities_pending_;
  return true;
}

void PlacedParties::expect(const StepSlot& slot, MessageCounts& counts) const {
  expect_moving(system_, node_, updated_, book_.expected(), slot, counts);
  if (!apart()) return;
  const bool decides = node_ == 0 && system_.nodes() > 1 && slot.step + 1 < system_.total_steps();
  counts[MessageKind::usage_request] = counts[MessageKind::usage_report] = 1;
  counts[MessageKind::decision_request] = counts[MessageKind::decision] = decides ? 1 : 0;
}

bool PlacedParties::report(Step step, NodeLinks& links) {
  if (!apart()) {
    usage_.begin();
    for (Place& place : places_) {
      if (place.vacant) continue;
      usage_.add(place.entity, place.history, place.construct_ns);
      place.construct_ns = 0;
    }
    load_ = usage_.end();
  }
  totals_.add(step, load_);
  return book_.report(step, load_, links);
}

void PlacedParties::close_moves() {
  book_.close();
  updating_ = false;
}

std::string PlacedParties::account() const {
  return book_.account(held_, [this](EntityId id) { return has(id); });
}

}  // namespace orrery::universe
