#include "per_message_channel.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "orrery/base/clock.hpp"

#include "chain/framing.hpp"
#include "linger.hpp"

namespace orrery::transport {
namespace {

// What the lasting connection says: two numbers.
constexpr std::uint64_t say_port = 1;
constexpr std::uint64_t say_key = 2;
constexpr std::uint64_t say_read = 3;               // bytes, in all
constexpr std::uint64_t say_total = 4;              // messages sent, in all; then the good-bye
constexpr std::int64_t retry_after_ns = 1'000'000;  // no port was free
constexpr std::size_t most_arriving = 256;

}  // namespace

base::Result<std::unique_ptr<Channel>> PerMessageChannel::create(
    const ChannelOptions& options, base::UniqueFd socket, std::shared_ptr<base::Doorbell> bell) {
  // The listener has the address by which the peer reaches us already.
  SocketAddress own;
  own.length = sizeof own.storage;
  auto* raw = reinterpret_cast<sockaddr*>(&own.storage);
  if (::getsockname(socket.get(), raw, &own.length) != 0) {
    return base::error_from_errno("reading a connection's address", errno);
  }
  auto& port = own.storage.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(raw)->sin6_port
                                                 : reinterpret_cast<sockaddr_in*>(raw)->sin_port;
  port = 0;
  auto listener = open_socket(own.storage.ss_family);
  if (!listener) return listener.error();
  base::UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  std::uint64_t key = 0;
  if (!epoll || ::bind(listener->get(), raw, own.length) != 0 ||
      ::listen(listener->get(), 1024) != 0 ||
      ::getsockname(listener->get(), raw, &own.length) != 0 ||
      ::getrandom(&key, sizeof key, 0) != sizeof key) {
    return base::error_from_errno("listening for messages", errno);
  }
  // What it says of itself is never more than its buffer holds.
  ChannelOptions control_options;
  control_options.max_message_bytes = 16;
  control_options.buffer_bytes = 1U << 16;
  control_options.peer_timeout_ns = options.peer_timeout_ns;
  auto control = std::make_unique<StreamChannel>(Kind::tcp, control_options, std::move(socket),
                                                 std::move(bell));
  const std::uint16_t own_port = ntohs(port);
  std::unique_ptr<PerMessageChannel> channel(new PerMessageChannel(
      options, std::move(control), std::move(*listener), std::move(epoll), key));
  channel->watch(channel->control_->fd(), EPOLLIN);
  channel->watch(channel->listener_.get(), EPOLLIN);
  channel->say(say_key, key);
  channel->say(say_port, own_port);
  return {std::move(channel)};
}

void PerMessageChannel::watch(int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event) != 0) {
    (void)::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
  }
}

void PerMessageChannel::say(std::uint64_t what, std::uint64_t value) {
  const std::array<std::uint64_t, 2> words{what, value};
  (void)control_->send(std::as_bytes(std::span(words)));
  (void)control_->flush();
}

void PerMessageChannel::listen_to(std::uint64_t what, std::uint64_t value) {
  if (what == say_key) {
    peer_key_ = value;
  } else if (what == say_read) {
    credited_bytes_ =
        std::max<std::size_t>(credited_bytes_, std::min<std::size_t>(value, sent_bytes_));
  } else if (what == say_total) {
    total_ = value;
    told_total_ = true;
  } else if (what == say_port && value > 0 && value <= UINT16_MAX) {
    peer_.length = sizeof peer_.storage;
    auto* raw = reinterpret_cast<sockaddr*>(&peer_.storage);
    peer_known_ = ::getpeername(control_->fd(), raw, &peer_.length) == 0;
    auto& port = peer_.storage.ss_family == AF_INET6
                     ? reinterpret_cast<sockaddr_in6*>(raw)->sin6_port
                     : reinterpret_cast<sockaddr_in*>(raw)->sin_port;
    port = htons(static_cast<std::uint16_t>(value));
  } else {
    ++counters_.malformed;
  }
}

void PerMessageChannel::listen_to_control() {
  control_->pump();
  for (;;) {
    const Peeked peeked = control_->peek();
    if (peeked.io == Io::empty) return;
    if (peeked.io != Io::ok) {
      control_end_ = peeked.io;
      ended_ns_ = base::now_ns();
      counters_.malformed += control_->counters().malformed;
      return;
    }
    if (peeked.bytes.size() == 16) {
      listen_to(get<std::uint64_t>(peeked.bytes.data()),
                get<std::uint64_t>(peeked.bytes.data() + 8));
    } else {
      ++counters_.malformed;
    }
    control_->release();
  }
}

Io PerMessageChannel::sending_end() const { return closed_ ? Io::closed : control_end_; }

Reserved PerMessageChannel::reserve(std::size_t bytes) {
  if (const Io io = sending_end(); io != Io::ok) return {io, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  const std::size_t whole = sizeof(Header) + bytes;
  if (under_way() + whole > options_.buffer_bytes) {
    send_queued();
    listen_to_control();
    if (const Io io = sending_end(); io != Io::ok) return {io, {}};
    if (under_way() + whole > options_.buffer_bytes) {
      ++counters_.would_block;
      return {Io::full, {}};
    }
  }
  reserved_.resize(whole);
  return {Io::ok, std::span(reserved_).subspan(sizeof(Header))};
}

void PerMessageChannel::commit(std::size_t bytes) {
  reserved_.resize(sizeof(Header) + bytes);
  put(reserved_.data(), Header{peer_key_, next_number_++, bytes});
  sent_bytes_ += reserved_.size();
  queue_.push_back(std::exchange(reserved_, {}));
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

bool PerMessageChannel::connect_next() {
  connecting_since_ns_ = base::now_ns();
  auto socket = open_socket(peer_.storage.ss_family);
  if (!socket) return false;
  counters_.system_calls += 2;
  if (::connect(socket->get(), peer_.get(), peer_.length) != 0) {
    // Every port is in TIME-WAIT, or the peer takes no more at the moment.
    if (errno != EINPROGRESS) {
      if (errno == EADDRNOTAVAIL) ++counters_.no_port;
      retry_ns_ = base::now_ns() + retry_after_ns;
      return false;
    }
  }
  out_ = std::move(*socket);
  out_at_ = 0;
  return true;
}

void PerMessageChannel::send_queued() {
  if (!peer_known_) listen_to_control();
  retry_ns_ = base::no_deadline;
  while (!queue_.empty() && control_end_ == Io::ok && peer_known_) {
    std::vector<std::byte>& message = queue_.front();
    if (!out_ && !connect_next()) return;
    // The key may have come after the message was committed.
    put(message.data(), peer_key_);
    ++counters_.system_calls;
    const std::int64_t tried_ns = out_at_ == 0 ? base::now_ns() : 0;
    const ssize_t sent = ::send(out_.get(), message.data() + out_at_, message.size() - out_at_,
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) {
      if (errno == EAGAIN || errno == ENOTCONN || errno == EINPROGRESS) {
        watch(out_.get(), EPOLLOUT);
        return;
      }
      // The connection failed, not yet the channel: once more, from the start.
      out_.reset();
      retry_ns_ = base::now_ns() + retry_after_ns;
      return;
    }
    // What can be sent on is connected; before that the attempt cost nothing but time.
    if (out_at_ == 0) counters_.connecting_ns += tried_ns - connecting_since_ns_;
    out_at_ += static_cast<std::size_t>(sent);
    if (out_at_ < message.size()) continue;
    out_.reset();  // we end it: the TIME-WAIT is ours
    ++counters_.connections;
    queue_.pop_front();
  }
}

Io PerMessageChannel::flush() {
  if (closed_) return Io::closed;
  send_queued();
  if (!queue_.empty() || ++counters_.system_calls % 16 == 0) listen_to_control();
  // A peer that closes after it has been given everything is no failure of this flush.
  if (queue_.empty() && control_end_ != Io::peer_lost) return Io::ok;
  return control_end_ == Io::ok ? Io::full : control_end_;
}

void PerMessageChannel::accept_callers() {
  while (arriving_.size() < most_arriving) {
    base::UniqueFd caller(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    ++counters_.system_calls;
    if (!caller) return;
    watch(caller.get(), EPOLLIN);
    arriving_.push_back({std::move(caller), {}, base::now_ns()});
  }
}

PerMessageChannel::Read PerMessageChannel::read(Arriving& arriving, std::int64_t now) {
  for (;;) {
    std::size_t wanted = sizeof(Header);
    if (arriving.bytes.size() >= sizeof(Header)) {
      const auto header = get<Header>(arriving.bytes.data());
      if (arriving.held == 0) {
        if (header.key != own_key_ || header.length > options_.max_message_bytes ||
            header.number < read_ || header.number - read_ > options_.buffer_bytes) {
          return Read::broken;  // a stranger
        }
        // The peer has one buffer's under way, and perhaps one of them again after its connection failed.
        const std::size_t whole = sizeof(Header) + header.length;
        if (held_bytes_ + whole > 2 * std::size_t{options_.buffer_bytes}) return Read::broken;
        arriving.held = whole;
        held_bytes_ += whole;
      }
      wanted = arriving.held;
      if (arriving.bytes.size() == wanted) {
        if (arrived_.try_emplace(header.number, std::move(arriving.bytes)).second) {
          arriving.held = 0;  // until it is read
        }
        return Read::message;
      }
    }
    const std::size_t had = arriving.bytes.size();
    arriving.bytes.resize(wanted);
    ++counters_.system_calls;
    const ssize_t got =
        ::recv(arriving.socket.get(), arriving.bytes.data() + had, wanted - had, MSG_DONTWAIT);
    arriving.bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got > 0) {
      arriving.said_ns = now;
      continue;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) return Read::broken;  // ended too early
    // The kernel may have to send the peer's packets many times, so nobody is given up who is in nobody's way.
    const bool in_the_way = arriving_.size() == most_arriving;
    return in_the_way && now - arriving.said_ns > options_.peer_timeout_ns ? Read::broken
                                                                           : Read::part;
  }
}

void PerMessageChannel::read_callers() {
  accept_callers();
  if (arriving_.empty()) return;
  const std::int64_t now = base::now_ns();
  std::erase_if(arriving_, [&](Arriving& arriving) {
    const Read is = read(arriving, now);
    if (is == Read::part) return false;
    if (is == Read::broken) ++counters_.malformed;
    held_bytes_ -= arriving.held;
    return true;
  });
}

// The peer has said good-bye, and what it says it has sent does not come.
void PerMessageChannel::give_up_missing() {
  if (!misses_last() || base::now_ns() - ended_ns_ < options_.peer_timeout_ns) return;
  control_end_ = Io::peer_lost;
  why_ = "the peer has closed, and " + std::to_string(total_ - read_) +
         " of its messages have not come";
}

bool PerMessageChannel::readable() {
  return closed_ || arrived_.contains(read_) || control_end_ == Io::peer_lost ||
         (control_end_ == Io::closed && complete());
}

bool PerMessageChannel::writable() {
  return sending_end() != Io::ok ||
         under_way() + sizeof(Header) + options_.max_message_bytes <= options_.buffer_bytes;
}

bool PerMessageChannel::pump() {
  if (closed_) return control_->pump();
  listen_to_control();
  if (!queue_.empty()) send_queued();
  read_callers();
  give_up_missing();
  return readable();
}

bool PerMessageChannel::alive() {
  if (!closed_) listen_to_control();
  return control_end_ != Io::peer_lost;
}

Peeked PerMessageChannel::peek() {
  if (closed_) return {Io::closed, {}};
  auto at = arrived_.find(read_);
  if (at == arrived_.end()) {
    if (control_end_ == Io::ok) listen_to_control();
    read_callers();
    give_up_missing();
    at = arrived_.find(read_);
  }
  if (at != arrived_.end()) return {Io::ok, std::span(at->second).subspan(sizeof(Header))};
  if (control_end_ == Io::ok) return {};
  if (control_end_ == Io::peer_lost) return {Io::peer_lost, {}};
  // The good-bye may overtake the last messages' connections.
  if (misses_last()) return {};
  return {Io::closed, {}};
}

void PerMessageChannel::release() {
  const auto at = arrived_.find(read_);
  ++counters_.messages_received;
  counters_.bytes_received += at->second.size() - sizeof(Header);
  read_bytes_ += at->second.size();
  held_bytes_ -= at->second.size();
  ++read_;
  arrived_.erase(at);
  if (read_bytes_ - told_bytes_ >= options_.buffer_bytes / 4 && control_end_ == Io::ok) {
    told_bytes_ = read_bytes_;
    say(say_read, read_bytes_);
  }
}

void PerMessageChannel::close() {
  if (closed_) return;
  const std::int64_t deadline = base::now_ns() + linger_ns;
  while (!queue_.empty() && control_end_ == Io::ok && base::now_ns() < deadline) {
    send_queued();
    if (queue_.empty()) break;
    pollfd news{.fd = epoll_.get(), .events = POLLIN, .revents = 0};
    (void)::poll(&news, 1, 1);
    read_callers();
    listen_to_control();
  }
  const bool all_sent = queue_.empty();
  if (all_sent) say(say_total, next_number_);
  stop();
  why_ = "closed by this end";
  // A good-bye says that everything came before it.
  if (all_sent) {
    control_->close();
  } else {
    control_->break_off();
  }
}

void PerMessageChannel::abandon() {
  if (closed_) return;
  stop();
  control_->abandon();
}

void PerMessageChannel::stop() {
  closed_ = true;
  why_ = "given up by this end";
  out_.reset();
  arriving_.clear();
  listener_.reset();
  epoll_.reset();
  retry_ns_ = base::no_deadline;
}

void PerMessageChannel::forget() {
  closed_ = true;
  out_.reset();
  arriving_.clear();
  queue_.clear();
  listener_.reset();
  epoll_.reset();
  control_->forget();
}

}  // namespace orrery::transport
