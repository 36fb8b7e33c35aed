// A calendar queue (Brown, CACM 31(10), 1988): a year consists of days of equal width, and years repeat. A day is a list
// sorted by time, in which the events of later years wait behind this year's. The number of days doubles and halves with
// the population; the width is three times the mean gap between the next events.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "orrery/pdes/event.hpp"

namespace orrery::pdes {

template <class E>
class CalendarList {
 public:
  static constexpr std::string_view name = "calendar";

  CalendarList() { days_.assign(least_days, none); }

  void reserve(std::size_t events) { nodes_.reserve(events); }
  [[nodiscard]] std::size_t size() const { return size_; }

  void push(const E& event) {
    insert(take(event));
    if (++size_ > days_.size() * 2) rebuild(days_.size() * 2);
  }

  const E* peek() {
    if (size_ == 0) return nullptr;
    if (next_ == none) find();
    return &nodes_[days_[next_]].event;
  }

  void pop(E& out) {
    (void)peek();
    const std::uint32_t node = days_[next_];
    out = nodes_[node].event;
    days_[next_] = nodes_[node].next;
    nodes_[node].next = free_;
    free_ = node;
    // The next event of this day is the first of all if it belongs to the same year.
    if (days_[next_] == none || day_of(nodes_[days_[next_]].event.time) != today_) next_ = none;
    if (--size_ * 2 < days_.size() && days_.size() > least_days) rebuild(days_.size() / 2);
  }

  template <class F>
  void for_each(F&& visit) const {
    for (std::uint32_t node : days_) {
      for (; node != none; node = nodes_[node].next) visit(nodes_[node].event);
    }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static constexpr std::size_t least_days = 4;
  static constexpr std::size_t sample_size = 64;
  // All later times share one day. This is correct but slow: a day's list is always sorted.
  static constexpr double last_day = 4.0e18;

  struct Node {
    E event;
    std::uint32_t next = none;
  };

  [[nodiscard]] std::uint64_t day_of(double time) const {
    return static_cast<std::uint64_t>(std::min(time * inverse_width_, last_day));
  }

  std::uint32_t take(const E& event) {
    if (free_ != none) {
      const std::uint32_t node = free_;
      free_ = nodes_[node].next;
      nodes_[node].event = event;
      return node;
    }
    nodes_.push_back(Node{event, none});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  void insert(std::uint32_t node) {
    const E& event = nodes_[node].event;
    const std::uint64_t day = day_of(event.time);
    const std::size_t slot = day & (days_.size() - 1);
    std::uint32_t* link = &days_[slot];
    while (*link != none && before(nodes_[*link].event, event)) link = &nodes_[*link].next;
    nodes_[node].next = *link;
    *link = node;
    // An event of today or of a later day changes nothing: today's list is sorted, and its first event is the first of all.
    if (day < today_) {
      today_ = day;
      next_ = none;
    }
  }

  // Looks for the first event from today on, day by day for one year; then takes the least of all days' first events.
  void find() {
    const std::size_t mask = days_.size() - 1;
    for (std::size_t i = 0; i <= mask; ++i) {
      const std::uint64_t day = today_ + i;
      const std::uint32_t first = days_[day & mask];
      if (first != none && day_of(nodes_[first].event.time) <= day) {
        today_ = day;
        next_ = day & mask;
        return;
      }
    }
    std::uint32_t least = none;
    for (std::size_t slot = 0; slot <= mask; ++slot) {
      const std::uint32_t first = days_[slot];
      if (first == none) continue;
      if (least == none || before(nodes_[first].event, nodes_[least].event)) {
        least = first;
        next_ = slot;
      }
    }
    today_ = day_of(nodes_[least].event.time);
  }

  void rebuild(std::size_t days) {
    choose_width();
    std::vector<std::uint32_t> chain;
    chain.reserve(size_);
    for (std::uint32_t node : days_) {
      for (; node != none; node = nodes_[node].next) chain.push_back(node);
    }
    days_.assign(days, none);
    next_ = none;
    today_ = ~std::uint64_t{0};
    // Latest first, so that each event is inserted at the head of its day.
    std::sort(chain.begin(), chain.end(), [this](std::uint32_t a, std::uint32_t b) {
      return before(nodes_[b].event, nodes_[a].event);
    });
    for (const std::uint32_t node : chain) insert(node);
  }

  void choose_width() {
    std::vector<double> times;
    times.reserve(size_);
    for_each([&times](const E& event) { times.push_back(event.time); });
    const std::size_t sampled = std::min(times.size(), sample_size);
    if (sampled < 2) return;
    const auto end = times.begin() + static_cast<std::ptrdiff_t>(sampled);
    std::partial_sort(times.begin(), end, times.end());
    const double gap = (*(end - 1) - times.front()) / static_cast<double>(sampled - 1);
    if (gap > 0 && 1.0 / (gap * 3) < 1e300) inverse_width_ = 1.0 / (gap * 3);
  }

  std::vector<Node> nodes_;
  std::uint32_t free_ = none;
  std::vector<std::uint32_t> days_;  // first event of each day; the size is a power of two
  double inverse_width_ = 1;
  std::size_t size_ = 0;
  std::uint64_t today_ = 0;  // no event belongs to an earlier day
  std::size_t next_ = none;  // the day whose first event is the first of all; none: unknown
};

}  // namespace orrery::pdes
