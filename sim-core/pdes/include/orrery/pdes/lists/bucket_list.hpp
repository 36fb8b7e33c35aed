// Contiguous buckets that are sorted when their time has come.
//
// A ring of buckets of equal width holds the near future, each an unsorted bag: to push is to append. When the time of a
// bucket has come, `front_` gets the times of its events and where they lie, sorted, latest first, so that to pop is to
// shorten it; the events stay where they are. What suits neither (before the front, beyond the ring, too many for one
// bucket's insertion) goes to a heap, and the first of both is the first of all: so it stays correct whatever the times
// are, and is fast when most events fall on the ring.
//
// Width and number of buckets follow the events: chosen from a sample of their times such that about `wanted_load`
// events are sorted at once, and chosen anew (at most once in as many operations as there are events) when buckets turn
// out too full, too empty, or too much went to the heap.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "orrery/pdes/event.hpp"
#include "orrery/pdes/huge_memory.hpp"
#include "orrery/pdes/lists/block_pool.hpp"
#include "orrery/pdes/lists/heap_list.hpp"
#include "orrery/pdes/lists/occupancy.hpp"

namespace orrery::pdes {

template <class E>
class BucketList {
 public:
  static constexpr std::string_view name = "buckets";

  BucketList() { make_ring(1.0, least_buckets); }

  void reserve(std::size_t events) {
    pool_.reserve(events);
    front_.reserve(greatest_front);
  }
  [[nodiscard]] std::size_t size() const { return front_.size() + ring_events_ + heap_.size(); }

  [[gnu::always_inline]] void push(const E& event) {
    ++pushes_;
    const double at = event.time * inverse_width_;
    if (at < greatest_bucket) [[likely]] {
      const auto bucket = static_cast<std::int64_t>(at);
      const auto beyond_front = static_cast<std::uint64_t>(bucket - front_bucket_ - 1);
      if (beyond_front < mask_) [[likely]] {
        const std::size_t slot = static_cast<std::uint64_t>(bucket) & mask_;
        Bag& bag = ring_[slot];
        if (bag.empty()) occupied_.set(slot);
        pool_.append(bag, event);
        ++ring_events_;
        return;
      }
    }
    push_aside(event);
  }

  const E* peek() {
    if (front_.empty()) advance();
    const E* first = front_.empty() ? nullptr : front_.back().event;
    const E* other = heap_.peek();
    if (other == nullptr) return first;
    if (first == nullptr) return other;
    return before(*first, *other) ? first : other;
  }

  // Moves the first event out if its time is below the limit; false: it is not, or there is none.
  [[gnu::always_inline]] bool pop_before(double limit, E& out) {
    if (front_.empty() || !(front_.back().time < heap_least_)) [[unlikely]] {
      return pop_with_care(limit, out);
    }
    const Key first = front_.back();
    if (!(first.time < limit)) [[unlikely]]
      return false;
    copy_event(out, *first.event);
    front_.pop_back();
    return true;
  }
  void pop(E& out) { (void)pop_before(std::numeric_limits<double>::infinity(), out); }

  // The event that is likely to be popped after the next `ahead` ones, if that is known.
  [[nodiscard]] const E* upcoming(std::size_t ahead) const {
    return front_.size() > ahead ? front_[front_.size() - 1 - ahead].event : nullptr;
  }

  template <class F>
  void for_each(F&& visit) const {
    for (const Key& key : front_) visit(*key.event);
    for (const Bag& bag : ring_) pool_.for_each(bag, visit);
    heap_.for_each(visit);
  }

 private:
  using Bag = typename BlockPool<E>::Bag;
  struct Key {
    double time;
    const E* event;  // in front_bag_
  };

  static constexpr std::size_t least_buckets = 64;
  static constexpr std::size_t greatest_buckets = std::size_t{1} << 22;
  static constexpr std::size_t wanted_load = 16;
  static constexpr std::size_t greatest_front = 96;
  static constexpr std::size_t greatest_inserted = 1024;
  static constexpr std::size_t least_pause = 2048;  // pushes between two choices of width
  static constexpr std::size_t sample_size = 512;
  static constexpr double greatest_bucket = 4.0e18;

  static bool key_before(const Key& a, const Key& b) {
    if (a.time != b.time) [[likely]]
      return a.time < b.time;
    return before(*a.event, *b.event);
  }

  // What does not belong on the ring.
  [[gnu::noinline]] void push_aside(const E& event) {
    const double at = event.time * inverse_width_;
    if (at < greatest_bucket && static_cast<std::int64_t>(at) == front_bucket_ &&
        front_.size() < greatest_front && inserted_ < greatest_inserted) {
      insert_in_front(event);
      return;
    }
    heap_.push(event);
    heap_least_ = std::min(heap_least_, event.time);
    ++heap_pushes_;
    // A population that is growing is not left to the heap until the next bucket's time has come.
    if (heap_.size() > least_pause && heap_.size() > 2 * tuned_for_) rebuild(size());
  }

  void insert_in_front(const E& event) {
    ++inserted_;
    const Key key{event.time, pool_.append(front_bag_, event)};
    front_.push_back(key);
    std::size_t at = front_.size() - 1;
    while (at > 0 && key_before(front_[at - 1], key)) {
      front_[at] = front_[at - 1];
      --at;
    }
    front_[at] = key;
  }

  [[gnu::noinline]] bool pop_with_care(double limit, E& out) {
    if (front_.empty()) advance();
    const E* const other = heap_.peek();
    if (other != nullptr && (front_.empty() || before(*other, *front_.back().event))) {
      if (!(other->time < limit)) return false;
      heap_.pop(out);
      const E* const next = heap_.peek();
      heap_least_ = next == nullptr ? std::numeric_limits<double>::infinity() : next->time;
      // With an empty ring the heap alone would go on for ever.
      if (front_.empty() && ring_events_ == 0) follow_heap(out.time);
      return true;
    }
    if (front_.empty() || !(front_.back().time < limit)) return false;
    copy_event(out, *front_.back().event);
    front_.pop_back();
    return true;
  }

  // Takes the next bucket that holds events to the front.
  void advance() {
    if (pushes_ >= pause_) adapt();
    if (ring_events_ == 0 || !front_.empty()) return;
    const std::size_t from = static_cast<std::uint64_t>(front_bucket_) & mask_;
    const std::size_t slot = occupied_.next((from + 1) & mask_);
    front_bucket_ += static_cast<std::int64_t>((slot - from) & mask_);
    occupied_.clear(slot);
    clear_front();
    front_bag_ = std::exchange(ring_[slot], Bag{});
    pool_.for_each(front_bag_, [this](const E& event) { front_.push_back({event.time, &event}); });
    ring_events_ -= front_.size();
    ++loads_;
    loaded_ += front_.size();
    sort_front();
    if (ring_events_ != 0) pool_.prefetch(ring_[occupied_.next((slot + 1) & mask_)]);
  }

  void sort_front() {
    if (front_.size() > 32) {
      std::sort(front_.begin(), front_.end(),
                [](const Key& a, const Key& b) { return key_before(b, a); });
      return;
    }
    Key* const keys = front_.data();
    const std::size_t count = front_.size();
    for (std::size_t i = 1; i < count; ++i) {
      const Key moving = keys[i];
      std::size_t at = i;
      for (; at > 0 && key_before(keys[at - 1], moving); --at) keys[at] = keys[at - 1];
      keys[at] = moving;
    }
  }

  void clear_front() {
    front_.clear();
    pool_.release(front_bag_);
    inserted_ = 0;
  }

  // The ring follows the time that was popped from the heap, so that pushes find it again.
  void follow_heap(double time) {
    const double at = time * inverse_width_;
    if (at < greatest_bucket) front_bucket_ = static_cast<std::int64_t>(at);
    clear_front();
  }

  void adapt() {
    const std::size_t events = size();
    const bool too_full = loads_ >= 16 && loaded_ > loads_ * wanted_load * 3;
    const bool too_empty =
        loads_ >= 64 && loaded_ * 3 < loads_ * wanted_load && events > wanted_load;
    const bool too_many_outside = heap_pushes_ * 12 > pushes_;
    const bool other_size = events > tuned_for_ * 4 || events < tuned_for_ / 8;
    if (events > 16 && (too_full || too_empty || too_many_outside || other_size)) {
      rebuild(events);
      // A choice that did not help is not repeated at once.
      fruitless_ = std::min<std::size_t>(fruitless_ + 1, 16);
    } else {
      fruitless_ = 0;
    }
    pause_ = std::max(least_pause, size()) << fruitless_ / 2;
    pushes_ = heap_pushes_ = loads_ = loaded_ = 0;
  }

  void rebuild(std::size_t events) {
    tuned_for_ = events;
    HugeVector<E> all;
    all.reserve(events);
    double now = std::numeric_limits<double>::infinity();
    for_each([&](const E& event) {
      all.push_back(event);
      now = std::min(now, event.time);
    });
    std::vector<double> times;
    const std::size_t stride = std::max<std::size_t>(1, events / sample_size);
    // Events of one bucket lie side by side: a fixed stride samples all buckets alike.
    for (std::size_t i = 0; i < events; i += stride) times.push_back(all[i].time);
    std::sort(times.begin(), times.end());
    const auto at = [&times](double share) {
      return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    // The density near the front decides, where the times are not all equal.
    double width = 0;
    for (const double share : {0.125, 0.25, 0.5, 1.0}) {
      const double span = at(share) - now;
      if (span <= 0) continue;
      width = span / (share * static_cast<double>(events)) * static_cast<double>(wanted_load);
      break;
    }
    if (!(width > 0) || !(1.0 / width < 1e300)) width = width_;
    const double reach = (at(0.98) - now) * 1.25;
    const double buckets = std::min(reach / width + 1, static_cast<double>(events) + 64.0);
    make_ring(width, std::bit_ceil(static_cast<std::size_t>(buckets)));
    heap_.clear();
    heap_least_ = std::numeric_limits<double>::infinity();
    clear_front();
    const double first = now * inverse_width_;
    // The first bucket comes after an empty one, so that it is sorted at once.
    front_bucket_ = first < greatest_bucket ? static_cast<std::int64_t>(first) - 1 : -1;
    for (const E& event : all) push(event);
  }

  void make_ring(double width, std::size_t buckets) {
    for (Bag& bag : ring_) pool_.release(bag);
    buckets = std::clamp(buckets, least_buckets, greatest_buckets);
    ring_.assign(buckets, Bag{});
    occupied_.resize(buckets);
    mask_ = buckets - 1;
    width_ = width;
    inverse_width_ = 1.0 / width;
    ring_events_ = 0;
  }

  std::vector<Key> front_;  // of bucket front_bucket_, latest first
  std::int64_t front_bucket_ = -1;
  double heap_least_ = std::numeric_limits<double>::infinity();
  double inverse_width_ = 1;
  std::size_t mask_ = 0;
  // Buckets front_bucket_ + 1 .. front_bucket_ + mask_, and none of front_bucket_.
  HugeVector<Bag> ring_;
  std::size_t ring_events_ = 0;
  std::size_t pushes_ = 0;  // since the last choice of width, as the other counts below
  BlockPool<E> pool_;
  Bag front_bag_;
  std::size_t inserted_ = 0;  // into front_bag_ since it was taken
  Occupancy occupied_;
  HeapList<E, 4> heap_;

  double width_ = 1;
  std::size_t heap_pushes_ = 0;
  std::size_t loads_ = 0;
  std::size_t loaded_ = 0;
  std::size_t fruitless_ = 0;
  std::size_t pause_ = 0;
  std::size_t tuned_for_ = 0;
};

}  // namespace orrery::pdes
