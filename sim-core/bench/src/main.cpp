// orrery-bench [--quick] [--out FILE] [--only TEXT] [--cores A,B] [--peers DIR] [--hosts NAME=ADDRESS,...]
// Exit status: 0 measured (met or missed: the rows say), 1 something could not be measured, 64 wrong use.
#include <algorithm>
#include <charconv>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "orrery/bench/report.hpp"
#include "orrery/bench/suite.hpp"

namespace {

constexpr int exit_wrong_use = 64;

int wrong_use(const std::string& message) {
  std::cerr << "orrery-bench: " << message
            << "\nusage: orrery-bench [--quick] [--out FILE] [--only TEXT] [--cores A,B] "
               "[--peers DIR] [--hosts NAME=ADDRESS,...]\n";
  return exit_wrong_use;
}

bool read_cores(const std::string& text, orrery::bench::SuiteOptions& options) {
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, options.core_a);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ',') return false;
  const auto second = std::from_chars(first.ptr + 1, end, options.core_b);
  return second.ec == std::errc{} && second.ptr == end;
}

int measure(orrery::bench::SuiteOptions options, const std::string& out, bool cores_given) {
  if (!cores_given) {
    const auto [a, b] = orrery::bench::quietest_cores();
    options.core_a = a;
    options.core_b = b;
  }
  options.progress = [](const std::string& name) { std::cerr << "measuring " << name << "\n"; };
  const std::vector<orrery::bench::Row> rows = orrery::bench::run_suite(options);
  if (rows.empty()) return wrong_use("no row has '" + options.only + "' in its name");
  std::cout << orrery::bench::to_table(rows);
  const auto missed =
      std::ranges::count_if(rows, [](const auto& row) { return row.meets == false; });
  std::cout << rows.size() << " rows, " << missed << " marks missed\n";
  if (out.empty()) return 0;
  std::ofstream file(out);
  file << orrery::bench::to_json(rows, options) << "\n";
  file.close();
  if (!file) throw std::runtime_error("cannot write " + out);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  orrery::bench::SuiteOptions options;
  std::string out;
  bool cores_given = false;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--quick") {
      options.quick = true;
      continue;
    }
    if (i + 1 == arguments.size()) return wrong_use("'" + name + "' is unknown or lacks a value");
    const std::string& value = arguments[++i];
    if (name == "--out") {
      out = value;
    } else if (name == "--only") {
      options.only = value;
    } else if (name == "--peers") {
      options.peers = value;
    } else if (name == "--hosts") {
      options.hosts = value;
    } else if (name == "--cores") {
      if (!read_cores(value, options)) {
        return wrong_use("--cores is '" + value + "': give two core numbers, as in 0,1");
      }
      cores_given = true;
    } else {
      return wrong_use("'" + name + "' is unknown");
    }
  }
  try {
    return measure(options, out, cores_given);
  } catch (const std::exception& error) {
    std::cerr << "orrery-bench: " << error.what() << "\n";
    return 1;
  }
}
