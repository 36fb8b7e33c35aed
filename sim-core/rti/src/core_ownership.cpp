// Who owns what: decided in the one order of operations, so that all nodes agree without asking each other.
#include <algorithm>
#include <utility>

#include "core.hpp"

namespace orrery::rti {

// What one operation brings about at an object, as callbacks: each federate's attributes.
struct Core::Notices {
  using Attributes = std::map<std::uint32_t, std::vector<AttributeHandle>>;
  Attributes acquired;
  Attributes unavailable;
  Attributes release;
  Attributes confirm;
  Attributes cancelled;
  AttributeSet offered;
};

// To its first acquirer; whoever waits after it now waits for that one.
void Core::give(Federation& federation, Object& object, std::uint16_t attribute, Notices& notices) {
  const auto contest = object.contests.find(attribute);
  auto& acquirers = contest->second.acquirers;
  const std::uint32_t to = acquirers.front();
  acquirers.erase(acquirers.begin());
  object.owners[attribute] = to;
  object.ways[attribute] =
      way_of(federation.model[ObjectClassHandle{object.of}].attributes[attribute]);
  review_bounds(federation, object);
  contest->second.divesting = false;
  if (acquirers.empty()) {
    object.contests.erase(contest);
  } else {
    notices.release[to].push_back({attribute});
  }
  notices.acquired[to].push_back({attribute});
}

void Core::give_up(Federation& federation, Object& object, std::uint16_t attribute,
                   Notices& notices) {
  const auto contest = object.contests.find(attribute);
  if (contest != object.contests.end() && !contest->second.acquirers.empty()) {
    give(federation, object, attribute, notices);
    return;
  }
  object.contests.erase(attribute);
  object.owners[attribute] = 0;
  review_bounds(federation, object);
  notices.offered.set(attribute);
}

// Of what one federate owns or asks for.
void Core::release_all(Federation& federation, Object& object, std::uint32_t federate,
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
    give_up(federation, object, static_cast<std::uint16_t>(i), notices);
    changed = true;
  }
  if (changed) tell(federation, object, notices, {});
}

// The operation has come: the owner's word counts no more, its state does.
void Core::forget_given_up(Federation& federation, const Object& object,
                           const Operation& operation) {
  Local* const local = local_of(federation, operation.federate);
  if (local == nullptr) return;
  const auto given_up = local->given_up.find(object.handle);
  if (given_up == local->given_up.end()) return;
  for (const std::uint32_t item : operation.items) {
    if (item < most_attributes) given_up->second.reset(item);
  }
  if (given_up->second.none()) local->given_up.erase(given_up);
}

// To whoever publishes them and knows the object.
void Core::offer(Federation& federation, Object& object, Local& to, const AttributeSet& attributes,
                 Bytes tag) {
  if (object.deleted || object.removing) return;
  const auto view = std::ranges::find(object.views, &to, &View::local);
  const bool own = object.handle >> 32 == to.handle && !to.forgotten.contains(object.handle);
  if (view == object.views.end() && !own) return;
  const auto& published = federation.members.at(to.handle).published;
  const auto at = published.find(own ? object.of : view->known);
  if (at == published.end()) return;
  std::vector<AttributeHandle> offered;
  for (std::uint16_t i = 0; i < object.owners.size(); ++i) {
    if (!attributes.test(i) || !(at->second.test(i) || i == 0)) continue;
    const auto contest = object.contests.find(i);
    const bool free = object.owners[i] == 0;
    const bool negotiated = contest != object.contests.end() && contest->second.divesting &&
                            object.owners[i] != to.handle;
    if (free || negotiated) offered.push_back({i});
  }
  if (offered.empty()) return;
  post(
      to,
      [id = object.handle, offered,
       kept = std::vector<std::byte>(tag.begin(), tag.end())](FederateAmbassador& each) {
        each.request_attribute_ownership_assumption({id}, offered, kept);
      },
      tag.size() + offered.size() * sizeof offered[0]);
}

void Core::tell(Federation& federation, Object& object, const Notices& notices, Bytes tag) {
  const auto each = [&](const Notices::Attributes& told, auto&& callback) {
    for (const auto& [handle, attributes] : told) {
      Local* const local = local_of(federation, handle);
      if (local == nullptr || has_left(federation, object.handle, handle)) continue;
      post(
          *local,
          [callback, id = ObjectInstanceHandle{object.handle}, attributes = attributes,
           kept = std::vector<std::byte>(tag.begin(), tag.end())](FederateAmbassador& to) {
            callback(to, id, attributes, kept);
          },
          tag.size() + attributes.size() * sizeof attributes[0]);
    }
  };
  for (const auto* answered : {&notices.acquired, &notices.unavailable, &notices.cancelled}) {
    for (const auto& [handle, attributes] : *answered) {
      Local* const local = local_of(federation, handle);
      if (local == nullptr) continue;
      AttributeSet& asked = local->acquiring[object.handle];
      for (const AttributeHandle attribute : attributes) asked.reset(attribute.value);
      if (asked.none()) local->acquiring.erase(object.handle);
    }
  }
  each(notices.acquired, [](auto& to, auto id, const auto& attributes, const auto& kept) {
    to.attribute_ownership_acquisition_notification(id, attributes, kept);
  });
  each(notices.unavailable, [](auto& to, auto id, const auto& attributes, const auto&) {
    to.attribute_ownership_unavailable(id, attributes);
  });
  each(notices.cancelled, [](auto& to, auto id, const auto& attributes, const auto&) {
    to.confirm_attribute_ownership_acquisition_cancellation(id, attributes);
  });
  each(notices.release, [](auto& to, auto id, const auto& attributes, const auto& kept) {
    to.request_attribute_ownership_release(id, attributes, kept);
  });
  each(notices.confirm, [](auto& to, auto id, const auto& attributes, const auto&) {
    to.request_divestiture_confirmation(id, attributes);
  });
  // A new owner's regions may be near to others than the former's were. A registrant that owns less than all of it receives
  // what others own.
  tell_newest_of(federation, std::span(&object.handle, 1));
  for (std::size_t i = 0; i < federation.locals.size(); ++i) {
    Local& local = *federation.locals[i];
    review_object(federation, object, local);
    if (notices.offered.any()) offer(federation, object, local, notices.offered, tag);
  }
}

void Core::apply_divest(Federation& federation, const Operation& operation) {
  const std::uint32_t federate = operation.federate;
  if (operation.kind == OperationKind::divest_class) {
    AttributeSet attributes;
    for (const std::uint32_t item : operation.items) {
      if (item < attributes.size()) attributes.set(item);
    }
    for (auto& [id, object] : federation.objects) {
      if (object.deleted || object.of != operation.of) continue;
      release_all(federation, object, federate, attributes);
      forget_given_up(federation, object, operation);
    }
    return;
  }
  const auto found = federation.objects.find(operation.object);
  if (found == federation.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  Notices notices;
  for (const std::uint32_t item : operation.items) {
    // It may have ceased to be its owner's to give.
    if (item >= object.owners.size() || object.owners[item] != federate) continue;
    const auto attribute = static_cast<std::uint16_t>(item);
    const auto contest = object.contests.find(attribute);
    const bool wanted = contest != object.contests.end() && !contest->second.acquirers.empty();
    switch (static_cast<Divestiture>(operation.flag)) {
      case Divestiture::unconditional:
        give_up(federation, object, attribute, notices);
        break;
      case Divestiture::negotiated:
        object.contests[attribute].divesting = true;
        if (wanted) {
          notices.confirm[federate].push_back({attribute});
        } else {
          notices.offered.set(attribute);
        }
        break;
      case Divestiture::confirmed:
        if (wanted && contest->second.divesting) give(federation, object, attribute, notices);
        break;
      case Divestiture::cancelled:
        if (contest == object.contests.end()) break;
        contest->second.divesting = false;
        if (!wanted) object.contests.erase(contest);
        break;
    }
  }
  forget_given_up(federation, object, operation);
  tell(federation, object, notices, operation.tag);
}

void Core::apply_acquire(Federation& federation, const Operation& operation) {
  const std::uint32_t federate = operation.federate;
  const auto found = federation.objects.find(operation.object);
  if (found == federation.objects.end() || found->second.deleted) return;
  Object& object = found->second;
  Notices notices;
  for (const std::uint32_t item : operation.items) {
    if (item >= object.owners.size() || object.owners[item] == federate) continue;
    const auto attribute = static_cast<std::uint16_t>(item);
    const auto how = static_cast<Acquisition>(operation.flag);
    auto contest = object.contests.find(attribute);
    const bool divesting = contest != object.contests.end() && contest->second.divesting;
    if (how == Acquisition::cancelled) {
      if (contest == object.contests.end()) continue;
      if (std::erase(contest->second.acquirers, federate) == 0) continue;
      notices.cancelled[federate].push_back({attribute});
      if (contest->second.acquirers.empty() && !divesting) object.contests.erase(contest);
      continue;
    }
    const std::uint32_t owner = object.owners[attribute];
    if (how == Acquisition::if_available && owner != 0 && !divesting) {
      notices.unavailable[federate].push_back({attribute});
      continue;
    }
    auto& acquirers = object.contests[attribute].acquirers;
    if (std::ranges::find(acquirers, federate) == acquirers.end()) acquirers.push_back(federate);
    if (owner == 0) {
      give(federation, object, attribute, notices);
    } else {
      (divesting ? notices.confirm : notices.release)[owner].push_back({attribute});
    }
  }
  tell(federation, object, notices, operation.tag);
}

}  // namespace orrery::rti
