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

#include "over_tcp.hpp"
#include "socket.hpp"

namespace orrery::transport {
namespace {

static_assert(std::endian::native == std::endian::little,
              "frames are written as they lie in memory");

constexpr std::size_t header_bytes = 8;
constexpr std::uint32_t good_bye = ~std::uint32_t{0};
constexpr std::int64_t linger_ns = 1'000'000'000;

constexpr std::size_t frame_bytes(std::size_t payload) {
  return header_bytes + ((payload + 7) & ~std::size_t{7});
}

void put_length(std::byte* at, std::uint32_t length) {
  const std::uint64_t header = length;
  std::memcpy(at, &header, sizeof header);
}

// Until the other host has acknowledged everything. A peer that is still sending when we close
// provokes a reset, and a reset throws away what has not been delivered by then.
void await_delivery(int fd, std::int64_t deadline_ns) {
  for (int queued = 0; ::ioctl(fd, SIOCOUTQ, &queued) == 0 && queued > 0;) {
    // Waits a moment, or finds that the connection has gone.
    pollfd polled{.fd = fd, .events = 0, .revents = 0};
    if (::poll(&polled, 1, 1) != 0 || base::now_ns() >= deadline_ns) return;
  }
}

// Need the peer not have ended, though the connection has? A reset is what its host says of a connection that it no longer
// knows: its process has ended, or it has given this end up while a cut network kept them from hearing each other, and goes
// on. Then it has not been heard of for as long here.
bool leaves_open(int error, bool heard) {
  if (error == ECONNRESET) return !heard;
  return error != EPIPE && error != ECONNREFUSED;
}

}  // namespace

StreamChannel::StreamChannel(Kind kind, const ChannelOptions& options, base::UniqueFd socket,
                             std::shared_ptr<base::Doorbell> bell)
    : kind_(kind),
      options_(options),
      socket_(std::move(socket)),
      bell_(std::move(bell)),
      capacity_(options.buffer_bytes),
      in_(std::make_unique_for_overwrite<std::byte[]>(capacity_)),
      out_(std::make_unique_for_overwrite<std::byte[]>(capacity_)) {}

StreamChannel::~StreamChannel() { close(); }

// A sound connection is heard of at each half time-out, and a little later: tune_tcp.
bool StreamChannel::heard() const {
  return unheard_ns(socket_.get()) < options_.peer_timeout_ns / 4 * 3;
}

Io StreamChannel::end_of_channel() const {
  // A failed send without a good-bye seen: unread messages may hide one, but nobody takes what we
  // send.
  return state_ == State::lost || state_ == State::open ? Io::peer_lost : Io::closed;
}

Reserved StreamChannel::reserve(std::size_t bytes) {
  if (!can_send()) return {end_of_channel(), {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  const std::size_t frame = frame_bytes(bytes);
  if (out_end_ + frame > capacity_) {
    make_out_room(frame);
    if (!can_send()) return {end_of_channel(), {}};
    if (out_end_ + frame > capacity_) {
      ++counters_.would_block;
      return {Io::full, {}};
    }
  }
  return {Io::ok, {out_.get() + out_end_ + header_bytes, bytes}};
}

void StreamChannel::commit(std::size_t bytes) {
  std::byte* frame = out_.get() + out_end_;
  put_length(frame, static_cast<std::uint32_t>(bytes));
  const std::size_t whole = frame_bytes(bytes);
  // Padding is sent too: it must not carry what lay there before.
  std::memset(frame + header_bytes + bytes, 0, whole - header_bytes - bytes);
  out_end_ += whole;
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

void StreamChannel::make_out_room(std::size_t bytes) {
  write_out();
  if (out_begin_ == 0 || out_end_ + bytes <= capacity_) return;
  std::memmove(out_.get(), out_.get() + out_begin_, out_end_ - out_begin_);
  out_end_ -= out_begin_;
  out_begin_ = 0;
}

Io StreamChannel::flush() {
  if (out_end_ == out_begin_) {
    // A peer that closes after it has been given everything is no failure of this flush.
    const bool over = state_ == State::lost || state_ == State::closed_here;
    return over ? end_of_channel() : Io::ok;
  }
  write_out();
  if (!can_send()) return end_of_channel();
  return out_end_ == out_begin_ ? Io::ok : Io::full;
}

void StreamChannel::write_out() {
  while (out_begin_ != out_end_ && can_send()) {
    ++counters_.system_calls;
    const ssize_t sent = ::send(socket_.get(), out_.get() + out_begin_, out_end_ - out_begin_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      out_begin_ += static_cast<std::size_t>(sent);
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      sending_failed(errno);
    }
  }
  if (out_begin_ == out_end_ || !can_send()) out_begin_ = out_end_ = 0;
}

void StreamChannel::sending_failed(int error) {
  send_failed_ = true;
  may_live_ = leaves_open(error, heard());
  why_ = "sending: " + std::generic_category().message(error);
  // What the peer sent before it went, a good-bye perhaps, is still in the socket.
  for (std::size_t before = in_end_ + 1; !at_end_ && in_end_ != before;) {
    before = in_end_;
    read_in();
  }
}

Peeked StreamChannel::peek() {
  if (state_ == State::closed_here) return {Io::closed, {}};
  if (!frame_ready_ && !at_end_) {
    // The last read emptied the socket: saying so once saves a system call each time a reader
    // drains the channel.
    if (std::exchange(drained_, false)) return {};
    read_in();
  }
  if (frame_ready_) {
    holding_ = true;
    return {Io::ok, {in_.get() + in_begin_ + header_bytes, frame_payload_}};
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
  if (frame_ready_ || in_end_ - in_begin_ < header_bytes) return;
  std::uint64_t header = 0;
  std::memcpy(&header, in_.get() + in_begin_, sizeof header);
  if (header == good_bye) {
    at_end_ = true;
    if (state_ == State::open) {
      state_ = State::peer_closed;
      why_ = "closed by the peer";
    }
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

void StreamChannel::end_of_input(std::string why) {
  at_end_ = true;
  if (state_ != State::open) return;
  for (std::size_t at = in_begin_; in_end_ - at >= header_bytes;) {
    std::uint64_t header = 0;
    std::memcpy(&header, in_.get() + at, sizeof header);
    if (header == good_bye) {
      state_ = State::peer_closed;
      why_ = "closed by the peer";
      return;
    }
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
  ++counters_.system_calls;
  const ssize_t got = ::recv(socket_.get(), in_.get() + in_end_, capacity_ - in_end_, MSG_DONTWAIT);
  if (got > 0) {
    in_end_ += static_cast<std::size_t>(got);
    drained_ = in_end_ != capacity_;
    find_frame();
  } else if (got == 0) {
    end_of_input("the peer has ended without closing the channel");
  } else if (errno != EAGAIN && errno != EINTR) {
    const int error = errno;
    may_live_ = may_live_ || leaves_open(error, heard());
    end_of_input("receiving: " + std::generic_category().message(error));
  }
}

bool StreamChannel::writable() {
  const std::size_t greatest = frame_bytes(options_.max_message_bytes);
  return !can_send() || capacity_ - (out_end_ - out_begin_) >= greatest;
}

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
    while (can_send()) {
      if (out_end_ + header_bytes > capacity_) make_out_room(header_bytes);
      if (out_end_ + header_bytes <= capacity_) {
        put_length(out_.get() + out_end_, good_bye);
        out_end_ += header_bytes;
        break;
      }
      if (!wait_fd(socket_.get(), POLLOUT, deadline)) break;
    }
    write_out();
    while (wants_output() && wait_fd(socket_.get(), POLLOUT, deadline)) write_out();
    if (over_tcp(kind_)) await_delivery(socket_.get(), deadline);
  }
  state_ = State::closed_here;
  if (over_tcp(kind_) && out_end_ != out_begin_) {
    // The end of a stream without a good-bye is the end of a process, even when a cut has healed: here is none.
    const linger none{.l_onoff = 1, .l_linger = 0};
    (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    socket_.reset();
    return;
  }
  // Unread input would turn the close into a reset, which overtakes what is still on its way to the
  // peer.
  ::shutdown(socket_.get(), SHUT_WR);
  std::byte scrap[4096];
  for (int i = 0; i < 1024; ++i) {
    if (::recv(socket_.get(), scrap, sizeof scrap, MSG_DONTWAIT) <= 0) break;
  }
  socket_.reset();
}

void StreamChannel::forget() {
  state_ = State::closed_here;
  socket_.reset();
  bell_.reset();
}

}  // namespace orrery::transport
