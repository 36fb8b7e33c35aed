#include "process_facts.hpp"

#include <fstream>
#include <sstream>

namespace orrery::workloads::process_activity {

Memory memory_in(const std::string& smaps) {
  Memory memory;
  bool executable = false;
  std::istringstream lines(smaps);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first.empty() || first.back() != ':') {
      // The first line of a mapping: addresses, then permissions.
      executable = second.size() > 2 && second[2] == 'x';
      continue;
    }
    std::uint64_t kilobytes = 0;
    std::istringstream(second) >> kilobytes;
    const std::uint64_t bytes = kilobytes * 1024;
    if (first == "Rss:") (executable ? memory.code_bytes : memory.data_bytes) += bytes;
    if (first == "Pss:") memory.proportional_bytes += bytes;
    if (first == "Private_Clean:" || first == "Private_Dirty:") memory.private_bytes += bytes;
    if (first == "Shared_Clean:" || first == "Shared_Dirty:") memory.shared_bytes += bytes;
  }
  return memory;
}

base::Result<Memory> memory_of(int pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/smaps";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) {
    return base::Error{base::ErrorCode::no_permission, "cannot read " + path};
  }
  return memory_in(text.str());
}

}  // namespace orrery::workloads::process_activity
