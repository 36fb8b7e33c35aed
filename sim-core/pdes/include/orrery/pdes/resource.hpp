// Resources of limited capacity and waiting lines, with statistics; plain values for a model's state.
//
//   Resource        units in use; utilisation is their mean over time as a share of the capacity
//   WaitingLine<T>  first come, first served; measures its length over time and the wait of each item
//
// The caller passes all times, in the model's unit; they must not decrease. A line allocates only when it becomes longer
// than ever before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/pdes/statistics.hpp"

namespace orrery::pdes {

class Resource {
 public:
  explicit Resource(std::uint32_t capacity) : capacity_(capacity) {}

  // Takes a unit; false if all are in use.
  bool try_acquire(double now) {
    if (in_use_.level() >= static_cast<double>(capacity_)) return false;
    in_use_.add(1, now);
    return true;
  }
  void release(double now) { in_use_.add(-1, now); }
  void reset(double now) { in_use_.reset(now); }

  [[nodiscard]] std::uint32_t capacity() const { return capacity_; }
  [[nodiscard]] double in_use() const { return in_use_.level(); }
  [[nodiscard]] double utilisation(double now) const {
    return in_use_.mean(now) / static_cast<double>(capacity_);
  }

 private:
  std::uint32_t capacity_;
  TimeWeighted in_use_;
};

template <class T>
class WaitingLine {
 public:
  void push(T item, double now) {
    if (size_ == ring_.size()) grow();
    ring_[(first_ + size_) % ring_.size()] = {std::move(item), now};
    ++size_;
    length_.add(1, now);
  }
  // Removes the first item and records its wait. The line must not be empty.
  T pop(double now) {
    Place& place = ring_[first_];
    first_ = (first_ + 1) % ring_.size();
    --size_;
    length_.add(-1, now);
    waits_.add(now - place.since);
    return std::move(place.item);
  }
  // Records an item that did not have to wait.
  void pass() { waits_.add(0); }
  void reset(double now) {
    length_.reset(now);
    waits_.reset();
  }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const TimeWeighted& length() const { return length_; }
  [[nodiscard]] const Tally& waits() const { return waits_; }

 private:
  struct Place {
    T item{};
    double since = 0;
  };

  void grow() {
    std::vector<Place> larger(ring_.empty() ? 8 : ring_.size() * 2);
    for (std::size_t i = 0; i < size_; ++i) {
      larger[i] = std::move(ring_[(first_ + i) % ring_.size()]);
    }
    ring_ = std::move(larger);
    first_ = 0;
  }

  std::vector<Place> ring_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
  TimeWeighted length_;
  Tally waits_;
};

}  // namespace orrery::pdes
