// A ladder queue (Tang, Goh, Thng; ACM TOMACS 15(3), 2005). Far events wait unsorted in the top. When the nearer events are
// used up, the top is spread over the buckets of a rung. A bucket that is still too full is spread over a finer rung below.
// A small bucket goes to the bottom, from which events are popped. Each event is moved a bounded number of times.
//
// A rung holds times in [start, limit). Times before the current bucket of the lowest rung belong to the bottom. The bottom
// is a heap: a push into it costs the logarithm of a few dozen events.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/pdes/event.hpp"
#include "orrery/pdes/lists/block_pool.hpp"
#include "orrery/pdes/lists/heap_list.hpp"

namespace orrery::pdes {

template <class E>
class LadderList {
 public:
  static constexpr std::string_view name = "ladder";

  void reserve(std::size_t events) { pool_.reserve(events); }
  [[nodiscard]] std::size_t size() const { return size_; }

  void push(const E& event) {
    ++size_;
    if (event.time > top_start_) {
      top_least_ = std::min(top_least_, event.time);
      top_greatest_ = std::max(top_greatest_, event.time);
      top_.append(pool_, event);
      return;
    }
    for (std::size_t i = 0; i < depth_; ++i) {
      Rung& rung = rungs_[i];
      const std::size_t bucket = rung.bucket_of(event.time);
      if (event.time >= rung.start && bucket >= rung.current) {
        rung.buckets[bucket].append(pool_, event);
        ++rung.events;
        return;
      }
    }
    bottom_.push(event);
  }

  const E* peek() {
    if (bottom_.size() == 0 && size_ != 0) refill();
    return bottom_.peek();
  }
  void pop(E& out) {
    if (bottom_.size() == 0) refill();
    bottom_.pop(out);
    --size_;
  }

  template <class F>
  void for_each(F&& visit) const {
    pool_.for_each(top_.events, visit);
    for (std::size_t i = 0; i < depth_; ++i) {
      for (const auto& bag : rungs_[i].buckets) pool_.for_each(bag.events, visit);
    }
    bottom_.for_each(visit);
  }

 private:
  struct Bag {
    typename BlockPool<E>::Bag events;
    std::size_t count = 0;

    void append(BlockPool<E>& pool, const E& event) {
      pool.append(events, event);
      ++count;
    }
  };

  static constexpr std::size_t greatest_depth = 8;
  static constexpr std::size_t threshold = 48;  // greatest bucket that goes to the bottom

  struct Rung {
    double start = 0;
    double inverse_width = 0;
    std::size_t current = 0;  // buckets before it are used up
    std::size_t used = 0;     // buckets of this rung; the vector may be longer
    std::size_t events = 0;
    std::vector<Bag> buckets;

    [[nodiscard]] std::size_t bucket_of(double time) const {
      const double at = (time - start) * inverse_width;
      if (!(at > 0)) return 0;
      return at >= static_cast<double>(used - 1) ? used - 1 : static_cast<std::size_t>(at);
    }
  };

  // Spreads a bag over a new lowest rung; all its times lie in [least, greatest], and least < greatest.
  void spread(Bag& bag, double least, double greatest) {
    Rung& rung = rungs_[depth_++];
    const std::size_t count = bag.count;
    rung.start = least;
    rung.used = count + 1;
    rung.inverse_width = static_cast<double>(count) / (greatest - least);
    if (!std::isfinite(rung.inverse_width)) rung.inverse_width = std::numeric_limits<double>::max();
    rung.current = 0;
    rung.events = count;
    if (rung.buckets.size() < rung.used) rung.buckets.resize(rung.used);
    Bag taken = std::exchange(bag, Bag{});
    pool_.drain(taken.events, [&](const E& event) {
      rung.buckets[rung.bucket_of(event.time)].append(pool_, event);
    });
  }

  void to_bottom(Bag& bag) {
    pool_.drain(bag.events, [this](const E& event) { bottom_.push(event); });
    bag.count = 0;
  }

  // Moves the next small bucket to the bottom. The bottom must be empty, and the list must not.
  void refill() {
    for (;;) {
      while (depth_ > 0 && rungs_[depth_ - 1].events == 0) --depth_;
      if (depth_ == 0) {
        const double least = top_least_;
        const double greatest = top_greatest_;
        Bag bag = std::exchange(top_, Bag{});
        top_start_ = greatest;
        top_least_ = std::numeric_limits<double>::infinity();
        top_greatest_ = -std::numeric_limits<double>::infinity();
        if (bag.count <= threshold || !(greatest > least)) {
          to_bottom(bag);
          return;
        }
        spread(bag, least, greatest);
        continue;
      }
      Rung& rung = rungs_[depth_ - 1];
      while (rung.buckets[rung.current].count == 0) ++rung.current;
      Bag& bag = rung.buckets[rung.current];
      ++rung.current;
      rung.events -= bag.count;
      double least = std::numeric_limits<double>::infinity();
      double greatest = -least;
      if (bag.count > threshold) {
        pool_.for_each(bag.events, [&](const E& event) {
          least = std::min(least, event.time);
          greatest = std::max(greatest, event.time);
        });
      }
      if (bag.count <= threshold || !(greatest > least) || depth_ == greatest_depth) {
        to_bottom(bag);
        return;
      }
      spread(bag, least, greatest);
    }
  }

  Bag top_;
  double top_start_ = -1;  // the top holds all later times
  double top_least_ = std::numeric_limits<double>::infinity();
  double top_greatest_ = -std::numeric_limits<double>::infinity();
  std::array<Rung, greatest_depth> rungs_;  // coarsest first
  std::size_t depth_ = 0;
  HeapList<E, 4> bottom_;
  BlockPool<E> pool_;
  std::size_t size_ = 0;
};

}  // namespace orrery::pdes
