#include "stream_channel.hpp"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <bit>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "orrery/base/clock.hpp"

#include "linger.hpp"
#include "over_tcp.hpp"
#include "socket.hpp"

namespace orrery::transport {
namespace {

static_assert(std::endian::native == std::endian::little,
              "frames are written as they lie in memory");

// Until the other host has acknowledged everything. A peer that is still sending when we close
// provokes a reset, and a reset throws away what has not been delivered by then.
void await_delivery(int fd, std::int64_t deadline_ns) {
  for (int queued = 0; ::ioctl(fd, SIOCOUTQ, &queued) == 0 && queued > 0;) {
    // Waits a moment, or finds that the connection has gone.
    pollfd polled{.fd = fd, .events = 0, .revents = 0};
    if (::poll(&polled, 1, 1) != 0 || base::now_ns() >= deadline_ns) return;
  }
}

// Need the peer not have ended, though the connection has?
bool leaves_open(int error, bool reset_is_end) {
  if (error == ECONNRESET) return !reset_is_end;
  return error != EPIPE && error != ECONNREFUSED;
}

}  // namespace

StreamChannel::StreamChannel(Kind kind, const ChannelOptions& options, base::UniqueFd socket,
                             std::shared_ptr<base::Doorbell> bell, std::unique_ptr<TlsSession> tls)
    : kind_(kind),
      options_(options),
      socket_(std::move(socket)),
      tls_(std::move(tls)),
      bell_(std::move(bell)),
      capacity_(options.buffer_bytes),
      in_(std::make_unique_for_overwrite<std::byte[]>(capacity_)),
      out_(capacity_),
      read_ns_(base::now_ns()) {}

StreamChannel::~StreamChannel() { close(); }

// A sound connection is heard of at each half time-out, and a little later: tune_tcp.
bool StreamChannel::heard() const { return unheard_ns(socket_.get()) < lately_ns(); }

// A reset is what its host says of a connection that it no longer knows: the peer's process has ended, or it has given this end up
// and goes on. For that it must have had no answer for as long: while a cut network kept them from hearing each other,
// which this end then has not heard for as long; or while this end did not read what it had.
bool StreamChannel::reset_is_end() const {
  return !over_tcp(kind_) || (heard() && base::now_ns() >= away_until_ns_);
}

Io StreamChannel::end_of_channel() const {
  // A failed send without a good-bye seen: unread messages may hide one, but nobody takes what we
  // send.
  return state_ == State::lost || state_ == State::open ? Io::peer_lost : Io::closed;
}

Reserved StreamChannel::reserve(std::size_t bytes) {
  if (!can_send()) return {end_of_channel(), {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  if (!out_.fits(bytes)) {
    write_out();
    if (!can_send()) return {end_of_channel(), {}};
    out_.compact();
    if (!out_.fits(bytes)) {
      ++counters_.would_block;
      return {Io::full, {}};
    }
  }
  return {Io::ok, {out_.payload(), bytes}};
}

void StreamChannel::commit(std::size_t bytes) {
  out_.commit(bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

Io StreamChannel::flush() {
  if (!has_output()) {
    // A peer that closes after it has been given everything is no failure of this flush.
    return state_ == State::lost || over() ? end_of_channel() : Io::ok;
  }
  write_out();
  if (!can_send()) return end_of_channel();
  return has_output() ? Io::full : Io::ok;
}

ssize_t StreamChannel::send_bytes(std::span<const std::byte> bytes) {
  if (tls_ == nullptr) {
    ++counters_.system_calls;
    return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  const ssize_t sent = tls_->send(bytes);
  counters_.system_calls += tls_->take_system_calls();
  return sent;
}

ssize_t StreamChannel::receive_bytes(std::span<std::byte> room) {
  if (tls_ == nullptr) {
    ++counters_.system_calls;
    return ::recv(socket_.get(), room.data(), room.size(), MSG_DONTWAIT);
  }
  const ssize_t got = tls_->receive(room);
  counters_.system_calls += tls_->take_system_calls();
  if (got < 0 && errno == EBADMSG) ++counters_.malformed;
  return got;
}

std::string StreamChannel::words_of(int error) const {
  return error == EBADMSG && tls_ != nullptr ? "not the peer's (TLS: " + tls_->why() + ")"
                                             : std::generic_category().message(error);
}

// Sends what the socket takes. The wait set goes on with the rest.
void StreamChannel::write_out() {
  leaving_ = true;
  while (wants_output()) {
    const ssize_t sent = send_bytes(out_.bytes());
    if (sent >= 0) {
      out_.left(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      sending_failed(errno);
    }
  }
  if (!can_write()) out_.clear();
  leaving_ = false;
}

void StreamChannel::sending_failed(int error) {
  send_failed_ = true;
  why_ = "sending: " + words_of(error);
  // What the peer sent before it went, a good-bye perhaps, is still in the socket.
  for (std::size_t before = in_end_ + 1; !at_end_ && in_end_ != before;) {
    before = in_end_;
    read_in();
  }
  may_live_ = may_live_ || (state_ != State::peer_closed && leaves_open(error, reset_is_end()));
}

Peeked StreamChannel::peek() {
  if (over()) return {Io::closed, {}};
  if (!frame_ready_ && !at_end_) {
    // The last read emptied the socket: saying so once saves a system call each time a reader
    // drains the channel.
    if (std::exchange(drained_, false)) return {};
    read_in();
  }
  if (frame_ready_) {
    holding_ = true;
    return {Io::ok, {in_.get() + in_begin_ + frame_header_bytes, frame_payload_}};
  }
  if (state_ != State::open) return {end_of_channel(), {}};
  return {};
}

void StreamChannel::release() {
  assert(holding_);
  holding_ = false;
  ++counters_.messages_received;
  counters_.bytes_received += frame_payload_;
  in_begin_ += frame_bytes(frame_payload_);
  frame_ready_ = false;
  find_frame();
}

void StreamChannel::find_frame() {
  if (frame_ready_ || in_end_ - in_begin_ < frame_header_bytes) return;
  std::uint64_t header = 0;
  std::memcpy(&header, in_.get() + in_begin_, sizeof header);
  if (find_last_word(header)) {
    at_end_ = true;
    in_begin_ = in_end_;
    return;
  }
  if (header > options_.max_message_bytes) {
    at_end_ = true;
    state_ = State::lost;
    may_live_ = true;
    ++counters_.malformed;
    why_ = "the peer broke the protocol: a frame of " + std::to_string(header) +
           " bytes, at most " + std::to_string(options_.max_message_bytes) + " were agreed";
    return;
  }
  if (in_end_ - in_begin_ < frame_bytes(header)) return;
  frame_payload_ = header;
  frame_ready_ = true;
}

// What the peer says last of all.
bool StreamChannel::find_last_word(std::uint64_t header) {
  if (header != good_bye && header != given_up) return false;
  if (state_ != State::open) return true;
  may_live_ = header == given_up;
  state_ = header == given_up ? State::lost : State::peer_closed;
  why_ = header == given_up ? "given up by the peer" : "closed by the peer";
  return true;
}

void StreamChannel::end_of_input(std::string why) {
  at_end_ = true;
  if (state_ != State::open) return;
  for (std::size_t at = in_begin_; in_end_ - at >= frame_header_bytes;) {
    std::uint64_t header = 0;
    std::memcpy(&header, in_.get() + at, sizeof header);
    if (find_last_word(header)) return;
    if (header > options_.max_message_bytes || in_end_ - at < frame_bytes(header)) break;
    at += frame_bytes(header);
  }
  state_ = State::lost;
  if (!send_failed_) why_ = std::move(why);
}

void StreamChannel::read_in() {
  if (in_begin_ == in_end_ && !holding_) {
    in_begin_ = in_end_ = 0;
  } else if (in_begin_ != 0 && !holding_ && capacity_ - in_end_ < capacity_ / 4) {
    std::memmove(in_.get(), in_.get() + in_begin_, in_end_ - in_begin_);
    in_end_ -= in_begin_;
    in_begin_ = 0;
  }
  if (in_end_ == capacity_) return;
  const std::int64_t now = base::now_ns();
  const bool after_long = now - std::exchange(read_ns_, now) >= lately_ns();
  const bool stood = after_long && without_data_ns(socket_.get()) >= lately_ns();
  const ssize_t got = receive_bytes({in_.get() + in_end_, capacity_ - in_end_});
  if (got > 0) {
    // What the peer has done about what stood here shows when it is answered again.
    if (stood) away_until_ns_ = now + options_.peer_timeout_ns;
    in_end_ += static_cast<std::size_t>(got);
    drained_ = in_end_ != capacity_;
    find_frame();
  } else if (got == 0) {
    // A mailer may have taken the error.
    if (was_reset(socket_.get())) may_live_ = may_live_ || !reset_is_end();
    end_of_input("the peer has ended without closing the channel");
  } else if (errno != EAGAIN && errno != EINTR) {
    const int error = errno;
    may_live_ = may_live_ || leaves_open(error, reset_is_end());
    end_of_input("receiving: " + words_of(error));
  }
}

bool StreamChannel::writable() { return !can_send() || out_.would_fit(options_.max_message_bytes); }

bool StreamChannel::pump() {
  if (state_ == State::closed_here) return true;
  if (wants_output()) write_out();
  if (!at_end_) read_in();
  return readable();
}

bool StreamChannel::alive() {
  if (!frame_ready_ && !at_end_) read_in();
  return state_ != State::lost;
}

void StreamChannel::close() {
  if (!socket_ || state_ == State::closed_here) return;
  if (state_ == State::open && !send_failed_) {
    why_ = "closed by this end";
    // Only a peer that has not read for long leaves something here. It is given a second, then it
    // is told by the missing good-bye that it did not get everything. One beyond a cut is in vain waited for,
    // and its node may have many to close.
    const std::int64_t deadline = base::now_ns() + (heard() ? linger_ns : 0);
    while (can_send() && !out_.would_fit(0)) {
      if (!wait_fd(socket_.get(), POLLOUT, deadline)) break;
      write_out();
    }
    if (can_send() && out_.would_fit(0)) {
      out_.compact();
      out_.put_good_bye();
    }
    write_out();
    while (wants_output() && wait_fd(socket_.get(), POLLOUT, deadline)) write_out();
    if (over_tcp(kind_)) await_delivery(socket_.get(), deadline);
  }
  if (state_ == State::abandoned) write_out();
  if (over_tcp(kind_) && wants_output()) return break_off();
  state_ = State::closed_here;
  // Unread input would turn the close into a reset, which overtakes what is still on its way to the
  // peer.
  ::shutdown(socket_.get(), SHUT_WR);
  std::byte scrap[4096];
  for (int i = 0; i < 1024; ++i) {
    if (::recv(socket_.get(), scrap, sizeof scrap, MSG_DONTWAIT) <= 0) break;
  }
  socket_.reset();
}

// What has not begun to leave gives way to the last word, if there is no room. The socket stays: a peer that says something
// before it reads would have it reset, and take that for the end of a process.
void StreamChannel::abandon() {
  if (!socket_ || over()) return;
  const bool tells = can_send();
  state_ = State::abandoned;
  at_end_ = true;
  if (!tells) return;
  why_ = "given up by this end";
  write_out();
  out_.put_given_up();
  write_out();
}

// The end of a stream without a good-bye is the end of a process, even when a cut has healed. A reset is, to whom has heard
// something lately.
void StreamChannel::break_off() {
  if (!socket_) return;
  state_ = State::closed_here;
  if (over_tcp(kind_)) {
    const linger none{.l_onoff = 1, .l_linger = 0};
    (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
  }
  socket_.reset();
}

void StreamChannel::forget() {
  state_ = State::closed_here;
  socket_.reset();
  bell_.reset();
}

}  // namespace orrery::transport
