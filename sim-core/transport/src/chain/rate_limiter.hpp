// The module `rate_limiter`: lets messages through at a rate (base/rate_gate.hpp).
#pragma once

#include "orrery/base/rate_gate.hpp"
#include "orrery/transport/chain.hpp"

#include "clock.hpp"
#include "module.hpp"

namespace orrery::transport {

class RateLimiter final : public Module {
 public:
  RateLimiter(std::unique_ptr<Port> below, const RateLimiterOptions& options, Clock clock);

  Reserved reserve(StreamId stream, std::size_t bytes) override;
  void commit(std::size_t bytes) override;
  bool writable() override { return gate_.open_at_ns() <= clock_() && below_->writable(); }
  void want_writable(bool want) override;
  [[nodiscard]] std::int64_t next_deadline_ns() const override;
  [[nodiscard]] std::string_view layer() const override { return "rate_limiter"; }

 private:
  base::RateGate gate_;
  Clock clock_;
  bool wanted_ = false;
};

}  // namespace orrery::transport
