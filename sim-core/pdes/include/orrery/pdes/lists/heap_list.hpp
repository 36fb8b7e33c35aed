// A d-ary heap in contiguous memory: logarithmic for any times. The bucket and ladder lists have one inside.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "orrery/pdes/event.hpp"

namespace orrery::pdes {

template <class E, std::size_t arity>
class HeapList {
 public:
  static constexpr std::string_view name = arity == 2 ? "binary_heap" : "quaternary_heap";

  void reserve(std::size_t events) { items_.reserve(events); }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  const E* peek() { return items_.empty() ? nullptr : items_.data(); }

  void push(const E& event) {
    const E moving = event;  // `event` may lie in items_, which may move
    std::size_t at = items_.size();
    items_.push_back(moving);
    while (at > 0) {
      const std::size_t parent = (at - 1) / arity;
      if (!before(moving, items_[parent])) break;
      items_[at] = items_[parent];
      at = parent;
    }
    items_[at] = moving;
  }

  void pop(E& out) {
    out = items_.front();
    const E last = items_.back();
    items_.pop_back();
    if (!items_.empty()) sink(last);
  }

  template <class F>
  void for_each(F&& visit) const {
    for (const E& event : items_) visit(event);
  }
  void clear() { items_.clear(); }

 private:
  void sink(const E& moving) {
    const std::size_t count = items_.size();
    std::size_t at = 0;
    for (;;) {
      const std::size_t first = at * arity + 1;
      if (first >= count) break;
      const std::size_t end = first + arity < count ? first + arity : count;
      std::size_t least = first;
      for (std::size_t child = first + 1; child < end; ++child) {
        if (before(items_[child], items_[least])) least = child;
      }
      if (!before(items_[least], moving)) break;
      items_[at] = items_[least];
      at = least;
    }
    items_[at] = moving;
  }

  std::vector<E> items_;
};

template <class E>
using BinaryHeap = HeapList<E, 2>;
template <class E>
using QuaternaryHeap = HeapList<E, 4>;

}  // namespace orrery::pdes
