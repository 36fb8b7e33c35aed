#include <sched.h>

#include <array>
#include <atomic>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/base/wait.hpp"
#include "orrery/bench/probes.hpp"

#include "forked.hpp"

namespace orrery::bench {

namespace {

constexpr std::size_t greatest_bytes = 4096;

template <class T>
class Shared {
 public:
  Shared() : memory_(make()), object_(new (memory_.data()) T) {}
  T* operator->() { return object_; }
  T& operator*() { return *object_; }

 private:
  static base::SharedMemory make() {
    auto memory = base::SharedMemory::create(sizeof(T));
    if (!memory) throw std::runtime_error(memory.error().message);
    return std::move(*memory);
  }
  base::SharedMemory memory_;
  T* object_;
};

double rate(std::uint64_t count, std::int64_t started_ns) {
  return static_cast<double>(count) * 1e9 / static_cast<double>(base::now_ns() - started_ns);
}

void expect_done(Forked& process) {
  if (!process.wait()) throw std::runtime_error("a probe's process failed");
}

// The last to arrive opens the next round.
struct Barrier {
  alignas(64) std::atomic<std::uint32_t> arrived{0};
  alignas(64) std::atomic<std::uint32_t> round{0};

  // `last`: done by the last to arrive, before it opens the next round.
  template <class Pause, class Last>
  void meet(std::uint32_t parties, Pause&& pause, Last&& last) {
    const std::uint32_t mine = round.load(std::memory_order_acquire);
    if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == parties) {
      last();
      arrived.store(0, std::memory_order_relaxed);
      round.store(mine + 1, std::memory_order_release);
      return;
    }
    while (round.load(std::memory_order_acquire) == mine) pause();
  }
};

// As Barrier, with a least value. The cell of the next round is cleared when all have left its last use.
struct Reduction {
  alignas(64) std::array<std::atomic<std::int64_t>, 2> least{INT64_MAX, INT64_MAX};
  Barrier barrier;

  template <class Pause>
  std::int64_t of(std::int64_t value, std::uint64_t number, std::uint32_t parties, Pause&& pause) {
    std::atomic<std::int64_t>& cell = least[number % 2];
    std::int64_t seen = cell.load(std::memory_order_relaxed);
    while (value < seen && !cell.compare_exchange_weak(seen, value, std::memory_order_acq_rel)) {
    }
    barrier.meet(parties, pause,
                 [&] { least[(number + 1) % 2].store(INT64_MAX, std::memory_order_relaxed); });
    return cell.load(std::memory_order_acquire);
  }
};

struct Lines {
  alignas(64) std::atomic<std::uint64_t> sequence{0};
  alignas(64) std::array<std::byte, greatest_bytes> bytes{};
};

}  // namespace

double barrier_of_processes(unsigned parties, std::uint64_t rounds, std::span<const int> cores) {
  Shared<Barrier> barrier;
  const auto yield = [] { ::sched_yield(); };
  const auto nothing = [] {};
  std::vector<Forked> others;
  for (unsigned i = 1; i < parties; ++i) {
    others.emplace_back(cores, [&] {
      for (std::uint64_t round = 0; round <= rounds; ++round)
        barrier->meet(parties, yield, nothing);
    });
  }
  const Pinned pinned(cores);
  barrier->meet(parties, yield, nothing);  // all are there
  const std::int64_t started = base::now_ns();
  for (std::uint64_t round = 0; round < rounds; ++round) barrier->meet(parties, yield, nothing);
  const double result = rate(rounds, started);
  for (Forked& other : others) expect_done(other);
  return result;
}

double least_of_processes(unsigned parties, std::uint64_t rounds, int core_a, int core_b) {
  Shared<Reduction> reduction;
  const auto pause = [parties] {
    if (parties > 2) {
      ::sched_yield();
    } else {
      base::cpu_relax();
    }
  };
  const auto take_part = [&](unsigned party, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t round = from; round < to; ++round) {
      const auto value = static_cast<std::int64_t>(round * parties + (party + round) % parties);
      const auto least = static_cast<std::int64_t>(round * parties);
      if (reduction->of(value, round, parties, pause) != least) {
        throw std::runtime_error("a reduction went wrong");
      }
    }
  };
  std::vector<Forked> others;
  for (unsigned party = 1; party < parties; ++party) {
    others.emplace_back(std::array{party % 2 == 0 ? core_a : core_b},
                        [&, party] { take_part(party, 0, rounds + 1); });
  }
  const std::array own{core_a};
  const Pinned pinned(own);
  take_part(0, 0, 1);  // all are there
  const std::int64_t started = base::now_ns();
  take_part(0, 1, rounds + 1);
  const double result = rate(rounds, started);
  for (Forked& other : others) expect_done(other);
  return result;
}

double barrier_of_two(std::uint64_t rounds, int core_a, int core_b) {
  // Each has a line of its own and waits for the other's: no counter to fight for.
  struct Flags {
    alignas(64) std::atomic<std::uint64_t> a{0};
    alignas(64) std::atomic<std::uint64_t> b{0};
  };
  Shared<Flags> flags;
  const auto meet = [](std::atomic<std::uint64_t>& mine, std::atomic<std::uint64_t>& other,
                       std::uint64_t round) {
    mine.store(round, std::memory_order_release);
    while (other.load(std::memory_order_acquire) < round) base::cpu_relax();
  };
  Forked other(std::array{core_b}, [&] {
    for (std::uint64_t round = 1; round <= rounds + 1; ++round) meet(flags->b, flags->a, round);
  });
  const std::array own{core_a};
  const Pinned pinned(own);
  meet(flags->a, flags->b, 1);
  const std::int64_t started = base::now_ns();
  for (std::uint64_t round = 2; round <= rounds + 1; ++round) meet(flags->a, flags->b, round);
  const double result = rate(rounds, started);
  expect_done(other);
  return result;
}

double memory_round_trips(std::uint64_t rounds, std::size_t bytes, int core_a, int core_b) {
  struct Pair {
    Lines there;
    Lines back;
  };
  Shared<Pair> pair;
  std::array<std::byte, greatest_bytes> message{};
  const auto send = [&](Lines& to, std::uint64_t round) {
    std::memcpy(to.bytes.data(), message.data(), bytes);
    to.sequence.store(round, std::memory_order_release);
  };
  const auto receive = [&](Lines& from, std::uint64_t round) {
    while (from.sequence.load(std::memory_order_acquire) != round) base::cpu_relax();
    std::memcpy(message.data(), from.bytes.data(), bytes);
  };
  Forked other(std::array{core_b}, [&] {
    for (std::uint64_t round = 1; round <= rounds + 1; ++round) {
      receive(pair->there, round);
      send(pair->back, round);
    }
  });
  const std::array own{core_a};
  const Pinned pinned(own);
  send(pair->there, 1);
  receive(pair->back, 1);
  const std::int64_t started = base::now_ns();
  for (std::uint64_t round = 2; round <= rounds + 1; ++round) {
    send(pair->there, round);
    receive(pair->back, round);
  }
  const double result = rate(rounds, started);
  expect_done(other);
  return result;
}

double memory_messages(std::uint64_t messages, std::size_t bytes, int core_a, int core_b) {
  constexpr std::size_t slots = 256;
  constexpr std::size_t slot_bytes = 256;
  if (bytes > slot_bytes) throw std::runtime_error("a slot of the probe's ring is too small");
  struct Slot {
    alignas(64) std::atomic<std::uint32_t> full{0};
    std::array<std::byte, slot_bytes> bytes{};
  };
  struct Ring {
    std::array<Slot, slots> slot{};
    alignas(64) std::atomic<std::uint32_t> begun{0};
  };
  Shared<Ring> ring;
  std::array<std::byte, slot_bytes> message{};
  Forked receiver(std::array{core_b}, [&] {
    ring->begun.store(1, std::memory_order_release);
    for (std::uint64_t i = 0; i < messages; ++i) {
      Slot& slot = ring->slot[i % slots];
      while (slot.full.load(std::memory_order_acquire) == 0) base::cpu_relax();
      std::memcpy(message.data(), slot.bytes.data(), bytes);
      slot.full.store(0, std::memory_order_release);
    }
  });
  const std::array own{core_a};
  const Pinned pinned(own);
  while (ring->begun.load(std::memory_order_acquire) == 0) base::cpu_relax();
  const std::int64_t started = base::now_ns();
  for (std::uint64_t i = 0; i < messages; ++i) {
    Slot& slot = ring->slot[i % slots];
    while (slot.full.load(std::memory_order_acquire) != 0) base::cpu_relax();
    std::memcpy(slot.bytes.data(), message.data(), bytes);
    slot.full.store(1, std::memory_order_release);
  }
  while (ring->slot[(messages - 1) % slots].full.load(std::memory_order_acquire) != 0) {
    base::cpu_relax();
  }
  const double result = rate(messages, started);
  expect_done(receiver);
  return result;
}

}  // namespace orrery::bench
