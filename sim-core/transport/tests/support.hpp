// What the transport's tests share: kinds as types, messages whose content can be checked, children that are reaped.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "orrery/base/random.hpp"
#include "orrery/transport/transport.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::transport::testing {

inline constexpr std::int64_t watchdog_ns = 60'000'000'000;
inline std::int64_t watchdog() { return base::now_ns() + watchdog_ns; }

template <Kind K>
struct KindIs {
  static constexpr Kind kind = K;
};
using AllKinds = ::testing::Types<KindIs<Kind::thread>, KindIs<Kind::shm>, KindIs<Kind::uds>,
                                  KindIs<Kind::tcp>, KindIs<Kind::tls>>;
using ProcessKinds =
    ::testing::Types<KindIs<Kind::shm>, KindIs<Kind::uds>, KindIs<Kind::tcp>, KindIs<Kind::tls>>;
struct KindNames {
  template <class T>
  static std::string GetName(
      int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest's
    return std::string(to_string(T::kind));
  }
};

std::shared_ptr<base::Doorbell> make_bell();

// A pair and the doorbell of each end.
struct Pair {
  std::shared_ptr<base::Doorbell> bell_a;
  std::shared_ptr<base::Doorbell> bell_b;
  std::unique_ptr<Channel> a;
  std::unique_ptr<Channel> b;
};
Pair make_pair(Kind kind, const ChannelOptions& options = {});

std::unique_ptr<WaitSet> wait_on(const std::shared_ptr<base::Doorbell>& bell, Channel& channel,
                                 base::WaitStrategy strategy = base::WaitStrategy::adaptive);

// The n-th message of a seeded sequence: random size up to `greatest`, random content.
class Messages {
 public:
  Messages(std::uint64_t seed, std::size_t greatest) : random_(seed), greatest_(greatest) {}
  const std::vector<std::byte>& next();

 private:
  base::Random random_;
  std::size_t greatest_;
  std::vector<std::byte> message_;
};

std::vector<std::byte> bytes_of(std::size_t size, std::uint8_t fill = 0x5a);
bool equal(std::span<const std::byte> a, std::span<const std::byte> b);
// The same bytes, to be a key.
inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Waits until the channel has a message or has ended, whichever peek() then says.
Peeked await(WaitSet& set, Channel& channel);
// Sends, waiting for room if need be.
Io send_patiently(WaitSet& set, Channel& channel, std::span<const std::byte> message);

// A forked child that runs `body` and exits with what it returns. Reaped (after a kill) at the latest by the destructor.
class Child {
 public:
  explicit Child(const std::function<int()>& body);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();
  void kill();
  int exit_code();  // waits; -1 if ended by a signal

 private:
  pid_t pid_ = -1;
};

}  // namespace orrery::transport::testing
