// One end of a channel of kind `tcp_per_message`: a TCP connection for each message, made by its sender
// to the receiver's port and ended when it is through, so that a TIME-WAIT stays behind. It is here to be
// measured against what came after.
//
// A lasting connection beside it, of frames like `tcp`'s, carries what a channel promises beyond that: where
// each end listens, how much has been read (back-pressure), the good-bye, and death. On a message's
// connection: the channel's key (64 bits), the message's number (64), its length (64), the message; all
// little-endian. Connections may overtake each other: numbers put messages in order.
//
// Anybody may connect. At most 256 callers are listened to at once, and messages that they have begun fill two buffers at
// most; when there are so many, those who have said nothing for `peer_timeout_ns` make room. Who brings no message is counted as
// malformed.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/channel.hpp"

#include "socket.hpp"
#include "stream_channel.hpp"

namespace orrery::transport {

class PerMessageChannel final : public Channel {
 public:
  static base::Result<std::unique_ptr<Channel>> create(const ChannelOptions& options,
                                                       base::UniqueFd socket,
                                                       std::shared_ptr<base::Doorbell> bell);
  ~PerMessageChannel() override { close(); }

  Reserved reserve(std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Peeked peek() override;
  void release() override;
  void close() override;
  void abandon() override;
  base::Status adopt() override { return {}; }
  void forget() override;

  bool readable() override;
  bool writable() override;
  bool pump() override;
  bool alive() override;
  void want_writable(bool /*want*/) override {}
  [[nodiscard]] int fd() const override { return epoll_.get(); }
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override {
    return misses_last() ? std::min(retry_ns_, ended_ns_ + options_.peer_timeout_ns) : retry_ns_;
  }
  [[nodiscard]] base::Doorbell& bell() const override { return control_->bell(); }

  [[nodiscard]] Kind kind() const override { return Kind::tcp_per_message; }
  [[nodiscard]] const ChannelOptions& options() const override { return options_; }
  [[nodiscard]] const ChannelCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return why_.empty() ? control_->why() : why_; }
  [[nodiscard]] bool may_live() const override { return control_->may_live(); }

 private:
  struct Header {
    std::uint64_t key = 0;
    std::uint64_t number = 0;
    std::uint64_t length = 0;
  };
  struct Arriving {
    base::UniqueFd socket;
    std::vector<std::byte> bytes;
    std::int64_t said_ns = 0;  // when it came, or said something last
    std::size_t held = 0;      // of held_bytes_: a whole message, once begun
  };
  enum class Read : std::uint8_t { part, message, broken };

  PerMessageChannel(const ChannelOptions& options, std::unique_ptr<StreamChannel> control,
                    base::UniqueFd listener, base::UniqueFd epoll, std::uint64_t key)
      : options_(options),
        control_(std::move(control)),
        listener_(std::move(listener)),
        epoll_(std::move(epoll)),
        own_key_(key) {}
  [[nodiscard]] Io sending_end() const;
  void stop();
  void say(std::uint64_t what, std::uint64_t value);
  void listen_to_control();
  void send_queued();
  bool connect_next();
  void accept_callers();
  void read_callers();
  void listen_to(std::uint64_t what, std::uint64_t value);
  void give_up_missing();
  Read read(Arriving& arriving, std::int64_t now);
  void watch(int fd, std::uint32_t events);
  [[nodiscard]] bool complete() const { return told_total_ && read_ >= total_; }
  [[nodiscard]] bool misses_last() const {
    return control_end_ == Io::closed && told_total_ && !complete();
  }
  [[nodiscard]] std::size_t under_way() const { return sent_bytes_ - credited_bytes_; }

  const ChannelOptions options_;
  std::unique_ptr<StreamChannel> control_;
  base::UniqueFd listener_;
  base::UniqueFd epoll_;
  const std::uint64_t own_key_;  // of messages to us
  SocketAddress peer_;
  bool peer_known_ = false;
  std::uint64_t peer_key_ = 0;
  Io control_end_ = Io::ok;
  std::int64_t ended_ns_ = 0;  // when it came
  bool closed_ = false;
  std::string why_;
  ChannelCounters counters_;

  std::vector<std::byte> reserved_;
  std::deque<std::vector<std::byte>> queue_;  // headers and messages, still to go
  base::UniqueFd out_;                        // the connection of the first
  std::size_t out_at_ = 0;
  std::int64_t connecting_since_ns_ = 0;
  std::uint64_t next_number_ = 0;
  std::size_t sent_bytes_ = 0;
  std::size_t credited_bytes_ = 0;
  std::int64_t retry_ns_ = base::no_deadline;

  std::vector<Arriving> arriving_;
  std::map<std::uint64_t, std::vector<std::byte>> arrived_;  // by number
  std::size_t held_bytes_ = 0;                               // of messages begun and not yet read
  std::uint64_t read_ = 0;
  std::size_t read_bytes_ = 0;
  std::size_t told_bytes_ = 0;
  std::uint64_t total_ = 0;
  bool told_total_ = false;
};

}  // namespace orrery::transport
