#include "orrery/transport/impairment.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace orrery::transport {
namespace {

constexpr std::int64_t default_reorder_ns = 1'000'000;

base::Status share(const char* name, double value) {
  if (value >= 0 && value <= 1) return {};
  return base::Error{base::ErrorCode::invalid_argument,
                     std::string(name) + " is " + std::to_string(value) + ": use 0 to 1"};
}

}  // namespace

base::Status check(const ImpairmentOptions& options) {
  for (const auto& [name, value] :
       {std::pair{"loss", options.loss}, std::pair{"duplicate", options.duplicate},
        std::pair{"reorder", options.reorder}, std::pair{"burst.enter", options.burst.enter},
        std::pair{"burst.leave", options.burst.leave},
        std::pair{"burst.loss_good", options.burst.loss_good},
        std::pair{"burst.loss_bad", options.burst.loss_bad}}) {
    if (auto checked = share(name, value); !checked) return checked;
  }
  if (options.delay_ns < 0 || options.jitter_ns < 0 || options.reorder_ns < 0 ||
      options.recovery_ns < 0 || options.bandwidth_bytes_per_s < 0 || !(options.gamma_shape > 0) ||
      std::ranges::any_of(options.delay_trace_ns, [](std::int64_t ns) { return ns < 0; })) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "a delay, a bandwidth or gamma_shape of the impairment is negative: use 0 "
                       "or more (gamma_shape: more)"};
  }
  if (options.queue_messages == 0) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "queue_messages of the impairment is 0: use 1 or more"};
  }
  return {};
}

Impairment::Impairment(const ImpairmentOptions& options, std::uint64_t link, bool reliable)
    : options_(&options), reliable_(reliable), random_(options.seed, base::mix64(link)) {}

// The same numbers are drawn whatever becomes of the packet: one setting more or less does not turn
// the rest of a run into another.
bool Impairment::lost() {
  const double of_state = random_.uniform();
  const double by_chance = random_.uniform();
  const double by_burst = random_.uniform();
  if (of_state < (bad_ ? options_->burst.leave : options_->burst.enter)) bad_ = !bad_;
  const bool in_burst = by_burst < (bad_ ? options_->burst.loss_bad : options_->burst.loss_good);
  const auto& trace = options_->loss_trace;
  const bool traced = !trace.empty() && trace[count_ % trace.size()] != 0;
  return by_chance < options_->loss || in_burst || traced;
}

std::int64_t Impairment::delay() {
  const auto& trace = options_->delay_trace_ns;
  if (!trace.empty()) return trace[count_ % trace.size()];
  const auto spread = static_cast<double>(options_->jitter_ns);
  double more = 0;
  switch (options_->jitter) {
    case Jitter::none:
      break;
    case Jitter::uniform:
      more = random_.uniform(-spread, spread);
      break;
    case Jitter::normal:
      more = random_.normal(0, spread);
      break;
    case Jitter::exponential:
      more = random_.exponential(spread);
      break;
    case Jitter::gamma:
      more = random_.gamma(options_->gamma_shape, spread / options_->gamma_shape);
      break;
  }
  return std::max<std::int64_t>(0, options_->delay_ns + std::llround(more));
}

Impairment::Fate Impairment::next(std::int64_t now_ns, std::size_t bytes) {
  const bool is_lost = lost();
  const std::int64_t delayed = delay();
  const bool is_double = random_.chance(options_->duplicate);
  const bool is_late = random_.chance(options_->reorder);
  ++count_;
  std::int64_t leaves = now_ns;
  if (options_->bandwidth_bytes_per_s > 0) {
    const double per_ns = options_->bandwidth_bytes_per_s * 1e-9;
    const double waiting =
        static_cast<double>(std::max<std::int64_t>(0, link_free_ns_ - now_ns)) * per_ns;
    if (!reliable_ && waiting + static_cast<double>(bytes) > options_->queue_bytes) {
      return {.copies = 0};
    }
    link_free_ns_ =
        std::max(now_ns, link_free_ns_) + std::llround(static_cast<double>(bytes) / per_ns);
    leaves = link_free_ns_;
  }
  Fate fate;
  std::int64_t due = leaves + delayed;
  if (reliable_) {
    due = std::max(due + (is_lost ? options_->recovery_ns : 0), last_due_ns_);
    last_due_ns_ = due;
    fate.due_ns[0] = due;
    return fate;
  }
  if (is_lost) return {.copies = 0};
  if (!options_->jitter_reorders) {
    due = std::max(due, last_due_ns_);
    last_due_ns_ = due;
  }
  if (is_late) due += options_->reorder_ns > 0 ? options_->reorder_ns : default_reorder_ns;
  fate.due_ns = {due, due};
  fate.copies = is_double ? 2 : 1;
  return fate;
}

}  // namespace orrery::transport
