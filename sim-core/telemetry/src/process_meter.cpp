#include "orrery/telemetry/process_meter.hpp"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "orrery/base/clock.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::telemetry {

namespace {

// Processes whose memory is read at one reading: half a millisecond at most.
constexpr std::size_t memory_readings = 50;

}  // namespace

ProcessMeter::ProcessMeter(const std::vector<int>& children)
    : page_bytes_(static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))) {
  processes_.push_back({static_cast<int>(::getpid())});
  for (const int pid : children) processes_.push_back({pid});
  for (Process& process : processes_) {
    process.has_clock = ::clock_getcpuclockid(process.pid, &process.clock) == 0;
    read_memory(process);
  }
  (void)read();
}

ProcessMeter::Reading ProcessMeter::read() {
  Reading reading;
  std::int64_t cpu_ns = 0;
  for (Process& process : processes_) {
    timespec used{};
    if (process.has_clock && ::clock_gettime(process.clock, &used) == 0) {
      process.cpu_ns = used.tv_sec * 1'000'000'000 + used.tv_nsec;
    }
    cpu_ns += process.cpu_ns;
  }
  for (std::size_t i = 0; i < std::min(memory_readings, processes_.size()); ++i) {
    read_memory(processes_[next_memory_]);
    next_memory_ = (next_memory_ + 1) % processes_.size();
  }
  for (const Process& process : processes_) reading.rss_bytes += process.rss_bytes;

  const std::int64_t now = base::now_ns();
  if (last_ns_ != 0 && now > last_ns_) {
    reading.cpu_share =
        static_cast<double>(cpu_ns - last_cpu_ns_) / static_cast<double>(now - last_ns_);
  }
  last_ns_ = now;
  last_cpu_ns_ = cpu_ns;
  return reading;
}

void ProcessMeter::read_memory(Process& process) const {
  const std::string path = "/proc/" + std::to_string(process.pid) + "/statm";
  const base::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return;
  std::array<char, 128> text{};
  const ssize_t length = ::read(file.get(), text.data(), text.size() - 1);
  if (length <= 0) return;
  // Whole size, then resident size, in pages.
  const std::string_view words(text.data(), static_cast<std::size_t>(length));
  const std::size_t resident = words.find(' ');
  if (resident == std::string_view::npos) return;
  std::uint64_t pages = 0;
  const char* const begin = words.data() + resident + 1;
  if (std::from_chars(begin, words.data() + words.size(), pages).ec == std::errc{}) {
    process.rss_bytes = pages * page_bytes_;
  }
}

}  // namespace orrery::telemetry
