// The port behind make_datagram_port(): one socket that sends everything and hears what is directed to
// this party, and those of the multicast groups.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "orrery/base/unique_fd.hpp"
#include "orrery/transport/datagram.hpp"

#include "group_sockets.hpp"
#include "numbering.hpp"
#include "packet_train.hpp"
#include "wire.hpp"

namespace orrery::transport {

class DatagramPort final : public Port {
 public:
  static base::Result<std::unique_ptr<Port>> create(const DatagramOptions& options,
                                                    std::shared_ptr<base::Doorbell> bell);
  ~DatagramPort() override { close(); }

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> endpoints) override;
  base::Status join(StreamId stream, const std::string& endpoint) override;
  base::Status leave(StreamId stream) override;
  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Arrived peek() override;
  void release() override;
  void close() override;
  void forget() override { close(); }

  bool readable() override { return closed_ || next_ < count_; }
  bool writable() override { return closed_ || !refused_; }
  bool pump() override;
  bool alive() override { return true; }
  void want_writable(bool /*want*/) override {}  // while output is pending, the socket is watched
  [[nodiscard]] int fd() const override { return epoll_.get(); }
  [[nodiscard]] base::Doorbell& bell() const override { return *bell_; }

  [[nodiscard]] std::string_view layer() const override {
    return options_.kind == DatagramKind::udp ? "udp" : "multicast";
  }
  [[nodiscard]] bool reliable() const override { return false; }
  [[nodiscard]] PartyId self() const override { return options_.self; }
  [[nodiscard]] std::string endpoint() const override { return endpoint_; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return options_.max_message_bytes;
  }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override {
    return closed_ ? "closed by this end" : std::string();
  }

 private:
  static constexpr unsigned batch = 16;

  struct Stream {
    std::vector<sockaddr_in> addresses;
    std::uint32_t number = 0;
    bool learned = false;  // from a packet; a later one may teach another
  };
  struct Packet {
    PartyId from = 0;
    StreamId stream = 0;
    std::span<const std::byte> bytes;
  };

  DatagramPort(const DatagramOptions& options, std::shared_ptr<base::Doorbell> bell,
               base::UniqueFd socket, base::UniqueFd epoll, in_addr interface);
  base::Result<sockaddr_in> parse(const std::string& endpoint) const;
  bool send_train();  // false: the socket has no room
  void watch_output(bool watch);
  void receive();
  bool receive_from(int fd, std::uint32_t& kernel_dropped);
  std::span<const std::byte> packet();
  void pass();
  std::optional<Packet> accept(std::span<const std::byte> packet);

  const DatagramOptions options_;
  const std::uint64_t run_key_;
  std::shared_ptr<base::Doorbell> bell_;
  base::UniqueFd socket_;
  base::UniqueFd epoll_;
  GroupSockets groups_;
  std::string endpoint_;
  bool closed_ = false;
  PortCounters counters_;

  // Sending.
  std::unordered_map<StreamId, Stream> streams_;
  StreamId stream_ = 0;
  PacketTrain train_;
  Stream* to_ = nullptr;  // of what is in the train
  bool refused_ = false;  // the socket had no room for the train; it is watched until it has

  // Receiving: a batch of buffers, of which [next_, count_) have not been shown. In each are one packet or, joined by the
  // kernel (UDP_GRO), several of a length.
  std::unordered_map<StreamId, sockaddr_in> joined_;  // family 0: no group of its own
  std::unordered_map<std::uint64_t, Numbering> numberings_;
  std::unique_ptr<std::byte[]> in_;
  std::array<mmsghdr, batch> messages_{};
  std::array<iovec, batch> pieces_{};
  std::array<sockaddr_in, batch> sources_{};
  struct alignas(cmsghdr) Control {
    std::array<std::byte, 64> bytes{};
  };
  std::array<Control, batch> controls_{};
  unsigned next_ = 0;
  unsigned count_ = 0;
  std::size_t packet_at_ = 0;           // in buffer next_
  std::size_t packet_bytes_ = 0;        // of each there but the last; 0: not looked at yet
  std::vector<std::uint64_t> aligned_;  // a copy of a packet that does not lie at a multiple of 8
  bool checked_ = false;                // the packet has been accepted, and is shown_
  Packet shown_;
  std::size_t socket_next_ = 0;  // fairness among sockets
  bool drained_ = false;
  std::uint32_t kernel_dropped_ = 0;
};

}  // namespace orrery::transport
