// One end of a channel through memory: kinds `thread` and `shm`.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/channel.hpp"

#include "segment.hpp"

namespace orrery::transport {

class RingChannel final : public Channel {
 public:
  RingChannel(Kind kind, const ChannelOptions& options, std::shared_ptr<Segment> segment, End end,
              std::shared_ptr<base::Doorbell> own_bell, std::shared_ptr<base::Doorbell> peer_bell);
  ~RingChannel() override;

  Reserved reserve(std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override;
  Peeked peek() override;
  void release() override;
  void close() override;
  base::Status adopt() override;
  void forget() override;

  bool readable() override;
  bool writable() override;
  bool pump() override { return readable(); }
  bool alive() override;
  void want_writable(bool want) override;
  [[nodiscard]] base::Doorbell& bell() const override { return *own_bell_; }

  [[nodiscard]] Kind kind() const override { return kind_; }
  [[nodiscard]] const ChannelOptions& options() const override { return options_; }
  [[nodiscard]] const ChannelCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override;
  [[nodiscard]] bool may_live() const override { return broken_; }

 private:
  enum class State : std::uint8_t { open, closed_here, lost };

  [[nodiscard]] bool peer_closed() const {
    return reader_.control().closed.load(std::memory_order_acquire) != 0;
  }
  Io end_of_sending() const;
  void ring_peer();
  void look_for_waiting_writer();

  const Kind kind_;
  const ChannelOptions options_;
  const End end_;
  std::shared_ptr<Segment> segment_;
  std::shared_ptr<base::Doorbell> own_bell_;
  std::shared_ptr<base::Doorbell> peer_bell_;
  RingWriter writer_;
  RingReader reader_;
  State state_ = State::open;
  bool broken_ = false;
  bool unflushed_ = false;
  bool holding_ = false;  // a peeked message is not released yet
  std::string why_;
  ChannelCounters counters_;
};

}  // namespace orrery::transport
