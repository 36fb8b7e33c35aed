// A party's end of its channel. receive(), send() and flush() wait as long as it takes. One thread.
#pragma once

#include <memory>
#include <span>

#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::universe {

class PartyLink {
 public:
  // `other`: another source of news for the party besides its channel, or null. Returns null if the wait set cannot be
  // made.
  static std::unique_ptr<PartyLink> create(transport::Channel& channel,
                                           std::shared_ptr<base::Doorbell> bell,
                                           base::WaitStrategy strategy, transport::Waitable* other);
  ~PartyLink();
  PartyLink(const PartyLink&) = delete;
  PartyLink& operator=(const PartyLink&) = delete;

  // Returns the next message, valid until release(). Returns an empty span if `other` has news, or if the universe manager
  // has ended.
  std::span<const std::byte> receive();
  [[nodiscard]] bool other_news() const { return other_ != nullptr && other_->readable(); }
  void release() { channel_.release(); }
  // Returns false if the universe manager has ended.
  bool send(std::span<const std::byte> message);
  bool flush();

 private:
  PartyLink(transport::Channel& channel, std::unique_ptr<transport::WaitSet> wait_set,
            transport::Waitable* other)
      : channel_(channel), wait_set_(std::move(wait_set)), other_(other) {}

  transport::Channel& channel_;
  std::unique_ptr<transport::WaitSet> wait_set_;
  transport::Waitable* const other_;
};

}  // namespace orrery::universe
