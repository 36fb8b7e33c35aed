// One end of a channel of kind `mailer`: messages go through a pipe to a mailer, a process of its own,
// which sends them over TCP; what the peer's mailer sends is read here. It costs a copy, a process and two
// switches a message, and is here to be measured against what came after.
//
// The mailer is forked when first something is sent, in the process that sends. It moves bytes from the
// pipe to the socket without looking at them, ends at the end of the pipe, and is waited for by close().
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/channel.hpp"

#include "frames_out.hpp"
#include "stream_channel.hpp"

namespace orrery::transport {

class MailerChannel final : public Channel {
 public:
  static base::Result<std::unique_ptr<Channel>> create(const ChannelOptions& options,
                                                       base::UniqueFd socket,
                                                       std::shared_ptr<base::Doorbell> bell);
  ~MailerChannel() override;

  Reserved reserve(std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Peeked peek() override { return abandoned_ ? Peeked{Io::closed, {}} : incoming_->peek(); }
  void release() override { incoming_->release(); }
  void close() override;
  void abandon() override;
  base::Status adopt() override { return {}; }
  void forget() override;

  bool readable() override { return incoming_->readable(); }
  bool writable() override;
  bool pump() override;
  bool alive() override { return incoming_->alive(); }
  void want_writable(bool /*want*/) override {}  // while output is pending, the pipe is watched
  [[nodiscard]] int fd() const override { return epoll_.get(); }
  [[nodiscard]] base::Doorbell& bell() const override { return incoming_->bell(); }

  [[nodiscard]] Kind kind() const override { return Kind::mailer; }
  [[nodiscard]] const ChannelOptions& options() const override { return incoming_->options(); }
  [[nodiscard]] const ChannelCounters& counters() const override;
  [[nodiscard]] std::string why() const override { return why_.empty() ? incoming_->why() : why_; }
  [[nodiscard]] bool may_live() const override { return incoming_->may_live(); }

 private:
  MailerChannel(std::unique_ptr<StreamChannel> incoming, base::UniqueFd epoll);
  Io end() const;
  bool start_mailer();
  void write_out();
  void watch_pipe(bool watch);
  bool mailer_has_ended();
  bool await_mailer(std::int64_t deadline_ns);
  void end_mailer();

  std::unique_ptr<StreamChannel> incoming_;  // reads the socket; its good-bye is the channel's
  base::UniqueFd epoll_;
  base::UniqueFd pipe_in_;   // where we write
  base::UniqueFd pipe_out_;  // the mailer's end, kept open here: a dead mailer is no signal to us
  pid_t mailer_ = -1;
  pid_t maker_ = -1;  // whose child it is: a process forked later must let it be
  bool mailer_failed_ = false;
  bool pipe_watched_ = false;
  bool closed_ = false;
  bool abandoned_ = false;  // closed, and the mailer may still have to tell the peer
  FramesOut out_;
  std::string why_;
  mutable ChannelCounters counters_;
};

}  // namespace orrery::transport
