#include "datagram_port.hpp"

#include <arpa/inet.h>
#include <netinet/udp.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "orrery/base/random.hpp"

#include "chain/framing.hpp"

namespace orrery::transport {
namespace {

#ifndef UDP_GRO
#define UDP_GRO 104
#endif

constexpr std::size_t datagram_header_bytes = sizeof(DatagramHeader);
// More than a datagram can have, or what the kernel joins.
constexpr std::size_t buffer_bytes = 65'536;
constexpr std::uint32_t greatest_payload = 65507 - datagram_header_bytes;
// Numberings of strangers with our key must not fill the memory.
constexpr std::size_t most_numberings = 1U << 18;

base::Error invalid(const std::string& message) {
  return {base::ErrorCode::invalid_argument, message};
}

}  // namespace

base::Result<std::unique_ptr<Port>> make_datagram_port(const DatagramOptions& options,
                                                       std::shared_ptr<base::Doorbell> bell) {
  return DatagramPort::create(options, std::move(bell));
}

std::string multicast_endpoint(const std::string& run_token, std::uint32_t number) {
  const std::uint64_t key = base::mix64(run_key_of(run_token) + number);
  // 239.192.0.0/14 is for use within an organisation.
  const auto group = static_cast<unsigned>(key & 0x3ffff);
  const auto port = first_group_port + (run_key_of(run_token) >> 20) % group_ports;
  return "multicast:239." + std::to_string(192 + (group >> 16)) + "." +
         std::to_string(group >> 8 & 0xff) + "." + std::to_string(group & 0xff) + ":" +
         std::to_string(port);
}

base::Result<std::unique_ptr<Port>> DatagramPort::create(const DatagramOptions& options,
                                                         std::shared_ptr<base::Doorbell> bell) {
  if (options.run_token.empty() || options.run_token.size() > 64) {
    return invalid("run_token has " + std::to_string(options.run_token.size()) +
                   " bytes: use 1 to 64");
  }
  if (options.max_message_bytes < 64 || options.max_message_bytes > greatest_payload) {
    return invalid("max_message_bytes of a datagram is " +
                   std::to_string(options.max_message_bytes) + ": use 64 to " +
                   std::to_string(greatest_payload));
  }
  if (options.ttl < 0 || options.ttl > 255) {
    return invalid("ttl is " + std::to_string(options.ttl) + ": use 0 to 255");
  }
  if ((options.self & direct_bit) != 0) {
    return invalid("party " + std::to_string(options.self) + " is not below 2^31");
  }
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (::inet_pton(AF_INET, options.bind_address.c_str(), &own.sin_addr) != 1) {
    return invalid("bind_address is '" + options.bind_address +
                   "': use an IPv4 address of this host");
  }
  base::UniqueFd socket(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  base::UniqueFd epoll(::epoll_create1(EPOLL_CLOEXEC));
  if (!socket || !epoll) return base::error_from_errno("making a datagram socket", errno);
  const int ttl = options.ttl;
  const int on = 1;
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0 ||
      ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_TTL, &ttl, sizeof ttl) != 0 ||
      ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_LOOP, &on, sizeof on) != 0 ||
      ::setsockopt(socket.get(), IPPROTO_IP, IP_MULTICAST_IF, &own.sin_addr, sizeof own.sin_addr) !=
          0) {
    return base::error_from_errno("binding a datagram socket to " + options.bind_address, errno);
  }
  if (auto ready = prepare_datagram_socket(socket.get(), options.socket_buffer_bytes); !ready) {
    return ready.error();
  }
  socklen_t size = sizeof own;
  epoll_event event{};
  event.events = EPOLLIN;
  if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0 ||
      ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, socket.get(), &event) != 0) {
    return base::error_from_errno("watching a datagram socket", errno);
  }
  std::unique_ptr<DatagramPort> port(new DatagramPort(options, std::move(bell), std::move(socket),
                                                      std::move(epoll), own.sin_addr));
  port->endpoint_ = "udp:" + options.bind_address + ":" + std::to_string(ntohs(own.sin_port));
  return {std::move(port)};
}

DatagramPort::DatagramPort(const DatagramOptions& options, std::shared_ptr<base::Doorbell> bell,
                           base::UniqueFd socket, base::UniqueFd epoll, in_addr interface)
    : options_(options),
      run_key_(run_key_of(options.run_token)),
      bell_(std::move(bell)),
      socket_(std::move(socket)),
      epoll_(std::move(epoll)),
      groups_(interface, epoll_.get(), options.socket_buffer_bytes),
      train_(datagram_header_bytes + options.max_message_bytes),
      in_(std::make_unique_for_overwrite<std::byte[]>(buffer_bytes * batch)),
      aligned_((datagram_header_bytes + options.max_message_bytes + 7) / 8) {
  for (unsigned i = 0; i < batch; ++i) {
    pieces_[i] = {.iov_base = in_.get() + buffer_bytes * i, .iov_len = buffer_bytes};
    messages_[i].msg_hdr.msg_iov = &pieces_[i];
    messages_[i].msg_hdr.msg_iovlen = 1;
    messages_[i].msg_hdr.msg_name = &sources_[i];
    messages_[i].msg_hdr.msg_control = controls_[i].bytes.data();
  }
}

base::Result<sockaddr_in> DatagramPort::parse(const std::string& endpoint) const {
  const std::size_t kind_end = endpoint.find(':');
  const std::size_t host_end = endpoint.rfind(':');
  sockaddr_in address{};
  address.sin_family = AF_INET;
  std::uint16_t port = 0;
  bool good = kind_end != std::string::npos && host_end > kind_end;
  if (good) {
    const std::string kind = endpoint.substr(0, kind_end);
    const std::string host = endpoint.substr(kind_end + 1, host_end - kind_end - 1);
    const char* const end = endpoint.data() + endpoint.size();
    const auto read = std::from_chars(endpoint.data() + host_end + 1, end, port);
    good = (kind == "udp" || kind == "multicast") && read.ec == std::errc{} && read.ptr == end &&
           port != 0 && ::inet_pton(AF_INET, host.c_str(), &address.sin_addr) == 1 &&
           IN_MULTICAST(ntohl(address.sin_addr.s_addr)) == (kind == "multicast");
  }
  if (!good) {
    return invalid("endpoint '" + endpoint +
                   "' is no datagram endpoint: use udp:ADDRESS:PORT or multicast:GROUP:PORT "
                   "(224.0.0.0 to 239.255.255.255)");
  }
  address.sin_port = htons(port);
  if (IN_MULTICAST(ntohl(address.sin_addr.s_addr)) && options_.kind == DatagramKind::udp) {
    return invalid("endpoint '" + endpoint +
                   "' is a multicast group, but this port is udp: use transport multicast, or "
                   "the receivers' own endpoints");
  }
  return address;
}

base::Status DatagramPort::open(StreamId stream, std::span<const std::string> endpoints) {
  std::vector<sockaddr_in> addresses;
  for (const std::string& endpoint : endpoints) {
    auto address = parse(endpoint);
    if (!address) return address.error();
    addresses.push_back(*address);
  }
  (void)send_train();
  Stream& opened = streams_[stream];
  opened.addresses = std::move(addresses);
  opened.learned = false;
  return {};
}

base::Status DatagramPort::join(StreamId stream, const std::string& endpoint) {
  sockaddr_in group{};
  // A stream that is sent to each receiver's own endpoint needs no group: "" or that endpoint.
  if (!endpoint.empty()) {
    auto address = parse(endpoint);
    if (!address) return address.error();
    if (IN_MULTICAST(ntohl(address->sin_addr.s_addr))) {
      if (auto joined = groups_.join(*address); !joined) return joined;
      group = *address;
    }
  }
  const auto before = joined_.find(stream);
  const sockaddr_in old = before == joined_.end() ? sockaddr_in{} : before->second;
  joined_[stream] = group;
  if (old.sin_family != 0) groups_.leave(old);
  return {};
}

base::Status DatagramPort::leave(StreamId stream) {
  const auto at = joined_.find(stream);
  if (at == joined_.end()) return {};
  const sockaddr_in group = at->second;
  joined_.erase(at);
  if (group.sin_family != 0) groups_.leave(group);
  return {};
}

Reserved DatagramPort::reserve(StreamId stream, std::size_t bytes) {
  if (closed_) return {Io::closed, {}};
  if (bytes > options_.max_message_bytes) return {Io::too_big, {}};
  if (!train_.takes(stream, datagram_header_bytes + bytes) && !send_train()) {
    ++counters_.would_block;
    return {Io::full, {}};
  }
  if (!streams_.contains(stream)) {
    // An address that is not known yet is, to a best-effort sender, a packet lost.
    if ((stream & direct_bit) == 0) return {Io::closed, {}};
    streams_[stream].learned = true;
  }
  stream_ = stream;
  return {Io::ok, train_.room(datagram_header_bytes + bytes).subspan(datagram_header_bytes)};
}

void DatagramPort::commit(std::size_t bytes) {
  Stream& stream = streams_[stream_];
  put(train_.room(datagram_header_bytes).data(), DatagramHeader{.sender = options_.self,
                                                                .stream = stream_,
                                                                .number = stream.number++,
                                                                .run_key = run_key_});
  to_ = &stream;
  train_.add(stream_, datagram_header_bytes + bytes);
  ++counters_.messages_sent;
  counters_.bytes_sent += bytes;
}

bool DatagramPort::send_train() {
  if (train_.empty()) return true;
  if (to_->addresses.empty() && (train_.stream() & direct_bit) != 0) {
    counters_.dropped += train_.packets();
  }
  const bool sent = train_.send(socket_.get(), to_->addresses, counters_);
  if (refused_ == sent) {
    refused_ = !sent;
    epoll_event event{};
    event.events = EPOLLIN | (refused_ ? EPOLLOUT : 0U);
    (void)::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, socket_.get(), &event);
  }
  return sent;
}

Io DatagramPort::flush() {
  if (closed_) return Io::closed;
  return send_train() ? Io::ok : Io::full;
}

bool DatagramPort::receive_from(int fd, std::uint32_t& kernel_dropped) {
  for (unsigned i = 0; i < batch; ++i) {
    messages_[i].msg_hdr.msg_namelen = sizeof sources_[i];
    messages_[i].msg_hdr.msg_controllen = controls_[i].bytes.size();
  }
  ++counters_.system_calls;
  const int got = ::recvmmsg(fd, messages_.data(), batch, MSG_DONTWAIT, nullptr);
  if (got <= 0) return false;
  next_ = 0;
  count_ = static_cast<unsigned>(got);
  // The count of drops comes with a packet; the last has the newest.
  msghdr& last = messages_[count_ - 1].msg_hdr;
  for (cmsghdr* c = CMSG_FIRSTHDR(&last); c != nullptr; c = CMSG_NXTHDR(&last, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SO_RXQ_OVFL) continue;
    std::uint32_t dropped = 0;
    std::memcpy(&dropped, CMSG_DATA(c), sizeof dropped);
    counters_.kernel_dropped += dropped - kernel_dropped;
    kernel_dropped = dropped;
  }
  return true;
}

void DatagramPort::receive() {
  auto& groups = groups_.all();
  const std::size_t sockets = groups.size() + 1;
  for (std::size_t tried = 0; tried < sockets; ++tried) {
    socket_next_ = (socket_next_ + 1) % sockets;
    const bool got = socket_next_ == 0 ? receive_from(socket_.get(), kernel_dropped_)
                                       : receive_from(groups[socket_next_ - 1].fd.get(),
                                                      groups[socket_next_ - 1].kernel_dropped);
    if (got) return;
  }
}

// The next in buffer next_.
std::span<const std::byte> DatagramPort::packet() {
  msghdr& message = messages_[next_].msg_hdr;
  const std::size_t bytes = messages_[next_].msg_len;
  if (packet_bytes_ == 0) {
    packet_at_ = 0;
    packet_bytes_ = buffer_bytes;
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
      int each = 0;
      if (c->cmsg_level != SOL_UDP || c->cmsg_type != UDP_GRO) continue;
      std::memcpy(&each, CMSG_DATA(c), sizeof each);
      if (each > 0) packet_bytes_ = static_cast<std::size_t>(each);
    }
  }
  return {in_.get() + buffer_bytes * next_ + packet_at_,
          std::min(packet_bytes_, bytes - packet_at_)};
}

void DatagramPort::pass() {
  checked_ = false;
  packet_at_ += packet_bytes_;
  if (packet_at_ < messages_[next_].msg_len) return;
  packet_bytes_ = 0;
  ++next_;
}

std::optional<DatagramPort::Packet> DatagramPort::accept(std::span<const std::byte> packet) {
  const std::size_t bytes = packet.size();
  if (bytes < datagram_header_bytes || bytes > datagram_header_bytes + options_.max_message_bytes) {
    ++counters_.malformed;
    return {};
  }
  const std::byte* data = packet.data();
  if (packet_at_ % 8 != 0) {
    std::memcpy(aligned_.data(), data, bytes);
    data = reinterpret_cast<const std::byte*>(aligned_.data());
  }
  const auto header = get<DatagramHeader>(data);
  if (header.magic != datagram_magic || header.version != datagram_version || header.zero != 0 ||
      (header.sender & direct_bit) != 0) {
    ++counters_.malformed;
    return {};
  }
  if (header.run_key != run_key_) {
    ++counters_.foreign;
    return {};
  }
  if (header.sender == options_.self) return {};  // our own multicast
  const bool direct = (header.stream & direct_bit) != 0;
  if (direct ? header.stream != direct_to(options_.self) : !joined_.contains(header.stream)) {
    ++counters_.unjoined;
    return {};
  }
  const std::uint64_t key = (std::uint64_t{header.sender} << 32) | header.stream;
  auto numbering = numberings_.find(key);
  if (numbering == numberings_.end() && numberings_.size() < most_numberings) {
    numbering = numberings_.try_emplace(key).first;
    // A new sender teaches where it is.
    Stream& back = streams_[direct_to(header.sender)];
    if (back.addresses.empty()) back.learned = true;
    if (back.learned) back.addresses.assign(1, sources_[next_]);
  }
  if (numbering != numberings_.end()) numbering->second.saw(header.number, counters_);
  return Packet{header.sender, header.stream,
                std::span(data + datagram_header_bytes, bytes - datagram_header_bytes)};
}

Arrived DatagramPort::peek() {
  if (closed_) return {Io::closed, 0, 0, {}};
  for (;;) {
    if (next_ == count_) {
      if (std::exchange(drained_, false)) return {};
      receive();
      if (next_ == count_) return {};
      // Less than a batch, and only one socket to ask: that was all.
      drained_ = count_ < batch && groups_.all().empty();
    }
    if (!checked_) {
      const auto accepted = accept(packet());
      if (!accepted) {
        pass();
        continue;
      }
      shown_ = *accepted;
      checked_ = true;
    }
    return {Io::ok, shown_.from, shown_.stream, shown_.bytes};
  }
}

void DatagramPort::release() {
  ++counters_.messages_received;
  counters_.bytes_received += shown_.bytes.size();
  pass();
}

bool DatagramPort::pump() {
  if (closed_) return true;
  (void)send_train();
  if (next_ == count_) {
    drained_ = false;
    receive();
  }
  return readable();
}

void DatagramPort::close() {
  if (closed_) return;
  closed_ = true;
  (void)send_train();
  groups_.clear();
  socket_.reset();
  epoll_.reset();
}

}  // namespace orrery::transport
