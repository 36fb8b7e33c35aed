#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "orrery/base/heap.hpp"
#include "orrery/base/pool.hpp"
#include "orrery/base/random.hpp"

namespace orrery::base {
namespace {

TEST(Heap, BehavesAsTheStandardQueue) {
  Random random(11);
  Heap<std::uint64_t> heap;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> oracle;
  for (int i = 0; i < 50'000; ++i) {
    const double what = random.uniform();
    const std::uint64_t value = random.below(1000);
    if (oracle.empty() || what < 0.5) {
      heap.push(value);
      oracle.push(value);
    } else if (what < 0.8) {
      ASSERT_EQ(heap.pop(), oracle.top());
      oracle.pop();
    } else {
      ASSERT_EQ(heap.replace_top(value), oracle.top());
      oracle.pop();
      oracle.push(value);
    }
    ASSERT_EQ(heap.size(), oracle.size());
    if (!oracle.empty()) {
      ASSERT_EQ(heap.top(), oracle.top());
    }
  }
}

TEST(Heap, TakesMoveOnlyElements) {
  const auto less = [](const auto& a, const auto& b) { return *a < *b; };
  Heap<std::unique_ptr<int>, decltype(less)> heap(less);
  for (const int v : {3, 1, 2}) heap.push(std::make_unique<int>(v));
  EXPECT_EQ(*heap.pop(), 1);
  EXPECT_EQ(*heap.pop(), 2);
  EXPECT_EQ(*heap.pop(), 3);
  EXPECT_TRUE(heap.empty());
}

TEST(Heap, ErasesElementsWhereverTheyAre) {
  Random random(12);
  for (std::uint64_t count = 0; count < 200; ++count) {
    Heap<std::uint64_t> heap;
    std::vector<std::uint64_t> kept;
    const std::uint64_t divisor = 1 + random.below(5);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t value = random.below(100);
      heap.push(value);
      if (value % divisor != 0) kept.push_back(value);
    }
    std::ranges::sort(kept);
    ASSERT_EQ(heap.erase_if([&](std::uint64_t value) { return value % divisor == 0; }),
              count - kept.size());
    for (const std::uint64_t value : kept) ASSERT_EQ(heap.pop(), value);
    ASSERT_TRUE(heap.empty());
  }
}

TEST(Pool, GivesEachSlotOnceAndTakesItBack) {
  Pool<std::string> pool(3);
  std::string* a = pool.take("a");
  std::string* b = pool.take("b");
  std::string* c = pool.take("c");
  EXPECT_EQ(pool.take("d"), nullptr);
  EXPECT_EQ(*a + *b + *c, "abc");
  pool.give_back(b);
  std::string* again = pool.take("e");
  EXPECT_EQ(again, b);
  EXPECT_EQ(*a + *again + *c, "aec");
  EXPECT_EQ(pool.out(), 3U);
  for (std::string* s : {a, again, c}) pool.give_back(s);
  EXPECT_EQ(pool.out(), 0U);
}

}  // namespace
}  // namespace orrery::base
