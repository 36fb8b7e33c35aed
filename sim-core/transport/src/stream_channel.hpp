// One end of a channel over a connected stream socket: kinds `uds`, `tcp` and `tls`.
//
// On the wire a message is a frame: its length (32 bits, little-endian), 32 zero bits, the payload,
// and zeros up to a multiple of 8 bytes, so that every payload in the buffers is aligned. A length
// of 2^32 - 1 is the good-bye: an end of file without it means that the peer died. A length of 2^32 - 2: the peer lives and has
// given this end up, and what it had said last is not whole.
#pragma once

#include <memory>
#include <string>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/channel.hpp"

#include "frames_out.hpp"
#include "tls_session.hpp"

namespace orrery::transport {

class StreamChannel final : public Channel {
 public:
  // The socket is connected, non-blocking and tuned. `tls`: null for kinds other than `tls`.
  StreamChannel(Kind kind, const ChannelOptions& options, base::UniqueFd socket,
                std::shared_ptr<base::Doorbell> bell, std::unique_ptr<TlsSession> tls = nullptr);
  ~StreamChannel() override;

  Reserved reserve(std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Peeked peek() override;
  void release() override;
  void close() override;
  void abandon() override;
  // Closes without a word, and over TCP so that it is not the end of a process to a peer that has heard nothing for long.
  void break_off();
  base::Status adopt() override { return {}; }
  void forget() override;

  bool readable() override { return frame_ready_ || state_ != State::open; }
  bool writable() override;
  bool pump() override;
  bool alive() override;
  void want_writable(bool /*want*/) override {}  // the wait set watches the socket
  [[nodiscard]] int fd() const override { return socket_.get(); }
  // What has been committed stays until flush(), or until there is no room for more.
  [[nodiscard]] bool wants_output() const override {
    const bool is_asked = leaving_ || (tls_ != nullptr && tls_->has_output());
    return is_asked && has_output() && can_write();
  }
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  [[nodiscard]] Kind kind() const override { return kind_; }
  [[nodiscard]] const ChannelOptions& options() const override { return options_; }
  [[nodiscard]] const ChannelCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return why_; }
  [[nodiscard]] bool may_live() const override { return may_live_; }

 private:
  enum class State : std::uint8_t { open, peer_closed, lost, abandoned, closed_here };

  [[nodiscard]] bool can_send() const { return state_ == State::open && !send_failed_; }
  [[nodiscard]] bool over() const {
    return state_ == State::abandoned || state_ == State::closed_here;
  }
  [[nodiscard]] bool can_write() const {
    return (state_ == State::open || state_ == State::abandoned) && !send_failed_;
  }
  [[nodiscard]] bool has_output() const {
    return !out_.empty() || (tls_ != nullptr && tls_->has_output());
  }
  // As ::send and ::recv, through TLS if this channel has it.
  ssize_t send_bytes(std::span<const std::byte> bytes);
  ssize_t receive_bytes(std::span<std::byte> room);
  // In words, of errno as the two above leave it.
  [[nodiscard]] std::string words_of(int error) const;
  void write_out();
  void read_in();
  void find_frame();
  void sending_failed(int error);
  void end_of_input(std::string why);
  [[nodiscard]] bool find_last_word(std::uint64_t header);
  [[nodiscard]] Io end_of_channel() const;
  [[nodiscard]] std::int64_t lately_ns() const { return options_.peer_timeout_ns / 4 * 3; }
  [[nodiscard]] bool reset_is_end() const;
  // Has the peer's host been, lately? Always where there is no network.
  [[nodiscard]] bool heard() const;

  const Kind kind_;
  const ChannelOptions options_;
  base::UniqueFd socket_;
  std::unique_ptr<TlsSession> tls_;
  std::shared_ptr<base::Doorbell> bell_;
  const std::size_t capacity_;
  std::unique_ptr<std::byte[]> in_;
  FramesOut out_;
  std::size_t in_begin_ = 0;
  std::size_t in_end_ = 0;
  std::size_t frame_payload_ = 0;  // of the oldest complete frame
  bool frame_ready_ = false;
  bool leaving_ = false;  // what has been committed: it was asked to
  bool holding_ = false;  // a peeked message must not move
  bool drained_ = false;  // the last read took all there was
  bool send_failed_ = false;
  bool at_end_ = false;  // nothing more will come in
  bool may_live_ = false;
  std::int64_t read_ns_;            // when the socket was
  std::int64_t away_until_ns_ = 0;  // the peer may have given this end up for not reading
  State state_ = State::open;
  std::string why_;
  ChannelCounters counters_;
};

}  // namespace orrery::transport
