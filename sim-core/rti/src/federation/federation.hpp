// What all nodes know of a federation, from the operations that they have applied.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "orrery/rti/clock.hpp"
#include "orrery/rti/rti_ambassador.hpp"
#include "orrery/timing/lbts.hpp"

#include "federation/recent_subscriptions.hpp"
#include "federation/rti_objects.hpp"
#include "federation/send_window.hpp"
#include "log/operation.hpp"
#include "newest/newest.hpp"
#include "queues/queues.hpp"
#include "regions/regions.hpp"
#include "time/time_rules.hpp"

namespace orrery::rti {

class Mom;
class Ownership;
class Snapshots;
struct Federation;

// Callbacks of saves and restores, in order, with the bytes of their content.
using SnapshotCalls = std::deque<std::pair<Call, std::size_t>>;

// An update rate of the object model, by its place there from 1; 0: none.
using UpdateRateNumber = std::uint16_t;

struct Subscription {
  AttributeSet attributes;
  AttributeSet active = {};                              // of those, subscribed actively
  std::map<std::uint16_t, UpdateRateNumber> rates = {};  // by attribute; of those with one
};

struct RegionUse {
  RegionId region = 0;
  bool active = true;
  UpdateRateNumber rate = 0;
};
using RegionalSubscription = std::map<std::uint16_t, std::vector<RegionUse>>;  // by attribute

// How an attribute's values go: as the object model says, until its owner changes it.
struct AttributeWay {
  TransportationType transportation = TransportationType::reliable;
  OrderType order = OrderType::receive;
  bool operator==(const AttributeWay&) const = default;
};
// Numbers count the changes of one federate.
struct TransportationChange {
  std::uint32_t by = 0;
  std::uint64_t number = 0;
};
struct InteractionTransportation {
  TransportationType transportation = TransportationType::reliable;
  std::uint64_t number = 0;
};

struct Member {
  std::uint32_t handle = 0;
  std::string name;
  std::string type;
  std::uint32_t node = 0;
  std::vector<std::string> modules = {};  // that it brought
  bool regulating = false;
  bool constrained = false;
  ResignAction automatic_resign = ResignAction::no_action;
  std::map<std::uint16_t, AttributeSet> published;  // as the federate named them: published_at()
  std::map<std::uint16_t, Subscription> subscribed;
  std::set<std::uint16_t> published_interactions;
  std::map<std::uint16_t, bool> subscribed_interactions;  // active?
  std::map<std::uint16_t, RegionalSubscription> subscribed_regions;
  std::map<std::uint16_t, std::vector<RegionUse>> interaction_regions;
  std::map<std::uint16_t, InteractionTransportation> interaction_transportations;  // changed ones

  // Returns the attributes that the federate publishes at the class, with HLAprivilegeToDeleteObject, which is published
  // with any other (5.2). Empty if the federate does not publish the class.
  [[nodiscard]] AttributeSet published_at(std::uint16_t object_class) const {
    const auto found = published.find(object_class);
    return found == published.end() ? AttributeSet() : AttributeSet(found->second).set(0);
  }
};

// A region as its federate has it: what others know of it is what was committed.
struct RegionDraft {
  std::vector<DimensionHandle> dimensions;
  group::Region ranges;
  bool committed = false;
  group::Region as_committed;  // the bounds that it has for what is sent in it
};

// May a message be refused where receivers have no room?
enum class Refusal : std::uint8_t { may_be, must_not_be };

// What a federate wants to be advised of.
struct AdvisorySwitches {
  bool object_class_relevance = true;
  bool interaction_relevance = true;
  bool attribute_relevance = false;
  bool attribute_scope = false;
};

// What the federate gets with each message beyond its values.
struct ConveyanceSwitches {
  bool region_designator_sets = false;
  bool producing_federate = true;
};

// What is told of a federate through the management object model, service by service.
struct Reporting {
  bool services = false;
  bool exceptions = false;
  std::int32_t next_serial = 0;
  [[nodiscard]] bool any() const { return services || exceptions; }
};

// What conditional attributes of the federate's MOM object hold: updated when it changes.
struct FederateConditions {
  bool constrained = false;
  bool regulating = false;
  bool asynchronous = false;
  bool advancing = false;
  bool conveys_regions = false;
  bool conveys_producer = false;
  bool operator==(const FederateConditions&) const = default;
};

// What a federate said last about negotiating the divestiture of an attribute (7.3, 7.14), while that is on its way.
struct NegotiationSaid {
  bool negotiates = false;
  std::uint32_t operations = 0;  // on their way
};

// The known class, or `not_known`, of an object that the other nodes are still to be sent.
struct Announcement {
  std::uint64_t object = 0;
  std::uint16_t known = 0;
  bool discovered = false;  // just now
};

// A federate's part in a save or restore, as the federate knows it: from the callback that starts it (4.17, 4.27) to the one that
// ends it (4.20, 4.29), also if it has ended or another has begun since.
struct SnapshotPart {
  enum class State : std::uint8_t { none, told_to_save, saving, told_to_restore, done };
  State state = State::none;
  std::uint64_t attempt = 0;
};

// A federate of this node.
struct Local {
  FederateAmbassador* federate = nullptr;
  FederateAmbassador* ambassador = nullptr;  // the federate, or its reporter
  RtiAmbassador* services = nullptr;
  CallbackModel model = CallbackModel::evoked;
  bool callbacks_enabled = true;
  Federation* federation = nullptr;  // null: not joined
  std::uint32_t handle = 0;
  bool lost = false;      // the connection
  bool overfull = false;  // more waited for it than may: it is to be lost, and is told nothing else
  SnapshotPart snapshot_part;
  bool evoking = false;
  std::size_t delivered = 0;  // callbacks, since evoking began
  std::size_t most = 0;       // to be delivered
  ByteQueue queue;            // an empty one stands for the next call
  std::uint64_t taken = 0;    // of `queue`, in all
  CallQueue calls;
  SnapshotCalls snapshot_calls;  // until they have been made
  ByteQueue gated;               // receive order, until the next advance
  StampQueue stamped;
  TimeRules rules;
  bool grant_untold = false;       // the callback has not been made
  Advance untold = Advance::none;  // what was granted then
  std::uint64_t grant_call = 0;    // its number among the calls
  bool regulation_untold = false;  // nor this one: to the federate it is pending
  bool constrained_untold = false;
  // Its time has advanced, by a grant or by time regulation, and the federate does not know it yet.
  [[nodiscard]] bool advance_untold() const { return grant_untold || regulation_untold; }
  std::int64_t told_time = 0;
  // The least time stamp that may be sent with now: the advance is pending until the federate is told its grant.
  [[nodiscard]] std::int64_t least_stamp() const {
    return rules.least_stamp(grant_untold ? untold : rules.advance);
  }
  int considering = 0;  // granted, and has not said what it wants next: for so many polls more
  std::uint64_t fqr_after = 0;  // the computation that a flush waits for
  std::int64_t held_at =
      never;  // what it asks for is later than this time, at which there is to be a save
  AdvisorySwitches advisories;
  ConveyanceSwitches conveys;
  ResignAction automatic_resign = ResignAction::no_action;  // set last; nodes use the member's
  std::map<std::uint64_t, AttributeSet> updates_on;         // by object
  // Of those, the update rates that the federate was told, by object and attribute.
  std::map<std::uint64_t, std::map<std::uint16_t, UpdateRateNumber>> update_rates_told;
  std::set<std::uint16_t> registration_on;
  std::set<std::uint16_t> interactions_on;
  // How often the federate has unpublished a class: advisories that waited then are not given any more (5.10 to 5.13).
  std::map<std::uint16_t, std::uint32_t> object_classes_unpublished;
  std::map<std::uint16_t, std::uint32_t> interactions_unpublished;
  std::map<std::uint16_t, OrderType> interaction_orders;
  std::uint64_t transportation_changes = 0;
  std::uint64_t newest = 0;  // messages that carried newest values
  std::multimap<std::int64_t, std::vector<std::byte>> one_shots;  // by their time
  std::size_t one_shot_bytes = 0;
  std::map<std::uint64_t, AttributeSet> changing;  // by object: to be confirmed
  std::set<std::uint16_t> changing_interactions;
  std::set<std::string> reserved;                  // names, as told, that it has not used
  std::map<std::uint64_t, AttributeSet> given_up;  // by object; the operation is on its way
  // By object and attribute: whether it negotiates, while operations about that are on their way.
  std::map<std::uint64_t, std::map<std::uint16_t, NegotiationSaid>> negotiations_said;
  std::map<std::uint64_t, AttributeSet> acquiring;  // by object: asked for, no answer yet
  std::map<std::uint64_t, AttributeSet> acquiring_if_available;  // those of them, likewise
  std::map<std::uint64_t, AttributeSet> unnotified;  // 7.7: by object: owned from the callback on
  std::map<std::uint64_t, AttributeSet>
      untold_denials;                 // 7.10: by object: acquired until the callback
  std::set<std::uint64_t> forgotten;  // objects of its own: locally deleted, or removed
  std::vector<Announcement> announcements;
  std::set<std::string> points;  // announced to it and not achieved
  std::uint64_t next_object = 0;
  std::uint64_t next_serial = 0;
  std::map<RegionId, RegionDraft> regions;
  std::uint32_t next_region = 0;
  bool regional_interactions = false;  // subscribed to
  DeliveredEarly delivered_early;
  std::deque<std::pair<std::uint64_t, std::int64_t>> retractable;  // serials and times of ours
  // Interaction class to the class as which it is received; rebuilt when declarations change.
  std::vector<std::int32_t> received_as;
  std::uint64_t received_as_of = 0;
  // What the management object model tells.
  Tally updates;
  Tally reflections;
  Tally interactions_sent;
  Tally interactions_received;
  std::uint64_t objects_discovered = 0;
  std::uint64_t objects_removed = 0;
  std::uint64_t objects_deleted = 0;
  std::int64_t since_ns = 0;  // in the present state: granted, or advancing
  std::int64_t granted_ns = 0;
  std::int64_t advancing_ns = 0;
  std::int64_t report_period_ns = 0;  // 0: none
  std::int64_t report_next_ns = 0;
  Reporting reporting;
  std::optional<FederateConditions> conditions;  // as looked at last
  std::shared_ptr<FederateAmbassador>
      reporter;  // takes the place of `federate` while services are reported

  std::size_t unburied_bytes = 0;  // of deleted objects that it has not been told of
  RecentSubscriptions recent_subscriptions;

  // Are its callbacks made by whatever call makes progress?
  [[nodiscard]] bool delivers_unasked() const {
    return model == CallbackModel::immediate && callbacks_enabled;
  }
  // What came as data, which may be refused.
  [[nodiscard]] std::size_t inbox_bytes() const {
    return queue.bytes() + gated.bytes() + stamped.bytes() + calls.bytes(Brought::by_data);
  }
  // All that waits for it.
  [[nodiscard]] std::size_t waiting_bytes() const {
    return inbox_bytes() + calls.bytes(Brought::by_operation) + unburied_bytes;
  }
};

// The newest value of an attribute that has come, by its sender's count.
struct HeldNewest {
  std::uint16_t attribute = 0;
  std::uint32_t federate = 0;
  std::uint64_t number = 0;
};

// An attribute that is to be reflected at most every `period_ns`.
struct ReducedAttribute {
  std::uint16_t attribute = 0;
  std::int64_t period_ns = 0;
  std::int64_t due_ns = 0;  // from then on
};

// How a federate of this node sees an object.
struct View {
  Local* local = nullptr;
  std::uint16_t known = 0;
  AttributeSet wanted = {};
  AttributeSet regional = {};  // of those wanted: subject to regions
  AttributeSet scope = {};     // as told
  std::vector<ReducedAttribute> reduced = {};
  bool selective = false;  // messages are changed for it: regions, rates, conveyed regions
  bool discovered = true;  // the callback has been made
  bool counted = false;    // among the object's reflectors
  bool removing = false;   // its removal was sent to the federate
  std::vector<HeldNewest> newest = {};  // of transportations that keep it
};

// A request for an attribute that has not been answered.
struct Acquirer {
  std::uint32_t federate = 0;
  bool if_available = false;        // ends when the owner does not negotiate; otherwise it waits
  std::vector<std::byte> tag = {};  // of the acquisition, for the owner
  [[nodiscard]] bool operator==(std::uint32_t other) const { return federate == other; }
};

// An attribute whose ownership is asked for or offered.
struct Contest {
  bool divesting = false;           // its owner negotiates
  std::vector<std::byte> tag = {};  // of the negotiated divestiture
  std::vector<Acquirer> acquirers;  // in the order of their requests
};

// The regions in which an attribute is updated: those of its owner count.
struct UpdateRegions {
  std::vector<RegionId> regions;
  Regions::SpaceId space = 0;
  // Nodes with subscriptions near, as of then.
  std::uint32_t owner = 0;
  std::uint64_t version = 0;
  NodeSet nodes = 0;
  GroupSet groups = 0;  // of the cells that the regions touch
};

// The class as which a federate knows an object, as its node has announced it.
struct AnnouncedClass {
  std::uint32_t federate = 0;
  std::uint16_t known = 0;  // or `not_known`
};
inline constexpr std::uint16_t not_known = UINT16_MAX;

struct Object {
  std::uint64_t handle = 0;
  std::uint16_t object_class = 0;
  std::string name;
  std::vector<std::uint32_t> owners;                                     // by attribute; 0: nobody
  std::vector<AttributeWay> ways;                                        // by attribute
  std::map<std::uint16_t, TransportationChange> transportation_changes;  // by attribute: the last
  std::map<std::uint16_t, Contest> contests;                             // by attribute
  std::map<std::uint16_t, UpdateRegions> regions;                        // by attribute
  bool deleted = false;
  bool removing = false;  // its removal has come, the operation has not
  std::vector<View> views;
  std::vector<AnnouncedClass> announced;  // of federates whose known class is not the presumed one
  // Federates of this node, also those that have deleted it locally since.
  std::vector<std::uint32_t> updaters;
  std::vector<std::uint32_t> reflectors;

  // That it takes, about; the same as long as it is deleted.
  [[nodiscard]] std::size_t bytes() const {
    constexpr std::size_t tables = 128;  // nodes of maps, and the view
    return sizeof(Object) + tables + name.size() + owners.size() * sizeof owners[0] +
           ways.size() * sizeof ways[0];
  }
  [[nodiscard]] bool updated_by(std::uint32_t federate) const {
    return std::ranges::find(updaters, federate) != updaters.end();
  }
  [[nodiscard]] bool reflected_by(std::uint32_t federate) const {
    return std::ranges::find(reflectors, federate) != reflectors.end();
  }
};

// A deletion in timestamp order. Until its time federates know the object, discover it and use it.
struct Deletion {
  std::vector<std::byte> message = {};  // the removal, as it was sent
  std::set<std::uint32_t> removed =
      {};  // federates of this node that do not know the object any more
  // Nodes of which a federate has not advanced beyond the time, or could still retract.
  NodeSet awaited = 0;
  bool said = false;  // by this node, that it is not to be awaited any longer
  [[nodiscard]] DataHead head() const { return read_as<DataHead>(message); }
};

struct SyncPoint {
  std::vector<std::byte> tag;
  bool open = false;  // whoever joins takes part
  std::set<std::uint32_t> waiting;
  std::set<std::uint32_t> all;
  std::set<std::uint32_t> failed;
};

// The part of a federation's time that nodes compute together. A new epoch begins whenever who takes part changes:
// all messages of the old one have come when all nodes' markers have.
struct TimeNet {
  std::uint32_t epoch = 0;
  std::unique_ptr<timing::Lbts> lbts;    // null: one node alone
  std::vector<std::uint32_t> parties;    // nodes, by party
  std::vector<std::uint32_t> markers;    // the greatest epoch that each node has marked
  std::vector<std::int64_t> receivable;  // by node, said with its marker: see receivable_here()
  bool ready = false;                    // all markers have come
  std::int64_t others = 0;               // bound on what other nodes send
  // The same, whatever they receive.
  std::int64_t floor = std::numeric_limits<std::int64_t>::min();
  std::int64_t delay =
      0;  // between a message and an answer of another node, at least: of the computation that gave `others`
  // The bound of earlier epochs, which still holds: a federate that begins to regulate lowers it. Only queries use it, since
  // grants wait for the first computation of an epoch. `never`: no federate of another node has regulated yet.
  std::int64_t known = never;
  NodeSet regulators = 0;  // nodes with a federate that regulates; more of them if one has resigned
  bool lowered_by_sending = false;  // `others`: since its computation, and nobody has asked for it
  std::int64_t entered_with = 0;
  bool wanted = false;
  std::uint64_t transients = 0;
  struct InFlight {
    std::uint64_t computation = 0;
    std::int64_t least_sent = never;
  };
  std::vector<InFlight> in_flight;
  std::uint64_t finished = 0;  // the greatest computation taken
};

struct Federation {
  Federation();
  Federation(const Federation&) = delete;
  Federation& operator=(const Federation&) = delete;
  ~Federation();

  Clock clock;  // of its node
  std::uint32_t id = 0;
  std::string name;
  TimeRepresentation as = TimeRepresentation::float64;
  ObjectModel model;
  bool has_own_mim = false;
  std::vector<std::uint32_t> module_counts;  // of the model, after creation and after each addition
  std::map<std::uint32_t, Member> members;
  std::uint32_t next_member = 1;
  std::unordered_map<std::uint64_t, Object> objects;
  std::array<Object*, 16> recent{};  // of `objects`; to be emptied when one of those is erased
  std::unordered_map<std::string, std::uint64_t> object_names;
  std::map<std::string, std::uint32_t> reserved_names;
  // Of objects that federates here have deleted, until the order of operations comes to the deletion.
  std::unordered_map<std::uint64_t, std::string> names_of_deleted;
  std::map<std::string, SyncPoint> points;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Deletion> deletions;  // by object and serial
  std::int64_t deletions_passed = 0;  // the time that this node looked at them with
  std::vector<Local*> locals;
  std::uint64_t declarations = 1;  // counts changes
  // Which nodes want an attribute or interaction; rebuilt when declarations have changed.
  std::uint64_t routes_of = 0;
  std::vector<std::vector<NodeSet>> attribute_routes;  // by class, attribute
  std::vector<NodeSet> interaction_routes;
  // Those that want it in regions.
  std::vector<std::vector<NodeSet>> regional_attributes;
  std::vector<NodeSet> regional_interactions;  // without superclasses: each has its space
  // By node: the multicast groups of the classes that it wants everywhere.
  std::array<GroupSet, most_nodes> class_groups{};
  Regions regions;
  Regions::SpaceId federate_space = 0;  // of what the RTI updates in the regions of federates
  std::unique_ptr<Ownership> ownership;
  std::unique_ptr<Mom> mom;
  std::unique_ptr<Snapshots> snapshots;
  std::set<std::uint64_t> regional_objects;  // with regions of their own
  // By class: those that have a dimension in which some attribute is everywhere, for want of its owner's regions.
  std::map<std::uint16_t, std::set<std::uint64_t>> boundless_objects;
  TimeNet time;
  std::vector<SendWindow> windows;  // by node; empty until one is used
  TakenLater taken_later;
  Newest newest{0, 0};
  std::uint64_t newest_of = 0;    // declarations that they have been told by
  std::uint64_t restored_at = 0;  // the operation; what was sent before it is of another past
  bool advisories_due = false;
  bool announcements_due = false;  // of known classes
  bool auto_provide = false;       // the switch (6.20): at first as the object model says
  // Objects that federates of this node have discovered, whose owners are to be asked for values: with auto_provide.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> discovered;
  bool destroyed = false;

  // An object; null if there is none. Quick for those in use: a division less than a look into the table.
  [[nodiscard]] Object* find(std::uint64_t handle) {
    Object*& kept = recent[(handle ^ (handle >> 32)) % recent.size()];
    if (kept == nullptr || kept->handle != handle) {
      const auto found = objects.find(handle);
      if (found == objects.end()) return nullptr;
      kept = &found->second;
    }
    return kept;
  }

  // The joined federate of this node with that handle; null if there is none.
  [[nodiscard]] Local* find_local(std::uint32_t federate) const {
    const auto found = std::ranges::find(locals, federate, &Local::handle);
    return found == locals.end() ? nullptr : *found;
  }

  // The nodes with federates of it.
  [[nodiscard]] NodeSet nodes() const {
    NodeSet all = 0;
    for (const auto& [handle, member] : members) all |= only(member.node);
    return all;
  }

  // Does anybody here want to be advised of single objects?
  [[nodiscard]] bool advisories_wanted() const {
    return std::ranges::any_of(
        locals, [](const Local* local) { return local->advisories.attribute_relevance; });
  }
};

// As the federate knows it: time regulation and constraint from their callbacks on, an advance until its grant.
inline FederateConditions conditions_of(const Local& local) {
  return {.constrained = local.rules.constrained && !local.constrained_untold,
          .regulating = local.rules.regulating && !local.regulation_untold,
          .asynchronous = local.rules.asynchronous,
          .advancing = local.rules.advance != Advance::none || local.grant_untold,
          .conveys_regions = local.conveys.region_designator_sets,
          .conveys_producer = local.conveys.producing_federate};
}

// Whether a value kept for an attribute is still its newest: the sender owns the attribute and has not changed its transportation
// type.
inline bool is_newest(const Object& object, std::uint16_t attribute, const Newest::Kept& kept) {
  return !object.deleted && object.owners[attribute] == kept.federate &&
         object.ways[attribute].transportation == kept.type;
}

inline AttributeWay way_of(const Attribute& attribute) {
  return {attribute.transportation, attribute.order};
}

}  // namespace orrery::rti
