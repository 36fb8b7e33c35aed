// Unsorted bags of events, in blocks of a shared pool: the buckets of the bucket and ladder lists.
//
// A bag is a chain of blocks. Appending writes one event and reads nothing of the block, so the core does not wait for
// memory. Released blocks are used again before new ones. Blocks never move. One thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "orrery/pdes/event.hpp"
#include "orrery/pdes/huge_memory.hpp"

namespace orrery::pdes {

template <class E>
class BlockPool {
  struct Block;

 public:
  // One word: the address of the newest block. The low bits, which the alignment of blocks leaves free, count its events.
  class Bag {
   public:
    [[nodiscard]] bool empty() const { return word_ == 0; }

   private:
    friend class BlockPool;
    std::uintptr_t word_ = 0;
  };

  BlockPool() = default;
  BlockPool(BlockPool&& other) noexcept { swap(other); }
  BlockPool& operator=(BlockPool&& other) noexcept {
    swap(other);
    return *this;
  }
  ~BlockPool() {
    for (const Chunk& chunk : chunks_) give_pages_back(chunk.memory, chunk.bytes, block_bytes);
  }

  void reserve(std::size_t events) {
    const std::size_t bytes = events / block_events * block_bytes;
    // Most buckets are not full, so this is too little; the rest comes chunk by chunk.
    if (bytes > left_ * block_bytes) add_chunk(bytes);
  }

  // Appends a copy of `event`. Returns its place, which is valid until the bag is released or drained.
  [[gnu::always_inline]] const E* append(Bag& bag, const E& event) {
    const std::size_t within = bag.word_ & count_mask;
    if (within % block_events == 0) [[unlikely]]
      return begin_block(bag, event);
    E* const place = block_of(bag)->events() + within;
    copy_event(*place, event);
    ++bag.word_;
    return place;
  }

  // Releases the blocks and leaves the bag empty.
  void release(Bag& bag) {
    Block* block = block_of(bag);
    while (block != nullptr) {
      Block* const next = block->next;
      block->next = free_;
      free_ = block;
      block = next;
    }
    bag.word_ = 0;
  }

  template <class F>
  void for_each(const Bag& bag, F&& visit) const {
    std::size_t in_block = bag.word_ & count_mask;
    for (Block* block = block_of(bag); block != nullptr; block = block->next) {
      if (block->next != nullptr) prefetch(block->next);
      const E* const events = block->events();
      for (std::size_t i = 0; i < in_block; ++i) visit(events[i]);
      in_block = block_events;
    }
  }

  // Calls visit(event) for each event and leaves the bag empty. `visit` may append to other bags.
  template <class F>
  void drain(Bag& bag, F&& visit) {
    Bag taken = std::exchange(bag, Bag{});
    for_each(taken, visit);
    release(taken);
  }

  // Prefetches the newest block of a bag that will be read soon.
  void prefetch(const Bag& bag) const {
    const Block* const block = block_of(bag);
    if (block != nullptr) prefetch(block);
  }

 private:
  static constexpr std::size_t block_bytes =
      std::max<std::size_t>(512, std::bit_ceil(4 * sizeof(E) + sizeof(void*)));
  static constexpr std::size_t block_events = (block_bytes - sizeof(void*)) / sizeof(E);
  static constexpr std::uintptr_t count_mask = block_bytes - 1;
  static_assert(block_events >= 2 && block_events <= count_mask);

  struct alignas(block_bytes) Block {
    Block* next;
    std::byte storage[block_bytes - sizeof(void*)];

    E* events() { return reinterpret_cast<E*>(storage); }
  };
  struct Chunk {
    void* memory;
    std::size_t bytes;
  };

  static Block* block_of(const Bag& bag) {
    return reinterpret_cast<Block*>(bag.word_ & ~count_mask);
  }
  static void prefetch(const Block* block) {
#if defined(__GNUC__)
    const char* const at = reinterpret_cast<const char*>(block);
    for (std::size_t i = 0; i < block_bytes; i += 64) __builtin_prefetch(at + i);
#else
    (void)block;
#endif
  }

  [[gnu::noinline]] const E* begin_block(Bag& bag, const E& event) {
    Block* block = free_;
    if (block != nullptr) {
      free_ = block->next;
    } else {
      if (left_ == 0) add_chunk(total_ == 0 ? least_chunk : std::min(total_, greatest_chunk));
      block = fresh_++;
      --left_;
    }
    block->next = block_of(bag);
    copy_event(*block->events(), event);
    bag.word_ = reinterpret_cast<std::uintptr_t>(block) + 1;
    return block->events();
  }

  // Adds a chunk of `bytes`, at least one block. The unused blocks of the last chunk become free blocks.
  void add_chunk(std::size_t bytes) {
    for (; left_ > 0; --left_) {
      fresh_->next = free_;
      free_ = fresh_++;
    }
    bytes = std::max(block_bytes, bytes / block_bytes * block_bytes);
    chunks_.reserve(chunks_.size() + 1);
    void* const memory = take_pages(bytes, block_bytes);
    chunks_.push_back({memory, bytes});
    fresh_ = static_cast<Block*>(memory);
    left_ = bytes / block_bytes;
    total_ += bytes;
  }

  void swap(BlockPool& other) {
    std::swap(free_, other.free_);
    std::swap(fresh_, other.fresh_);
    std::swap(left_, other.left_);
    std::swap(total_, other.total_);
    chunks_.swap(other.chunks_);
  }

  static constexpr std::size_t least_chunk = std::size_t{16} << 10;
  static constexpr std::size_t greatest_chunk = std::size_t{64} << 20;

  Block* free_ = nullptr;
  Block* fresh_ = nullptr;  // blocks of the last chunk that were never used
  std::size_t left_ = 0;
  std::size_t total_ = 0;
  std::vector<Chunk> chunks_;
};

}  // namespace orrery::pdes
