#include "orrery/bench/report.hpp"

#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace orrery::bench {

namespace {

std::string first_of(const char* path, const std::string& key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? line : line.substr(colon + 2);
  }
  return "";
}

std::string compiler() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

// Jiffies that each core was busy since it was started.
std::map<int, std::uint64_t> busy_by_core() {
  std::map<int, std::uint64_t> busy;
  std::ifstream stat("/proc/stat");
  for (std::string line; std::getline(stat, line);) {
    // "cpu3 ..."; the line of all cores together is "cpu  ...".
    constexpr std::size_t prefix = 3;
    int core = 0;
    if (!line.starts_with("cpu") ||
        std::from_chars(line.data() + prefix, line.data() + line.size(), core).ec != std::errc{}) {
      continue;
    }
    std::istringstream fields(line.substr(line.find(' ')));
    std::uint64_t sum = 0;
    std::uint64_t value = 0;
    for (int field = 0; fields >> value; ++field) {
      const bool idle = field == 3 || field == 4;
      if (!idle) sum += value;
    }
    busy[core] = sum;
  }
  return busy;
}

std::string number(double value) {
  std::array<char, 64> text{};
  const int digits = std::fabs(value) >= 1000 ? 0 : (std::fabs(value) >= 10 ? 1 : 2);
  (void)std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  std::string plain = text.data();
  std::size_t end = plain.find('.');
  if (end == std::string::npos) end = plain.size();
  const std::size_t begin = plain.starts_with('-') ? 1 : 0;
  for (std::size_t at = end; at > begin + 3;) plain.insert(at -= 3, ",");
  return plain;
}

}  // namespace

std::pair<int, int> quietest_cores() {
  constexpr useconds_t watch_us = 400'000;
  const auto before = busy_by_core();
  ::usleep(watch_us);
  const auto after = busy_by_core();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<std::pair<std::uint64_t, int>> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &allowed)) continue;
    const bool known = before.contains(core) && after.contains(core);
    cores.emplace_back(known ? after.at(core) - before.at(core) : 0, core);
  }
  if (cores.size() < 2) {
    throw std::runtime_error("the benchmark needs two cores; this process may use " +
                             std::to_string(cores.size()));
  }
  std::ranges::stable_sort(cores, {}, &std::pair<std::uint64_t, int>::first);
  return std::minmax(cores[0].second, cores[1].second);
}

std::string to_json(const std::vector<Row>& rows, const SuiteOptions& options) {
  utsname system{};
  ::uname(&system);
  std::array<double, 3> load{};
  if (::getloadavg(load.data(), 3) < 1) load[0] = -1;
  std::array<char, 32> now{};
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  (void)::gmtime_r(&seconds, &utc);
  (void)std::strftime(now.data(), now.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);

  nlohmann::ordered_json json;
  json["machine"] = {{"cpu", first_of("/proc/cpuinfo", "model name")},
                     {"cores", ::sysconf(_SC_NPROCESSORS_ONLN)},
                     {"cores_used", {options.core_a, options.core_b}},
                     {"memory", first_of("/proc/meminfo", "MemTotal")},
                     {"kernel", std::string(system.sysname) + " " + system.release},
                     {"compiler", compiler()},
                     {"load", load[0]},
                     {"measured_at", now.data()},
                     {"quick", options.quick}};
  json["rows"] = nlohmann::ordered_json::array();
  for (const Row& row : rows) {
    nlohmann::ordered_json one;
    one["name"] = row.name;
    one["value"] = row.value;
    one["unit"] = row.unit;
    one["reference"] = row.reference ? nlohmann::ordered_json(*row.reference) : nullptr;
    one["ratio"] = row.ratio ? nlohmann::ordered_json(*row.ratio) : nullptr;
    one["mark"] =
        row.mark.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(row.mark);
    one["meets"] = row.meets ? nlohmann::ordered_json(*row.meets) : nullptr;
    json["rows"].push_back(std::move(one));
  }
  return json.dump(2);
}

std::string to_table(const std::vector<Row>& rows) {
  std::ostringstream table;
  const auto put = [&](const std::string& name, const std::string& value, const std::string& unit,
                       const std::string& reference, const std::string& ratio,
                       const std::string& mark) {
    std::array<char, 256> line{};
    (void)std::snprintf(line.data(), line.size(), "%-44s %14s %-10s %14s %7s  %s\n", name.c_str(),
                        value.c_str(), unit.c_str(), reference.c_str(), ratio.c_str(),
                        mark.c_str());
    table << line.data();
  };
  put("", "measured", "", "beside it", "ratio", "mark");
  for (const Row& row : rows) {
    std::string mark = row.mark;
    if (row.meets) mark += *row.meets ? ": met" : ": MISSED";
    put(row.name, number(row.value), row.unit, row.reference ? number(*row.reference) : "",
        row.ratio ? number(*row.ratio) : "", mark);
  }
  return table.str();
}

}  // namespace orrery::bench
