#include "thread_hub.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "orrery/base/clock.hpp"

#include "hello.hpp"
#include "socket.hpp"

namespace orrery::transport {

using base::Error;
using base::ErrorCode;

namespace {

// std::chrono::steady_clock is CLOCK_MONOTONIC here, as base::now_ns() is. Waits are cut so that
// "no deadline" does not overflow.
std::chrono::steady_clock::time_point until(std::int64_t deadline_ns) {
  const std::int64_t soon = base::now_ns() + 500'000'000;
  return std::chrono::steady_clock::time_point(
      std::chrono::nanoseconds(std::min(deadline_ns, soon)));
}

}  // namespace

class ThreadListener final : public Listener {
 public:
  ThreadListener(std::shared_ptr<ThreadHub> hub, ListenOptions options, std::string name)
      : hub_(std::move(hub)),
        options_(std::move(options)),
        name_(std::move(name)),
        endpoint_("thread:" + name_) {}

  ~ThreadListener() override {
    const std::scoped_lock lock(hub_->mutex_);
    for (ThreadHub::Call* call : hub_->ports_[name_].calls) {
      call->refusal = Error{ErrorCode::refused, "the listener has ended"};
      call->answered = true;
    }
    hub_->ports_.erase(name_);
    hub_->changed_.notify_all();
  }

  [[nodiscard]] const std::string& endpoint() const override { return endpoint_; }
  [[nodiscard]] std::uint64_t refused() const override { return refused_; }

  base::Result<Accepted> accept(std::shared_ptr<base::Doorbell> bell,
                                std::int64_t deadline_ns) override {
    std::unique_lock lock(hub_->mutex_);
    auto& calls = hub_->ports_[name_].calls;
    for (;;) {
      while (!calls.empty()) {
        ThreadHub::Call* call = calls.front();
        calls.pop_front();
        auto accepted = take(*call, bell);
        call->answered = true;
        hub_->changed_.notify_all();
        if (accepted) return accepted;
        ++refused_;
      }
      if (base::now_ns() >= deadline_ns) {
        return Error{ErrorCode::timed_out, "accepting on " + endpoint_ + ": no peer came in time"};
      }
      hub_->changed_.wait_until(lock, until(deadline_ns));
    }
  }

 private:
  base::Result<Accepted> take(ThreadHub::Call& call, const std::shared_ptr<base::Doorbell>& bell) {
    const Verdict verdict = judge(call.options, options_.self);
    if (verdict != Verdict::accepted) {
      call.refusal =
          Error{ErrorCode::refused, "refused by the listener: " + std::string(to_string(verdict))};
      return call.refusal.error();
    }
    auto pair = Transport::make_pair(Kind::thread, options_.channel, bell, call.bell);
    if (!pair) {
      call.refusal = pair.error();
      return pair.error();
    }
    call.channel = std::move(pair->b);
    return Accepted{std::move(pair->a), call.options.self.index};
  }

  std::shared_ptr<ThreadHub> hub_;
  const ListenOptions options_;
  const std::string name_;
  const std::string endpoint_;
  std::uint64_t refused_ = 0;
};

base::Result<std::unique_ptr<Listener>> ThreadHub::listen(const ListenOptions& options) {
  std::string name = random_name();
  const std::scoped_lock lock(mutex_);
  ports_.emplace(name, Port{});
  return std::unique_ptr<Listener>(
      new ThreadListener(shared_from_this(), options, std::move(name)));
}

base::Result<std::unique_ptr<Channel>> ThreadHub::connect(const std::string& name,
                                                          const ConnectOptions& options,
                                                          std::shared_ptr<base::Doorbell> bell,
                                                          std::int64_t deadline_ns) {
  Call call;
  call.options = options;
  call.bell = std::move(bell);
  std::unique_lock lock(mutex_);
  auto port = ports_.find(name);
  // A name is random and made by listen() before anybody can know it: one that is not there will
  // not appear.
  if (port == ports_.end()) {
    return Error{ErrorCode::refused, "no listener of this process has that name"};
  }
  port->second.calls.push_back(&call);
  changed_.notify_all();
  while (!call.answered) {
    if (base::now_ns() >= deadline_ns) {
      std::erase(ports_[name].calls, &call);
      return Error{ErrorCode::timed_out, "the listener did not accept in time"};
    }
    changed_.wait_until(lock, until(deadline_ns));
  }
  if (!call.refusal) return call.refusal.error();
  return std::move(call.channel);
}

}  // namespace orrery::transport
