#include "engine.hpp"

#include <algorithm>
#include <cmath>

namespace orrery::workloads::networked {

Engine::Engine(const Scenario& scenario, const std::vector<std::size_t>& node_of, std::size_t own)
    : scenario_(scenario),
      carrier_(scenario, node_of, own, totals_),
      said_(scenario.users()),
      shadows_(std::size_t{scenario.users()} * (carrier_.range().end - carrier_.range().first)) {
  for (std::uint32_t user = 0; user < scenario.users(); ++user) {
    users_.push_back(scenario.make_user(user));
  }
}

void Engine::step(Step now) {
  const SystemRange range = carrier_.range();
  for (SystemId system = range.first; system < range.end; ++system) {
    carrier_.receive(system, now, [&](const Update& update) { take(system, update, now); });
  }
  if (now >= scenario_.steps()) return;
  if (now > 0) {
    for (User& user : users_) user.advance();
  }
  speak(now);
  for (SystemId system = range.first; system < range.end; ++system) look(system, now);
}

void Engine::take(SystemId system, const Update& update, Step now) {
  shadow(system, update.user) = {update, true};
  ++totals_.arrived;
  const std::uint64_t way = now - update.sent;
  totals_.way_steps += way;
  totals_.longest_way_steps = std::max(totals_.longest_way_steps, way);
}

void Engine::speak(Step now) {
  for (std::uint32_t user = 0; user < scenario_.users(); ++user) {
    const SystemId home = scenario_.home(user);
    if (!carrier_.range().has(home)) continue;
    if (!scenario_.must_send(users_[user], said_[user], now)) continue;
    said_[user] = update_of(user, users_[user], now, scenario_.plan().approximation);
    carrier_.send(said_[user], home, now);
  }
}

void Engine::look(SystemId system, Step now) {
  for (std::uint32_t user = 0; user < scenario_.users(); ++user) {
    const Vector truth = users_[user].position();
    const SystemId home = scenario_.home(user);
    if (home == system) {
      totals_.checksum += scenario_.contribution(system, user, now, truth);
      continue;
    }
    const Shadow& seen = shadow(system, user);
    if (!seen.known) continue;
    const Vector shown = position_after(seen.newest, scenario_.seconds(seen.newest.sent, now));
    totals_.checksum += scenario_.contribution(system, user, now, shown);
    const double error = distance(truth, shown);
    const double bound =
        scenario_.allowed_error(seen.newest, now, scenario_.tree().hops(home, system));
    totals_.error_um.record(static_cast<std::uint64_t>(std::llround(error * 1e6)));
    if (error > bound) ++totals_.beyond_bound;
    totals_.widest_bound_m = std::max(totals_.widest_bound_m, bound);
    totals_.nearest_bound = std::max(totals_.nearest_bound, error / bound);
  }
}

}  // namespace orrery::workloads::networked
