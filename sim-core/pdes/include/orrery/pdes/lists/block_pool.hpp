// Unsorted bags of events in blocks of a shared pool: the buckets of the bucket and ladder lists.
//
// A bag is a chain of fixed-size blocks; appending touches one cache line or two. A block that is given back is used
// again first. Blocks are named by index, since the pool's memory moves when it grows. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::pdes {

template <class E, std::size_t block_events = 8>
class BlockPool {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  struct Bag {
    std::uint32_t head = none;
    std::uint32_t count = 0;
  };

  void reserve(std::size_t events) { blocks_.reserve(events / block_events * 2 + 1); }

  void append(Bag& bag, const E& event) {
    const std::uint32_t within = bag.count % block_events;
    if (within == 0) {
      const std::uint32_t block = take();
      blocks_[block].next = bag.head;
      bag.head = block;
    }
    blocks_[bag.head].events[within] = event;
    ++bag.count;
  }

  // Calls visit(event) for each and leaves the bag empty, its blocks free. A visitor that appends to another bag must
  // copy the event first: appending may move the pool's memory.
  template <class F>
  void drain(Bag& bag, F&& visit) {
    std::uint32_t in_block =
        bag.count % block_events == 0 ? block_events : bag.count % block_events;
    for (std::uint32_t block = bag.head; block != none;) {
      const std::uint32_t next = blocks_[block].next;
#if defined(__GNUC__)
      if (next != none) __builtin_prefetch(&blocks_[next]);
#endif
      for (std::uint32_t i = 0; i < in_block; ++i) visit(blocks_[block].events[i]);
      give_back(block);
      block = next;
      in_block = block_events;
    }
    bag = Bag{};
  }

  template <class F>
  void for_each(const Bag& bag, F&& visit) const {
    std::uint32_t in_block =
        bag.count % block_events == 0 ? block_events : bag.count % block_events;
    for (std::uint32_t block = bag.head; block != none; block = blocks_[block].next) {
      for (std::uint32_t i = 0; i < in_block; ++i) visit(blocks_[block].events[i]);
      in_block = block_events;
    }
  }

  // Asks for the memory of a bag that is soon to be drained.
  void prefetch(const Bag& bag) const {
#if defined(__GNUC__)
    if (bag.head != none) {
      const char* at = reinterpret_cast<const char*>(&blocks_[bag.head]);
      for (std::size_t i = 0; i < sizeof(Block); i += 64) __builtin_prefetch(at + i);
    }
#else
    (void)bag;
#endif
  }

 private:
  struct Block {
    std::uint32_t next = none;
    E events[block_events];
  };

  std::uint32_t take() {
    if (free_ != none) {
      const std::uint32_t block = free_;
      free_ = blocks_[block].next;
      return block;
    }
    blocks_.emplace_back();
    return static_cast<std::uint32_t>(blocks_.size() - 1);
  }
  void give_back(std::uint32_t block) {
    blocks_[block].next = free_;
    free_ = block;
  }

  std::vector<Block> blocks_;
  std::uint32_t free_ = none;
};

}  // namespace orrery::pdes
