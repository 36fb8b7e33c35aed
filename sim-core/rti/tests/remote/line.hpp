// A line between a check and a node that is served elsewhere: messages whole and in order, both ways.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "orrery/base/doorbell.hpp"
#include "orrery/rti/types.hpp"
#include "orrery/transport/channel.hpp"
#include "orrery/transport/wait_set.hpp"

namespace orrery::rti::testing {

class Line {
 public:
  // `bell` is the channel's.
  Line(std::unique_ptr<transport::Channel> channel, std::shared_ptr<base::Doorbell> bell);
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line();

  // What the other end's channels must be made with too.
  static transport::ChannelOptions options();

  void say(Bytes message);  // an exception if the other end has gone
  // Until there is something to hear, or by one of these, or the deadline: they are of the same doorbell, and watched for
  // as long as they live.
  void watch(transport::Waitable& other);
  void unwatch();
  void wait(std::int64_t deadline_ns);
  // The next message, if one comes in time; an exception if the other end has gone.
  std::optional<std::vector<std::byte>> hear(std::int64_t deadline_ns);
  // The next message, for which the watchdog waits; an exception if it does not come.
  std::vector<std::byte> hear();

 private:
  std::unique_ptr<transport::Channel> channel_;
  std::unique_ptr<transport::WaitSet> set_;
  std::vector<const transport::Waitable*> watched_;
};

}  // namespace orrery::rti::testing
