// Best-effort data in the multicast groups of cells and classes, against a slow model of regions: who gets what, and how many
// datagrams a node is sent.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../world.hpp"
#include "nodes.hpp"

namespace orrery::rti::testing {
namespace {

constexpr std::int64_t a_second = 1'000'000'000;
constexpr std::uint64_t upper_bound_of_axes = 1000;

const std::vector<FomModule>& group_modules() {
  static const std::vector<FomModule> modules = [] {
    const std::string how =
        "<transportation>HLAbestEffort</transportation><order>Receive</order>"
        "<dimensions><dimension>x</dimension>";
    const std::string line = how + "</dimensions>";
    const std::string plane = how + "<dimension>y</dimension></dimensions>";
    auto read = parse_fom(
        "<objectModel><objects><objectClass><name>HLAobjectRoot</name>"
        "<objectClass><name>Bird</name>"
        "<attribute><name>Place</name>" +
            plane + "</attribute><attribute><name>Song</name>" + line +
            "</attribute>"
            "<objectClass><name>Owl</name></objectClass></objectClass></objectClass></objects>"
            "<interactions><interactionClass><name>HLAinteractionRoot</name>"
            "<interactionClass><name>Call</name>" +
            plane + "<interactionClass><name>Alarm</name>" + plane +
            "</interactionClass></interactionClass></interactionClass></interactions>"
            "<dimensions><dimension><name>x</name><upperBound>1000</upperBound></dimension>"
            "<dimension><name>y</name><upperBound>1000</upperBound></dimension></dimensions>"
            "</objectModel>",
        "birds.xml");
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
    return std::vector<FomModule>{std::move(*read)};
  }();
  return modules;
}

struct TopicArea {
  std::array<RangeBounds, 2> ranges;  // x, y
  [[nodiscard]] bool overlaps(const TopicArea& other, std::size_t dimensions) const {
    for (std::size_t i = 0; i < dimensions; ++i) {
      const RangeBounds& a = ranges[i];
      const RangeBounds& b = other.ranges[i];
      if (a.lower >= b.upper || b.lower >= a.upper) return false;
    }
    return true;
  }
};

// What a federate subscribes to, or an object is updated in.
struct TopicInterest {
  bool everywhere = false;
  std::set<std::size_t> regions = {};  // by their place in Member::areas
};

enum Topic : std::uint8_t { place, song, call };
constexpr std::array<std::size_t, 3> dimensions_of{2, 1, 2};

struct GroupFederate final : FederateAmbassador {
  std::unique_ptr<RtiAmbassador> rti;
  ObjectClassHandle bird;
  std::array<AttributeHandle, 2> attributes;
  InteractionClassHandle calls;
  InteractionClassHandle alarms;
  ObjectInstanceHandle own;
  std::vector<RegionHandle> regions;
  std::vector<TopicArea> areas;
  std::array<TopicInterest, 3> wants;
  std::array<std::set<std::size_t>, 2> updates_in;  // regions of the own object's attributes
  std::multiset<std::pair<int, Topic>> got;

  void reflect_attribute_values(ObjectInstanceHandle, std::span<const AttributeValue> values,
                                Bytes tag, const Delivery&) override {
    for (const AttributeValue& each : values) {
      got.emplace(std::stoi(text(tag)), each.attribute == attributes[place] ? place : song);
    }
  }
  void receive_interaction(InteractionClassHandle, std::span<const ParameterValue>, Bytes tag,
                           const Delivery&) override {
    got.emplace(std::stoi(text(tag)), call);
  }
};

// A message, and who must and who may get it.
struct SentTopic {
  int number = 0;
  Topic topic = place;
  std::size_t by = 0;
  std::optional<std::vector<TopicArea>> areas = {};  // interactions: as sent; none: everywhere
};

class GroupsPlay {
 public:
  explicit GroupsPlay(std::uint64_t seed)
      : random_(seed),
        nodes_(seed, 2 + seed % 5, ""),
        federates_(nodes_.count()),
        history_(nodes_.count()) {
    for (std::size_t i = 0; i < federates_.size(); ++i) join(i);
    for (GroupFederate& each : federates_) {
      const auto owl = *each.rti->get_object_class_handle("Bird.Owl");
      each.own = *each.rti->register_object_instance(below(2) == 0 ? each.bird : owl);
    }
    end_epoch();
  }

  void run() {
    for (int epoch = 0; epoch < 8 && !::testing::Test::HasFailure(); ++epoch) {
      for (std::uint64_t left = 1 + below(12); left > 0 && !::testing::Test::HasFailure(); --left) {
        step();
      }
      end_epoch();
    }
  }
  [[nodiscard]] std::size_t received() const { return received_; }
  [[nodiscard]] std::size_t spared() const { return spared_; }

 private:
  std::uint64_t below(std::uint64_t count) { return random_() % count; }

  void join(std::size_t at) {
    GroupFederate& me = federates_[at];
    me.rti = nodes_.at(at).connect(me, CallbackModel::evoked);
    (void)me.rti->create_federation_execution("test", group_modules());
    nodes_.network().settle();
    ASSERT_OK(me.rti->join_federation_execution("f" + std::to_string(at), "bird", "test"));
    me.bird = *me.rti->get_object_class_handle("Bird");
    me.attributes = {*me.rti->get_attribute_handle(me.bird, "Place"),
                     *me.rti->get_attribute_handle(me.bird, "Song")};
    me.calls = *me.rti->get_interaction_class_handle("Call");
    me.alarms = *me.rti->get_interaction_class_handle("Call.Alarm");
    const auto owl = *me.rti->get_object_class_handle("Bird.Owl");
    ASSERT_OK(me.rti->publish_object_class_attributes(me.bird, me.attributes));
    ASSERT_OK(me.rti->publish_object_class_attributes(owl, me.attributes));
    ASSERT_OK(me.rti->publish_interaction_class(me.calls));
    ASSERT_OK(me.rti->publish_interaction_class(me.alarms));
    for (std::size_t i = 0; i < 3; ++i) {
      me.areas.push_back(random_area(i));
      me.regions.push_back(*me.rti->create_region(dimensions(me, i)));
      commit(me, i);
    }
    nodes_.network().settle();
  }

  // Of a federate's regions, the last has dimension x alone.
  static constexpr std::size_t line_region = 2;
  static std::vector<DimensionHandle> dimensions(GroupFederate& me, std::size_t region) {
    std::vector<DimensionHandle> all{*me.rti->get_dimension_handle("x")};
    if (region != line_region) all.push_back(*me.rti->get_dimension_handle("y"));
    return all;
  }
  TopicArea random_area(std::size_t region) {
    TopicArea area;
    for (RangeBounds& each : area.ranges) {
      each.lower = below(upper_bound_of_axes);
      const std::uint64_t most = std::min<std::uint64_t>(300, upper_bound_of_axes - each.lower);
      each.upper = each.lower + 1 + below(most);
    }
    if (region == line_region) area.ranges[1] = {0, upper_bound_of_axes};
    return area;
  }
  void commit(GroupFederate& me, std::size_t region) {
    const auto axes = dimensions(me, region);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      ASSERT_OK(me.rti->set_range_bounds(me.regions[region], axes[i], me.areas[region].ranges[i]));
    }
    ASSERT_OK(me.rti->commit_region_modifications({&me.regions[region], 1}));
  }
  // Songs have the dimension x alone.
  std::size_t region_for(Topic topic) {
    return topic == song ? line_region : below(line_region + 1);
  }

  void step() {
    GroupFederate& me = federates_[below(federates_.size())];
    const auto topic = static_cast<Topic>(below(3));
    const std::size_t region = region_for(topic);
    switch (below(10)) {
      case 0:
        me.areas[region] = random_area(region);
        commit(me, region);
        break;
      case 1:
      case 2:
        subscribe(me, topic, below(4) == 0 ? -1 : static_cast<int>(region));
        break;
      case 3:
        if (topic != call) associate(me, topic, region);
        break;
      case 4:
        nodes_.network().pass(static_cast<std::int64_t>(below(1000)) * 10'000);
        break;
      default:
        return send(me);
    }
    note();
  }

  // Subscribes, or takes the subscription back. Region -1: everywhere.
  void subscribe(GroupFederate& me, Topic topic, int region) {
    TopicInterest& wants = me.wants[topic];
    const auto at = static_cast<std::size_t>(std::max(region, 0));
    const bool is_new = region < 0 ? !wants.everywhere : !wants.regions.contains(at);
    if (region < 0) {
      wants.everywhere = is_new;
    } else if (is_new) {
      wants.regions.insert(at);
    } else {
      wants.regions.erase(at);
    }
    RtiAmbassador& rti = *me.rti;
    const std::span<const RegionHandle> its(&me.regions[at], 1);
    if (topic == call && region < 0) {
      return expect(is_new ? rti.subscribe_interaction_class(me.calls)
                           : rti.unsubscribe_interaction_class(me.calls));
    }
    if (topic == call) {
      return expect(is_new ? rti.subscribe_interaction_class_with_regions(me.calls, its)
                           : rti.unsubscribe_interaction_class_with_regions(me.calls, its));
    }
    const std::span<const AttributeHandle> attribute(&me.attributes[topic], 1);
    if (region < 0) {
      return expect(is_new ? rti.subscribe_object_class_attributes(me.bird, attribute)
                           : rti.unsubscribe_object_class_attributes(me.bird, attribute));
    }
    const AttributeRegions pair{{me.attributes[topic]}, {me.regions[at]}};
    expect(is_new ? rti.subscribe_object_class_attributes_with_regions(me.bird, {&pair, 1})
                  : rti.unsubscribe_object_class_attributes_with_regions(me.bird, {&pair, 1}));
  }
  static void expect(const Status& status) { ASSERT_OK(status); }

  void associate(GroupFederate& me, Topic topic, std::size_t region) {
    const AttributeRegions pair{{me.attributes[topic]}, {me.regions[region]}};
    if (me.updates_in[topic].erase(region) > 0) {
      return expect(me.rti->unassociate_regions_for_updates(me.own, {&pair, 1}));
    }
    me.updates_in[topic].insert(region);
    expect(me.rti->associate_regions_for_updates(me.own, {&pair, 1}));
  }

  void send(GroupFederate& me) {
    const std::string number = std::to_string(++number_);
    const auto by = static_cast<std::size_t>(&me - federates_.data());
    const auto what = below(4);
    if (what < 3) {
      std::vector<AttributeValue> values;
      for (const Topic topic : {place, song}) {
        if (what != 2 && what != topic) continue;
        values.push_back({me.attributes[topic], bytes(number)});
        sent_.push_back({number_, topic, by});
      }
      return sent_or_not(me.rti->update_attribute_values(me.own, values, bytes(number)));
    }
    const InteractionClassHandle of = below(2) == 0 ? me.calls : me.alarms;
    SentTopic sent{number_, call, by};
    std::vector<RegionHandle> in;
    for (std::size_t i = 0; i < me.regions.size(); ++i) {
      if (below(2) == 0) continue;
      in.push_back(me.regions[i]);
      if (!sent.areas) sent.areas.emplace();
      sent.areas->push_back(me.areas[i]);
    }
    sent_.push_back(std::move(sent));
    sent_or_not(in.empty() ? me.rti->send_interaction(of, {}, bytes(number))
                           : me.rti->send_interaction_with_regions(of, {}, in, bytes(number)));
  }
  // A service without room has sent nothing.
  void sent_or_not(const Status& status) {
    if (!status.ok() && status.error().code == ErrorCode::Congested) {
      std::erase_if(sent_, [&](const SentTopic& each) { return each.number == number_; });
      return;
    }
    ASSERT_OK(status);
  }

  // What a federate wants and updates, at one time.
  struct Standing {
    std::vector<TopicArea> areas;
    std::array<TopicInterest, 3> wants;
    std::array<std::set<std::size_t>, 2> updates_in;

    // The areas of an update; none: everywhere.
    [[nodiscard]] std::optional<std::vector<TopicArea>> areas_of(Topic topic) const {
      if (updates_in[topic].empty()) return {};
      std::vector<TopicArea> all;
      for (const std::size_t region : updates_in[topic]) all.push_back(areas[region]);
      return all;
    }
    // The slow model: does what is sent in these areas concern the federate?
    [[nodiscard]] bool is_concerned(Topic topic,
                                    const std::optional<std::vector<TopicArea>>& sent_in) const {
      if (wants[topic].everywhere) return true;
      return std::ranges::any_of(wants[topic].regions, [&](std::size_t region) {
        return !sent_in || std::ranges::any_of(*sent_in, [&](const TopicArea& each) {
          return each.overlaps(areas[region], dimensions_of[topic]);
        });
      });
    }
  };
  void note() {
    for (std::size_t i = 0; i < federates_.size(); ++i) {
      const GroupFederate& each = federates_[i];
      history_[i].push_back({each.areas, each.wants, each.updates_in});
    }
  }

  // In this epoch: must the federate get the message, and may it? A message may be under way while its sender moves a region, and
  // while its receiver does.
  [[nodiscard]] std::pair<bool, bool> concerned_by(const SentTopic& sent, std::size_t to) const {
    std::pair<bool, bool> is{true, false};
    const auto look = [&](const std::optional<std::vector<TopicArea>>& sent_in) {
      for (const Standing& then : history_[to]) {
        const bool now = then.is_concerned(sent.topic, sent_in);
        is.first &= now;
        is.second |= now;
      }
    };
    if (sent.topic == call) {
      look(sent.areas);
    } else {
      for (const Standing& each : history_[sent.by]) look(each.areas_of(sent.topic));
    }
    return is;
  }

  // All that is under way arrives; then each federate has got what it must, and nothing that it may not.
  void end_epoch() {
    nodes_.network().settle();
    for (GroupFederate& each : federates_) ASSERT_OK(each.rti->evoke_multiple_callbacks(0, 0));
    const bool loses = nodes_.network().datagrams().lost > 0;
    for (std::size_t to = 0; to < federates_.size(); ++to) {
      std::multiset<std::pair<int, Topic>>& got = federates_[to].got;
      for (const SentTopic& each : sent_) {
        if (each.by == to) continue;
        const auto [throughout, ever] = concerned_by(each, to);
        const std::size_t times = got.count({each.number, each.topic});
        EXPECT_LE(times, 1U) << each.number << " came twice to " << to;
        EXPECT_TRUE(times == 0 || ever) << each.number << " does not concern " << to;
        EXPECT_TRUE(times > 0 || loses || !throughout)
            << each.number << " of topic " << int{each.topic} << " has not come to " << to;
        received_ += times;
        spared_ += ever ? 0 : 1;
        got.erase({each.number, each.topic});
      }
      EXPECT_TRUE(got.empty()) << "something came that was not sent in this time";
    }
    sent_.clear();
    history_.assign(federates_.size(), {});
    if (below(3) == 0) nodes_.network().pass(2 * a_second);  // groups are left
    note();
  }

  std::mt19937_64 random_;
  SimulatedNodes nodes_;
  std::vector<GroupFederate> federates_;
  std::vector<SentTopic> sent_;
  std::vector<std::vector<Standing>> history_;  // of this epoch, by federate
  int number_ = 0;
  std::size_t received_ = 0;
  std::size_t spared_ = 0;
};

TEST(GroupsInSimulatedTime, EachFederateGetsOnceWhatOverlapsAndNothingElse) {
  std::size_t received = 0;
  std::size_t spared = 0;
  for (std::uint64_t seed = 1; seed <= 96 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    GroupsPlay play(seed);
    if (!HasFailure()) play.run();
    received += play.received();
    spared += play.spared();
  }
  EXPECT_GT(received, 1'000U);
  EXPECT_GT(spared, 1'000U);
}

// Seeds 16 to 23 have one group, 24 to 31 the groups of cells; seed 30 has three of these.
struct Spared {
  std::uint64_t received = 0;
  std::uint64_t elsewhere = 0;
};
std::vector<Spared> updates_in_thirds(std::uint64_t seed) {
  constexpr int updates = 300;
  constexpr std::array<RangeBounds, 3> thirds{{{0, 330}, {340, 660}, {670, 1000}}};
  SimulatedNodes nodes(seed, 4, "");
  std::vector<GroupFederate> federates(4);
  for (std::size_t i = 0; i < 4; ++i) {
    GroupFederate& me = federates[i];
    me.rti = nodes.at(i).connect(me, CallbackModel::evoked);
    (void)me.rti->create_federation_execution("test", group_modules());
    nodes.network().settle();
    EXPECT_TRUE(me.rti->join_federation_execution("f" + std::to_string(i), "bird", "test").ok());
    me.bird = *me.rti->get_object_class_handle("Bird");
    me.attributes[song] = *me.rti->get_attribute_handle(me.bird, "Song");
    const std::span<const AttributeHandle> songs(&me.attributes[song], 1);
    if (i == 0) {
      EXPECT_TRUE(me.rti->publish_object_class_attributes(me.bird, songs).ok());
    }
    const DimensionHandle x = *me.rti->get_dimension_handle("x");
    for (std::size_t third = 0; third < 3; ++third) {
      if (i != 0 && third != i - 1) continue;
      me.regions.push_back(*me.rti->create_region({&x, 1}));
      EXPECT_TRUE(me.rti->set_range_bounds(me.regions.back(), x, thirds[third]).ok());
      EXPECT_TRUE(me.rti->commit_region_modifications({&me.regions.back(), 1}).ok());
    }
    if (i == 0) continue;
    const AttributeRegions pair{{me.attributes[song]}, {me.regions[0]}};
    EXPECT_TRUE(me.rti->subscribe_object_class_attributes_with_regions(me.bird, {&pair, 1}).ok());
  }
  GroupFederate& sender = federates[0];
  std::vector<ObjectInstanceHandle> birds;
  for (const RegionHandle each : sender.regions) {
    const AttributeRegions pair{{sender.attributes[song]}, {each}};
    birds.push_back(*sender.rti->register_object_instance_with_regions(sender.bird, {&pair, 1}));
  }
  nodes.network().settle();
  for (int i = 0; i < updates; ++i) {
    const std::string number = std::to_string(i);
    const AttributeValue value{sender.attributes[song], bytes(number)};
    const ObjectInstanceHandle bird = birds[static_cast<std::size_t>(i) % 3];
    EXPECT_TRUE(sender.rti->update_attribute_values(bird, {&value, 1}, value.value).ok());
  }
  nodes.network().settle();
  std::vector<Spared> all;
  const bool loses = nodes.network().datagrams().lost > 0;
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_TRUE(federates[i].rti->evoke_multiple_callbacks(0, 0).ok());
    const PathCounters& path = nodes.at(i).counters().best_effort;
    if (!loses) {
      EXPECT_EQ(federates[i].got.size(), updates / 3U);
    }
    EXPECT_EQ(path.received, federates[i].got.size());
    all.push_back({path.received, path.elsewhere});
  }
  return all;
}

TEST(GroupsInSimulatedTime, ANodeIsSentOnlyWhatItsRegionsTouch) {
  for (const Spared& each : updates_in_thirds(22)) EXPECT_GT(each.elsewhere, each.received);
  for (const Spared& each : updates_in_thirds(30)) {
    EXPECT_GT(each.received, 0U);
    EXPECT_EQ(each.elsewhere, 0U);
  }
}

}  // namespace
}  // namespace orrery::rti::testing
