#include "orrery/bench/channels.hpp"

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/transport/transport.hpp"
#include "orrery/transport/wait_set.hpp"

#include "checked.hpp"
#include "forked.hpp"

namespace orrery::bench {

namespace {

using transport::Channel;
using transport::Io;
using transport::Kind;

// One end with its wait set, as a party of the product has it.
class End {
 public:
  End(std::unique_ptr<Channel> channel, std::shared_ptr<base::Doorbell> bell)
      : channel_(std::move(channel)), bell_(std::move(bell)) {}

  Channel& channel() { return *channel_; }
  // In the process that uses it.
  void begin() {
    if (auto adopted = channel_->adopt(); !adopted) {
      throw std::runtime_error(adopted.error().message);
    }
    wait_set_ = checked(transport::WaitSet::create(bell_, base::WaitStrategy::spin));
    if (auto added = wait_set_->add(*channel_, 0); !added) {
      throw std::runtime_error(added.error().message);
    }
  }
  void end() { wait_set_->remove(*channel_); }

  void send(std::span<const std::byte> message) {
    while (true) {
      const Io io = channel_->send(message);
      if (io == Io::ok) return;
      if (io != Io::full) throw std::runtime_error("sending: " + channel_->why());
      (void)channel_->flush();
      wait_set_->want_writable(*channel_, true);
      (void)wait_set_->wait();
      wait_set_->want_writable(*channel_, false);
    }
  }
  void poll(std::span<std::byte> into) {
    for (;;) {
      const transport::Peeked message = channel_->peek();
      if (message.io == Io::ok) {
        std::memcpy(into.data(), message.bytes.data(), into.size());
        channel_->release();
        return;
      }
      if (message.io != Io::empty) throw std::runtime_error("receiving: " + channel_->why());
      base::cpu_relax();
    }
  }
  void receive() {
    for (;;) {
      const transport::Peeked message = channel_->peek();
      if (message.io == Io::ok) {
        channel_->release();
        return;
      }
      if (message.io != Io::empty) throw std::runtime_error("receiving: " + channel_->why());
      (void)wait_set_->wait();
    }
  }

 private:
  std::unique_ptr<Channel> channel_;
  std::shared_ptr<base::Doorbell> bell_;
  std::unique_ptr<transport::WaitSet> wait_set_;
};

// Runs `near` here and `far` at the other end, in a process or a thread of its own; what `near` returns.
double between(Kind kind, int core_a, int core_b, const std::function<double(End&)>& near,
               const std::function<void(End&)>& far) {
  const auto scope =
      kind == Kind::thread ? base::Doorbell::Scope::local : base::Doorbell::Scope::shared;
  auto bell_a = checked(base::Doorbell::create(scope));
  auto bell_b = checked(base::Doorbell::create(scope));
  auto pair = checked(transport::Transport::make_pair(kind, {}, bell_a, bell_b));
  End a(std::move(pair.a), bell_a);
  End b(std::move(pair.b), bell_b);
  const std::array own{core_a};
  const std::array other_core{core_b};
  if (kind == Kind::thread) {
    std::thread other([&] {
      (void)base::pin_to_cores(other_core);
      b.begin();
      far(b);
      b.end();
    });
    const Pinned pinned(own);
    a.begin();
    const double result = near(a);
    a.end();
    other.join();
    return result;
  }
  Forked other(other_core, [&] {
    a.channel().forget();
    b.begin();
    far(b);
    b.end();
    b.channel().close();
  });
  b.channel().forget();
  const Pinned pinned(own);
  a.begin();
  const double result = near(a);
  a.end();
  if (!other.wait()) throw std::runtime_error("the other end failed");
  return result;
}

double rate(std::uint64_t count, std::int64_t started_ns) {
  return static_cast<double>(count) * 1e9 / static_cast<double>(base::now_ns() - started_ns);
}

}  // namespace

double channel_round_trips(Kind kind, std::uint64_t rounds, std::size_t bytes, int core_a,
                           int core_b) {
  const std::vector<std::byte> message(bytes);
  return between(
      kind, core_a, core_b,
      [&](End& end) {
        const auto round_trip = [&] {
          end.send(message);
          (void)end.channel().flush();
          end.receive();
        };
        round_trip();
        const std::int64_t started = base::now_ns();
        for (std::uint64_t round = 0; round < rounds; ++round) round_trip();
        return rate(rounds, started);
      },
      [&](End& end) {
        for (std::uint64_t round = 0; round <= rounds; ++round) {
          end.receive();
          end.send(message);
          (void)end.channel().flush();
        }
      });
}

double polled_ring_round_trips(std::uint64_t rounds, std::size_t bytes, int core_a, int core_b) {
  std::vector<std::byte> message(bytes);
  const auto send = [&](End& end) {
    end.send(message);
    (void)end.channel().flush();
  };
  return between(
      Kind::shm, core_a, core_b,
      [&](End& end) {
        const auto round_trip = [&] {
          send(end);
          end.poll(message);
        };
        round_trip();
        const std::int64_t started = base::now_ns();
        for (std::uint64_t round = 0; round < rounds; ++round) round_trip();
        return rate(rounds, started);
      },
      [&](End& end) {
        for (std::uint64_t round = 0; round <= rounds; ++round) {
          end.poll(message);
          send(end);
        }
      });
}

double channel_messages(Kind kind, std::uint64_t messages, std::size_t bytes, std::uint64_t batch,
                        int core_a, int core_b) {
  const std::vector<std::byte> message(bytes);
  return between(
      kind, core_a, core_b,
      [&](End& end) {
        end.receive();  // the other end is there
        const std::int64_t started = base::now_ns();
        for (std::uint64_t i = 1; i <= messages; ++i) {
          end.send(message);
          if (i % batch == 0 || i == messages) (void)end.channel().flush();
        }
        end.receive();  // it has taken them all
        return rate(messages, started);
      },
      [&](End& end) {
        end.send(message);
        (void)end.channel().flush();
        for (std::uint64_t i = 0; i < messages; ++i) end.receive();
        end.send(message);
        (void)end.channel().flush();
      });
}

}  // namespace orrery::bench
