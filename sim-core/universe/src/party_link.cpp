#include "party_link.hpp"

namespace orrery::universe {

using transport::Io;

std::unique_ptr<PartyLink> PartyLink::create(transport::Channel& channel,
                                             std::shared_ptr<base::Doorbell> bell,
                                             base::WaitStrategy strategy,
                                             transport::Waitable* other) {
  auto wait_set = transport::WaitSet::create(std::move(bell), strategy);
  if (!wait_set || !(*wait_set)->add(channel, 0)) return nullptr;
  if (other != nullptr && !(*wait_set)->add(*other, 1)) return nullptr;
  return std::unique_ptr<PartyLink>(new PartyLink(channel, std::move(*wait_set), other));
}

PartyLink::~PartyLink() {
  if (other_ != nullptr) wait_set_->remove(*other_);
  wait_set_->remove(channel_);
}

std::span<const std::byte> PartyLink::receive() {
  for (;;) {
    const transport::Peeked message = channel_.peek();
    if (message.io == Io::ok) return message.bytes;
    if (message.io != Io::empty || other_news()) return {};
    (void)wait_set_->wait();
  }
}

bool PartyLink::send(std::span<const std::byte> message) {
  for (;;) {
    const Io io = channel_.send(message);
    if (io == Io::ok) return true;
    if (io != Io::full) return false;
    if (!flush()) return false;
    wait_set_->want_writable(channel_, true);
    (void)wait_set_->wait();
    wait_set_->want_writable(channel_, false);
  }
}

bool PartyLink::flush() {
  for (;;) {
    const Io io = channel_.flush();
    if (io == Io::ok) return true;
    if (io != Io::full) return false;
    wait_set_->want_writable(channel_, true);
    (void)wait_set_->wait();
    wait_set_->want_writable(channel_, false);
  }
}

}  // namespace orrery::universe
