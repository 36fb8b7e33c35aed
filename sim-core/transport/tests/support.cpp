#include "support.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "orrery/base/process.hpp"

namespace orrery::transport::testing {

std::shared_ptr<base::Doorbell> make_bell() {
  auto bell = base::Doorbell::create(base::Doorbell::Scope::shared);
  EXPECT_TRUE(bell.ok());
  return *bell;
}

Pair make_pair(Kind kind, const ChannelOptions& options) {
  Pair pair{.bell_a = make_bell(), .bell_b = make_bell(), .a = nullptr, .b = nullptr};
  auto made = Transport::make_pair(kind, options, pair.bell_a, pair.bell_b);
  EXPECT_TRUE(made.ok()) << made.error().message;
  pair.a = std::move(made->a);
  pair.b = std::move(made->b);
  return pair;
}

std::unique_ptr<WaitSet> wait_on(const std::shared_ptr<base::Doorbell>& bell, Channel& channel,
                                 base::WaitStrategy strategy) {
  auto set = WaitSet::create(bell, strategy);
  EXPECT_TRUE(set.ok());
  const base::Status added = (*set)->add(channel, 0);
  EXPECT_TRUE(added.ok());
  return std::move(*set);
}

const std::vector<std::byte>& Messages::next() {
  // Small ones mostly, and every size there is.
  const std::uint64_t bound =
      random_.chance(0.8) ? std::min<std::uint64_t>(200, greatest_) : greatest_;
  message_.resize(random_.below(bound + 1));
  std::uint64_t bits = random_.bits();
  for (std::byte& byte : message_) {
    byte = static_cast<std::byte>(bits);
    bits = bits >> 8 | bits << 56;
    bits += 0x9e3779b97f4a7c15U;
  }
  return message_;
}

std::vector<std::byte> bytes_of(std::size_t size, std::uint8_t fill) {
  std::vector<std::byte> bytes(size, std::byte{fill});
  for (std::size_t i = 0; i < size; i += 97) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

bool equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

Peeked await(WaitSet& set, Channel& channel) {
  const std::int64_t deadline = watchdog();
  for (;;) {
    const Peeked peeked = channel.peek();
    if (peeked.io != Io::empty) return peeked;
    if (set.wait(deadline).outcome != base::WaitOutcome::ready) return {};
  }
}

Io send_patiently(WaitSet& set, Channel& channel, std::span<const std::byte> message) {
  const std::int64_t deadline = watchdog();
  for (;;) {
    const Io io = channel.send_now(message);
    if (io != Io::full) return io;
    set.want_writable(channel, true);
    const auto waited = set.wait(deadline);
    set.want_writable(channel, false);
    if (waited.outcome != base::WaitOutcome::ready) return Io::full;
  }
}

Child::Child(const std::function<int()>& body) {
  const int parent = ::getpid();
  pid_ = ::fork();
  EXPECT_GE(pid_, 0);
  if (pid_ == 0) {
    if (!base::die_with_parent(parent, SIGKILL)) ::_exit(99);
    ::_exit(body());
  }
}

Child::~Child() {
  if (pid_ > 0) kill();
}

void Child::kill() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

int Child::exit_code() {
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace orrery::transport::testing
