#include "scenario.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace orrery::workloads::networked {

namespace {

// A plan without systems is refused before it is simulated.
std::uint32_t systems_of(const std::vector<std::int32_t>& by_node) {
  return static_cast<std::uint32_t>(
      std::max(1, std::accumulate(by_node.begin(), by_node.end(), 0)));
}

std::int64_t nanoseconds(double ms) { return std::llround(ms * 1e6); }

// Tolerance for the rounding of speeds in every step.
constexpr double rounding = 1 + 1e-9;

}  // namespace

Scenario::Scenario(const contracts::NetworkedSystemsPlan& plan, std::uint64_t seed)
    : plan_(plan),
      seed_(seed),
      tree_(systems_of(plan.systems_by_node), static_cast<std::uint32_t>(plan.fan_out)),
      step_ns_(std::int64_t{plan.step_ms} * 1'000'000) {
  link_.seed = seed;
  link_.delay_ns = nanoseconds(plan.link_latency_ms);
  link_.jitter_ns = nanoseconds(plan.link_jitter_ms);
  link_.jitter = link_.jitter_ns > 0 ? transport::Jitter::uniform : transport::Jitter::none;
  drain_ = longest_way(2 * tree_.depth());
}

std::uint32_t Scenario::users_of(SystemId system) const {
  const std::uint32_t systems = tree_.size();
  return users() / systems + (system < users() % systems ? 1 : 0);
}

User Scenario::make_user(std::uint32_t user) const {
  return User(seed_, user, plan_.motion, plan_.speed_m_per_s, step_s());
}

Step Scenario::longest_way(std::uint32_t hops) const {
  const std::int64_t slowest = link_.delay_ns + link_.jitter_ns;
  if (routed()) return hops * look_at(slowest, 0);
  return look_at(hops * slowest, 0);
}

std::uint32_t Scenario::copies(LaneId lane) const {
  return routed() ? tree_.size() - tree_.lanes()[lane].near : 1;
}

transport::Impairment Scenario::impairment(LaneId lane, SystemId source) const {
  return {link_, std::uint64_t{source} * tree_.lanes().size() + lane, true};
}

Step Scenario::look_at(std::int64_t due_ns, Step sent) const {
  return std::max(sent + 1, static_cast<Step>((due_ns + step_ns_ - 1) / step_ns_));
}

bool Scenario::must_send(const User& user, const Update& last, Step now) const {
  if (now == 0 || plan_.approximation == contracts::Approximation::continuous) return true;
  const Vector reckoned = position_after(last, seconds(last.sent, now));
  return distance(user.position(), reckoned) > plan_.threshold_m;
}

// While the user has sent nothing newer, the shadow is within the threshold of the user. A newer update is under way for at
// most the longest way. Meanwhile user and shadow may move apart at the sum of their speeds.
double Scenario::allowed_error(const Update& newest, Step now, std::uint32_t hops) const {
  const bool reckoned = plan_.approximation != contracts::Approximation::continuous;
  const double age = seconds(newest.sent, now);
  const double parted = std::min(age, seconds(0, longest_way(hops)));
  const double shadow =
      std::max(length(velocity_after(newest, age - parted)), length(velocity_after(newest, age)));
  return ((reckoned ? plan_.threshold_m : 0) + parted * (plan_.speed_m_per_s + shadow)) * rounding +
         1e-9;
}

std::uint64_t Scenario::contribution(SystemId system, std::uint32_t user, Step step,
                                     Vector position) const {
  const std::uint64_t who = std::uint64_t{system} << 32U | user;
  const std::uint64_t where = std::bit_cast<std::uint64_t>(position.x) ^
                              std::rotl(std::bit_cast<std::uint64_t>(position.y), 31);
  return base::mix64(where + who * 0x9e3779b97f4a7c15U) * (base::mix64(step) | 1U);
}

}  // namespace orrery::workloads::networked
