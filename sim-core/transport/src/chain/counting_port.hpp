// The module `counters`.
#pragma once

#include "orrery/transport/chain.hpp"

#include "clock.hpp"
#include "module.hpp"

namespace orrery::transport {

class CountingPort final : public Module {
 public:
  CountingPort(std::unique_ptr<Port> below, Clock clock)
      : Module(std::move(below)), clock_(std::move(clock)) {}

  Reserved reserve(StreamId stream, std::size_t bytes) override {
    const Reserved reserved = below_->reserve(stream, bytes);
    if (reserved.io == Io::full) ++counters_.would_block;
    return reserved;
  }
  void commit(std::size_t bytes) override {
    ++counters_.messages_sent;
    counters_.bytes_sent += bytes;
    record(traffic_.sent_bytes, traffic_.sent_gap_ns, sent_at_, bytes);
    below_->commit(bytes);
  }
  Arrived peek() override {
    const Arrived arrived = below_->peek();
    shown_ = arrived.io == Io::ok;
    shown_bytes_ = arrived.bytes.size();
    return arrived;
  }
  void release() override {
    if (shown_) {
      ++counters_.messages_received;
      counters_.bytes_received += shown_bytes_;
      record(traffic_.received_bytes, traffic_.received_gap_ns, received_at_, shown_bytes_);
    }
    below_->release();
  }
  [[nodiscard]] std::string_view layer() const override { return "counters"; }
  [[nodiscard]] const Traffic& traffic() const { return traffic_; }

 private:
  void record(base::Histogram& sizes, base::Histogram& gaps, std::int64_t& last,
              std::size_t bytes) {
    const std::int64_t now = clock_();
    sizes.record(bytes);
    if (last != 0) gaps.record(static_cast<std::uint64_t>(now - last));
    last = now;
  }

  Clock clock_;
  Traffic traffic_;
  std::int64_t sent_at_ = 0;
  std::int64_t received_at_ = 0;
  bool shown_ = false;
  std::size_t shown_bytes_ = 0;
};

}  // namespace orrery::transport
