// The order of operations by itself, over simulated channels: nodes are killed and cut off at random, and what the
// survivors have applied is compared with what was submitted.
#include "log/ordering.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "orrery/base/random.hpp"

namespace orrery::rti::testing {
namespace {

struct Sent {
  MessageKind kind = MessageKind::operation;
  std::vector<std::byte> content;
};

class Network;

constexpr OrderingBounds small_bounds{.retained_bytes = 64U << 10};  // seldom reached by chance

// A node: applies by writing down.
class Simulated final : public Ordering::Port {
 public:
  Simulated(Network& network, std::uint32_t self, std::uint32_t nodes)
      : network_(network),
        self_(self),
        dropped(nodes),
        ordering(*this, self, nodes, small_bounds) {}
  void send(std::uint32_t to, MessageKind kind, Bytes content) override;
  bool settled(std::uint32_t node, std::uint64_t sequence) override;
  void apply(std::uint32_t origin, std::uint64_t /*sequence*/,
             const Operation* operation) override {
    ASSERT_NE(operation, nullptr);
    most_retained = std::max(most_retained, ordering.retained_bytes());
    if (operation->kind == OperationKind::node_lost) {
      applied.push_back("lost " + std::to_string(operation->number));
    } else {
      applied.push_back(std::to_string(origin) + "." + operation->text);
    }
  }
  void drop(std::uint32_t node) override;
  void lost(const std::string& reason) override;

  void submit() {
    (void)ordering.submit({.kind = OperationKind::create, .text = std::to_string(++submitted)});
  }

 private:
  Network& network_;
  const std::uint32_t self_;

 public:
  std::vector<bool> dropped;
  Ordering ordering;
  std::vector<std::string> applied;
  std::uint64_t submitted = 0;
  std::size_t most_retained = 0;
  std::string why;
  bool dead = false;
};

enum class Ending : std::uint8_t { none, certain, silent };

// Channels that deliver when the test says so; a lost node's are cut at a random place.
class Network {
 public:
  Network(std::uint32_t nodes, std::uint64_t seed) : random(seed, 5), nodes_(nodes) {
    channels.resize(std::size_t{nodes} * nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      each.push_back(std::make_unique<Simulated>(*this, i, nodes));
    }
  }
  struct Channel {
    std::deque<Sent> under_way;
    Ending ending = Ending::none;  // after what is under way
    bool ended = false;            // and told
  };
  Channel& from_to(std::uint32_t from, std::uint32_t to) { return channels[from * nodes_ + to]; }
  [[nodiscard]] std::uint32_t nodes() const { return nodes_; }

  void send(std::uint32_t from, std::uint32_t to, MessageKind kind, Bytes content) {
    Channel& channel = from_to(from, to);
    if (each[from]->dead || channel.ended || channel.ending != Ending::none) return;
    channel.under_way.push_back({kind, {content.begin(), content.end()}});
  }
  // Some of what it sent is lost with it: what has left is delivered.
  void kill(std::uint32_t node) {
    each[node]->dead = true;
    for (std::uint32_t other = 0; other < nodes_; ++other) {
      if (other == node) continue;
      end(node, other, Ending::certain);
      from_to(other, node).under_way.clear();
    }
  }
  void end(std::uint32_t from, std::uint32_t to, Ending how) {
    Channel& channel = from_to(from, to);
    if (channel.ending != Ending::none) return;
    channel.under_way.resize(random.below(channel.under_way.size() + 1));
    channel.ending = how;
  }
  // It says good-bye; then nobody hears of it.
  void leave(std::uint32_t node) {
    for (std::uint32_t other = 0; other < nodes_; ++other) {
      if (other == node) continue;
      send(node, other, MessageKind::bye, {});
      from_to(node, other).ending = Ending::silent;
      from_to(other, node).under_way.clear();
    }
    each[node]->dead = true;
  }
  void cut(std::uint32_t a, std::uint32_t b) {
    end(a, b, Ending::silent);
    end(b, a, Ending::silent);
  }
  // One thing happens; false if there is nothing left to happen.
  bool step() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ready;
    for (std::uint32_t from = 0; from < nodes_; ++from) {
      for (std::uint32_t to = 0; to < nodes_; ++to) {
        const Channel& channel = from_to(from, to);
        if (from == to || each[to]->dead || channel.ended || each[to]->dropped[from]) continue;
        if (asleep == to) continue;
        if (!channel.under_way.empty() || channel.ending != Ending::none) {
          ready.emplace_back(from, to);
        }
      }
    }
    if (ready.empty()) return false;
    const auto [from, to] = ready[random.below(ready.size())];
    Channel& channel = from_to(from, to);
    if (channel.under_way.empty()) {
      channel.ended = true;
      each[to]->ordering.end(from, channel.ending == Ending::certain, "ended");
    } else {
      const Sent sent = std::move(channel.under_way.front());
      channel.under_way.pop_front();
      EXPECT_TRUE(each[to]->ordering.take(from, sent.kind, sent.content))
          << "node " << to << " refuses kind " << static_cast<int>(sent.kind) << " of " << from;
    }
    if (random.chance(0.3)) poll(to);
    return true;
  }
  // What a node does whenever it has read what has come.
  void poll(std::uint32_t node) {
    if (each[node]->dead || asleep == node) return;
    each[node]->ordering.apply_ready();
    if (mute != node) each[node]->ordering.acknowledge();
  }
  void tick(std::int64_t later_ns) {
    now_ns += later_ns;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      if (each[node]->dead || asleep == node) continue;
      each[node]->ordering.tick(now_ns);
      poll(node);
    }
  }
  void settle() {
    calm = true;
    for (int quiet = 0; quiet < 3;) {
      const bool came = step();
      for (std::uint32_t node = 0; !came && node < nodes_; ++node) poll(node);
      if (came || step()) {
        quiet = 0;
        continue;
      }
      ++quiet;
      tick(2'000'000'000);
    }
  }

  base::Random random;
  std::vector<std::unique_ptr<Simulated>> each;
  std::vector<Channel> channels;
  std::int64_t now_ns = 1'000'000'000;
  bool calm = false;
  std::optional<std::uint32_t> asleep;  // reads nothing
  std::optional<std::uint32_t> mute;    // acknowledges nothing

 private:
  const std::uint32_t nodes_;
};

void Simulated::send(std::uint32_t to, MessageKind kind, Bytes content) {
  network_.send(self_, to, kind, content);
}
// Data has not always been seen when an operation behind it could be applied.
bool Simulated::settled(std::uint32_t /*node*/, std::uint64_t /*sequence*/) {
  return network_.calm || network_.random.chance(0.8);
}
void Simulated::drop(std::uint32_t node) {
  dropped[node] = true;
  network_.from_to(node, self_).under_way.clear();
  network_.end(self_, node, Ending::silent);
}
void Simulated::lost(const std::string& reason) {
  EXPECT_TRUE(why.empty()) << "told twice";
  why = reason;
  for (std::uint32_t node = 0; node < network_.nodes(); ++node) {
    if (node != self_ && !dropped[node]) drop(node);
  }
}

class ViewChange : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Seeds, ViewChange, ::testing::Range(std::uint64_t{0}, std::uint64_t{8}));

// What all survivors agree on, against what was submitted.
void expect_one_order(Network& network, const std::set<std::uint32_t>& lost,
                      const std::vector<std::string>& must_be_there) {
  const Simulated* first = nullptr;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    if (lost.contains(node)) continue;
    const Simulated& here = *network.each[node];
    EXPECT_EQ(here.why, "") << "node " << node;
    if (first == nullptr) first = &here;
    ASSERT_EQ(here.applied, first->applied) << "node " << node;
    EXPECT_FALSE(here.ordering.changing());
  }
  ASSERT_NE(first, nullptr);
  std::map<std::string, std::uint64_t> next;
  std::set<std::string> gone;
  for (const std::string& each : first->applied) {
    if (each.starts_with("lost ")) {
      EXPECT_TRUE(gone.insert(each.substr(5)).second) << each << " twice";
      continue;
    }
    const std::string origin = each.substr(0, each.find('.'));
    EXPECT_FALSE(gone.contains(origin)) << each << " after its node was lost";
    EXPECT_EQ(each, origin + "." + std::to_string(++next[origin])) << "each once and in order";
  }
  EXPECT_EQ(gone.size(), lost.size());
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    if (!lost.contains(node)) {
      EXPECT_EQ(next[std::to_string(node)], network.each[node]->submitted)
          << "all of node " << node;
    }
  }
  const std::set<std::string> there(first->applied.begin(), first->applied.end());
  for (const std::string& each : must_be_there) EXPECT_TRUE(there.contains(each)) << each;
}

TEST_P(ViewChange, SurvivorsOfAnyDeathsApplyTheSameAndAllThatOneOfThemHad) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(2 + round % 6);
    Network network(nodes, GetParam() * 1000 + round);
    std::set<std::uint32_t> lost;
    const auto deaths = 1 + network.random.below(nodes - 1);
    std::vector<std::string> had;
    for (std::uint64_t death = 0; death <= deaths; ++death) {
      for (std::uint64_t i = network.random.below(120); i > 0; --i) {
        const auto node = static_cast<std::uint32_t>(network.random.below(nodes));
        if (network.random.chance(0.3) && !network.each[node]->dead) {
          network.each[node]->submit();
        } else {
          (void)network.step();
        }
      }
      if (death == deaths) break;
      // The one that orders, more often than not: sometimes while it takes over.
      auto node = static_cast<std::uint32_t>(network.random.below(nodes));
      if (network.random.chance(0.6)) node = 0;
      while (network.each[node]->dead) node = (node + 1) % nodes;
      network.kill(node);
      lost.insert(node);
    }
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const auto& applied = network.each[node]->applied;
      if (!lost.contains(node)) had.insert(had.end(), applied.begin(), applied.end());
    }
    network.settle();
    expect_one_order(network, lost, had);
    if (::testing::Test::HasFailure()) return;
  }
}

// A node that lost its connection had applied nothing that the others do not apply.
void expect_nothing_of_its_own(const Network& network) {
  const auto went_on = std::ranges::find_if(
      network.each, [](const auto& each) { return each->why.empty() && !each->dead; });
  if (went_on == network.each.end()) return;
  for (const auto& each : network.each) {
    if (each->why.empty()) continue;
    ASSERT_LE(each->applied.size(), (*went_on)->applied.size());
    EXPECT_TRUE(std::ranges::equal(each->applied,
                                   std::span((*went_on)->applied).first(each->applied.size())));
  }
}

// Some links break before others do. Never do two parts go on; when all break at once, the one that should does.
void cut_in_two(std::uint64_t seed, bool at_once) {
  Network network(static_cast<std::uint32_t>(2 + seed % 6), seed);
  const std::uint32_t nodes = network.nodes();
  const auto work = [&] {
    for (std::uint64_t i = network.random.below(80); i > 0; --i) {
      const auto node = static_cast<std::uint32_t>(network.random.below(nodes));
      if (network.random.chance(0.3)) {
        network.each[node]->submit();
      } else {
        (void)network.step();
      }
    }
  };
  work();
  std::set<std::uint32_t> apart;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (network.random.chance(0.4)) apart.insert(node);
  }
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) {
      if (apart.contains(a) != apart.contains(b)) network.cut(a, b);
      if (!at_once && network.random.chance(0.2)) work();
    }
  }
  work();
  network.settle();
  std::set<std::uint32_t> lost;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (!network.each[node]->why.empty()) lost.insert(node);
  }
  if (at_once) {
    const bool even = 2 * apart.size() == nodes;
    const bool they_go_on = even ? apart.contains(0) : 2 * apart.size() > nodes;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      EXPECT_EQ(lost.contains(node), apart.contains(node) != they_go_on) << "node " << node;
    }
  }
  if (lost.size() < nodes) expect_one_order(network, lost, {});
  expect_nothing_of_its_own(network);
}

TEST_P(ViewChange, OfTwoPartsOfACutNetworkOneGoesOn) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    cut_in_two(GetParam() * 1000 + round, true);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST_P(ViewChange, TwoPartsOfANetworkThatFallsApartNeverBothGoOn) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    cut_in_two(GetParam() * 1000 + round, false);
    if (::testing::Test::HasFailure()) return;
  }
}

// A node that hears all others and reaches none, most often the sequencer.
TEST_P(ViewChange, WhoReachesNobodyAppliesNothingOfItsOwn) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(3 + round % 5);
    Network network(nodes, GetParam() * 1000 + round);
    const auto apart =
        static_cast<std::uint32_t>(network.random.chance(0.6) ? 0 : network.random.below(nodes));
    for (int i = 0; i < 60; ++i) {
      for (std::uint32_t other = 0; other < nodes; ++other) {
        if (other == apart) continue;
        if (i == 30) network.end(apart, other, Ending::silent);
        if (i == 50) network.end(other, apart, Ending::silent);
      }
      network.each[network.random.below(nodes)]->submit();
      network.each[apart]->submit();
      for (std::uint64_t steps = network.random.below(20); steps > 0; --steps) (void)network.step();
    }
    network.settle();
    EXPECT_FALSE(network.each[apart]->why.empty());
    expect_one_order(network, {apart}, {});
    expect_nothing_of_its_own(network);
    if (::testing::Test::HasFailure()) return;
  }
}

// A slow machine may cut off one that leaves before its channels have ended as they should.
TEST_P(ViewChange, WhoSaidGoodByeIsNotMissedHoweverItsChannelsEnd) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(2 + round % 6);
    Network network(nodes, GetParam() * 1000 + round);
    const auto last = static_cast<std::uint32_t>(network.random.below(nodes));
    std::set<std::uint32_t> left;
    for (std::uint32_t i = 1; i < nodes; ++i) {
      for (std::uint64_t steps = network.random.below(60); steps > 0; --steps) {
        const auto node = static_cast<std::uint32_t>(network.random.below(nodes));
        if (!network.each[node]->dead && network.random.chance(0.3)) network.each[node]->submit();
        (void)network.step();
      }
      const std::uint32_t node = (last + i) % nodes;
      network.leave(node);
      left.insert(node);
    }
    network.settle();
    expect_one_order(network, left, {});
    if (::testing::Test::HasFailure()) return;
  }
}

// Who is given up for good goes, though all others hear it; not who gives it up. Unless that one hears the sequencer no
// longer: then who is told of first.
TEST_P(ViewChange, WhoIsExpelledGoes) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(3 + round % 5);
    Network network(nodes, GetParam() * 1000 + round);
    const auto by = static_cast<std::uint32_t>(network.random.below(nodes));
    const auto node =
        (by + 1 + static_cast<std::uint32_t>(network.random.below(nodes - 1))) % nodes;
    for (int i = 0; i < 60; ++i) {
      if (i == 30) network.each[by]->ordering.expel(node, "expelled");
      network.each[network.random.below(nodes)]->submit();
      for (std::uint64_t steps = network.random.below(10); steps > 0; --steps) (void)network.step();
    }
    network.settle();
    std::set<std::uint32_t> lost;
    for (std::uint32_t each = 0; each < nodes; ++each) {
      if (!network.each[each]->why.empty()) lost.insert(each);
    }
    EXPECT_EQ(lost.size(), 1U);
    if (node != 0) {
      EXPECT_TRUE(lost.contains(node)) << node << " by " << by;
    }
    expect_one_order(network, lost, {});
    if (::testing::Test::HasFailure()) return;
  }
}

// One that lives, and keeps what all others have applied from being forgotten, goes before that fills the memory.
TEST_P(ViewChange, WhoNeverSaysWhatItHasAppliedGoes) {
  for (const bool reads : {false, true}) {
    SCOPED_TRACE(reads ? "reads" : "reads nothing");
    const auto nodes = static_cast<std::uint32_t>(3 + GetParam() % 4);
    Network network(nodes, GetParam());
    const auto silent = 1 + static_cast<std::uint32_t>(network.random.below(nodes - 1));
    (reads ? network.mute : network.asleep) = silent;
    std::size_t most = 0;
    for (int i = 0; i < 5'000; ++i) {
      auto node = static_cast<std::uint32_t>(network.random.below(nodes - 1));
      node += static_cast<std::uint32_t>(node >= silent);
      network.each[node]->submit();
      for (std::uint32_t steps = 0; steps < 4 * nodes; ++steps) (void)network.step();
      network.tick(10'000'000);
      for (const auto& each : network.each) {
        if (each != network.each[silent]) most = std::max(most, each->most_retained);
      }
    }
    EXPECT_GT(most, small_bounds.retained_bytes);
    EXPECT_LT(most, 3 * small_bounds.retained_bytes);
    network.settle();
    network.each[0]->submit();  // its order tells how far all are
    network.settle();
    expect_one_order(network, {silent}, {});
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (node == silent) continue;
      EXPECT_LT(network.each[node]->ordering.retained_bytes(), small_bounds.retained_bytes);
    }
  }
}

// A sequencer that does not say what all have applied is given up too.
TEST(Ordering, ASequencerThatLetsNothingBeForgottenGoes) {
  Network network(3, 1);
  network.calm = true;
  Simulated& node = *network.each[1];
  std::vector<std::byte> body;
  encode({.kind = OperationKind::create, .text = std::string(1000, 'x')}, body);
  std::uint64_t number = 0;
  while (!node.dropped[0] && number < 1'000) {
    const Order order{++number, 0, 0, 2, 0};
    ASSERT_TRUE(node.ordering.take(2, MessageKind::operation, body));
    ASSERT_TRUE(node.ordering.take(0, MessageKind::order, std::as_bytes(std::span(&order, 1))));
    node.ordering.acknowledge();
    ASSERT_LT(node.ordering.retained_bytes(), 3 * small_bounds.retained_bytes);
  }
  EXPECT_TRUE(node.dropped[0]);
  EXPECT_GT(number, small_bounds.retained_bytes / body.size());
}

// One link alone breaks: somebody goes, and the others agree on who.
TEST_P(ViewChange, ABrokenLinkCostsNoMoreThanOneNode) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(3 + round % 5);
    Network network(nodes, GetParam() * 1000 + round);
    for (int i = 0; i < 60; ++i) {
      if (i == 30) {
        const auto a = static_cast<std::uint32_t>(network.random.below(nodes));
        network.cut(a,
                    (a + 1 + static_cast<std::uint32_t>(network.random.below(nodes - 1))) % nodes);
      }
      network.each[network.random.below(nodes)]->submit();
      for (std::uint64_t steps = network.random.below(10); steps > 0; --steps) (void)network.step();
    }
    network.settle();
    std::set<std::uint32_t> lost;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!network.each[node]->why.empty()) lost.insert(node);
    }
    EXPECT_EQ(lost.size(), 1U);
    expect_one_order(network, lost, {});
    if (::testing::Test::HasFailure()) return;
  }
}

// Some nodes have lost each other, and all others hear all: of each two that have lost each other one goes.
TEST_P(ViewChange, SeveralBrokenLinksAreAllSettled) {
  constexpr std::uint64_t rounds = 200;
  std::uint64_t went_on = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(6 + round % 3);
    Network network(nodes, GetParam() * 1000 + round);
    std::set<std::uint32_t> apart;
    while (apart.size() < 3) apart.insert(static_cast<std::uint32_t>(network.random.below(nodes)));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
    for (const std::uint32_t one : apart) {
      for (const std::uint32_t other : apart) {
        if (one < other) links.emplace_back(one, other);
      }
    }
    while (!links.empty()) {
      const auto [one, other] = links[network.random.below(links.size())];
      std::erase(links, std::pair(one, other));
      network.cut(one, other);
      network.each[network.random.below(nodes)]->submit();
      for (std::uint64_t left = network.random.below(60); left > 0; --left) (void)network.step();
      network.tick(300'000'000);
    }
    network.settle();
    std::set<std::uint32_t> lost;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!network.each[node]->why.empty()) lost.insert(node);
    }
    if (lost.size() == nodes) continue;
    ++went_on;
    for (const std::uint32_t one : apart) {
      for (const std::uint32_t other : apart) {
        if (one >= other) continue;
        EXPECT_TRUE(lost.contains(one) || lost.contains(other)) << one << " " << other;
      }
    }
    expect_one_order(network, lost, {});
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(went_on, rounds / 2);
}

// One link breaks, and both of its ends die while that is being settled: each may have said that the other is lost.
TEST_P(ViewChange, BothEndsOfABrokenLinkMayGo) {
  constexpr std::uint64_t rounds = 300;
  std::uint64_t went_on = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const auto nodes = static_cast<std::uint32_t>(5 + round % 3);
    Network network(nodes, GetParam() * 1000 + round);
    const auto steps = [&](std::uint64_t most) {
      for (std::uint64_t left = network.random.below(most); left > 0; --left) (void)network.step();
    };
    for (int i = 0; i < 20; ++i) {
      network.each[network.random.below(nodes)]->submit();
      steps(10);
    }
    network.cut(0, 1);
    std::set<std::uint32_t> lost;
    for (const std::uint32_t end : {1U, 0U}) {
      steps(60);
      for (int seconds = 0; seconds < 2; ++seconds) network.tick(1'000'000'000);
      steps(60);
      network.kill(end);
      lost.insert(end);
    }
    network.settle();
    // Who has lost a node first may go with it.
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (!network.each[node]->why.empty()) lost.insert(node);
    }
    if (lost.size() == nodes) continue;  // losses one after the other may end all parts
    ++went_on;
    expect_one_order(network, lost, {});
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(went_on, rounds / 2);
}

}  // namespace
}  // namespace orrery::rti::testing
