// A pool of objects of one type in fixed memory, taken and given back in constant time, without
// allocation after the constructor. Addresses are stable. Not thread safe: one per thread.
//
// take() gives nullptr when all are out: back-pressure, the caller decides. Objects that are out
// when the pool ends are not destroyed; that is asserted.
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace orrery::base {

template <class T>
class Pool {
 public:
  explicit Pool(std::size_t capacity)
      : capacity_(capacity), slots_(std::make_unique_for_overwrite<Slot[]>(capacity)) {
    for (std::size_t i = capacity; i > 0; --i) {
      slots_[i - 1].next = free_;
      free_ = &slots_[i - 1];
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { assert(out_ == 0); }

  template <class... Args>
  [[nodiscard]] T* take(Args&&... args) {
    if (free_ == nullptr) return nullptr;
    Slot* slot = free_;
    free_ = slot->next;
    T* object = new (slot->storage) T(std::forward<Args>(args)...);
    ++out_;
    return object;
  }

  void give_back(T* object) {
    object->~T();
    auto* slot = reinterpret_cast<Slot*>(object);
    assert(slot >= slots_.get() && slot < slots_.get() + capacity_);
    slot->next = free_;
    free_ = slot;
    --out_;
  }

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t out() const { return out_; }

 private:
  union Slot {
    Slot() {}
    ~Slot() {}
    Slot* next;
    alignas(T) std::byte storage[sizeof(T)];
  };

  const std::size_t capacity_;
  std::unique_ptr<Slot[]> slots_;
  Slot* free_ = nullptr;
  std::size_t out_ = 0;
};

}  // namespace orrery::base
