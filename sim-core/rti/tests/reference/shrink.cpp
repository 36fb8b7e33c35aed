#include "shrink.hpp"

#include <algorithm>

namespace orrery::rti::testing {

std::string kind_of(const std::string& wrong) {
  std::string kind;
  for (const char each : wrong) {
    if (each < '0' || each > '9') kind += each;
  }
  return kind;
}

Played shrink(const Played& failed, const Run& run) {
  const auto replay = [&](const std::vector<Call>& calls) {
    std::size_t at = 0;
    return run([&](Model&) -> std::optional<Call> {
      if (at == calls.size()) return {};
      return calls[at++];
    });
  };
  const auto calls_of = [](const Played& played) {
    std::vector<Call> calls;
    for (const Step& line : played.lines) calls.push_back(line.call);
    return calls;
  };
  Played shortest = failed;
  std::vector<Call> calls = calls_of(failed);
  // Delta debugging: leave out parts, from halves to single calls, until no call can be left out.
  for (std::size_t part = std::max<std::size_t>(1, calls.size() / 2); part > 0;) {
    bool shorter = false;
    for (std::size_t from = 0; from < calls.size();) {
      std::vector<Call> fewer = calls;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(from),
                  fewer.begin() + static_cast<std::ptrdiff_t>(std::min(from + part, fewer.size())));
      Played played = replay(fewer);
      if (!played.wrong.empty() && kind_of(played.wrong) == kind_of(failed.wrong)) {
        calls = calls_of(played);
        shortest = std::move(played);
        shorter = true;
      } else {
        from += part;
      }
    }
    if (!shorter || part > 1) part = part == 1 ? 0 : part / 2;
  }
  return shortest;
}

}  // namespace orrery::rti::testing
