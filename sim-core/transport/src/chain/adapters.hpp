// Between the two contracts: a channel as the bottom of a chain of port modules, and such a chain as
// a channel again. The only stream is 0.
#pragma once

#include <memory>
#include <string>

#include "orrery/transport/channel.hpp"
#include "orrery/transport/port.hpp"

namespace orrery::transport {

class ChannelPort final : public Port {
 public:
  explicit ChannelPort(std::unique_ptr<Channel> channel) : channel_(std::move(channel)) {}

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> endpoints) override;
  base::Status join(StreamId stream, const std::string& endpoint) override;
  base::Status leave(StreamId stream) override;
  Reserved reserve(StreamId /*stream*/, std::size_t bytes) override {
    return channel_->reserve(bytes);
  }
  void commit(std::size_t bytes) override { channel_->commit(bytes); }
  Io flush() override { return channel_->flush(); }
  Arrived peek() override {
    const Peeked peeked = channel_->peek();
    return {peeked.io, 0, 0, peeked.bytes};
  }
  void release() override { channel_->release(); }
  void close() override { channel_->close(); }
  base::Status adopt() override { return channel_->adopt(); }
  void forget() override { channel_->forget(); }

  bool readable() override { return channel_->readable(); }
  bool writable() override { return channel_->writable(); }
  bool pump() override { return channel_->pump(); }
  bool alive() override { return channel_->alive(); }
  void want_writable(bool want) override { channel_->want_writable(want); }
  [[nodiscard]] int fd() const override { return channel_->fd(); }
  [[nodiscard]] bool wants_output() const override { return channel_->wants_output(); }
  [[nodiscard]] bool timed() const override { return channel_->timed(); }
  [[nodiscard]] std::int64_t next_deadline_ns() const override {
    return channel_->next_deadline_ns();
  }
  [[nodiscard]] base::Doorbell& bell() const override { return channel_->bell(); }

  [[nodiscard]] std::string_view layer() const override { return to_string(channel_->kind()); }
  [[nodiscard]] bool reliable() const override { return true; }
  [[nodiscard]] PartyId self() const override { return 0; }
  [[nodiscard]] std::string endpoint() const override { return {}; }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return channel_->options().max_message_bytes;
  }
  [[nodiscard]] const PortCounters& counters() const override;
  [[nodiscard]] std::string why() const override { return channel_->why(); }
  [[nodiscard]] const Channel& channel() const { return *channel_; }

 private:
  std::unique_ptr<Channel> channel_;
  mutable PortCounters counters_;  // the channel's, said as a port's
};

class PortChannel final : public Channel {
 public:
  // `bottom`: the channel below it all.
  PortChannel(std::unique_ptr<Port> port, Channel& bottom, std::uint32_t max_message_bytes);
  ~PortChannel() override { close(); }

  Reserved reserve(std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  Io flush() override { return closed_ ? Io::closed : port_->flush(); }
  Peeked peek() override;
  void release() override;
  void close() override;
  void abandon() override;
  base::Status adopt() override { return port_->adopt(); }
  void forget() override;

  bool readable() override { return closed_ || port_->readable(); }
  bool writable() override { return closed_ || port_->writable(); }
  bool pump() override { return closed_ ? bottom_->pump() : port_->pump(); }
  bool alive() override { return port_->alive(); }
  [[nodiscard]] bool may_live() const override { return bottom_->may_live(); }
  void want_writable(bool want) override { port_->want_writable(want); }
  [[nodiscard]] int fd() const override { return port_->fd(); }
  [[nodiscard]] bool wants_output() const override { return port_->wants_output(); }
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override {
    return closed_ ? base::no_deadline : port_->next_deadline_ns();
  }
  [[nodiscard]] base::Doorbell& bell() const override { return port_->bell(); }

  [[nodiscard]] Kind kind() const override { return bottom_->kind(); }
  [[nodiscard]] const ChannelOptions& options() const override { return options_; }
  [[nodiscard]] const ChannelCounters& counters() const override;
  [[nodiscard]] std::string why() const override {
    return closed_ ? "closed by this end" : port_->why();
  }
  [[nodiscard]] const Port& port() const { return *port_; }

 private:
  std::unique_ptr<Port> port_;
  Channel* bottom_;
  ChannelOptions options_;
  mutable ChannelCounters counters_;
  std::size_t shown_bytes_ = 0;
  bool closed_ = false;
};

}  // namespace orrery::transport
