// The module `copier`: copies each message `copies` times into new memory before it is sent. A study slowed a protocol in this
// way to measure what a copy costs.
#pragma once

#include <algorithm>
#include <vector>

#include "orrery/transport/chain.hpp"

#include "module.hpp"

namespace orrery::transport {

class Copier final : public Module {
 public:
  Copier(std::unique_ptr<Port> below, const CopierOptions& options)
      : Module(std::move(below)), copies_(options.copies) {}

  Reserved reserve(StreamId stream, std::size_t bytes) override {
    below_room_ = below_->reserve(stream, bytes);
    if (below_room_.io != Io::ok) return below_room_;
    message_ = std::vector<std::byte>(below_room_.bytes.size());
    return {Io::ok, message_};
  }
  void commit(std::size_t bytes) override {
    message_.resize(bytes);
    for (std::uint32_t i = 1; i < copies_; ++i) message_ = std::vector<std::byte>(message_);
    std::ranges::copy(message_, below_room_.bytes.begin());
    message_ = {};
    ++counters_.messages_sent;
    counters_.bytes_sent += bytes;
    below_->commit(bytes);
  }
  [[nodiscard]] std::string_view layer() const override { return "copier"; }

 private:
  const std::uint32_t copies_;
  Reserved below_room_;
  std::vector<std::byte> message_;
};

}  // namespace orrery::transport
