#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <thread>

#include "orrery/base/clock.hpp"
#include "orrery/base/cpu_clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/result.hpp"
#include "orrery/base/shared_memory.hpp"
#include "orrery/base/work.hpp"

namespace orrery::base {
namespace {

TEST(Result, CarriesValueOrError) {
  Result<std::string> good(std::string("x"));
  EXPECT_TRUE(good.ok());
  EXPECT_EQ(*good, "x");
  const Result<std::string> bad(Error{ErrorCode::timed_out, "late"});
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().within("reading").message, "reading: late");
  EXPECT_EQ(to_string(bad.error().code), "timed_out");
  EXPECT_DEATH((void)bad.value(), "");
}

TEST(Result, ErrnoKeepsItsMeaning) {
  const Error error = error_from_errno("opening x", ENOENT);
  EXPECT_EQ(error.code, ErrorCode::not_found);
  EXPECT_EQ(error.message, "opening x: No such file or directory");
}

TEST(Clock, CycleClockKeepsPaceWithTheMonotonicClock) {
  const CycleClock clock = CycleClock::calibrate();
  const std::int64_t cycles = clock.now();
  const std::int64_t monotonic = now_ns();
  ::usleep(100'000);
  const double by_cycles = static_cast<double>(clock.now() - cycles);
  const double by_monotonic = static_cast<double>(now_ns() - monotonic);
  // Interrupted between two readings it may be off by a scheduler tick or so, never by a wrong rate.
  EXPECT_NEAR(by_cycles / by_monotonic, 1.0, 0.2);
  EXPECT_NEAR(static_cast<double>(clock.now() - now_ns()), 0.0, 50e6);
}

TEST(Clock, NeverGoesBack) {
  const CycleClock clock = CycleClock::calibrate(5'000'000);
  std::int64_t last = clock.now();
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t now = clock.now();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Clock, QualityIsMeasured) {
  for (const ClockQuality& quality : {measure_monotonic(), measure(CycleClock::calibrate())}) {
    EXPECT_GT(quality.read_cost_ns, 0.0);
    EXPECT_GT(quality.resolution_ns, 0.0);
  }
}

TEST(CpuWork, CostsAtLeastSomethingLikeWhatIsAsked) {
  const CpuWork work = CpuWork::calibrate();
  EXPECT_GT(work.iterations_per_ns(), 0.0);
  const std::int64_t before = thread_cpu_ns();
  std::uint64_t used = 0;
  for (int i = 0; i < 20; ++i) used ^= work.burn(1'000'000);
  const std::int64_t took = thread_cpu_ns() - before;
  EXPECT_NE(used, 1U);
  // Calibration takes the fastest sample, so that the work is never much less; more is a matter of the machine.
  EXPECT_GT(took, 10'000'000);
  EXPECT_EQ(work.burn(0), 0U);
}

TEST(CpuClock, CountsWhatAnotherThreadAndAnotherProcessBurn) {
  const CpuWork work = CpuWork::calibrate();
  std::array<int, 2> told{};
  ASSERT_EQ(::pipe(told.data()), 0);
  const int pid = ::fork();
  if (pid == 0) {
    work.burn(20'000'000);
    const char done = 1;
    (void)!::write(told[1], &done, 1);
    for (;;) ::pause();
  }
  const auto process = CpuClock::of_process(pid);
  ASSERT_TRUE(process);
  char done = 0;
  ASSERT_EQ(::read(told[0], &done, 1), 1);
  const auto used = CpuClock(process->number()).read_ns();
  ASSERT_TRUE(used);
  EXPECT_GT(*used, 5'000'000);
  ASSERT_EQ(::kill(pid, SIGKILL), 0);
  ASSERT_EQ(::waitpid(pid, nullptr, 0), pid);
  EXPECT_FALSE(process->read_ns()) << "the process has ended";
  EXPECT_FALSE(CpuClock::of_process(pid));

  std::atomic<bool> burnt{false};
  std::atomic<bool> over{false};
  std::thread burns([&] {
    work.burn(20'000'000);
    burnt = true;
    while (!over) std::this_thread::yield();
  });
  const auto thread = CpuClock::of_thread(burns.native_handle());
  ASSERT_TRUE(thread);
  while (!burnt) std::this_thread::yield();
  const auto used_by_thread = CpuClock(thread->number()).read_ns();
  ASSERT_TRUE(used_by_thread);
  EXPECT_GT(*used_by_thread, 5'000'000);
  over = true;
  burns.join();
  for (const int end : told) ::close(end);
}

TEST(Process, KeysOfProcessesDiffer) {
  auto own = process_key();
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(*own, *process_key());
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::uint64_t key = *process_key();
    const bool sent = ::write(pipe[1], &key, sizeof key) == sizeof key;
    ::_exit(sent ? 0 : 1);
  }
  std::uint64_t other = 0;
  EXPECT_EQ(::read(pipe[0], &other, sizeof other), static_cast<ssize_t>(sizeof other));
  EXPECT_NE(other, *own);
  ::waitpid(child, nullptr, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST(Process, DiesWithItsParent) {
  // grandchild -> pipe held open: end of file says that it has gone.
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const int parent = ::getpid();
    std::array<int, 2> ready{};
    if (::pipe(ready.data()) != 0) ::_exit(1);
    if (::fork() == 0) {
      ::close(ready[0]);
      if (!die_with_parent(parent, SIGKILL)) ::_exit(1);
      ::close(ready[1]);
      for (;;) ::pause();
    }
    ::close(ready[1]);
    char none = 0;
    [[maybe_unused]] const ssize_t end = ::read(ready[0], &none, 1);
    ::raise(SIGKILL);
  }
  ::close(pipe[1]);
  ::waitpid(child, nullptr, 0);
  char none = 0;
  EXPECT_EQ(::read(pipe[0], &none, 1), 0);
  ::close(pipe[0]);
}

TEST(Process, SaysThatTheParentHasDiedAlready) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const Status status = die_with_parent(::getpid(), SIGKILL);  // surely not our parent
    ::_exit(!status.ok() && status.error().code == ErrorCode::closed ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Process, PinsAndNamesTheCallingThread) {
  std::thread([] {
    EXPECT_TRUE(set_thread_name("orrery-a-very-long-name").ok());
    std::array<char, 16> name{};
    ::pthread_getname_np(::pthread_self(), name.data(), name.size());
    EXPECT_STREQ(name.data(), "orrery-a-very-l");
    cpu_set_t set;
    CPU_ZERO(&set);
    ASSERT_EQ(::sched_getaffinity(0, sizeof set, &set), 0);
    int core = 0;
    while (!CPU_ISSET(core, &set)) ++core;
    EXPECT_TRUE(pin_to_cores(std::array{core}).ok());
    EXPECT_EQ(::sched_getcpu(), core);
    const Status bad = pin_to_cores(std::array{-1});
    ASSERT_FALSE(bad.ok());
    EXPECT_NE(bad.error().message.find("-1"), std::string::npos);
  }).join();
}

TEST(Process, ReportsItsUse) {
  CpuWork::burn_iterations(20'000'000);
  const ResourceUsage usage = process_usage();
  EXPECT_GT(usage.user_cpu_ns, 0);
  EXPECT_GT(usage.peak_memory_bytes, 0);
  EXPECT_GT(usage.minor_faults, 0);
}

TEST(SharedMemory, IsSharedWithAChildAndThroughItsDescriptor) {
  auto memory = SharedMemory::create(10'000);
  ASSERT_TRUE(memory.ok());
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    memory->data()[9'999] = std::byte{7};
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  auto second = SharedMemory::attach(UniqueFd(::dup(memory->fd())), 10'000);
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(second->data()[9'999], std::byte{7});
  auto too_small = SharedMemory::attach(UniqueFd(::dup(memory->fd())), 20'000);
  ASSERT_FALSE(too_small.ok());
  EXPECT_EQ(too_small.error().code, ErrorCode::refused);
}

}  // namespace
}  // namespace orrery::base
