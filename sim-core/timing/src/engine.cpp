#include "engine.hpp"

#include <algorithm>
#include <string>

namespace orrery::timing {

Engine::Engine(const LbtsOptions& options)
    : options_(options),
      pattern_(options.parties, options.fan_out),
      slots_(2 * options.in_flight + 1),
      early_(2 * options.in_flight + 1) {
  const std::size_t heard = std::size_t{pattern_.rounds()} * (options.fan_out - 1);
  for (Slot& slot : slots_) {
    slot.heard.resize(heard);
    slot.there.resize(heard);
  }
}

Algorithm Engine::algorithm_of(std::uint64_t computation) const {
  if (options_.algorithm != Algorithm::automatic) return options_.algorithm;
  if (chosen_from_ != 0 && computation >= chosen_from_) return chosen_;
  return computation <= options_.trials ? Algorithm::butterfly : Algorithm::central;
}

// Another party enters at most `in_flight` beyond what it has finished, which needs that we entered it.
Engine::Slot* Engine::slot_of(std::uint64_t computation) {
  if (computation <= finished_to_ || computation > finished_to_ + 2 * options_.in_flight) {
    return nullptr;
  }
  Slot& slot = slots_[computation % slots_.size()];
  if (slot.computation != computation) {
    slot.computation = computation;
    slot.entered = slot.reduced = slot.finished = slot.announced = false;
    slot.own = slot.total = slot.sum = slot.rest = {};
    slot.round = slot.reports = 0;
    std::fill(slot.there.begin(), slot.there.end(), false);
  }
  return &slot;
}

void Engine::send(std::uint32_t to, const LbtsMessage& message, Outbox& out) {
  ++counters_.messages;
  out.emplace_back(to, message).message.from = options_.self;
}

void Engine::received(std::uint64_t tag, Time time, std::int64_t now_ns, Outbox& out) {
  if (tag > finished_to_ + 2 * options_.in_flight) {
    ++counters_.refused;
    return;
  }
  ++received_;
  if (tag > entered_) {
    // Sent after its sender entered what we have not: no part of that computation.
    ++early_[tag % early_.size()];
    heard_of_ = std::max(heard_of_, tag);
    return;
  }
  for (std::uint64_t computation = std::max(tag, finished_to_) + 1; computation <= entered_;
       ++computation) {
    Slot* slot = slot_of(computation);
    if (slot == nullptr || slot->finished) continue;
    ++counters_.transients;
    slot->own.merge({.bound = {.least = time}, .floor = {}, .delay = {}, .under_way = -1});
    correct(*slot, now_ns, out);
  }
}

bool Engine::enter(const Promise& promise, std::int64_t now_ns, Outbox& out) {
  if (under_way() >= options_.in_flight) return false;
  ++entered_;
  heard_of_ = std::max(heard_of_, entered_);
  Slot& slot = *slot_of(entered_);
  slot.entered = true;
  if (entered_ == 1) trial_started_ns_ = now_ns;
  std::int64_t early = 0;
  for (std::uint64_t tag = entered_; tag <= finished_to_ + 2 * options_.in_flight; ++tag) {
    early += early_[tag % early_.size()];
  }
  early_[entered_ % early_.size()] = 0;
  const Partial own{.bound = {.least = promise.bound, .who = options_.self},
                    .floor = {.least = promise.floor, .who = options_.self},
                    .delay = {.least = promise.delay, .who = options_.self},
                    .under_way = sent_ - (received_ - early)};
  if (algorithm_of(entered_) == Algorithm::central) {
    report(slot, own, out);
    settle(slot, now_ns, out);
  } else {
    slot.sum = own;
    send_round(slot, out);
    advance(slot, now_ns, out);
  }
  return true;
}

void Engine::send_round(const Slot& slot, Outbox& out) {
  if (slot.round >= pattern_.rounds()) return;
  const std::uint32_t neighbours = pattern_.neighbours(slot.round);
  for (std::uint32_t times = 1; times <= neighbours; ++times) {
    send(pattern_.after(options_.self, times, slot.round),
         {.computation = slot.computation,
          .kind = LbtsMessage::Kind::reduce,
          .round = slot.round,
          .sum = slot.sum,
          .rest = slot.rest},
         out);
  }
}

void Engine::advance(Slot& slot, std::int64_t now_ns, Outbox& out) {
  if (!slot.entered || slot.reduced) return;
  while (slot.round < pattern_.rounds()) {
    const std::uint32_t neighbours = pattern_.neighbours(slot.round);
    const std::size_t first = std::size_t{slot.round} * (options_.fan_out - 1);
    for (std::uint32_t i = 0; i < neighbours; ++i) {
      if (!slot.there[first + i]) return;
    }
    const std::uint32_t digit = pattern_.digit(slot.round);
    Partial rest = digit == 0 ? slot.rest : slot.sum;
    for (std::uint32_t times = 1; times <= digit && times <= neighbours; ++times) {
      const LbtsMessage& heard = slot.heard[first + times - 1];
      rest.merge(times == digit ? heard.rest : heard.sum);
    }
    for (std::uint32_t i = 0; i < neighbours; ++i) slot.sum.merge(slot.heard[first + i].sum);
    slot.rest = rest;
    ++slot.round;
    send_round(slot, out);
  }
  reduced(slot, pattern_.whole_power() ? slot.sum : slot.rest, now_ns, out);
}

void Engine::reduced(Slot& slot, const Partial& partial, std::int64_t now_ns, Outbox& out) {
  slot.reduced = true;
  slot.total.merge(partial);
  correct(slot, now_ns, out);
  settle(slot, now_ns, out);
}

void Engine::report(Slot& slot, const Partial& partial, Outbox& out) {
  if (options_.self != 0) {
    slot.reduced = true;  // what party 0 says is the result
    send(0, {.computation = slot.computation, .kind = LbtsMessage::Kind::report, .sum = partial},
         out);
    return;
  }
  slot.total.merge(partial);
  ++slot.reports;
  announce(slot, out);
  slot.reduced = slot.reports == options_.parties;
}

void Engine::announce(Slot& slot, Outbox& out) {
  if (slot.announced) return;
  slot.announced = true;
  for (std::uint32_t to = 1; to < options_.parties; ++to) {
    send(to, {.computation = slot.computation, .kind = LbtsMessage::Kind::begin}, out);
  }
}

void Engine::correct(Slot& slot, std::int64_t now_ns, Outbox& out) {
  if (slot.own.under_way == 0) return;
  const bool central = algorithm_of(slot.computation) == Algorithm::central;
  // Until the reduction is known, corrections are gathered: most need no message of their own.
  if (!slot.reduced && !(central && options_.self == 0)) return;
  const Partial own = slot.own;
  slot.own = {};
  LbtsMessage message{.computation = slot.computation,
                      .kind = LbtsMessage::Kind::correct,
                      .origin = options_.self,
                      .sum = own};
  if (central && options_.self != 0) {
    send(0, message, out);
    return;
  }
  slot.total.merge(own);
  if (!central) {
    std::uint32_t levels = 0;
    while (pattern_.power(levels) < options_.parties) ++levels;
    forward(message, levels, out);
  }
  settle(slot, now_ns, out);
}

// To the parties whose distance from the origin has the same digits as ours from `levels` on, and a
// digit of its own below: each hears it once.
void Engine::forward(const LbtsMessage& correction, std::uint32_t levels, Outbox& out) {
  const std::uint64_t own =
      (options_.self + std::uint64_t{options_.parties} - correction.origin) % options_.parties;
  for (std::uint32_t level = levels; level-- > 0;) {
    const std::uint64_t power = pattern_.power(level);
    for (std::uint64_t times = 1;
         times < options_.fan_out && own + times * power < options_.parties; ++times) {
      LbtsMessage message = correction;
      message.round = level;
      send(static_cast<std::uint32_t>((correction.origin + own + times * power) % options_.parties),
           message, out);
    }
  }
}

void Engine::settle(Slot& slot, std::int64_t now_ns, Outbox& out) {
  if (!slot.reduced || slot.finished || slot.total.under_way != 0) return;
  const bool central = algorithm_of(slot.computation) == Algorithm::central;
  if (!central) {
    finish(slot, slot.total, now_ns);
    return;
  }
  if (options_.self != 0) return;  // party 0 will tell
  std::uint64_t choice = 0;
  const std::uint64_t computation = slot.computation;
  const Partial total = slot.total;
  finish(slot, total, now_ns);
  if (options_.algorithm == Algorithm::automatic &&
      computation == 2 * std::uint64_t{options_.trials}) {
    chosen_ = butterfly_ns_ < central_ns_ ? Algorithm::butterfly : Algorithm::central;
    // Nobody enters that one before it has finished this one.
    chosen_from_ = computation + options_.in_flight + 1;
    choice = chosen_ == Algorithm::butterfly ? 1 : 2;
  }
  for (std::uint32_t to = 1; to < options_.parties; ++to) {
    send(to,
         {.computation = computation,
          .kind = LbtsMessage::Kind::result,
          .choice = choice,
          .sum = total},
         out);
  }
}

void Engine::finish(Slot& slot, const Partial& total, std::int64_t now_ns) {
  slot.finished = true;
  ++counters_.computations;
  bounds_.push_back({slot.computation, total.bound.least, total.bound.without(options_.self),
                     total.floor.without(options_.self), total.delay.without(options_.self)});
  // From one to the next, so that the way of the news from party 0 to the others counts too.
  if (slot.computation == options_.trials) {
    butterfly_ns_ = now_ns - trial_started_ns_;
    trial_started_ns_ = now_ns;
  } else if (slot.computation == 2 * std::uint64_t{options_.trials}) {
    central_ns_ = now_ns - trial_started_ns_;
  }
  while (finished_to_ < entered_) {
    const Slot& next = slots_[(finished_to_ + 1) % slots_.size()];
    if (next.computation != finished_to_ + 1 || !next.finished) break;
    ++finished_to_;
  }
}

std::optional<Bound> Engine::take() {
  if (bounds_.empty()) return {};
  const Bound bound = bounds_.front();
  bounds_.pop_front();
  return bound;
}

void Engine::on_message(const LbtsMessage& message, std::int64_t now_ns, Outbox& out) {
  using Kind = LbtsMessage::Kind;
  // More messages than there can be: sums of such numbers would be none.
  constexpr std::int64_t most_under_way = std::int64_t{1} << 40;
  const auto countable = [](const Partial& sum) {
    return sum.under_way <= most_under_way && sum.under_way >= -most_under_way;
  };
  if (message.from >= options_.parties || message.from == options_.self ||
      message.origin >= options_.parties || !countable(message.sum) || !countable(message.rest)) {
    ++counters_.refused;
    return;
  }
  Slot* slot = slot_of(message.computation);
  if (slot == nullptr || slot->finished) {
    // An announcement may come after the result.
    if (message.kind != Kind::begin) ++counters_.refused;
    return;
  }
  heard_of_ = std::max(heard_of_, message.computation);
  // Others may know the choice before us. Then the message tells it: with a centre, corrections go to
  // party 0 alone, which is the first to know.
  const bool known = options_.algorithm != Algorithm::automatic || chosen_from_ != 0 ||
                     message.computation <= 2 * std::uint64_t{options_.trials} + options_.in_flight;
  const bool central = known ? algorithm_of(message.computation) == Algorithm::central
                             : message.kind != Kind::reduce && message.kind != Kind::correct;
  switch (message.kind) {
    case Kind::reduce: {
      const std::uint64_t distance =
          (options_.self + std::uint64_t{options_.parties} - message.from) % options_.parties;
      if (central || message.round >= pattern_.rounds() ||
          distance % pattern_.power(message.round) != 0) {
        break;
      }
      const std::uint64_t times = distance / pattern_.power(message.round);
      if (times == 0 || times > pattern_.neighbours(message.round)) break;
      const std::size_t at = std::size_t{message.round} * (options_.fan_out - 1) + times - 1;
      if (slot->there[at]) break;
      slot->heard[at] = message;
      slot->there[at] = true;
      advance(*slot, now_ns, out);
      return;
    }
    case Kind::correct:
      if (central && options_.self != 0) break;
      slot->total.merge(message.sum);
      if (!central) {
        if (message.round > pattern_.rounds()) break;
        forward(message, message.round, out);
      }
      settle(*slot, now_ns, out);
      return;
    case Kind::report:
      if (!central || options_.self != 0 || slot->reports >= options_.parties) break;
      report(*slot, message.sum, out);
      settle(*slot, now_ns, out);
      return;
    case Kind::begin:
      if (message.from != 0 || !central) break;
      return;
    case Kind::result:
      if (message.from != 0 || !central || !slot->entered) break;
      if (message.choice != 0) {
        chosen_ = message.choice == 1 ? Algorithm::butterfly : Algorithm::central;
        chosen_from_ = message.computation + options_.in_flight + 1;
      }
      finish(*slot, message.sum, now_ns);
      return;
  }
  ++counters_.refused;
}

base::Result<std::unique_ptr<Lbts>> Lbts::create(const LbtsOptions& options) {
  const auto invalid = [](const std::string& message) {
    return base::Error{base::ErrorCode::invalid_argument, message};
  };
  if (options.parties == 0 || options.parties > (1U << 20)) {
    return invalid("parties is " + std::to_string(options.parties) + ": use 1 to 1048576");
  }
  if (options.self >= options.parties) {
    return invalid("self is " + std::to_string(options.self) + ": use 0 to parties - 1 (" +
                   std::to_string(options.parties - 1) + ")");
  }
  if (options.fan_out < 2 || options.fan_out > 1024) {
    return invalid("fan_out is " + std::to_string(options.fan_out) + ": use 2 to 1024");
  }
  if (options.in_flight == 0 || options.in_flight > 1024) {
    return invalid("in_flight is " + std::to_string(options.in_flight) + ": use 1 to 1024");
  }
  if (options.trials == 0) return invalid("trials is 0: use 1 or more");
  return std::unique_ptr<Lbts>(std::make_unique<Engine>(options));
}

std::uint32_t butterfly_rounds(std::uint32_t parties, std::uint32_t fan_out) {
  return Pattern(parties, fan_out).rounds();
}

}  // namespace orrery::timing
