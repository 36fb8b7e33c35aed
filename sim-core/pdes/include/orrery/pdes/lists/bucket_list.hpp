// A future event list of unsorted buckets; each is sorted when its time comes.
//
// A ring of buckets of equal width holds the near future. A bucket is an unsorted bag, so push() only appends. When the
// time of a bucket comes, `front_` gets the times and places of its events, sorted with the latest first, so pop() only
// shortens `front_`; the events stay where they are. A heap holds all other events: before the front, beyond the ring, or
// too many for insertion into the front. The first event of the list is the earlier of the front's and the heap's first
// events. So the list is correct for any times, and fast when most events fall on the ring.
//
// The width and number of buckets follow the events: rebuild() chooses them from a sample of the times, such that about
// `wanted_load` events are sorted at once. It runs again (at most once in as many operations as there are events) when
// buckets are too full or too empty, when too many events went to the heap, or when the size has changed much.
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

  // Moves the first event to `out` and returns true if its time is below the limit. Returns false otherwise, and if the
  // list is empty.
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

  // Returns the event that is likely to be popped after the next `ahead` events, or nullptr if it is unknown.
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

  // Pushes an event that does not belong on the ring.
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
    // A growing population must not stay in the heap until the time of the next bucket.
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
      // With an empty ring, all later pushes would go to the heap too.
      if (front_.empty() && ring_events_ == 0) follow_heap(out.time);
      return true;
    }
    if (front_.empty() || !(front_.back().time < limit)) return false;
    copy_event(out, *front_.back().event);
    front_.pop_back();
    return true;
  }

  // Makes the next bucket that holds events the front.
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

  // Moves the ring to the time that was popped from the heap, so that later pushes fall on the ring again.
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
      // After each choice that did not help, wait longer before the next.
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
    // for_each() visits the events of a bucket one after the other: a fixed stride samples all buckets alike.
    for (std::size_t i = 0; i < events; i += stride) times.push_back(all[i].time);
    std::sort(times.begin(), times.end());
    const auto at = [&times](double share) {
      return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    // The width follows the density near the front, at the smallest share whose times are not all equal.
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
    // The front is the empty bucket before the first one, so that the next peek() or pop() sorts the first bucket.
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
  // Buckets front_bucket_ + 1 to front_bucket_ + mask_; the slot of front_bucket_ is empty.
  HugeVector<Bag> ring_;
  std::size_t ring_events_ = 0;
  std::size_t pushes_ = 0;  // since the last adapt(), like heap_pushes_, loads_ and loaded_
  BlockPool<E> pool_;
  Bag front_bag_;
  std::size_t inserted_ = 0;  // events inserted into front_bag_ since it is the front
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
