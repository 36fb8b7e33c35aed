#include "oracle.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::workloads::networked {

namespace {

struct Flying {
  Update update;
  SystemId at = 0;        // the next system that it reaches
  std::uint32_t via = 0;  // lane, or source of a multicast; a system takes equal `via` in order
};

class Oracle {
 public:
  explicit Oracle(const Scenario& scenario)
      : scenario_(scenario),
        said_(scenario.users()),
        shadows_(std::size_t{scenario.tree().size()} * scenario.users()),
        links_(std::size_t{scenario.tree().size()} * scenario.tree().lanes().size()) {
    for (std::uint32_t user = 0; user < scenario.users(); ++user) {
      users_.push_back(scenario.make_user(user));
    }
  }

  void step(Step now) {
    std::vector<Flying> seen = std::move(flying_[now]);
    flying_.erase(now);
    std::ranges::stable_sort(
        seen, {}, [](const Flying& message) { return std::pair(message.at, message.via); });
    for (const Flying& message : seen) {
      if (message.update.to == message.at) {
        shadow(message.at, message.update.user) = message.update;
      } else {
        forward(message.update, message.at, now);
      }
    }
    if (now >= scenario_.steps()) return;
    for (std::uint32_t user = 0; user < scenario_.users(); ++user) {
      if (now > 0) users_[user].advance();
      if (!scenario_.must_send(users_[user], said_[user], now)) continue;
      said_[user] = update_of(user, users_[user], now, scenario_.plan().approximation);
      send(said_[user], now);
    }
    account(now);
  }

  Truth truth;

 private:
  void send(Update update, Step now) {
    const Tree& tree = scenario_.tree();
    const SystemId source = scenario_.home(update.user);
    ++truth.updates[source];
    std::map<SystemId, std::int64_t> reached{{source, scenario_.time_of(now)}};
    for (update.to = 0; update.to < tree.size(); ++update.to) {
      if (update.to == source) continue;
      if (scenario_.routed()) {
        forward(update, source, now);
      } else {
        reach(update, source, source, now, reached);
      }
    }
  }

  // Multicast: passes each link on the way to update.to that the update has not passed yet.
  void reach(Update update, SystemId source, SystemId from, Step now,
             std::map<SystemId, std::int64_t>& reached) {
    const Tree& tree = scenario_.tree();
    while (from != update.to) {
      const LaneId lane = tree.towards(from, update.to);
      const SystemId next = tree.lanes()[lane].to;
      if (!reached.contains(next)) reached[next] = delayed(lane, source, reached[from]);
      from = next;
    }
    fly(reached[update.to], now, {update, update.to, source});
  }

  void forward(const Update& update, SystemId from, Step now) {
    const LaneId lane = scenario_.tree().towards(from, update.to);
    const std::int64_t due_ns = delayed(lane, 0, scenario_.time_of(now));
    fly(due_ns, now, {update, scenario_.tree().lanes()[lane].to, lane});
  }

  std::int64_t delayed(LaneId lane, SystemId source, std::int64_t from_ns) {
    auto& link = links_[source * scenario_.tree().lanes().size() + lane];
    if (!link) link = scenario_.impairment(lane, source);
    ++truth.lanes[lane];
    return link->next(from_ns, wire_bytes(scenario_.plan().approximation)).due_ns[0];
  }

  void fly(std::int64_t due_ns, Step now, const Flying& message) {
    flying_[scenario_.look_at(due_ns, now)].push_back(message);
  }

  void account(Step now) {
    for (SystemId system = 0; system < scenario_.tree().size(); ++system) {
      for (std::uint32_t user = 0; user < scenario_.users(); ++user) {
        std::optional<Vector> at;
        if (scenario_.home(user) == system) at = users_[user].position();
        if (const auto& seen = shadow(system, user)) {
          at = position_after(*seen, scenario_.seconds(seen->sent, now));
        }
        if (at) truth.checksum += scenario_.contribution(system, user, now, *at);
      }
    }
  }

  std::optional<Update>& shadow(SystemId system, std::uint32_t user) {
    return shadows_[std::size_t{system} * scenario_.users() + user];
  }

  const Scenario& scenario_;
  std::vector<User> users_;
  std::vector<Update> said_;                                 // by user: the last one sent
  std::vector<std::optional<Update>> shadows_;               // by system and user
  std::vector<std::optional<transport::Impairment>> links_;  // by source of a multicast and lane
  std::map<Step, std::vector<Flying>> flying_;               // by the step in which it arrives
};

}  // namespace

Truth ask_oracle(const Scenario& scenario, const std::function<bool()>& cancelled) {
  Oracle oracle(scenario);
  for (Step now = 0; now < scenario.all_steps() && !cancelled(); ++now) oracle.step(now);
  return oracle.truth;
}

}  // namespace orrery::workloads::networked
