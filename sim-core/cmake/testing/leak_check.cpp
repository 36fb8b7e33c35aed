// Linked into every test executable: each test must leave the process as it found it. An open file descriptor, a thread or
// a child process more than before fails the test; a test that hangs is ended, by name, after five minutes.

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "watchdog.hpp"

namespace {

std::set<std::string> names_in(const char* directory) {
  std::set<std::string> names;
  DIR* dir = ::opendir(directory);
  if (dir == nullptr) return names;
  const std::string own = std::to_string(::dirfd(dir));
  while (const dirent* entry = ::readdir(dir)) {
    if (entry->d_name[0] != '.' && own != entry->d_name) names.insert(entry->d_name);
  }
  ::closedir(dir);
  return names;
}

std::string target_of(const std::string& fd) {
  std::array<char, 256> target{};
  const ssize_t length = ::readlink(("/proc/self/fd/" + fd).c_str(), target.data(), target.size());
  return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : "?";
}

// NORM 1.5.9 never closes the one of an instance: a test says how many it has made.
int eventpolls_of_norm(const testing::TestInfo& info) {
  const testing::TestResult& result = *info.result();
  for (int i = 0; i < result.test_property_count(); ++i) {
    const testing::TestProperty& property = result.GetTestProperty(i);
    if (std::string_view(property.key()) == "norm_instances") return std::atoi(property.value());
  }
  return 0;
}

void on_alarm(int /*signal*/) {
  constexpr char message[] = "watchdog: the test has hung for five minutes\n";
  [[maybe_unused]] const ssize_t put = ::write(STDERR_FILENO, message, sizeof message - 1);
  ::abort();
}

class LeakCheck : public testing::EmptyTestEventListener {
  void OnTestProgramStart(const testing::UnitTest& /*tests*/) override {
    // A sanitizer may start a thread of its own with the first of ours.
    std::thread([] {}).join();
  }

  void OnTestStart(const testing::TestInfo& /*info*/) override {
    fds_ = names_in("/proc/self/fd");
    threads_ = names_in("/proc/self/task").size();
    orrery::testing::restart_watchdog();
  }

  void OnTestEnd(const testing::TestInfo& info) override {
    ::alarm(0);
    int forgiven = eventpolls_of_norm(info);
    for (const std::string& fd : names_in("/proc/self/fd")) {
      if (fds_.contains(fd)) continue;
      const std::string target = target_of(fd);
      if (target == "anon_inode:[eventpoll]" && forgiven-- > 0) continue;
      ADD_FAILURE() << "leaked descriptor " << fd << ": " << target;
    }
    // A joined thread may stay in /proc for a moment.
    std::size_t threads = names_in("/proc/self/task").size();
    for (int i = 0; i < 200 && threads > threads_; ++i) {
      ::usleep(5000);
      threads = names_in("/proc/self/task").size();
    }
    EXPECT_LE(threads, threads_) << "leaked threads";
    siginfo_t child{};
    const int status = ::waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT);
    EXPECT_TRUE(status != 0 && errno == ECHILD) << "leaked child process";
  }

  std::set<std::string> fds_;
  std::size_t threads_ = 0;
};

struct Register {
  Register() {
    std::signal(SIGALRM, on_alarm);
    testing::UnitTest::GetInstance()->listeners().Append(new LeakCheck);
  }
};
const Register registered;

}  // namespace
