#include "faulty_history.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include "../keeper.hpp"
#include "../reference/fom.hpp"
#include "core/core.hpp"
#include "nodes.hpp"
#include "shared_state.hpp"
#include "simulated_federate.hpp"

namespace orrery::rti::testing {

namespace {

constexpr std::int64_t ms = 1'000'000;
// Longer than any loss takes to be settled: a service that waits for so long waits for nothing.
constexpr std::int64_t patience_ns = 120'000 * ms;
constexpr double end_of_time = 1e6;

Bytes raw(const std::string& text) { return std::as_bytes(std::span(text)); }

class Play {
 public:
  Play(std::uint64_t seed, const Faults& faults)
      : random_(seed),
        faults_(faults),
        nodes_(seed, 2 + seed % 7, folder_.path(), patience_ns, faults.comings ? 6 : 0) {
    const std::size_t count = nodes_.count() + below(3);
    for (std::size_t i = 0; i < count; ++i) add_federate(i % nodes_.count());
  }
  ~Play() {
    for (std::size_t node = 0; node < nodes_.count(); ++node) {
      if (nodes_.has(node)) nodes_.at(node).forget();
    }
    federates_.clear();
  }

  FaultyHistory run() {
    const bool created = call("creates", *federates_[0], [&](RtiAmbassador& rti) {
      return rti.create_federation_execution("test", fom::modules());
    });
    if (!created) fail("the federation was not created, before any fault");
    network().settle();
    for (auto& each : federates_) {
      join(*each);
      if (!each->joined) fail(each->name + " could not join, before any fault");
    }
    const std::size_t length = 30 + below(90);
    for (std::size_t i = 0; i < length && wrong_.empty(); ++i) {
      if (below(12) == 0) make_fault();
      if (faults_.comings && below(8) == 0) come_or_go();
      step();
      const std::uint64_t pause = below(8);
      if (pause == 0) network().settle();
      if (pause == 1) network().pass(static_cast<std::int64_t>(below(2000)) * ms);
      take_away_the_killed();
    }
    end();
    return {wrong_, lines_.str(), counts_};
  }

 private:
  SimulatedNetwork& network() { return nodes_.network(); }
  std::uint64_t below(std::uint64_t count) { return count == 0 ? 0 : random_() % count; }
  Core& core(std::size_t node) { return dynamic_cast<Core&>(nodes_.at(node)); }

  std::ostream& line() { return lines_ << "\n" << (network().now_ns() / ms) << " "; }
  void fail(const std::string& why) {
    if (!wrong_.empty()) return;
    wrong_ = why;
    line() << "wrong: " << why;
  }

  void add_federate(std::size_t node) {
    auto& made = federates_.emplace_back(std::make_unique<SimulatedFederate>());
    made->node = node;
    made->name = "f" + std::to_string(federates_.size() - 1);
    made->rti = nodes_.at(node).connect(*made, CallbackModel::evoked);
  }

  // A node joins, or one leaves with its federates. One after the other, and while none stands still.
  void come_or_go() {
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      if (!nodes_.has(node) || gone_.contains(node)) continue;
      if (network().paused(node) || to_be_killed_.contains(node) || joins(node)) return;
    }
    if (below(3) != 0) {
      if (!nodes_.has_vacant_seat() || going_on() == 0) return;
      ++counts_.joins;
      is_bridged_ = counts_.cuts > 0;
      const std::size_t newcomer = nodes_.join();
      line() << "node " << newcomer << " asks to join";
      return add_federate(newcomer);
    }
    const auto one = static_cast<std::uint32_t>(below(nodes_.count()));
    if ((going_on() & only(one)) == 0 || going_on() == only(one)) return;
    ++counts_.leaves;
    line() << "node " << one << " leaves";
    for (auto& each : federates_) {
      if (each->node == one) each->rti.reset();
    }
    nodes_.leave(one);
  }
  bool may_join() {
    const NodeSet all = going_on();
    return all != 0 && core(static_cast<std::size_t>(std::countr_zero(all))).may_join();
  }
  bool joins(std::uint32_t node) {
    return core(node).net().joining() && !core(node).net().order_lost();
  }

  bool can_act(const SimulatedFederate& federate) {
    const auto node = static_cast<std::uint32_t>(federate.node);
    return federate.rti != nullptr && !network().killed(node) && !network().paused(node) &&
           !to_be_killed_.contains(node);
  }

  // A call, and what it answers. None may wait until its patience is over.
  template <class Make>
  bool call(const std::string& what, SimulatedFederate& federate, const Make& make) {
    if (!can_act(federate)) return false;
    const std::int64_t before = network().now_ns();
    const auto answer = make(*federate.rti);
    line() << federate.name << " at node " << federate.node << " " << what << " -> "
           << (answer.ok() ? "success" : std::string(to_string(answer.error().code)));
    if (network().now_ns() - before >= patience_ns)
      fail(federate.name + " " + what + ": nobody has answered");
    return answer.ok();
  }

  void join(SimulatedFederate& federate) {
    if (federate.joined || federate.is_lost) return;
    // Its node waits for a save's end, which other federates have to bring about.
    const auto node = static_cast<std::uint32_t>(federate.node);
    if (can_act(federate) && joins(node) && !may_join()) return;
    federate.forget();
    federate.joined = call("joins", federate, [&](RtiAmbassador& rti) {
      return rti.join_federation_execution(federate.name, "type", "test");
    });
    if (!federate.joined) return;
    object_class_ = *federate.rti->get_object_class_handle(fom::object_class_name(1));
    attributes_.clear();
    for (const char* name : {"a1", "a2", "a3"})
      attributes_.push_back(*federate.rti->get_attribute_handle(object_class_, name));
    if (below(2) == 0) publish(federate);
    if (below(2) == 0) subscribe(federate);
    if (below(2) == 0) register_object(federate);
  }

  void publish(SimulatedFederate& federate) {
    call("publishes", federate, [&](RtiAmbassador& rti) {
      return rti.publish_object_class_attributes(object_class_, attributes_);
    });
  }
  void subscribe(SimulatedFederate& federate) {
    call("subscribes", federate, [&](RtiAmbassador& rti) {
      return rti.subscribe_object_class_attributes(object_class_, attributes_);
    });
  }
  void register_object(SimulatedFederate& federate) {
    call("registers an object", federate, [&](RtiAmbassador& rti) {
      auto made = rti.register_object_instance(object_class_);
      if (made.ok()) federate.objects.push_back(*made);
      return made;
    });
  }

  // `answers`: synchronization points too, not only a save or restore.
  void evoke(SimulatedFederate& federate, bool answers = true) {
    (void)call("evokes", federate,
               [](RtiAmbassador& rti) { return rti.evoke_multiple_callbacks(0, 0); });
    if (!can_act(federate)) return;
    if (std::exchange(federate.is_stale, false)) ask_for_state(federate);
    if (std::exchange(federate.must_save, false)) {
      call("begins its save", federate,
           [](RtiAmbassador& rti) { return rti.federate_save_begun(); });
      call("has saved", federate, [](RtiAmbassador& rti) { return rti.federate_save_complete(); });
    }
    if (std::exchange(federate.must_restore, false))
      call("has restored", federate,
           [](RtiAmbassador& rti) { return rti.federate_restore_complete(); });
    if (!answers) return;
    for (const std::string& label : std::exchange(federate.to_achieve, {})) {
      const bool done = call("achieves " + label, federate, [&](RtiAmbassador& rti) {
        return rti.synchronization_point_achieved(label);
      });
      if (!done && federate.joined && !federate.is_lost) federate.to_achieve.insert(label);
    }
  }

  void step() {
    SimulatedFederate& me = *federates_[below(federates_.size())];
    if (!can_act(me)) return;
    if (!me.joined) return join(me);
    const std::string label = std::to_string(below(4));
    const auto object = [&] {
      return me.objects.empty() ? ObjectInstanceHandle() : me.objects[below(me.objects.size())];
    };
    const std::vector<AttributeHandle> one{attributes_[below(attributes_.size())]};
    const std::string value = std::to_string(below(1000));
    switch (below(24)) {
      case 0:
        if (call("resigns", me, [](RtiAmbassador& rti) {
              return rti.resign_federation_execution(ResignAction::cancel_then_delete_then_divest);
            }))
          me.forget();
        return;
      case 1:
      case 2:
        return publish(me);
      case 3:
      case 4:
        return subscribe(me);
      case 5:
      case 6:
        return register_object(me);
      case 7:
      case 8:
        call("updates", me, [&](RtiAmbassador& rti) {
          const AttributeValue values[] = {{one[0], raw(value)}};
          return rti.update_attribute_values(object(), values);
        });
        return;
      case 9:
        call("updates at a time", me, [&](RtiAmbassador& rti) {
          const AttributeValue values[] = {{one[0], raw(value)}};
          return rti.update_attribute_values(object(), values, {}, float64_time(me.time + 2));
        });
        return;
      case 10:
        call("acquires", me, [&](RtiAmbassador& rti) {
          return rti.attribute_ownership_acquisition_if_available(object(), one);
        });
        return;
      case 11:
        call("divests", me, [&](RtiAmbassador& rti) {
          return rti.unconditional_attribute_ownership_divestiture(object(), one);
        });
        return;
      case 12:
        call("deletes an object", me,
             [&](RtiAmbassador& rti) { return rti.delete_object_instance(object()); });
        return;
      case 13:
        call("reserves name " + label, me,
             [&](RtiAmbassador& rti) { return rti.reserve_object_instance_name(label); });
        return;
      case 14:
        call("registers point " + label, me, [&](RtiAmbassador& rti) {
          return rti.register_federation_synchronization_point(label, {});
        });
        return;
      case 15:
        call("enables regulation", me,
             [](RtiAmbassador& rti) { return rti.enable_time_regulation(float64_interval(1)); });
        return;
      case 16:
        call("enables constraint", me,
             [](RtiAmbassador& rti) { return rti.enable_time_constrained(); });
        return;
      case 17:
      case 18:
        if (!me.advancing) advance(me, me.time + 1);
        return;
      case 19:
        if (below(2) == 0) return save(me, label);
        return restore(me, saves_.empty() ? label : saves_.begin()->first);
      default:
        return evoke(me);
    }
  }

  // All nodes that are not killed; and of these, those that have not lost their connection.
  NodeSet going_on() {
    NodeSet set = 0;
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      if (nodes_.has(node) && !network().killed(node) && !core(node).net().order_lost())
        set |= only(node);
    }
    return set;
  }

  void advance(SimulatedFederate& federate, double time) {
    call("advances to " + std::to_string(time), federate, [&](RtiAmbassador& rti) {
      const Status done = rti.time_advance_request(float64_time(time));
      federate.advancing =
          done.ok() || done.error().code == ErrorCode::InTimeAdvancingState;  // since a restore
      return done;
    });
  }

  // Federates do nothing else until the save or restore that `me` has requested has ended.
  void await(const SimulatedFederate& me, std::optional<bool> SimulatedFederate::* ended) {
    for (int i = 0; i < 2000; ++i) {
      bool over = true;
      for (auto& each : federates_) {
        if (!can_act(*each) || !each->joined || each->is_lost) continue;
        evoke(*each, false);
        over = over && ((*each).*ended || !each->joined || each->is_lost);
      }
      const bool refused = (me.*ended).has_value() && !*(me.*ended);
      if (over || refused) return network().settle();
      network().pass(20 * ms);
    }
    if (can_act(me) && me.joined && !me.is_lost)
      fail("a save or restore that " + me.name + " requested has not ended for all federates");
  }

  // Fails unless all federates that were told how a save or restore ended were told the same. Returns what they were told.
  std::optional<bool> agreed(std::optional<bool> SimulatedFederate::* ended) {
    std::optional<bool> first;
    for (auto& each : federates_) {
      const std::optional<bool>& told = (*each).*ended;
      if (!can_act(*each) || each->is_lost || !each->joined || !told) continue;
      if (first.value_or(*told) != *told)
        fail("the federation was saved or restored to some, not to others");
      first = told;
    }
    return first;
  }

  void save(SimulatedFederate& me, const std::string& label) {
    for (auto& each : federates_) each->saved.reset();
    const NodeSet before = reaching(me);
    if (!call("requests save " + label, me,
              [&](RtiAmbassador& rti) { return rti.request_federation_save(label); }))
      return;
    await(me, &SimulatedFederate::saved);
    if (!agreed(&SimulatedFederate::saved).value_or(false) || !can_act(me) || me.is_lost) return;
    saves_.erase(label);
    if (reaching(me) != before) return;  // some node was lost meanwhile, or since
    saves_[label] = {state(me.node), before};
    line() << "saved " << label;
  }

  void restore(SimulatedFederate& me, const std::string& label) {
    for (auto& each : federates_) each->restored.reset();
    if (!call("requests restore " + label, me,
              [&](RtiAmbassador& rti) { return rti.request_federation_restore(label); }))
      return;
    await(me, &SimulatedFederate::restored);
    if (!agreed(&SimulatedFederate::restored).value_or(false) || !can_act(me) || me.is_lost) return;
    line() << "restored " << label;
    const auto found = saves_.find(label);
    if (found == saves_.end() || found->second.nodes != reaching(me)) return;
    const std::string restored = state(me.node);
    ++counts_.compared_restores;
    if (restored != found->second.state)
      fail("what was restored is not what was saved:\n" + found->second.state + "but\n" + restored);
  }

  void ask_for_state(SimulatedFederate& federate) {
    federate.objects.clear();
    federate.to_achieve.clear();
    federate.advancing = false;
    if (!federate.joined || federate.is_lost) return;
    const auto time = federate.rti->query_logical_time();
    if (time.ok()) federate.time = to_float64(*time);
    const Federation* const federation = core(federate.node).executions().find("test");
    if (federation == nullptr) return;
    for (const auto& [handle, member] : federation->members) {
      if (member.name != federate.name) continue;
      federate.regulating = member.regulating;
      federate.constrained = member.constrained;
    }
  }

  NodeSet reaching(const SimulatedFederate& federate) {
    return core(federate.node).net().living_nodes();
  }

  // What all nodes must agree about.
  std::string state(std::size_t node) { return shared_state(core(node).executions().find("test")); }

  void make_fault() {
    const auto count = nodes_.count();
    const auto one = static_cast<std::uint32_t>(below(count));
    const auto other = static_cast<std::uint32_t>((one + 1 + below(count - 1)) % count);
    const std::int64_t soon = network().now_ns() + static_cast<std::int64_t>(below(20 * ms));
    const std::int64_t later = soon + static_cast<std::int64_t>(below(25'000)) * ms;
    const bool heals = below(2) == 0;
    bool all_others = false;
    if (!nodes_.has(one)) return;
    switch (below(4)) {
      case 0:
        if (!faults_.kills || below(2) == 0) return;
        line() << "node " << one << " is to be killed";
        to_be_killed_.insert(one);
        return network().at(soon, [this, one] { kill(one); });
      case 1:
        if (!faults_.stops || network().paused(one)) return;
        ++counts_.stops;
        line() << "node " << one << " stops";
        network().pause(one);
        return network().at(soon + static_cast<std::int64_t>(below(5'000)) * ms,
                            [this, one] { network().resume(one); });
      case 2:
        if (!faults_.cuts) return;
        ++counts_.cuts;
        all_others = below(2) == 0;
        line() << "cut between node " << one << " and "
               << (all_others ? "all others" : std::to_string(other))
               << (heals ? ", for a while" : "");
        for (std::uint32_t peer = 0; peer < count; ++peer) {
          if (peer == one || (!all_others && peer != other)) continue;
          cut(one, peer, soon, heals ? later : 0);
          cut(peer, one, soon, heals ? later : 0);
        }
        return;
      default:
        if (!faults_.one_way_cuts) return;
        ++counts_.cuts;
        all_others = below(3) == 0;
        line() << "cut from node " << one << " to "
               << (all_others ? "all others" : std::to_string(other))
               << (heals ? ", for a while" : "");
        for (std::uint32_t peer = 0; peer < count; ++peer) {
          if (peer == one || (!all_others && peer != other)) continue;
          cut(one, peer, soon, heals ? later : 0);
        }
    }
  }

  void cut(std::uint32_t from, std::uint32_t to, std::int64_t begin_ns, std::int64_t end_ns) {
    network().at(begin_ns, [this, from, to] { network().cut(from, to); });
    if (end_ns > 0) network().at(end_ns, [this, from, to] { network().heal(from, to); });
  }

  void kill(std::uint32_t node) {
    if (network().killed(node)) return;
    if (network().kill(node)) {
      ++counts_.kills;
      return void(line() << "node " << node << " is killed");
    }
    network().at(network().now_ns() + ms, [this, node] { kill(node); });  // it is within a call
  }

  void take_away_the_killed() {
    for (const std::uint32_t node : to_be_killed_) {
      if (!network().killed(node) || gone_.contains(node)) continue;
      gone_.insert(node);
      nodes_.at(node).forget();
      for (auto& each : federates_) {
        if (each->node == node) each->rti.reset();
      }
    }
  }

  void end() {
    if (!wrong_.empty()) return;
    line() << "the end: all that goes on is settled";
    network().pass(60'000 * ms);
    network().settle();
    take_away_the_killed();
    for (auto& each : federates_) evoke(*each);
    network().settle();
    judge();
    judge_losses();
    if (!wrong_.empty() || going_on() == 0) return;
    probe();
    judge();
  }

  void judge() {
    const NodeSet living = going_on();
    std::optional<std::size_t> first;
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      if ((living & only(node)) == 0) continue;
      if (!first) first = node;
      const NodeSet reached = core(node).net().living_nodes();
      if (reached != living)
        fail("node " + std::to_string(node) + " goes on with nodes " + std::to_string(reached) +
             ", but these go on: " + std::to_string(living));
      if (core(node).net().applied() != core(*first).net().applied())
        fail("node " + std::to_string(node) + " has applied " +
             std::to_string(core(node).net().applied()) + " operations, node " +
             std::to_string(*first) + " " + std::to_string(core(*first).net().applied()));
      if (state(node) != state(*first))
        fail("node " + std::to_string(node) + " and node " + std::to_string(*first) +
             " disagree:\n" + state(node) + "but\n" + state(*first));
      const Federation* const federation = core(node).executions().find("test");
      if (federation == nullptr) return fail("node " + std::to_string(node) + " has no federation");
      for (const auto& [handle, member] : federation->members) {
        if ((living & only(member.node)) == 0)
          fail("federate " + member.name + " of lost node " + std::to_string(member.node) +
               " has not been resigned");
      }
    }
  }

  // Fails if a node is lost without a fault that explains it. A federate must be told of the loss of its own node, and of no
  // other.
  void judge_losses() {
    const NodeSet living = going_on();
    std::size_t given_up = 0;
    for (std::uint32_t node = 0; node < nodes_.count(); ++node) {
      if (network().killed(node) || (living & only(node)) != 0 || !nodes_.has(node)) continue;
      const bool has_joined = !core(node).net().joining();
      if (has_joined) ++given_up;
      if (!has_joined && counts_.kills + counts_.cuts + counts_.leaves == 0)
        fail("without faults, a node could not join");
    }
    // 0361: of two nodes between which the only cut is, one leaves.
    if (counts_.cuts == 0 && given_up > 0)
      fail("without cuts, a node was lost that was not killed");
    const bool is_single = counts_.cuts == 1 && counts_.kills + counts_.leaves == 0;
    if (is_single && !is_bridged_ && given_up > 1)
      fail("after a single cut, more than one node was lost");
    for (const auto& each : federates_) {
      const auto node = static_cast<std::uint32_t>(each->node);
      if (network().killed(node) || !nodes_.has(node)) continue;
      const bool goes_on = (living & only(node)) != 0;
      if (goes_on && each->is_lost)
        fail(each->name + " was told that its connection is lost, but its node goes on");
      if (!goes_on && !each->is_lost)
        fail(each->name + " was not told that its connection is lost");
    }
  }

  // Federates of nodes that go on join, meet at a synchronization point, and are granted a time.
  void probe() {
    const NodeSet living = going_on();
    std::vector<SimulatedFederate*> all;
    for (auto& each : federates_) {
      if ((living & only(static_cast<std::uint32_t>(each->node))) != 0) all.push_back(each.get());
    }
    bool registered = false;
    for (int i = 0; i < 300; ++i) {
      network().settle();
      for (SimulatedFederate* each : all) join(*each);
      if (!registered &&
          std::ranges::all_of(all, [](const SimulatedFederate* each) { return each->joined; }))
        registered = call("registers the last point", *all[0], [](RtiAmbassador& rti) {
          return rti.register_federation_synchronization_point("last", {});
        });
      bool done = true;
      for (SimulatedFederate* each : all) {
        evoke(*each);
        if ((each->regulating || each->constrained) && each->time < end_of_time && !each->advancing)
          advance(*each, end_of_time);
        done = done && each->synchronized_at.contains("last");
        if (each->regulating || each->constrained) done = done && each->time >= end_of_time;
      }
      if (done) return;
      network().pass(100 * ms);
    }
    for (SimulatedFederate* each : all) {
      if (!each->joined)
        fail(each->name + " cannot join");
      else if (!each->synchronized_at.contains("last"))
        fail(each->name + " has not been told that the federation is synchronized");
      else if ((each->regulating || each->constrained) && each->time < end_of_time)
        fail(each->name + " has not been granted a time; it is at " + std::to_string(each->time));
    }
  }

  struct Saved {
    std::string state;
    NodeSet nodes = 0;
  };

  std::mt19937_64 random_;
  const Faults faults_;
  const Folder folder_;
  Counts counts_;
  bool is_bridged_ = false;  // a node has joined that reaches both sides of a cut
  std::ostringstream lines_;
  std::string wrong_;
  SimulatedNodes nodes_;
  std::vector<std::unique_ptr<SimulatedFederate>> federates_;
  ObjectClassHandle object_class_;
  std::vector<AttributeHandle> attributes_;
  std::map<std::string, Saved> saves_;
  std::set<std::uint32_t> to_be_killed_;
  std::set<std::uint32_t> gone_;
};

}  // namespace

FaultyHistory play_faulty_history(std::uint64_t seed, const Faults& faults) {
  return Play(seed, faults).run();
}

}  // namespace orrery::rti::testing
