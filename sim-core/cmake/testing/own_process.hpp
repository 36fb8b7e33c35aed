// For tests of libraries that keep threads and descriptors until their process ends, and so would count as leaks.
#pragma once

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <functional>

namespace orrery::testing {

// The expectations of `body`, in a process of its own, which dies with this one.
inline void expect_in_own_process(const std::function<void()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    body();
    (void)std::fflush(nullptr);
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  EXPECT_EQ(status, 0) << "of the process that held the test's expectations";
}

}  // namespace orrery::testing
