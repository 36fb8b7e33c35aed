#include "line.hpp"

#include <stdexcept>
#include <utility>

#include "orrery/base/clock.hpp"

#include "../world.hpp"

namespace orrery::rti::testing {

using transport::Io;

Line::Line(std::unique_ptr<transport::Channel> channel, std::shared_ptr<base::Doorbell> bell)
    : channel_(std::move(channel)),
      set_(std::move(
          *transport::WaitSet::create(std::move(bell), base::WaitStrategy::spin_then_futex))) {
  if (!set_->add(*channel_, 0)) throw std::runtime_error("a line cannot be waited on");
}

Line::~Line() { set_->remove(*channel_); }

transport::ChannelOptions Line::options() {
  return {.max_message_bytes = 1U << 20, .buffer_bytes = 1U << 22};
}

void Line::say(Bytes message) {
  const std::int64_t deadline = base::now_ns() + watchdog_ns;
  Io io = channel_->send_now(message);
  for (; io == Io::full && base::now_ns() < deadline; io = channel_->send_now(message)) {
    set_->want_writable(*channel_, true);
    (void)set_->wait(base::now_ns() + 1'000'000);
    set_->want_writable(*channel_, false);
  }
  if (io != Io::ok) throw std::runtime_error("a line takes nothing: " + channel_->why());
}

void Line::watch(transport::Waitable& other) {
  if (!set_->add(other, 1)) throw std::runtime_error("a line cannot watch what comes beside it");
  watched_.push_back(&other);
}

void Line::unwatch() {
  for (const transport::Waitable* each : watched_) set_->remove(*each);
  watched_.clear();
}

void Line::wait(std::int64_t deadline_ns) {
  (void)channel_->flush();
  (void)set_->wait(deadline_ns);
}

std::optional<std::vector<std::byte>> Line::hear(std::int64_t deadline_ns) {
  for (;;) {
    const transport::Peeked next = channel_->peek();
    if (next.io == Io::ok) {
      std::vector<std::byte> message(next.bytes.begin(), next.bytes.end());
      channel_->release();
      return message;
    }
    if (next.io != Io::empty) throw std::runtime_error("a line has ended: " + channel_->why());
    if (base::now_ns() >= deadline_ns) return {};
    (void)channel_->flush();
    (void)set_->wait(deadline_ns);
  }
}

std::vector<std::byte> Line::hear() {
  auto message = hear(base::now_ns() + watchdog_ns);
  if (!message) throw std::runtime_error("a line is silent");
  return std::move(*message);
}

}  // namespace orrery::rti::testing
