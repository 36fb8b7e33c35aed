// A line of the worker control channel, as an agent could say it: it is read, and means the same when written and read again, or it
// is refused with a place and a reason.
#include <cstdlib>
#include <string>
#include <string_view>

#include "orrery/contracts/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  using namespace orrery::contracts;  // NOLINT(google-build-using-namespace)
  const std::string_view line(reinterpret_cast<const char*>(bytes), size);
  try {
    const auto said = read_text<AgentSays>(line);
    const std::string written = write_line(said);
    if (write_line(read_text<AgentSays>(written)) != written) std::abort();
  } catch (const ContractError& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
