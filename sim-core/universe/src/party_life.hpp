// The life of a party that receives messages, and what all parties measure.
#pragma once

#include <span>
#include <utility>

#include "party.hpp"
#include "party_link.hpp"

namespace orrery::universe {

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

// CPU time that the party has used so far.
inline std::int64_t party_cpu_ns(const PartyCommon& common) {
  return common.own_process ? base::process_cpu_ns() : base::thread_cpu_ns();
}

// CPU time from the first measured step on.
class MeasuredCpu {
 public:
  explicit MeasuredCpu(const PartyCommon& common) : common_(common) {}
  void step(Step step) {
    if (step == common_.system.warmup_steps) before_ns_ = party_cpu_ns(common_);
  }
  [[nodiscard]] std::int64_t used_ns() const { return party_cpu_ns(common_) - before_ns_; }

 private:
  const PartyCommon& common_;
  std::int64_t before_ns_ = 0;
};

// What each party tells at its end, without its checksums and costs.
inline PartyReport report_of(const PartyCommon& common, std::uint32_t source,
                             const MeasuredCpu& cpu) {
  PartyReport report;
  report.header.source = source;
  report.measured_cpu_ns = cpu.used_ns();
  report.usage = common.own_process ? base::process_usage() : base::thread_usage();
  return report;
}

// Brings each message to self.handle() and other news to self.take_other(), until the message `finish`. Returns false if the
// universe manager has ended or one of the calls returned false.
template <class Self>
bool live(Self&& self, PartyLink& link) {
  for (;;) {
    const std::span<const std::byte> message = link.receive();
    if (message.size() < sizeof(MessageHeader)) {
      if (link.other_news() && self.take_other()) continue;
      return false;
    }
    const MessageHeader header = read_header(message.data());
    if (header.kind == MessageKind::finish) {
      link.release();
      return self.finish();
    }
    if (!self.handle(header, message)) return false;
    link.release();
  }
}

}  // namespace orrery::universe
