// A federate that requests the next step of logical time as soon as the last one is granted.
#pragma once

#include <atomic>
#include <memory>

#include "orrery/base/clock.hpp"
#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/federates/party.hpp"

namespace orrery::workloads::rti_time_advance {

// Its report on the measured part.
struct Advanced {
  std::uint64_t grants = 0;
  std::uint64_t wrong = 0;  // grants to another time than requested
  double reached = 0;       // logical time
  std::int64_t elapsed_ns = 0;
};

class Advancer final : public federates::Party {
 public:
  Advancer(rti::BasicNode& node, const federates::Cast& cast, int number,
           const contracts::RtiTimeAdvancePlan& plan, std::atomic<std::uint64_t>* done);

  [[nodiscard]] const Advanced& advanced() const { return advanced_; }

 protected:
  rti::Status declare() override;
  [[nodiscard]] bool declared() const override { return regulating_ && constrained_; }
  bool work() override;
  void began() override;
  [[nodiscard]] std::vector<std::byte> own_words() const override {
    return federates::bytes_of(advanced_);
  }
  void time_regulation_enabled(rti::LogicalTime) override { regulating_ = true; }
  void time_constrained_enabled(rti::LogicalTime) override { constrained_ = true; }
  void time_advance_grant(rti::LogicalTime time) override;

 private:
  const contracts::RtiTimeAdvancePlan plan_;
  std::atomic<std::uint64_t>* done_;
  bool regulating_ = false;
  bool constrained_ = false;
  bool pending_ = false;
  std::uint64_t steps_ = 0;  // requested so far, warm-up included
  std::uint64_t wanted_;     // number of steps to request
  rti::LogicalTime requested_;
  std::int64_t began_ns_ = 0;
  Advanced advanced_;
};

}  // namespace orrery::workloads::rti_time_advance
