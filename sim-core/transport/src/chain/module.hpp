// A module that changes nothing: what all chain modules share.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

class Module : public Port {
 public:
  explicit Module(std::unique_ptr<Port> below) : below_(std::move(below)) {}

  using Port::open;
  base::Status open(StreamId stream, std::span<const std::string> endpoints) override {
    return below_->open(stream, endpoints);
  }
  base::Status join(StreamId stream, const std::string& endpoint) override {
    return below_->join(stream, endpoint);
  }
  base::Status leave(StreamId stream) override { return below_->leave(stream); }
  Reserved reserve(StreamId stream, std::size_t bytes) override {
    return below_->reserve(stream, bytes);
  }
  void commit(std::size_t bytes) override { below_->commit(bytes); }
  Io flush() override { return below_->flush(); }
  Arrived peek() override { return below_->peek(); }
  void release() override { below_->release(); }
  void close() override { below_->close(); }
  base::Status adopt() override { return below_->adopt(); }
  void forget() override { below_->forget(); }

  bool readable() override { return below_->readable(); }
  bool writable() override { return below_->writable(); }
  bool pump() override {
    below_->pump();
    return readable();
  }
  bool alive() override { return below_->alive(); }
  void want_writable(bool want) override { below_->want_writable(want); }
  [[nodiscard]] int fd() const override { return below_->fd(); }
  [[nodiscard]] bool wants_output() const override { return below_->wants_output(); }
  [[nodiscard]] bool timed() const override { return true; }
  [[nodiscard]] std::int64_t next_deadline_ns() const override {
    return below_->next_deadline_ns();
  }
  [[nodiscard]] base::Doorbell& bell() const override { return below_->bell(); }

  [[nodiscard]] const Port* below() const override { return below_.get(); }
  [[nodiscard]] bool reliable() const override { return below_->reliable(); }
  [[nodiscard]] PartyId self() const override { return below_->self(); }
  [[nodiscard]] std::string endpoint() const override { return below_->endpoint(); }
  [[nodiscard]] std::uint32_t max_message_bytes() const override {
    return below_->max_message_bytes();
  }
  [[nodiscard]] const PortCounters& counters() const override { return counters_; }
  [[nodiscard]] std::string why() const override { return below_->why(); }

 protected:
  std::unique_ptr<Port> below_;
  PortCounters counters_;
};

}  // namespace orrery::transport
