// Update rates: 5.6, 6.21, 9.8, 10.14.
#include "model_rates.hpp"

#include <algorithm>

#include "model.hpp"

namespace orrery::rti::testing {

namespace {

std::int64_t period_ns(int rate) { return static_cast<std::int64_t>(1e9 / rate_value(rate)); }

bool is_reducible(const Callback& message) {
  return message.kind == CallbackKind::reflect_attribute_values &&
         message.sent == OrderType::receive &&
         message.choice == static_cast<int>(TransportationType::best_effort);
}

}  // namespace

double rate_value(int rate) {
  return rate <= 0 ? 0 : fom::update_rate_values()[static_cast<std::size_t>(rate - 1)];
}

int greater_rate(int first, int second) {
  if (first == not_subscribed) return second;
  if (second == not_subscribed) return first;
  if (first == not_reduced || second == not_reduced) return not_reduced;
  return rate_value(first) >= rate_value(second) ? first : second;
}

// 5.6, 9.8: of all its subscriptions to the attribute at the class.
int Model::subscribed_rate(const Joined& of, int object_class, int attribute) {
  int rate = not_subscribed;
  const auto raise = [&](const Interest& interest) { rate = greater_rate(rate, interest.rate); };
  if (const auto row = of.subscribed.find(object_class); row != of.subscribed.end()) {
    if (const auto plain = row->second.find(attribute); plain != row->second.end())
      raise(plain->second);
  }
  if (const auto row = of.regional.find(object_class); row != of.regional.end()) {
    if (const auto uses = row->second.find(attribute); uses != row->second.end())
      for (const auto& [region, interest] : uses->second) raise(interest);
  }
  return rate;
}

// 6.21: with which one federate is actively subscribed to the attribute at the class, where the regions are in which it is sent.
int Model::wanted_rate(const Joined& of, int object_class, int attribute,
                       const std::vector<Bounds>& sent) const {
  if (!is_interested(of, object_class, attribute, sent, true)) return not_subscribed;
  int rate = not_subscribed;
  if (const auto row = of.subscribed.find(object_class); row != of.subscribed.end()) {
    const auto plain = row->second.find(attribute);
    if (plain != row->second.end() && plain->second.active) rate = plain->second.rate;
  }
  if (const auto row = of.regional.find(object_class); row != of.regional.end()) {
    const auto uses = row->second.find(attribute);
    if (uses != row->second.end() && is_within_uses(uses->second, sent, true)) {
      for (const auto& [region, interest] : uses->second)
        if (interest.active) rate = greater_rate(rate, interest.rate);
    }
  }
  return rate;
}

// 6.21: what may be the greatest rate of the others' active subscriptions, each at its known class of the object.
std::set<int> Model::wanted_rates(const Joined& of, int number, int attribute) const {
  const ObjectInstance& object = federation_.objects.at(number);
  if (object.deleted) return {not_subscribed};
  const std::vector<Bounds> sent = update_regions(object, attribute);
  std::set<int> greatest{not_subscribed};
  for (const auto& [join, other] : federation_.joined) {
    if (join == of.id) continue;
    std::set<int> rates;
    const auto known = other.known.find(number);
    const auto discovery = other.discoveries.find(number);
    if (known != other.known.end()) {
      rates = {wanted_rate(other, known->second, attribute, sent)};
    } else if (discovery != other.discoveries.end()) {
      for (const int as : discovery->second.classes)
        rates.insert(wanted_rate(other, as, attribute, sent));
      if (!discovery->second.mandatory) rates.insert(not_subscribed);
    } else {
      continue;
    }
    std::set<int> combined;
    for (const int before : greatest)
      for (const int rate : rates) combined.insert(greater_rate(before, rate));
    greatest = std::move(combined);
  }
  return greatest;
}

// 10.14: to the owner the greatest rate that others want, to others that of their own subscription.
void Model::judge_attribute_rate(const Call& call, Joined& me, Verdict& verdict) const {
  const int attribute = call.attributes.front();
  const ObjectInstance& object = federation_.objects.at(call.subject);
  std::set<int> rates;
  if (owns(object.attributes.at(attribute), me)) {
    rates = wanted_rates(me, call.subject, attribute);
    if (const auto earlier = me.rates_wanted.find({call.subject, attribute});
        earlier != me.rates_wanted.end()) {
      rates.insert(earlier->second.begin(), earlier->second.end());
    }
  } else {
    rates = {subscribed_rate(me, me.known.at(call.subject), attribute)};
  }
  verdict.wrong_value = [rates](const std::string& value) -> std::string {
    std::string expected;
    for (const int each : rates) {
      if (value == time_text(rate_value(each))) return {};
      expected += (expected.empty() ? "" : " or ") + time_text(rate_value(each));
    }
    return "expected " + expected;
  };
}

// Follows with which rate the federate gets each attribute of the objects that it knows or is about to.
void Model::refresh_rates(Joined& of) {
  for (const auto& [number, object] : federation_.objects) {
    const auto known = of.known.find(number);
    const auto discovery = of.discoveries.find(number);
    if (known == of.known.end() && discovery == of.discoveries.end()) {
      forget_rates(of, number);
      continue;
    }
    const bool is_open = known == of.known.end() && discovery->second.classes.size() > 1;
    const int as = known != of.known.end() ? known->second : *discovery->second.classes.begin();
    for (const auto& [attribute, instance] : object.attributes) {
      const int rate = is_open ? open_rate : subscribed_rate(of, as, attribute);
      Reduction& reduction = of.reductions[{number, attribute}];
      if (reduction.rate != rate) {
        // It may be the same rate again once it is not open any more.
        const bool may_go_on = rate == open_rate || reduction.rate == open_rate;
        const auto sent = may_go_on ? reduction.last_sent : std::nullopt;
        reduction = {.rate = rate, .begun = number_, .last_sent = sent};
      }
      // Another node's subscription may be on its way.
      if (!is_settled_ && !object.deleted)
        of.rates_wanted[{number, attribute}].merge(wanted_rates(of, number, attribute));
    }
  }
}

void Model::forget_rates(Joined& of, int object) {
  const auto is_of_object = [&](const auto& each) { return each.first.first == object; };
  std::erase_if(of.reductions, is_of_object);
  std::erase_if(of.rates_wanted, is_of_object);
}

void Model::restore_rates(Joined& of) const {
  for (auto& [place, reduction] : of.reductions)
    reduction = {.rate = reduction.rate, .begun = number_, .last_sent = now_ns_.value_or(0)};
}

// 5.6: an update is sent to the federate.
void Model::reduce(Joined& of, Expected& expected) const {
  if (!is_reducible(expected.what)) return;
  expected.sent_ns = now_ns_.value_or(0);
  for (const auto& [attribute, value] : expected.what.values) {
    const auto found = of.reductions.find({expected.what.subject, attribute});
    if (found == of.reductions.end()) continue;
    Reduction& reduction = found->second;
    const bool is_reduced = reduction.rate > not_reduced || reduction.rate == open_rate;
    const bool soon = reduction.last_sent &&
                      (!now_ns_ || reduction.rate == open_rate ||
                       expected.sent_ns - *reduction.last_sent < period_ns(reduction.rate));
    if (is_reduced && (soon || reduction.rate == open_rate)) expected.dispensable.insert(attribute);
    if (is_reduced) reduction.last_sent = expected.sent_ns;
  }
}

// 5.6: empty: its rates allow what the federate got of the update.
std::string Model::wrong_rate(Joined& of, const Expected& expected, const Callback& callback) {
  if (!now_ns_ || !is_reducible(expected.what)) return {};
  for (const auto& [attribute, value] : callback.values) {
    const auto found = of.reductions.find({callback.subject, attribute});
    if (found == of.reductions.end() || found->second.rate <= not_reduced ||
        expected.number <= found->second.begun) {
      continue;
    }
    std::vector<std::int64_t>& reflected = found->second.reflected;
    reflected.insert(std::ranges::upper_bound(reflected, expected.sent_ns), expected.sent_ns);
    // Among nodes it may have come at any time since it was sent.
    const std::int64_t last = among_nodes_ ? *now_ns_ : reflected.back();
    for (std::size_t first = 0; first < reflected.size(); ++first) {
      const std::int64_t periods = (last - reflected[first]) / period_ns(found->second.rate);
      if (static_cast<std::int64_t>(reflected.size() - first) > periods + 2)
        return "it is more than the update rate of attribute " + std::to_string(attribute) +
               " allows";
    }
  }
  return {};
}

}  // namespace orrery::rti::testing
