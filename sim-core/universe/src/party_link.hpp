// A party's end of its channel: receives and sends, waiting as long as it takes. One thread.
#pragma once

#include <memory>
#include <span>

#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::universe {

class PartyLink {
 public:
  // Null if the wait set cannot be made.
  static std::unique_ptr<PartyLink> create(transport::Channel& channel,
                                           std::shared_ptr<base::Doorbell> bell,
                                           base::WaitStrategy strategy);
  ~PartyLink();
  PartyLink(const PartyLink&) = delete;
  PartyLink& operator=(const PartyLink&) = delete;

  // The next message; empty if the universe manager has gone. Valid until release().
  std::span<const std::byte> receive();
  void release() { channel_.release(); }
  // False if the universe manager has gone.
  bool send(std::span<const std::byte> message);
  bool flush();

 private:
  PartyLink(transport::Channel& channel, std::unique_ptr<transport::WaitSet> wait_set)
      : channel_(channel), wait_set_(std::move(wait_set)) {}

  transport::Channel& channel_;
  std::unique_ptr<transport::WaitSet> wait_set_;
};

}  // namespace orrery::universe
