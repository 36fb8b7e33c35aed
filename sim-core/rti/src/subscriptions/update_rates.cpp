#include "subscriptions/update_rates.hpp"

#include <algorithm>
#include <utility>

#include "federation/known_objects.hpp"
#include "subscriptions/regional.hpp"
#include "wire/with_items.hpp"

namespace orrery::rti {
namespace {

double per_second(const ObjectModel& model, UpdateRateNumber rate) {
  return model.update_rates()[rate - 1].per_second;
}

// No rate is greater than any.
UpdateRateNumber greater(const ObjectModel& model, UpdateRateNumber a, UpdateRateNumber b) {
  if (a == 0 || b == 0) return 0;
  return per_second(model, a) >= per_second(model, b) ? a : b;
}

UpdateRateNumber rate_of(const Subscription& subscription, std::uint16_t attribute) {
  const auto found = subscription.rates.find(attribute);
  return found == subscription.rates.end() ? UpdateRateNumber{0} : found->second;
}

void raise(std::optional<UpdateRateNumber>& rate, const ObjectModel& model,
           UpdateRateNumber another) {
  rate = rate ? greater(model, *rate, another) : another;
}

}  // namespace

UpdateRateNumber subscribed_rate(const Federation& federation, const Member& member,
                                 std::uint16_t known, std::uint16_t attribute) {
  std::optional<UpdateRateNumber> rate;
  const auto plain = member.subscribed.find(known);
  if (plain != member.subscribed.end() && plain->second.attributes.test(attribute)) {
    raise(rate, federation.model, rate_of(plain->second, attribute));
  }
  if (const auto regional = member.subscribed_regions.find(known);
      regional != member.subscribed_regions.end()) {
    if (const auto uses = regional->second.find(attribute); uses != regional->second.end()) {
      for (const RegionUse& use : uses->second) raise(rate, federation.model, use.rate);
    }
  }
  return rate.value_or(0);
}

std::optional<UpdateRateNumber> wanted_rate(const Federation& federation, const Object& object,
                                            std::uint16_t attribute, std::uint32_t owner) {
  if (object.deleted) return {};
  const ObjectModel& model = federation.model;
  std::optional<UpdateRateNumber> rate;
  for (const auto& [handle, member] : federation.members) {
    if (handle == owner) continue;
    const auto known = known_class(federation, object, member);
    if (!known) continue;
    const auto plain = member.subscribed.find(known->value);
    if (plain != member.subscribed.end() && plain->second.active.test(attribute)) {
      raise(rate, model, rate_of(plain->second, attribute));
    }
    const auto regional = member.subscribed_regions.find(known->value);
    if (regional == member.subscribed_regions.end()) continue;
    const auto uses = regional->second.find(attribute);
    if (uses == regional->second.end() ||
        !in_subscribed(federation, object, attribute, uses->second, true)) {
      continue;
    }
    for (const RegionUse& use : uses->second) {
      if (use.active) raise(rate, model, use.rate);
    }
  }
  return rate;
}

void review_selection(const Federation& federation, View& view) {
  const ObjectModel& model = federation.model;
  const std::vector<ReducedAttribute> before = std::exchange(view.reduced, {});
  view.selective = view.regional.any();
  if (model.update_rates().empty() && !view.local->conveys.region_designator_sets) return;
  const Member& member = federation.members.at(view.local->handle);
  bool conveys = false;
  const auto& attributes = model[ObjectClassHandle{view.known}].attributes;
  for (std::uint16_t i = 0; i < attributes.size(); ++i) {
    if (!view.wanted.test(i)) continue;
    conveys |= view.local->conveys.region_designator_sets && !attributes[i].dimensions.empty();
    if (model.update_rates().empty()) continue;
    const UpdateRateNumber rate = subscribed_rate(federation, member, view.known, i);
    if (rate == 0) continue;
    const auto period = static_cast<std::int64_t>(1e9 / per_second(model, rate));
    const auto same = std::ranges::find(before, i, &ReducedAttribute::attribute);
    const bool goes_on = same != before.end() && same->period_ns == period;
    view.reduced.push_back({i, period, goes_on ? same->due_ns : 0});
  }
  view.selective |= conveys || !view.reduced.empty();
}

// In any interval there is at most one value more than the rate allows, and one by which its grid begins.
Bytes within_rates(View& view, const DataHead& head, Bytes message, std::vector<std::byte>& room,
                   std::int64_t now_ns) {
  return with_items(head, message, room, [&](std::uint16_t attribute) {
    const auto at = std::ranges::find(view.reduced, attribute, &ReducedAttribute::attribute);
    if (at == view.reduced.end()) return true;
    if (now_ns < at->due_ns) return false;
    at->due_ns = (now_ns - at->due_ns < at->period_ns ? at->due_ns : now_ns) + at->period_ns;
    return true;
  });
}

}  // namespace orrery::rti
