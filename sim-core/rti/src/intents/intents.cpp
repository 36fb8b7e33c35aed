#include "intents/intents.hpp"

#include <utility>

namespace orrery::rti {

namespace {

// Of how many messages one is asked about, on average. Each answer is a packet.
std::uint32_t stride_of(IntentKind kind) { return kind == IntentKind::save_bandwidth ? 32 : 16; }

}  // namespace

void Intents::change(const Intent& intent) {
  if (working_ && working_->intent == intent) {
    working_->latency.clear();
    working_->changes = 0;
    return;
  }
  if (working_) set(working_->before);
  working_.reset();
  windows_.observe(nullptr, 1);
  if (intent.kind == IntentKind::none) return;
  const IntentSettings before{net_.bundler().bundling(), windows_.most_waiting()};
  working_ = std::make_unique<Working>(intent, before);
  windows_.observe(this, stride_of(intent.kind));
  set(working_->controller.settings());
}

IntentReport Intents::report() const {
  IntentReport now;
  now.bundling = net_.bundler().bundling();
  now.most_waiting = windows_.most_waiting();
  if (!working_) return now;
  now.intent = working_->intent;
  now.changes = working_->changes;
  now.measured = working_->latency.count();
  now.reached_ns =
      static_cast<std::int64_t>(working_->latency.quantile(working_->intent.percentile));
  return now;
}

void Intents::took(std::int64_t ns) {
  working_->controller.took(ns);
  working_->latency.record(static_cast<std::uint64_t>(ns < 0 ? 0 : ns));
}

void Intents::choose() {
  if (!working_->controller.work(net_.clock().now_ns(), counters_.avoided)) return;
  ++working_->changes;
  set(working_->controller.settings());
}

void Intents::set(const IntentSettings& settings) {
  net_.bundler().set(settings.bundling);
  windows_.bound(settings.most_waiting);
}

}  // namespace orrery::rti
