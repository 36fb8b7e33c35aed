#include "mix_report.hpp"

#include <cstring>

namespace orrery::workloads::federation_mix {

namespace {

struct Bucket {
  std::uint64_t value = 0;
  std::uint64_t count = 0;
};
// Most buckets of a histogram in a report. The last bucket takes the rest.
constexpr std::size_t most_buckets = 1'500;

template <class Value>
void put(std::vector<std::byte>& out, const std::vector<Value>& values) {
  const std::uint64_t count = values.size();
  const std::size_t at = out.size();
  out.resize(at + sizeof count + count * sizeof(Value));
  std::memcpy(out.data() + at, &count, sizeof count);
  if (count > 0) std::memcpy(out.data() + at + sizeof count, values.data(), count * sizeof(Value));
}

template <class Value>
std::vector<Value> get(std::span<const std::byte>& in) {
  std::uint64_t count = 0;
  std::memcpy(&count, in.data(), sizeof count);
  in = in.subspan(sizeof count);
  std::vector<Value> values(count);
  if (count > 0) std::memcpy(static_cast<void*>(values.data()), in.data(), count * sizeof(Value));
  in = in.subspan(count * sizeof(Value));
  return values;
}

std::vector<Bucket> buckets_of(const base::Histogram& histogram) {
  std::vector<Bucket> buckets;
  histogram.for_each([&](std::uint64_t lowest, std::uint64_t, std::uint64_t count) {
    if (buckets.size() < most_buckets) {
      buckets.push_back({lowest, count});
    } else {
      buckets.back() = {lowest, buckets.back().count + count};
    }
  });
  return buckets;
}

void fill(base::Histogram& histogram, const std::vector<Bucket>& buckets) {
  for (const Bucket& bucket : buckets) histogram.record(bucket.value, bucket.count);
}

}  // namespace

std::size_t most_report_bytes(std::size_t groups) {
  return sizeof(MixTotals) + groups * sizeof(std::uint32_t) + 2 * most_buckets * sizeof(Bucket) +
         4 * sizeof(std::uint64_t);
}

std::vector<std::byte> write_report(const MixReport& report) {
  std::vector<std::byte> out;
  put(out, std::vector<MixTotals>{report.totals});
  put(out, report.sent_by_group);
  put(out, buckets_of(report.latency));
  put(out, buckets_of(report.join_latency));
  return out;
}

MixReport read_report(std::span<const std::byte> bytes) {
  MixReport report;
  report.totals = get<MixTotals>(bytes).front();
  report.sent_by_group = get<std::uint32_t>(bytes);
  fill(report.latency, get<Bucket>(bytes));
  fill(report.join_latency, get<Bucket>(bytes));
  return report;
}

}  // namespace orrery::workloads::federation_mix
