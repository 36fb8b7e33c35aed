// What a saved state must be for all the RTI does with it later: every handle, index and message in it is looked at here, so
// that nothing else has to doubt them. A checksum tells damage; this tells what was never saved by an RTI.
#include <algorithm>
#include <string>

#include "saving/saved_state.hpp"

namespace orrery::rti {
namespace {

constexpr std::uint64_t most_numbered = 1U << 31;  // handles count on from what is restored

class Check {
 public:
  Check(const SavedState& state, const Federation& federation, std::uint32_t self)
      : state_(state), federation_(federation), model_(federation.model), self_(self) {}

  Status all() {
    if (state_.next_member > most_numbered) fail("next federate", "is numbered too high");
    check_regions();
    for (const auto& [handle, member] : state_.members) {
      if (handle != member.handle) fail("federate " + std::to_string(handle), "has two handles");
      check_member(member);
    }
    for (const SavedObject& each : state_.objects) check_object(each);
    check_management();
    for (const auto& [key, deletion] : state_.deletions)
      check_deletion(key.first, key.second, deletion);
    for (const auto& [name, federate] : state_.reserved_names) {
      if (!is_member(federate)) fail("name '" + name + "'", "is reserved by no federate");
    }
    for (const auto& [label, point] : state_.points) check_point(label, point);
    check_locals();
    for (const auto& [key, kept] : state_.newest) check_newest(key, kept);
    return wrong_.empty() ? Status() : error(ErrorCode::RTIinternalError, wrong_);
  }

 private:
  void fail(const std::string& what, const std::string& how) {
    if (wrong_.empty()) wrong_ = what + " " + how;
  }
  // Said of `what` if it is not so.
  void must(bool so, const std::string& what, const char* how) {
    if (!so) fail(what, how);
  }
  [[nodiscard]] bool is_member(std::uint32_t federate) const {
    return state_.members.contains(federate);
  }
  [[nodiscard]] bool is_here(std::uint32_t federate) const {
    const auto found = state_.members.find(federate);
    return found != state_.members.end() && found->second.node == self_;
  }
  [[nodiscard]] bool has(ObjectClassHandle object_class) const { return model_.has(object_class); }
  [[nodiscard]] bool has(InteractionClassHandle interaction_class) const {
    return model_.has(interaction_class);
  }
  [[nodiscard]] std::size_t attributes(std::uint16_t object_class) const {
    return has(ObjectClassHandle{object_class})
               ? model_[ObjectClassHandle{object_class}].attributes.size()
               : 0;
  }
  // Only those that the class has.
  [[nodiscard]] bool of_class(const AttributeSet& set, std::uint16_t object_class) const {
    return (set >> attributes(object_class)).none();
  }
  [[nodiscard]] bool is_range(const group::Region& ranges) const {
    if (ranges.size() != model_.dimensions().size()) return false;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (ranges[i].lower >= ranges[i].upper ||
          ranges[i].upper > model_.dimensions()[i].upper_bound) {
        return false;
      }
    }
    return true;
  }
  [[nodiscard]] bool are_dimensions(const std::vector<DimensionHandle>& all) const {
    return std::ranges::all_of(
        all, [&](DimensionHandle each) { return each.value < model_.dimensions().size(); });
  }
  [[nodiscard]] bool is_rate(UpdateRateNumber rate) const {
    return rate <= model_.update_rates().size();
  }
  [[nodiscard]] bool is_region_of(RegionId region, std::uint32_t federate) const {
    return creator_of(region) == federate && regions_.contains(region);
  }

  void check_regions() {
    for (const SavedRegion& each : state_.regions) {
      const std::string what = "region " + std::to_string(each.id);
      must(regions_.insert(each.id).second, what, "is there twice");
      must(is_member(creator_of(each.id)), what, "is no federate's");
      must(is_range(each.ranges), what, "has bounds that its dimensions have not");
      must(are_dimensions(each.dimensions), what, "has dimensions that are none");
    }
  }

  void check_uses(const std::vector<RegionUse>& uses, std::uint32_t federate,
                  const std::string& what) {
    std::set<RegionId> seen;
    for (const RegionUse& each : uses) {
      must(is_region_of(each.region, federate) && seen.insert(each.region).second, what,
           "subscribes in a region that is not its own, or twice");
      must(is_rate(each.rate), what, "subscribes with an update rate that is none");
    }
    must(!uses.empty(), what, "subscribes in no region");
  }

  void check_member(const Member& member) {
    const std::string what = "federate " + std::to_string(member.handle);
    must(member.handle > 0 && member.handle < state_.next_member, what, "has no handle of its own");
    for (const auto& [object_class, set] : member.published) {
      must(has(ObjectClassHandle{object_class}) && of_class(set, object_class), what,
           "publishes what is in no class");
    }
    for (const auto& [object_class, subscription] : member.subscribed) {
      must(has(ObjectClassHandle{object_class}) && of_class(subscription.attributes, object_class),
           what, "subscribes to what is in no class");
      for (const auto& [attribute, rate] : subscription.rates) {
        must(attribute < attributes(object_class) && is_rate(rate), what,
             "subscribes with an update rate that is none");
      }
    }
    const auto is_class = [&](std::uint16_t object_class) {
      return has(InteractionClassHandle{object_class});
    };
    bool classes = std::ranges::all_of(member.published_interactions, is_class);
    for (const auto& [interaction_class, active] : member.subscribed_interactions)
      classes &= is_class(interaction_class);
    for (const auto& [interaction_class, changed] : member.interaction_transportations)
      classes &= is_class(interaction_class);
    for (const auto& [interaction_class, uses] : member.interaction_regions) {
      classes &= is_class(interaction_class);
      check_uses(uses, member.handle, what);
    }
    must(classes, what, "has interaction classes that are none");
    for (const auto& [object_class, regional] : member.subscribed_regions) {
      for (const auto& [attribute, uses] : regional) {
        must(attribute < attributes(object_class), what,
             "subscribes in regions to what is in no class");
        check_uses(uses, member.handle, what);
      }
      must(!regional.empty(), what, "subscribes in regions to nothing");
    }
  }

  void check_object(const SavedObject& saved) {
    const Object& object = saved.object;
    const std::string what = "object " + std::to_string(object.handle);
    must(objects_.emplace(object.handle, &object).second, what, "is there twice");
    must(object.deleted || names_.insert(object.name).second, what, "has another's name");
    must(!object.deleted || !saved.views.empty(), what, "is deleted and seen by nobody");
    const std::size_t count = attributes(object.object_class);
    if (count == 0 || object.owners.size() != count || object.ways.size() != count) {
      fail(what, "has other attributes than its class");
      return;
    }
    const bool managed = is_owned_by_rti(object.handle);
    must(managed || object.handle >> 32 < state_.next_member, what, "was registered by nobody");
    for (const std::uint32_t owner : object.owners) {
      must(managed ? owner == rti_as_owner : owner == 0 || is_member(owner), what,
           "is owned by no federate");
    }
    for (const auto& [attribute, change] : object.transportation_changes) {
      must(attribute < count, what, "has transportations of attributes that it has not");
    }
    for (const auto& [attribute, contest] : object.contests) {
      std::set<std::uint32_t> acquirers;
      for (const Acquirer& each : contest.acquirers) acquirers.insert(each.federate);
      must(attribute < count && !managed && acquirers.size() == contest.acquirers.size() &&
               std::ranges::all_of(
                   acquirers, [&](std::uint32_t each) { return is_member(each); }) &&
               (contest.divesting || !acquirers.empty()),
           what, "is asked for by no federate");
      must(attribute >= count || object.owners[attribute] != 0, what, "is asked for though free");
    }
    for (const auto& [attribute, at] : object.regions) {
      const std::set<RegionId> regions(at.regions.begin(), at.regions.end());
      must(attribute < count && !regions.empty() && regions.size() == at.regions.size() &&
               std::ranges::all_of(
                   regions, [&](RegionId each) { return regions_.contains(each); }),
           what, "is updated in regions that are none");
    }
    std::set<std::uint32_t> seen;
    for (const SavedView& each : saved.views) {
      const View& view = each.view;
      must(is_here(each.federate) && seen.insert(each.federate).second, what,
           "is known to a federate of another node");
      must(has(ObjectClassHandle{view.known}) &&
               model_.is_a(ObjectClassHandle{object.object_class}, ObjectClassHandle{view.known}) &&
               of_class(view.wanted | view.regional | view.scope, view.known),
           what, "is known as what it is not");
      must(std::ranges::all_of(view.newest,
                               [&](const HeldNewest& held) { return held.attribute < count; }),
           what, "has values of attributes that it has not");
    }
  }

  // The RTI's own objects: the federation's, and each federate's.
  void check_management() {
    const auto is_of = [&](std::uint64_t handle, const std::string& name, const char* class_name) {
      const auto found = objects_.find(handle);
      must(found != objects_.end() && found->second->name == name &&
               found->second->object_class == model_.object_class(class_name)->value &&
               !found->second->deleted,
           name, "is not there as the RTI's object");
    };
    is_of(federation_object, "HLAfederation." + state_.federation, "HLAmanager.HLAfederation");
    for (const auto& [handle, member] : state_.members) {
      is_of(federate_object(handle), "HLAfederate." + member.name, "HLAmanager.HLAfederate");
    }
    std::size_t present = 0;
    for (const auto& [handle, object] : objects_) {
      if (!is_owned_by_rti(handle)) continue;
      present += object->deleted ? 0 : 1;
      // The removal of a former federate's object may wait.
      must(!object->deleted ||
               object->object_class == model_.object_class("HLAmanager.HLAfederate")->value,
           "the RTI", "has removed an object that is not a federate's");
    }
    must(present == state_.members.size() + 1, "the RTI", "has objects that are none");
  }

  void check_deletion(std::uint64_t handle, std::uint64_t serial, const Deletion& deletion) {
    const std::string what = "the deletion of object " + std::to_string(handle);
    check_message(deletion.message, what);
    const auto object = objects_.find(handle);
    must(object != objects_.end() && !object->second->deleted && !is_owned_by_rti(handle), what,
         "is of no object");
    if (!wrong_.empty()) return;
    const DataHead head = deletion.head();
    must(static_cast<DataKind>(head.head.detail) == DataKind::remove && head.items == 0 &&
             head.target == handle && head.serial == serial && head.head.order == 1 &&
             (head.head.flags & timed_flag) != 0 && is_time(federation_.as, head.time),
         what, "is no removal in timestamp order");
  }

  void check_point(const std::string& label, const SyncPoint& point) {
    const auto has_joined = [&](std::uint32_t each) { return is_member(each); };
    must(std::ranges::all_of(point.all, has_joined) &&
             std::ranges::includes(point.all, point.waiting) && !point.waiting.empty(),
         "synchronization point '" + label + "'", "waits for nobody that is there");
    // Who failed may have resigned since.
    must(std::ranges::all_of(point.failed,
                             [&](std::uint32_t each) {
                               return each > 0 && each < state_.next_member &&
                                      !point.waiting.contains(each);
                             }),
         "synchronization point '" + label + "'",
         "has failed at a federate that never joined or is awaited");
  }

  void check_locals() {
    std::set<std::uint32_t> here;
    for (const SavedLocal& each : state_.locals) {
      const std::string what = "federate " + std::to_string(each.local.handle);
      must(is_here(each.local.handle) && here.insert(each.local.handle).second, what,
           "is another node's, or there twice");
      if (!wrong_.empty()) return;
      check_local(each, what);
    }
    const auto members = std::ranges::count_if(
        state_.members, [&](const auto& each) { return each.second.node == self_; });
    must(std::ssize(here) == members, "a federate of this node", "is missing");
  }

  void check_local(const SavedLocal& saved, const std::string& what) {
    const Local& local = saved.local;
    check_time(local, what);
    must(local.next_object < most_numbered && local.next_region < most_numbered, what,
         "has numbered too much");
    for (const auto& [handle, object] : objects_) {
      must(handle >> 32 != local.handle || (handle & UINT32_MAX) <= local.next_object, what,
           "is to register what is there");
    }
    bool classes = std::ranges::all_of(local.registration_on, [&](std::uint16_t object_class) {
      return has(ObjectClassHandle{object_class});
    });
    const auto is_class = [&](std::uint16_t object_class) {
      return has(InteractionClassHandle{object_class});
    };
    classes &= std::ranges::all_of(local.interactions_on, is_class);
    for (const auto& [interaction_class, order] : local.interaction_orders)
      classes &= is_class(interaction_class);
    must(classes, what, "was advised of classes that are none");
    for (const auto& [object, rates] : local.update_rates_told) {
      for (const auto& [attribute, rate] : rates) {
        must(is_rate(rate), what, "was told update rates that are none");
      }
    }
    for (const std::string& name : local.reserved) {
      const auto found = state_.reserved_names.find(name);
      must(found != state_.reserved_names.end() && found->second == local.handle, what,
           "has names that it has not reserved");
    }
    for (const std::string& label : local.points) {
      const auto found = state_.points.find(label);
      must(found != state_.points.end() && found->second.waiting.contains(local.handle), what,
           "is to come to synchronization points that do not wait for it");
    }
    for (const auto& [id, draft] : local.regions) {
      must(creator_of(id) == local.handle && (id & UINT32_MAX) <= local.next_region &&
               are_dimensions(draft.dimensions) && is_range(draft.ranges) &&
               is_range(draft.as_committed) && draft.committed == regions_.contains(id),
           what, "has regions that are none");
    }
    for (const RegionId each : regions_) {
      must(creator_of(each) != local.handle || local.regions.contains(each), what,
           "lacks one of its regions");
    }
    check_reports(local, what);
    for (const auto& message : saved.gated) check_message(message, what);
    for (const Stamped& each : saved.stamped) {
      check_message(each.bytes, what);
      if (!wrong_.empty()) return;
      const auto head = read_as<DataHead>(each.bytes);
      must(head.time == each.time && head.federate == each.federate && head.serial == each.serial &&
               head.head.order == 1 && (head.head.flags & timed_flag) != 0,
           what, "has a message that waits for another time than its own");
    }
    for (const auto& [time, message] : local.one_shots) {
      check_message(message, what);
      if (!wrong_.empty()) return;
      check_one_shot(time, message, what);
    }
  }

  void check_newest(const Newest::Key& key, const Newest::Kept& kept) {
    const auto object = objects_.find(key.first);
    must(object != objects_.end() && !object->second->deleted && !is_owned_by_rti(key.first) &&
             key.second < object->second->owners.size() && keeps_newest(kept.type) &&
             is_here(kept.federate),
         "the newest value of object " + std::to_string(key.first), "is of no attribute");
  }

  void check_reports(const Local& local, const std::string& what) {
    const auto counts = [&](const Tally& tally, std::size_t classes) {
      return std::ranges::all_of(tally.by_class,
                                 [&](const auto& each) { return each.size() <= classes; });
    };
    const std::size_t objects = model_.object_classes().size();
    const std::size_t interactions = model_.interaction_classes().size();
    must(local.report_period_ns >= 0 &&
             local.report_period_ns <= longest_report_period_s * 1'000'000'000 &&
             local.reporting.next_serial >= 0 && counts(local.updates, objects) &&
             counts(local.reflections, objects) && counts(local.interactions_sent, interactions) &&
             counts(local.interactions_received, interactions),
         what, "has reports that cannot be made");
  }

  void check_time(const Local& local, const std::string& what) {
    const TimeRules& rules = local.rules;
    const std::int64_t start = zero(federation_.as);
    const auto is_possible = [&](std::int64_t time) {
      return is_time(federation_.as, time) && time >= start;
    };
    must(rules.as == federation_.as && is_possible(rules.time) && is_possible(rules.lookahead) &&
             is_possible(local.told_time) && local.told_time <= rules.time &&
             (rules.closed < start || is_possible(rules.closed)) &&
             (rules.complete < start ||
              (is_possible(rules.complete) && rules.complete <= rules.time)) &&
             (rules.advance == Advance::none ||
              (is_possible(rules.requested) && rules.requested >= rules.time)) &&
             (local.held_at == never ||
              (rules.advance != Advance::none && is_possible(local.held_at) &&
               local.held_at >= rules.time && local.held_at < rules.requested)),
         what, "has times that are none");
  }

  // As it would be delivered: data, well-formed, of a class that there is.
  void check_message(Bytes message, const std::string& what) {
    if (message.size() < sizeof(DataHead)) {
      fail(what, "has a message that is none");
      return;
    }
    const auto head = read_as<DataHead>(message);
    const auto kind = static_cast<DataKind>(head.head.detail);
    Bytes tag;
    const bool whole = for_items(message, head, tag, [](std::uint16_t, Bytes) {});
    const bool interaction = kind == DataKind::interaction;
    must(whole && head.head.kind == MessageKind::data &&
             (interaction ? head.target < model_.interaction_classes().size() &&
                                head.received_as <= model_.interaction_classes().size()
                          : kind == DataKind::update || kind == DataKind::remove),
         what, "has a message that is none");
  }

  void check_one_shot(std::int64_t time, Bytes message, const std::string& what) {
    const auto head = read_as<DataHead>(message);
    const auto kind = static_cast<DataKind>(head.head.detail);
    const auto object = objects_.find(head.target);
    const bool interaction = kind == DataKind::interaction;
    // Of an object that is gone it will be dropped.
    const std::size_t most = interaction
                                 ? model_.interaction_classes()[head.target].parameters.size()
                             : object == objects_.end() ? most_attributes
                                                        : object->second->owners.size();
    bool items = true;
    Bytes tag;
    (void)for_items(message, head, tag, [&](std::uint16_t handle, Bytes value) {
      const bool regions = interaction && handle == regions_item;
      items &= regions ? are_sent_regions(value) : handle < most;
    });
    must(items && head.time == time && kind != DataKind::remove &&
             type_of(head.head.flags) == TransportationType::one_shot,
         what, "holds a message for later that is none");
  }

  const SavedState& state_;
  const Federation& federation_;
  const ObjectModel& model_;
  const std::uint32_t self_;
  std::string wrong_;  // the first that is
  std::set<RegionId> regions_;
  std::map<std::uint64_t, const Object*> objects_;
  std::set<std::string> names_;
};

}  // namespace

Status check_consistent(const SavedState& state, const Federation& federation, std::uint32_t self) {
  return Check(state, federation, self).all();
}

}  // namespace orrery::rti
