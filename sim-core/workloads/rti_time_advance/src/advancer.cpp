#include "advancer.hpp"

namespace orrery::workloads::rti_time_advance {

Advancer::Advancer(rti::BasicNode& node, const federates::Cast& cast, int number,
                   const contracts::RtiTimeAdvancePlan& plan, std::atomic<std::uint64_t>* done)
    : Party(node, cast, number),
      plan_(plan),
      done_(done),
      wanted_(static_cast<std::uint64_t>(plan.warmup_advances)) {}

rti::Status Advancer::declare() {
  if (auto enabled = rti().enable_time_regulation(rti::float64_interval(plan_.lookahead));
      !enabled) {
    return enabled;
  }
  if (auto enabled = rti().enable_time_constrained(); !enabled) return enabled;
  // Control messages between federates must not wait for an advance.
  return rti().enable_asynchronous_delivery();
}

void Advancer::began() {
  wanted_ += static_cast<std::uint64_t>(plan_.advances);
  advanced_ = {};
  began_ns_ = base::now_ns();
}

bool Advancer::work() {
  if (pending_) return false;
  if (steps_ == wanted_) {
    if (!measuring()) {
      warmed_up();
      return false;
    }
    if (advanced_.elapsed_ns == 0) advanced_.elapsed_ns = base::now_ns() - began_ns_;
    finish();
    return true;
  }
  ++steps_;
  requested_ = rti::float64_time(static_cast<double>(steps_) * plan_.step);
  pending_ = true;
  return must(rti().time_advance_request(requested_), "requesting an advance");
}

void Advancer::time_advance_grant(rti::LogicalTime time) {
  pending_ = false;
  ++advanced_.grants;
  if (time != requested_) ++advanced_.wrong;
  advanced_.reached = rti::to_float64(time);
  if (measuring() && done_ != nullptr) done_->store(advanced_.grants, std::memory_order_relaxed);
}

}  // namespace orrery::workloads::rti_time_advance
