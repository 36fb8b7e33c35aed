// One test suite for all future event lists, with a sorted set as the oracle.
#include "orrery/pdes/lists.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/pdes/event_list.hpp"

namespace orrery::pdes {
namespace {

using TestEvent = Event<Words>;

struct Earlier {
  bool operator()(const TestEvent& a, const TestEvent& b) const { return before(a, b); }
};

template <class List>
class ListConformance : public ::testing::Test {
 protected:
  void push(double time) {
    TestEvent event;
    event.time = time;
    event.destination = static_cast<LpId>(random_.below(5));
    event.source = static_cast<LpId>(random_.below(5));
    event.tag = ++sequence_ << TestEvent::kind_bits | 3U;
    event.payload = {sequence_, ~sequence_, sequence_ * 3, 7};
    list_.push(event);
    oracle_.insert(event);
  }

  double pop() {
    const TestEvent expected = *oracle_.begin();
    oracle_.erase(oracle_.begin());
    const TestEvent* seen = list_.peek();
    EXPECT_NE(seen, nullptr);
    if (seen == nullptr) return 0;
    EXPECT_EQ(seen->tag, expected.tag);
    TestEvent event;
    list_.pop(event);
    EXPECT_EQ(event.tag, expected.tag)
        << "at time " << event.time << ", expected " << expected.time;
    EXPECT_EQ(event.time, expected.time);
    EXPECT_EQ(event.payload, expected.payload);
    EXPECT_EQ(list_.size(), oracle_.size());
    return event.time;
  }

  void drain() {
    while (!oracle_.empty() && !this->HasFailure()) pop();
    EXPECT_EQ(list_.size(), 0U);
    EXPECT_EQ(list_.peek(), nullptr);
  }

  // Pops and pushes at a constant population.
  template <class Delay>
  void hold(std::size_t population, std::size_t operations, Delay&& delay) {
    for (std::size_t i = 0; i < population; ++i) push(delay());
    for (std::size_t i = 0; i < operations && !this->HasFailure(); ++i) push(pop() + delay());
    drain();
  }

  List list_;
  std::set<TestEvent, Earlier> oracle_;
  base::Random random_{17};
  std::uint64_t sequence_ = 0;
};

using Lists =
    ::testing::Types<BinaryHeap<TestEvent>, QuaternaryHeap<TestEvent>, CalendarList<TestEvent>,
                     LadderList<TestEvent>, BucketList<TestEvent>>;

struct ListNames {
  template <class List>
  static std::string GetName(int) {
    return std::string(List::name);
  }
};
TYPED_TEST_SUITE(ListConformance, Lists, ListNames);

TYPED_TEST(ListConformance, FulfilsTheContract) {
  static_assert(EventList<TypeParam, TestEvent>);
  EXPECT_EQ(this->list_.peek(), nullptr);
  this->push(1);
  EXPECT_EQ(this->list_.size(), 1U);
  this->drain();
}

TYPED_TEST(ListConformance, HoldsExponential) {
  for (const std::size_t population : {1U, 2U, 10U, 300U, 5000U}) {
    this->hold(population, 12'000, [this] { return this->random_.exponential(1.0); });
  }
}

TYPED_TEST(ListConformance, HoldsUniformBimodalAndTriangular) {
  this->hold(1000, 8'000, [this] { return this->random_.uniform(0.9, 1.1); });
  this->hold(1000, 8'000, [this] {
    return this->random_.chance(0.9) ? this->random_.uniform() : this->random_.uniform(100, 101);
  });
  this->hold(1000, 8'000, [this] { return this->random_.uniform() + this->random_.uniform(); });
}

TYPED_TEST(ListConformance, BreaksTiesInTheTotalOrder) {
  for (int i = 0; i < 400; ++i) this->push(static_cast<double>(this->random_.below(4)));
  for (int i = 0; i < 3000 && !this->HasFailure(); ++i) {
    this->push(this->pop() + static_cast<double>(this->random_.below(3)));
  }
  this->drain();
}

TYPED_TEST(ListConformance, ServesOneInstant) {
  for (int i = 0; i < 700; ++i) this->push(5.0);
  for (int i = 0; i < 700 && !this->HasFailure(); ++i) this->push(this->pop());
  this->drain();
}

TYPED_TEST(ListConformance, KeepsOrderAcrossHugeSpreads) {
  this->hold(500, 6'000, [this] { return std::exp(this->random_.uniform(-40, 40)); });
  this->hold(200, 3'000, [this] { return this->random_.chance(0.01) ? 1e290 : 1e-290; });
}

TYPED_TEST(ListConformance, KeepsOrderInClusters) {
  this->hold(600, 6'000, [this] {
    return static_cast<double>(this->random_.below(10)) * 1000 + this->random_.uniform() * 1e-6;
  });
}

TYPED_TEST(ListConformance, TakesEventsBeforeWhatWasPopped) {
  for (int i = 0; i < 20'000 && !this->HasFailure(); ++i) {
    if (this->oracle_.empty() || this->random_.chance(0.52)) {
      this->push(this->random_.uniform(0, 100));
    } else {
      this->pop();
    }
  }
  this->drain();
}

TYPED_TEST(ListConformance, FollowsGrowthShrinkingAndChangesOfScale) {
  double now = 0;
  for (int cycle = 0; cycle < 4; ++cycle) {
    const double scale = std::pow(1000.0, cycle - 2);
    for (int i = 0; i < 6'000; ++i) this->push(now + this->random_.exponential(scale));
    for (int i = 0; i < 5'900 && !this->HasFailure(); ++i) {
      now = this->pop();
      if (this->random_.chance(0.3)) this->push(now + this->random_.exponential(scale));
    }
  }
  this->drain();
}

TYPED_TEST(ListConformance, IsNotMisledByLookingAhead) {
  // peek() at a far event, then pushes before it: an engine with windows does so in every window.
  for (int round = 0; round < 300 && !this->HasFailure(); ++round) {
    const double start = round * 10.0;
    this->push(start + 9.5);
    ASSERT_NE(this->list_.peek(), nullptr);
    for (int i = 0; i < 20; ++i) this->push(start + this->random_.uniform(0, 9));
    this->drain();
  }
}

TYPED_TEST(ListConformance, VisitsEveryEventOnce) {
  std::set<std::uint64_t> expected;
  for (int i = 0; i < 3000; ++i) this->push(this->random_.exponential(5));
  for (int i = 0; i < 1000; ++i) this->pop();
  for (int i = 0; i < 50; ++i) this->push(this->random_.uniform());
  for (const auto& event : this->oracle_) expected.insert(event.tag);
  std::vector<std::uint64_t> seen;
  this->list_.for_each([&seen](const TestEvent& event) { seen.push_back(event.tag); });
  EXPECT_EQ(seen.size(), expected.size());
  EXPECT_EQ(std::set<std::uint64_t>(seen.begin(), seen.end()), expected);
}

}  // namespace
}  // namespace orrery::pdes
