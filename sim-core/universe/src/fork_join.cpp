#include "fork_join.hpp"

namespace orrery::universe {

base::Result<std::unique_ptr<ForkJoin>> ForkJoin::create(
    unsigned workers, base::WaitStrategy strategy, const std::function<void(unsigned)>& on_start) {
  auto bell = base::Doorbell::create(base::Doorbell::Scope::local);
  if (!bell) return bell.error();
  std::unique_ptr<ForkJoin> pool(new ForkJoin(strategy, std::move(*bell)));
  for (unsigned index = 1; index < workers; ++index) {
    auto helper_bell = base::Doorbell::create(base::Doorbell::Scope::local);
    if (!helper_bell) return helper_bell.error();
    auto helper = std::make_unique<Helper>();
    helper->bell = std::move(*helper_bell);
    pool->helpers_.push_back(std::move(helper));
  }
  for (unsigned index = 1; index < workers; ++index) {
    Helper& helper = *pool->helpers_[index - 1];
    helper.thread = std::thread(
        [raw = pool.get(), &helper, index, on_start] { raw->work(helper, index, on_start); });
  }
  return pool;
}

ForkJoin::~ForkJoin() {
  ended_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  for (auto& helper : helpers_) helper->bell->ring();
  for (auto& helper : helpers_) {
    if (helper->thread.joinable()) helper->thread.join();
  }
}

void ForkJoin::fork(const std::function<void(unsigned)>& job) {
  job_ = &job;
  round_.store(round_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (auto& helper : helpers_) helper->bell->ring_after_fence();
}

bool ForkJoin::join(const std::function<bool()>& go_on) {
  const std::uint64_t round = round_.load(std::memory_order_relaxed);
  for (auto& helper : helpers_) {
    const auto outcome =
        waiter_.wait([&] { return helper->done.load(std::memory_order_acquire) == round; },
                     base::no_deadline, [&] { return go_on(); });
    if (outcome != base::WaitOutcome::ready) return false;
  }
  return true;
}

void ForkJoin::work(Helper& helper, unsigned index, const std::function<void(unsigned)>& on_start) {
  if (on_start) on_start(index);
  base::Waiter waiter(strategy_, *helper.bell);
  for (std::uint64_t round = 1;; ++round) {
    (void)waiter.wait([&] { return round_.load(std::memory_order_acquire) >= round; },
                      base::no_deadline, [] { return true; });
    if (ended_.load(std::memory_order_relaxed)) return;
    (*job_)(index);
    helper.done.store(round, std::memory_order_release);
    bell_->ring();
  }
}

}  // namespace orrery::universe
