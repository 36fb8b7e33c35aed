#include "orrery/telemetry/process_meter.hpp"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "orrery/base/clock.hpp"
#include "orrery/base/process.hpp"
#include "orrery/base/unique_fd.hpp"

namespace orrery::telemetry {

namespace {

// Children that are looked at closely at one reading: half a millisecond at most.
constexpr std::size_t close_looks = 12;
constexpr std::uint64_t block_bytes = 512;

using Text = std::array<char, 4096>;

// A file of /proc that is smaller than `text`; empty if the process has gone.
std::string_view proc_file(int pid, const char* name, Text& text) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  const base::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return {};
  const ssize_t length = ::read(file.get(), text.data(), text.size());
  return length <= 0 ? std::string_view()
                     : std::string_view(text.data(), static_cast<std::size_t>(length));
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The words of a line, from the first on.
std::string_view word(std::string_view text, std::size_t index) {
  for (std::size_t i = 0; i < index; ++i) {
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos) return {};
    text.remove_prefix(space + 1);
  }
  return text.substr(0, text.find(' '));
}

// The number of a line `key:  number`.
std::optional<std::uint64_t> number_of(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + key.size());
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos) return std::nullopt;
  return number(text.substr(digit));
}

UseCounts& operator+=(UseCounts& sum, const UseCounts& more) {
  sum.voluntary_switches += more.voluntary_switches;
  sum.involuntary_switches += more.involuntary_switches;
  sum.minor_faults += more.minor_faults;
  sum.major_faults += more.major_faults;
  sum.block_reads += more.block_reads;
  sum.block_writes += more.block_writes;
  return sum;
}

UseCounts difference(const UseCounts& now, const UseCounts& before) {
  return {now.voluntary_switches - before.voluntary_switches,
          now.involuntary_switches - before.involuntary_switches,
          now.minor_faults - before.minor_faults,
          now.major_faults - before.major_faults,
          now.block_reads - before.block_reads,
          now.block_writes - before.block_writes};
}

}  // namespace

ProcessMeter::ProcessMeter(const std::vector<int>& children)
    : page_bytes_(static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))) {
  processes_.push_back({static_cast<int>(::getpid())});
  for (const int pid : children) processes_.push_back({pid});
  for (Process& process : processes_) {
    process.has_clock = ::clock_getcpuclockid(process.pid, &process.clock) == 0;
    if (&process != &processes_.front()) read_child(process);
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
  read_own(processes_.front());
  const std::size_t children = processes_.size() - 1;
  for (std::size_t i = 0; i < std::min(close_looks, children); ++i) {
    read_child(processes_[1 + next_child_]);
    next_child_ = (next_child_ + 1) % children;
  }
  UseCounts counts;
  for (const Process& process : processes_) {
    reading.rss_bytes += process.rss_bytes;
    counts += process.counts;
  }
  reading.since_last = difference(counts, last_counts_);
  last_counts_ = counts;

  const std::int64_t now = base::now_ns();
  if (last_ns_ != 0 && now > last_ns_) {
    reading.cpu_share =
        static_cast<double>(cpu_ns - last_cpu_ns_) / static_cast<double>(now - last_ns_);
  }
  last_ns_ = now;
  last_cpu_ns_ = cpu_ns;
  return reading;
}

void ProcessMeter::read_own(Process& process) const {
  const auto counted = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  const base::ResourceUsage use = base::process_usage();
  process.counts = {counted(use.voluntary_switches), counted(use.involuntary_switches),
                    counted(use.minor_faults),       counted(use.major_faults),
                    counted(use.block_reads),        counted(use.block_writes)};
  Text text;
  // Whole size, then resident size, in pages.
  const std::string_view size = proc_file(process.pid, "statm", text);
  if (!size.empty()) process.rss_bytes = number(word(size, 1)) * page_bytes_;
}

// Counts never fall: a file that could not be read leaves what was known.
void ProcessMeter::read_child(Process& process) const {
  Text text;
  UseCounts& counts = process.counts;
  std::string_view stat = proc_file(process.pid, "stat", text);
  // The name, second and in parentheses, may contain anything: fields are counted from behind it.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || name_end + 2 > stat.size()) return;
  stat.remove_prefix(name_end + 2);
  counts.minor_faults = std::max(counts.minor_faults, number(word(stat, 7)));
  counts.major_faults = std::max(counts.major_faults, number(word(stat, 9)));
  process.rss_bytes = number(word(stat, 21)) * page_bytes_;
  const std::string_view status = proc_file(process.pid, "status", text);
  if (const auto found = number_of(status, "\nvoluntary_ctxt_switches:")) {
    counts.voluntary_switches = std::max(counts.voluntary_switches, *found);
  }
  if (const auto found = number_of(status, "\nnonvoluntary_ctxt_switches:")) {
    counts.involuntary_switches = std::max(counts.involuntary_switches, *found);
  }
  const std::string_view io = proc_file(process.pid, "io", text);
  if (const auto found = number_of(io, "\nread_bytes:")) {
    counts.block_reads = std::max(counts.block_reads, *found / block_bytes);
  }
  if (const auto found = number_of(io, "\nwrite_bytes:")) {
    counts.block_writes = std::max(counts.block_writes, *found / block_bytes);
  }
}

}  // namespace orrery::telemetry
