#include "mailer_channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "orrery/base/clock.hpp"

#include "chain/framing.hpp"
#include "linger.hpp"
#include "socket.hpp"

namespace orrery::transport {
namespace {

constexpr int look_up_ms = 1000;

// The mailer. After fork() in a process that may have threads: system calls alone.
[[noreturn]] void carry(int pipe, int socket, pid_t parent) {
  std::signal(SIGPIPE, SIG_IGN);
  ::dup2(pipe, 0);
  ::dup2(socket, 1);
  ::close_range(3, ~0U, 0);
  for (;;) {
    pollfd in{.fd = 0, .events = POLLIN, .revents = 0};
    // The pipe ends with its writers; somebody forked from the parent may be one, unknowingly.
    if (::poll(&in, 1, look_up_ms) == 0 && ::getppid() != parent) ::_exit(0);
    if ((in.revents & (POLLIN | POLLHUP)) == 0) continue;
    pollfd out{.fd = 1, .events = POLLOUT, .revents = 0};
    if (::poll(&out, 1, look_up_ms) == 0) {
      if (::getppid() != parent) ::_exit(0);
      continue;
    }
    const ssize_t moved = ::splice(0, nullptr, 1, nullptr, 1U << 20, SPLICE_F_NONBLOCK);
    if (moved == 0) ::_exit(0);
    if (moved < 0 && errno != EAGAIN && errno != EINTR) ::_exit(1);
  }
}

}  // namespace

base::Result<std::unique_ptr<Channel>> MailerChannel::create(const ChannelOptions& options,
                                                             base::UniqueFd socket,
                                                             std::shared_ptr<base::Doorbell> bell) {
  base::UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{};
  event.events = EPOLLIN;
  if (!epoll || ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, socket.get(), &event) != 0) {
    return base::error_from_errno("watching a mailer's socket", errno);
  }
  auto incoming =
      std::make_unique<StreamChannel>(Kind::mailer, options, std::move(socket), std::move(bell));
  return std::unique_ptr<Channel>(new MailerChannel(std::move(incoming), std::move(epoll)));
}

MailerChannel::MailerChannel(std::unique_ptr<StreamChannel> incoming, base::UniqueFd epoll)
    : incoming_(std::move(incoming)),
      epoll_(std::move(epoll)),
      out_(incoming_->options().buffer_bytes) {}

bool MailerChannel::start_mailer() {
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    why_ = base::error_from_errno("making a mailer's pipe", errno).message;
    return false;
  }
  pipe_out_.reset(ends[0]);
  pipe_in_.reset(ends[1]);
  const pid_t parent = ::getpid();
  maker_ = parent;
  mailer_ = ::fork();
  if (mailer_ == 0) carry(pipe_out_.get(), incoming_->fd(), parent);
  if (mailer_ < 0) why_ = base::error_from_errno("starting a mailer", errno).message;
  return mailer_ > 0;
}

Io MailerChannel::end() const {
  if (closed_) return Io::closed;
  if (mailer_failed_) return Io::peer_lost;
  return Io::ok;
}

Reserved MailerChannel::reserve(std::size_t bytes) {
  if (const Io io = end(); io != Io::ok) {
    // What the peer said last tells a good-bye from a death.
    const Reserved below = incoming_->reserve(0);
    return {closed_ || below.io == Io::ok || below.io == Io::full ? io : below.io, {}};
  }
  if (bytes > options().max_message_bytes) return {Io::too_big, {}};
  if (const Reserved below = incoming_->reserve(0); below.io != Io::ok && below.io != Io::full) {
    return {below.io, {}};
  }
  if (!out_.fits(bytes)) {
    write_out();
    out_.compact();
    if (!out_.fits(bytes)) {
      ++counters_.would_block;
      return {mailer_failed_ ? Io::peer_lost : Io::full, {}};
    }
  }
  return {Io::ok, {out_.payload(), bytes}};
}

void MailerChannel::commit(std::size_t bytes) {
  out_.commit(bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

void MailerChannel::watch_pipe(bool watch) {
  if (watch == pipe_watched_ || !pipe_in_) return;
  pipe_watched_ = watch;
  epoll_event event{};
  event.events = EPOLLOUT;
  (void)::epoll_ctl(epoll_.get(), watch ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, pipe_in_.get(), &event);
}

bool MailerChannel::mailer_has_ended() {
  if (mailer_ <= 0) return true;
  int status = 0;
  if (::waitpid(mailer_, &status, WNOHANG) != mailer_) return false;
  mailer_ = -1;
  return true;
}

void MailerChannel::write_out() {
  if (out_.empty() || mailer_failed_ || (closed_ && !abandoned_)) return;
  if (!pipe_in_ && !start_mailer()) {
    mailer_failed_ = true;
    return;
  }
  while (!out_.empty()) {
    ++counters_.system_calls;
    const auto bytes = out_.bytes();
    const ssize_t wrote = ::write(pipe_in_.get(), bytes.data(), bytes.size());
    if (wrote >= 0) {
      out_.left(static_cast<std::size_t>(wrote));
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      mailer_failed_ = true;
      why_ = base::error_from_errno("writing to the mailer", errno).message;
      break;
    }
  }
  if (!mailer_failed_ && mailer_has_ended()) {
    // It ends before its pipe only if the peer has: what that said is in the socket.
    mailer_failed_ = true;
    if (incoming_->why().empty())
      why_ = "the mailer has ended: the peer does not take what it sends";
    incoming_->pump();
    incoming_->pump();
  }
  watch_pipe(!out_.empty() && !mailer_failed_);
}

Io MailerChannel::flush() {
  write_out();
  // Whether the peer still listens is seen by reading alone.
  incoming_->pump();
  if (const Reserved below = incoming_->reserve(0);
      closed_ || (below.io != Io::ok && below.io != Io::full)) {
    return closed_ ? Io::closed : (out_.empty() && below.io == Io::closed ? Io::ok : below.io);
  }
  if (mailer_failed_) return Io::peer_lost;
  return out_.empty() ? Io::ok : Io::full;
}

bool MailerChannel::writable() {
  return closed_ || mailer_failed_ || out_.would_fit(options().max_message_bytes);
}

bool MailerChannel::pump() {
  write_out();
  return incoming_->pump();
}

const ChannelCounters& MailerChannel::counters() const {
  const ChannelCounters& in = incoming_->counters();
  counters_.messages_received = in.messages_received;
  counters_.bytes_received = in.bytes_received;
  counters_.malformed = in.malformed;
  return counters_;
}

bool MailerChannel::await_mailer(std::int64_t deadline_ns) {
  while (!mailer_has_ended()) {
    if (base::now_ns() >= deadline_ns) return false;
    const timespec pause{.tv_sec = 0, .tv_nsec = 200'000};
    ::nanosleep(&pause, nullptr);
  }
  return true;
}

void MailerChannel::close() {
  if (closed_) return;
  const std::int64_t deadline = base::now_ns() + linger_ns;
  write_out();
  while (!out_.empty() && !mailer_failed_ && wait_fd(pipe_in_.get(), POLLOUT, deadline)) {
    write_out();
  }
  bool complete = out_.empty() && !mailer_failed_;
  closed_ = true;
  pipe_in_.reset();
  pipe_out_.reset();
  epoll_.reset();
  if (!await_mailer(deadline)) {
    end_mailer();
    complete = false;
  }
  why_ = "closed by this end";
  // A good-bye says that everything came before it.
  if (complete) {
    incoming_->close();
  } else {
    incoming_->break_off();
  }
}

// The mailer and the socket stay until this is destroyed.
void MailerChannel::abandon() {
  if (closed_) return;
  closed_ = abandoned_ = true;
  why_ = "given up by this end";
  out_.put_given_up();
  write_out();
}

void MailerChannel::end_mailer() {
  if (mailer_ <= 0) return;
  ::kill(mailer_, SIGKILL);
  ::waitpid(mailer_, nullptr, 0);
  mailer_ = -1;
}

MailerChannel::~MailerChannel() {
  close();
  if (!abandoned_) return;
  write_out();
  pipe_in_.reset();
  pipe_out_.reset();
  if (await_mailer(base::now_ns() + 1'000'000) && out_.empty()) {
    incoming_->forget();  // what it has been told may be under way
  } else {
    end_mailer();
    incoming_->break_off();
  }
}

void MailerChannel::forget() {
  closed_ = true;
  abandoned_ = false;
  if (maker_ == ::getpid()) end_mailer();
  mailer_ = -1;
  pipe_in_.reset();
  pipe_out_.reset();
  epoll_.reset();
  incoming_->forget();
}

}  // namespace orrery::transport
