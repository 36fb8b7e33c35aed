#include "ownership/ownership.hpp"

#include <algorithm>
#include <utility>

#include "federation/known_objects.hpp"
#include "ownership/owned_attributes.hpp"
#include "subscriptions/regional.hpp"

namespace orrery::rti {

// The callbacks that one operation brings about at an object.
struct Ownership::Notices {
  struct Notice {
    std::uint32_t federate = 0;
    std::vector<std::byte> tag;
    std::vector<AttributeHandle> attributes;
  };
  using List = std::vector<Notice>;
  List acquired;
  List unavailable;
  List release;
  List confirm;
  List cancelled;
  AttributeSet offered;
  std::uint32_t divester =
      0;  // has just given up what is offered: it is not asked to take that back

  // One callback for attributes of one federate and tag.
  static void add(List& list, std::uint32_t federate, std::uint16_t attribute, Bytes tag = {}) {
    for (Notice& each : list) {
      if (each.federate != federate || !std::ranges::equal(each.tag, tag)) continue;
      each.attributes.push_back({attribute});
      return;
    }
    list.push_back({federate, {tag.begin(), tag.end()}, {{attribute}}});
  }
};

// Acquirers that wait go on waiting for the owner, who is asked to release; those that asked if it is available have
// their answer. The owner does not negotiate.
void Ownership::settle_acquirers(Object& object, std::uint16_t attribute, Notices& notices) {
  const auto contest = object.contests.find(attribute);
  std::erase_if(contest->second.acquirers, [&](const Acquirer& each) {
    if (each.if_available) Notices::add(notices.unavailable, each.federate, attribute);
    return each.if_available;
  });
  for (const Acquirer& each : contest->second.acquirers) {
    Notices::add(notices.release, object.owners[attribute], attribute, each.tag);
  }
  if (contest->second.acquirers.empty()) object.contests.erase(contest);
}

// 6.21, 6.22: what the former owner was told of updates ends with its ownership. The next owner's values are newer than those kept
// of the former.
void Ownership::change_owner(Object& object, std::uint16_t attribute, std::uint32_t owner) {
  if (Local* const former = federation_.find_local(object.owners[attribute])) {
    if (const auto told = former->updates_on.find(object.handle); told != former->updates_on.end())
      told->second.reset(attribute);
    if (const auto rates = former->update_rates_told.find(object.handle);
        rates != former->update_rates_told.end()) {
      rates->second.erase(attribute);
    }
  }
  federation_.newest.forget({object.handle, attribute});
  object.owners[attribute] = owner;
  if (owner != 0) {
    object.ways[attribute] =
        way_of(federation_.model[ObjectClassHandle{object.object_class}].attributes[attribute]);
  }
  review_bounds(federation_, object);
}

// To its first acquirer. `tag`: of the operation that gives it.
void Ownership::give(Object& object, std::uint16_t attribute, Bytes tag, Notices& notices) {
  Contest& contest = object.contests.at(attribute);
  const std::uint32_t acquirer = contest.acquirers.front().federate;
  contest.acquirers.erase(contest.acquirers.begin());
  change_owner(object, attribute, acquirer);
  contest.divesting = false;
  contest.tag.clear();
  Notices::add(notices.acquired, acquirer, attribute, tag);
  settle_acquirers(object, attribute, notices);
}

void Ownership::give_up(Object& object, std::uint16_t attribute, Notices& notices) {
  const auto contest = object.contests.find(attribute);
  if (contest != object.contests.end() && !contest->second.acquirers.empty()) {
    give(object, attribute, {}, notices);
    return;
  }
  object.contests.erase(attribute);
  change_owner(object, attribute, 0);
  notices.offered.set(attribute);
}

// Of what one federate owns or asks for.
void Ownership::release_all(Object& object, std::uint32_t federate,
                            const AttributeSet& attributes) {
  Notices notices;
  bool changed = false;
  for (auto contest = object.contests.begin(); contest != object.contests.end();) {
    if (attributes.test(contest->first)) std::erase(contest->second.acquirers, federate);
    const bool over = contest->second.acquirers.empty() && !contest->second.divesting;
    contest = over ? object.contests.erase(contest) : std::next(contest);
  }
  for (std::size_t i = 0; i < object.owners.size(); ++i) {
    if (object.owners[i] != federate || !attributes.test(i)) continue;
    give_up(object, static_cast<std::uint16_t>(i), notices);
    changed = true;
  }
  if (changed) notify(object, notices);
}

// Of a federate that was removed the object.
void Ownership::end_acquisition(Object& object, std::uint16_t attribute, std::uint32_t federate) {
  if (const auto contest = object.contests.find(attribute); contest != object.contests.end()) {
    std::erase(contest->second.acquirers, federate);
    if (contest->second.acquirers.empty() && !contest->second.divesting)
      object.contests.erase(contest);
  }
  const AttributeHandle handle{attribute};
  if (Local* const local = federation_.find_local(federate))
    reset(local->unnotified, object.handle, std::span(&handle, 1));
}

void Ownership::forget_resigned(Object& object, std::uint32_t federate) {
  std::ranges::replace(object.owners, federate, 0U);
  for (auto& [attribute, contest] : object.contests) std::erase(contest.acquirers, federate);
  std::erase_if(object.contests, [&](const auto& each) {
    const auto& [attribute, contest] = each;
    return object.owners[attribute] == 0 || (contest.acquirers.empty() && !contest.divesting);
  });
}

void Ownership::forget_said(Local& local, const Object& object, const Operation& operation) {
  const auto said = local.negotiations_said.find(object.handle);
  if (said == local.negotiations_said.end()) return;
  for (const std::uint32_t item : operation.items) {
    const auto found = said->second.find(static_cast<std::uint16_t>(item));
    if (found != said->second.end() && --found->second.operations == 0) said->second.erase(found);
  }
  if (said->second.empty()) local.negotiations_said.erase(said);
}

// The operation has come: the owner's word counts no more, its state does.
void Ownership::forget_word(const Object& object, const Operation& operation) {
  Local* const local = federation_.find_local(operation.federate);
  if (local == nullptr) return;
  switch (static_cast<Divestiture>(operation.flag)) {
    case Divestiture::unconditional:
    case Divestiture::confirmed:
      return forget_given_up(*local, object, operation);
    case Divestiture::negotiated:
    case Divestiture::cancelled:
      return forget_said(*local, object, operation);
    case Divestiture::denied:
      return;
  }
}

void Ownership::forget_given_up(Local& local, const Object& object, const Operation& operation) {
  const auto given_up = local.given_up.find(object.handle);
  if (given_up == local.given_up.end()) return;
  for (const std::uint32_t item : operation.items) {
    if (item < most_attributes) given_up->second.reset(item);
  }
  if (given_up->second.none()) local.given_up.erase(given_up);
}

// To a federate that publishes the attributes and knows the object: those that are free, and those that their owner
// negotiates about, with the tag of that divestiture.
void Ownership::offer(Object& object, Local& receiver, const AttributeSet& attributes) {
  if (object.deleted || object.removing) return;
  const AttributeSet published = published_of(object, receiver);
  Notices::List offered;
  for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
    if (!attributes.test(i) || !published.test(i)) continue;
    const auto contest = object.contests.find(i);
    if (object.owners[i] == 0) {
      Notices::add(offered, receiver.handle, i);
    } else if (contest != object.contests.end() && contest->second.divesting &&
               object.owners[i] != receiver.handle &&
               std::ranges::find(contest->second.acquirers, receiver.handle, &Acquirer::federate) ==
                   contest->second.acquirers.end()) {
      Notices::add(offered, receiver.handle, i, contest->second.tag);
    }
  }
  post_notices(object, offered,
               [this, &receiver](auto& each, auto id, const Notices::Notice& notice) {
                 // 7.4: the federate may have unpublished them, or the object may be deleted, meanwhile.
                 const Object& now = federation_.objects.at(id.value);
                 if (now.deleted || now.removing) return;
                 const AttributeSet still = published_of(now, receiver);
                 auto wanted = notice.attributes;
                 std::erase_if(wanted, [&](AttributeHandle one) { return !still.test(one.value); });
                 if (!wanted.empty())
                   each.request_attribute_ownership_assumption(id, wanted, notice.tag);
               });
}

// The attributes of the object that the federate publishes, the privilege to delete included; none if it does not
// know the object.
AttributeSet Ownership::published_of(const Object& object, const Local& receiver) const {
  const auto view = std::ranges::find(object.views, &receiver, &View::local);
  const bool own =
      object.handle >> 32 == receiver.handle && !receiver.forgotten.contains(object.handle);
  if (view == object.views.end() && !own) return {};
  return federation_.members.at(receiver.handle)
      .published_at(own ? object.object_class : view->known);
}

template <class List, class Callback>
void Ownership::post_notices(const Object& object, const List& list, Callback callback) {
  for (const Notices::Notice& each : list) {
    Local* const local = federation_.find_local(each.federate);
    if (local == nullptr || has_left(federation_, object.handle, each.federate)) continue;
    inboxes_.post_about(
        federation_, *local, object.handle,
        [callback, id = ObjectInstanceHandle{object.handle},
         notice = each](FederateAmbassador& ambassador) { callback(ambassador, id, notice); },
        each.tag.size() + each.attributes.size() * sizeof each.attributes[0],
        Brought::by_operation);
  }
}

std::vector<AttributeHandle> Ownership::still_owned(
    std::uint64_t object, std::uint32_t federate,
    std::span<const AttributeHandle> attributes) const {
  const Local* const local = federation_.find_local(federate);
  if (local == nullptr) return {};
  return owned_of(*local, federation_.objects.at(object), attributes);
}

// What a federate of this node has asked for is answered.
void Ownership::forget_acquiring(Local& local, const Object& object,
                                 std::span<const AttributeHandle> attributes) {
  for (auto* const asked : {&local.acquiring, &local.acquiring_if_available})
    reset(*asked, object.handle, attributes);
}

void Ownership::notify(Object& object, const Notices& notices) {
  if (federation_.advisories_wanted()) federation_.advisories_due = true;
  // 7.15: what was denied can be cancelled until the federate has been told.
  for (const Notices::Notice& each : notices.unavailable) {
    Local* const local = federation_.find_local(each.federate);
    if (local == nullptr || has_left(federation_, object.handle, each.federate)) continue;
    for (const AttributeHandle attribute : each.attributes) {
      if (contains(local->acquiring, object, attribute.value) &&
          !contains(local->acquiring_if_available, object, attribute.value)) {
        local->untold_denials[object.handle].set(attribute.value);
      }
    }
  }
  for (const auto* answered : {&notices.acquired, &notices.unavailable, &notices.cancelled}) {
    for (const Notices::Notice& each : *answered) {
      if (Local* const local = federation_.find_local(each.federate)) {
        forget_acquiring(*local, object, each.attributes);
      }
    }
  }
  for (const Notices::Notice& each : notices.acquired) {
    Local* const local = federation_.find_local(each.federate);
    if (local == nullptr || has_left(federation_, object.handle, each.federate)) continue;
    for (const AttributeHandle attribute : each.attributes)
      local->unnotified[object.handle].set(attribute.value);
  }
  const auto all = [&](const Notices::List& list, auto callback) {
    post_notices(object, list, callback);
  };
  all(notices.acquired, [this](auto& ambassador, auto id, const Notices::Notice& notice) {
    if (Local* const local = federation_.find_local(notice.federate))
      reset(local->unnotified, id.value, notice.attributes);
    ambassador.attribute_ownership_acquisition_notification(id, notice.attributes, notice.tag);
  });
  all(notices.unavailable, [this](auto& ambassador, auto id, const Notices::Notice& notice) {
    if (Local* const local = federation_.find_local(notice.federate))
      reset(local->untold_denials, id.value, notice.attributes);
    ambassador.attribute_ownership_unavailable(id, notice.attributes);
  });
  all(notices.cancelled, [](auto& ambassador, auto id, const Notices::Notice& notice) {
    ambassador.confirm_attribute_ownership_acquisition_cancellation(id, notice.attributes);
  });
  // 7.5, 7.11: what the federate has divested, or does not negotiate about any more, is not asked of it.
  all(notices.release, [this](auto& ambassador, auto id, const Notices::Notice& notice) {
    const auto still = still_owned(id.value, notice.federate, notice.attributes);
    if (!still.empty()) ambassador.request_attribute_ownership_release(id, still, notice.tag);
  });
  all(notices.confirm, [this](auto& ambassador, auto id, const Notices::Notice& notice) {
    auto still = still_owned(id.value, notice.federate, notice.attributes);
    const Local* const local = federation_.find_local(notice.federate);
    std::erase_if(still, [&](AttributeHandle each) {
      return !negotiates(*local, federation_.objects.at(id.value), each.value);
    });
    if (!still.empty()) ambassador.request_divestiture_confirmation(id, still);
  });
  // A new owner's regions may be near to others than the former's were. A registrant that owns less than all of it receives
  // what others own.
  federation_.newest.want(std::span(&object.handle, 1), federation_.clock.now_ns());
  for (std::size_t i = 0; i < federation_.locals.size(); ++i) {
    Local& local = *federation_.locals[i];
    const bool discovers = owner_.review_object(federation_, object, local);
    if (!discovers && notices.offered.any() && local.handle != notices.divester) {
      offer(object, local, notices.offered);
    }
  }
}

void Ownership::apply(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::divest:
      return divest(operation.object, operation);
    case OperationKind::divest_objects: {
      Reader in(operation.tag);
      while (in.ok() && in.left() > 0) divest(in.get<std::uint64_t>(), operation);
      return;
    }
    case OperationKind::acquire:
      return acquire(operation);
    case OperationKind::set_owner:
      return set_owner(operation);
    default:
      return;
  }
}

void Ownership::divest(std::uint64_t handle, const Operation& operation) {
  const std::uint32_t federate = operation.federate;
  const auto found = federation_.objects.find(handle);
  if (found == federation_.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  Notices notices;
  notices.divester = federate;
  const auto how = static_cast<Divestiture>(operation.flag);
  for (const std::uint32_t item : operation.items) {
    if (item >= object.owners.size()) continue;
    const auto attribute = static_cast<std::uint16_t>(item);
    if (how == Divestiture::unconditional) end_acquisition(object, attribute, federate);
    // It may have ceased to be its owner's to give.
    if (object.owners[item] != federate) continue;
    const auto contest = object.contests.find(attribute);
    const bool wanted = contest != object.contests.end() && !contest->second.acquirers.empty();
    switch (how) {
      case Divestiture::unconditional:
        give_up(object, attribute, notices);
        break;
      case Divestiture::negotiated: {
        Contest& offered = object.contests[attribute];
        offered.divesting = true;
        offered.tag = operation.tag;
        if (wanted) {
          Notices::add(notices.confirm, federate, attribute);
        } else {
          notices.offered.set(attribute);
        }
        break;
      }
      case Divestiture::confirmed:
        if (wanted && contest->second.divesting) {
          give(object, attribute, operation.tag, notices);
        }
        break;
      case Divestiture::cancelled:
        if (contest == object.contests.end()) break;
        contest->second.divesting = false;
        contest->second.tag.clear();
        settle_acquirers(object, attribute, notices);
        break;
      case Divestiture::denied:
        if (!wanted) break;
        for (const Acquirer& each : std::exchange(contest->second.acquirers, {})) {
          Notices::add(notices.unavailable, each.federate, attribute);
        }
        if (!contest->second.divesting) object.contests.erase(contest);
        break;
    }
  }
  forget_word(object, operation);
  notify(object, notices);
}

void Ownership::acquire(const Operation& operation) {
  const std::uint32_t federate = operation.federate;
  const auto found = federation_.objects.find(operation.object);
  if (found == federation_.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  Notices notices;
  for (const std::uint32_t item : operation.items) {
    if (item >= object.owners.size() || object.owners[item] == federate) continue;
    const auto attribute = static_cast<std::uint16_t>(item);
    const auto how = static_cast<Acquisition>(operation.flag);
    auto contest = object.contests.find(attribute);
    const bool divesting = contest != object.contests.end() && contest->second.divesting;
    if (how == Acquisition::cancelled) {
      // A denial may have ended the request before: the cancellation is confirmed all the same.
      Notices::add(notices.cancelled, federate, attribute);
      if (contest == object.contests.end()) continue;
      std::erase(contest->second.acquirers, federate);
      if (contest->second.acquirers.empty() && !divesting) object.contests.erase(contest);
      continue;
    }
    const std::uint32_t owner = object.owners[attribute];
    const bool if_available = how == Acquisition::if_available;
    if (if_available && owner != 0 && !divesting) {
      if (asks_if_available(federate, object, attribute)) {
        Notices::add(notices.unavailable, federate, attribute);
      }
      continue;
    }
    auto& acquirers = object.contests[attribute].acquirers;
    const bool first = acquirers.empty();
    const auto known = std::ranges::find(acquirers, federate, &Acquirer::federate);
    if (known == acquirers.end()) {
      acquirers.push_back({federate, if_available, operation.tag});
    } else {
      known->if_available = if_available;
      known->tag = operation.tag;
    }
    if (owner == 0) {
      give(object, attribute, operation.tag, notices);
    } else if (divesting) {
      // 7.5: one that waits already has had the owner asked to confirm.
      if (first) Notices::add(notices.confirm, owner, attribute);
    } else {
      Notices::add(notices.release, owner, attribute, operation.tag);
    }
  }
  notify(object, notices);
}

// By HLAmodifyAttributeState: neither the former owner nor the new one is told.
void Ownership::set_owner(const Operation& operation) {
  const auto found = federation_.objects.find(operation.object);
  if (found == federation_.objects.end() || found->second.deleted || operation.items.size() != 1) {
    return;
  }
  Object& object = found->second;
  const std::uint32_t item = operation.items.front();
  if (item >= object.owners.size() || object.owners[item] == rti_as_owner) return;
  const auto attribute = static_cast<std::uint16_t>(item);
  const bool owned = operation.flag != 0;
  const std::uint32_t owner = object.owners[attribute];
  if (owned == (owner == operation.federate)) return;
  Notices notices;
  const auto contest = object.contests.find(attribute);
  if (!owned) {
    const bool wanted = contest != object.contests.end() && !contest->second.acquirers.empty();
    if (wanted) {
      give(object, attribute, {}, notices);
    } else {
      if (contest != object.contests.end()) object.contests.erase(contest);
      change_owner(object, attribute, 0);
    }
  } else {
    change_owner(object, attribute, operation.federate);
    if (contest != object.contests.end()) {
      contest->second.divesting = false;
      contest->second.tag.clear();
      std::erase(contest->second.acquirers, operation.federate);
      settle_acquirers(object, attribute, notices);
    }
    if (Local* const local = federation_.find_local(operation.federate)) {
      const AttributeHandle handle{attribute};
      forget_acquiring(*local, object, std::span(&handle, 1));
    }
  }
  notify(object, notices);
}

// Does a federate of this node still ask so? A request that waits may have taken its place meanwhile.
bool Ownership::asks_if_available(std::uint32_t federate, const Object& object,
                                  std::uint16_t attribute) const {
  const Local* const local = federation_.find_local(federate);
  if (local == nullptr) return false;
  const auto asked = local->acquiring_if_available.find(object.handle);
  return asked != local->acquiring_if_available.end() && asked->second.test(attribute);
}

}  // namespace orrery::rti
