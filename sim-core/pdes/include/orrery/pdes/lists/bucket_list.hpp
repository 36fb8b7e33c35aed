// Contiguous buckets that are sorted when their time has come.
//
// A ring of buckets of equal width holds the near future, each an unsorted bag: to push is to append. The bucket whose
// time has come is copied to `front_` and sorted there, latest first, so that to pop is to shorten it. What suits
// neither (before the front, beyond the ring, too many for one bucket's insertion) goes to a heap, and the first of
// both is the first of all: so it stays correct whatever the times are, and is fast when most events fall on the ring.
//
// Width and number of buckets follow the events: chosen from a sample of their times such that about `wanted_load`
// events are sorted at once, and chosen anew (at most once in as many operations as there are events) when buckets turn
// out too full, too empty, or too much went to the heap.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "orrery/pdes/event.hpp"
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

  void push(const E& event) {
    ++pushes_;
    const double at = event.time * inverse_width_;
    if (at < greatest_bucket) {
      const auto bucket = static_cast<std::uint64_t>(at);
      if (bucket > front_bucket_) {
        if (bucket - front_bucket_ <= mask_) {
          const std::size_t slot = bucket & mask_;
          pool_.append(ring_[slot], event);
          occupied_.set(slot);
          ++ring_events_;
          return;
        }
      } else if (bucket == front_bucket_ && front_.size() < greatest_front) {
        insert_in_front(event);
        return;
      }
    }
    heap_.push(event);
    ++heap_pushes_;
  }

  const E* peek() {
    if (front_.empty()) advance();
    const E* first = front_.empty() ? nullptr : &front_.back();
    const E* other = heap_.peek();
    if (other == nullptr) return first;
    if (first == nullptr) return other;
    return before(*first, *other) ? first : other;
  }

  void pop(E& out) {
    if (front_.empty()) advance();
    const E* other = heap_.peek();
    if (front_.empty() || (other != nullptr && before(*other, front_.back()))) {
      heap_.pop(out);
      // With an empty ring the heap alone would go on for ever.
      if (front_.empty() && ring_events_ == 0) follow_heap(out.time);
    } else {
      out = front_.back();
      front_.pop_back();
    }
  }

  template <class F>
  void for_each(F&& visit) const {
    for (const E& event : front_) visit(event);
    for (const auto& bag : ring_) pool_.for_each(bag, visit);
    heap_.for_each(visit);
  }

 private:
  using Bag = typename BlockPool<E>::Bag;

  static constexpr std::size_t least_buckets = 64;
  static constexpr std::size_t greatest_buckets = std::size_t{1} << 22;
  static constexpr std::size_t wanted_load = 12;
  static constexpr std::size_t greatest_front = 96;
  static constexpr std::size_t least_pause = 2048;  // pushes between two choices of width
  static constexpr std::size_t sample_size = 512;
  static constexpr double greatest_bucket = 4.0e18;

  void insert_in_front(const E& event) {
    front_.push_back(event);
    std::size_t at = front_.size() - 1;
    while (at > 0 && before(front_[at - 1], event)) {
      front_[at] = front_[at - 1];
      --at;
    }
    front_[at] = event;
  }

  // Takes the next bucket that holds events to the front.
  void advance() {
    if (pushes_ >= pause_) adapt();
    if (ring_events_ == 0 || !front_.empty()) return;
    const std::size_t from = front_bucket_ & mask_;
    const std::size_t slot = occupied_.next((from + 1) & mask_);
    front_bucket_ += (slot - from) & mask_;
    occupied_.clear(slot);
    ring_events_ -= ring_[slot].count;
    ++loads_;
    loaded_ += ring_[slot].count;
    pool_.drain(ring_[slot], [this](const E& event) { front_.push_back(event); });
    sort_front();
    if (ring_events_ != 0) pool_.prefetch(ring_[occupied_.next((slot + 1) & mask_)]);
  }

  void sort_front() {
    if (front_.size() > 32) {
      std::sort(front_.begin(), front_.end(), [](const E& a, const E& b) { return before(b, a); });
      return;
    }
    for (std::size_t i = 1; i < front_.size(); ++i) {
      if (!before(front_[i - 1], front_[i])) continue;
      const E moving = front_[i];
      std::size_t at = i;
      do {
        front_[at] = front_[at - 1];
        --at;
      } while (at > 0 && before(front_[at - 1], moving));
      front_[at] = moving;
    }
  }

  // The ring follows the time that was popped from the heap, so that pushes find it again.
  void follow_heap(double time) {
    const double at = time * inverse_width_;
    if (at < greatest_bucket) front_bucket_ = static_cast<std::uint64_t>(at);
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
    std::vector<E> all;
    all.reserve(events);
    for_each([&all](const E& event) { all.push_back(event); });
    std::vector<double> times;
    const std::size_t stride = std::max<std::size_t>(1, events / sample_size);
    // Events of one bucket lie side by side: a fixed stride samples all buckets alike.
    for (std::size_t i = 0; i < events; i += stride) times.push_back(all[i].time);
    std::sort(times.begin(), times.end());
    const double now = times.front();
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
    front_.clear();
    const double first = now * inverse_width_;
    front_bucket_ = first < greatest_bucket ? static_cast<std::uint64_t>(first) : 0;
    for (const E& event : all) push(event);
  }

  void make_ring(double width, std::size_t buckets) {
    for (Bag& bag : ring_) pool_.drain(bag, [](const E&) {});
    buckets = std::clamp(buckets, least_buckets, greatest_buckets);
    ring_.assign(buckets, Bag{});
    occupied_.resize(buckets);
    mask_ = buckets - 1;
    width_ = width;
    inverse_width_ = 1.0 / width;
    ring_events_ = 0;
  }

  std::vector<E> front_;  // of bucket front_bucket_, latest first
  std::uint64_t front_bucket_ = 0;
  double inverse_width_ = 1;
  std::size_t mask_ = 0;
  std::vector<Bag>
      ring_;  // buckets front_bucket_ + 1 .. front_bucket_ + mask_, and none of front_bucket_
  Occupancy occupied_;
  std::size_t ring_events_ = 0;
  BlockPool<E> pool_;
  HeapList<E, 4> heap_;

  double width_ = 1;
  std::size_t pushes_ = 0;  // these five since the last choice of width
  std::size_t heap_pushes_ = 0;
  std::size_t loads_ = 0;
  std::size_t loaded_ = 0;
  std::size_t fruitless_ = 0;
  std::size_t pause_ = 0;
  std::size_t tuned_for_ = 0;
};

}  // namespace orrery::pdes
