#include "orrery/pdes/window_barrier.hpp"

#include <algorithm>

namespace orrery::pdes {

base::Result<std::unique_ptr<WindowBarrier>> WindowBarrier::create(int parties, int others) {
  std::unique_ptr<WindowBarrier> barrier(new WindowBarrier());
  const base::WaitStrategy strategy =
      base::choose_wait_strategy(parties + others, base::usable_cores());
  for (int i = 0; i < parties; ++i) {
    auto bell = base::Doorbell::create(base::Doorbell::Scope::local);
    if (!bell) return bell.error().within("making a window barrier");
    barrier->parties_.push_back(std::make_unique<Party>(strategy, std::move(*bell)));
  }
  return barrier;
}

WindowBarrier::Word WindowBarrier::meet(int party, double value, std::uint64_t amount,
                                        bool object) {
  Party& own = *parties_[static_cast<std::size_t>(party)];
  const std::uint64_t round = ++own.round;
  const std::size_t parity = round & 1U;
  own.words[parity] = Word{value, amount, object};
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == round * parties_.size()) {
    rounds_.store(round, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (const auto& other : parties_) {
      if (other.get() != &own) other->bell->ring_after_fence();
    }
  } else {
    const std::int64_t before = base::now_ns();
    // Parties are threads of one process: none can vanish without the others.
    (void)own.waiter.wait([&] { return rounds_.load(std::memory_order_acquire) >= round; },
                          base::no_deadline, [] { return true; });
    own.waited_ns += base::now_ns() - before;
  }
  Word all;
  for (const auto& other : parties_) {
    const Word& word = other->words[parity];
    all.least = std::min(all.least, word.least);
    all.total += word.total;
    all.objected = all.objected || word.objected;
  }
  return all;
}

}  // namespace orrery::pdes
