// No allocation per event: counts what the engines ask the heap for. This file replaces the global operators new and
// delete of the test program; they only count besides.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "orrery/pdes/engines.hpp"
#include "orrery/pdes/hold.hpp"
#include "orrery/pdes/models/phold.hpp"

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t bytes) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* counted(std::size_t bytes, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto unit = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t to) { return counted(bytes, to); }
void* operator new[](std::size_t bytes, std::align_val_t to) { return counted(bytes, to); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace orrery::pdes {
namespace {

struct Counted {
  std::uint64_t events = 0;
  std::uint64_t allocations = 0;
};

Counted run_counted(const EngineOptions& engine, double end_time) {
  PholdOptions options;
  options.lps = 64;
  options.population = 2'000;
  const Phold<> model(options);
  LpTable<Phold<>> lps(model, 11);
  RunOptions run_options;
  run_options.end_time = end_time;
  const std::uint64_t before = allocations.load();
  const auto report = run(engine, lps, run_options);
  const std::uint64_t after = allocations.load();
  EXPECT_TRUE(report.ok());
  return {report.ok() ? report->committed : 0, after - before};
}

// Beyond what a shorter run of the same needs: pools and batches still grow now and then.
void expect_none_per_event(const EngineOptions& engine) {
  const Counted brief = run_counted(engine, 30);
  const Counted longer = run_counted(engine, 180);
  const std::uint64_t events = longer.events - brief.events;
  ASSERT_GT(events, 200'000U);
  EXPECT_LT(longer.allocations, brief.allocations + events / 1000)
      << to_string(engine.kind) << " with " << to_string(engine.list) << ", " << events
      << " events more";
}

TEST(Allocations, NoneForAnEventInAnyList) {
  for (const ListKind list : {ListKind::binary_heap, ListKind::quaternary_heap, ListKind::calendar,
                              ListKind::ladder, ListKind::buckets}) {
    EngineOptions engine;
    engine.list = list;
    expect_none_per_event(engine);
  }
}

TEST(Allocations, NoneForAnEventInParallel) {
  EngineOptions engine;
  engine.kind = EngineKind::multi_fel;
  engine.workers = 2;
  engine.multi.alone_below_ns = 0;
  expect_none_per_event(engine);
  engine.multi.threads_per_list = 2;
  expect_none_per_event(engine);
}

TEST(Allocations, AreCounted) {
  const std::uint64_t before = allocations.load();
  Hold<BinaryHeap<Event<Words>>> hold(100, 1);
  EXPECT_GT(allocations.load(), before);
}

}  // namespace
}  // namespace orrery::pdes
