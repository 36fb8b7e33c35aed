#include "parties.hpp"

#include <charconv>

namespace orrery::transport {

base::Status check_options(const std::string& run_token, std::uint32_t window_packets,
                           std::uint32_t max_message_bytes) {
  const auto invalid = [](const std::string& what) {
    return base::Error{base::ErrorCode::invalid_argument, what};
  };
  if (run_token.empty() || run_token.size() > 64) {
    return invalid("run_token has " + std::to_string(run_token.size()) + " bytes: use 1 to 64");
  }
  if (window_packets < 2 || window_packets > 65'536) {
    return invalid("window_packets is " + std::to_string(window_packets) + ": use 2 to 65536");
  }
  if (max_message_bytes < 64 || max_message_bytes > 60'000) {
    return invalid("max_message_bytes is " + std::to_string(max_message_bytes) +
                   ": use 64 to 60000");
  }
  return {};
}

std::string endpoint_of(std::string_view layer, std::span<const PartyId> parties) {
  std::string endpoint(layer);
  char separator = ':';
  for (const PartyId party : parties) {
    endpoint += separator;
    endpoint += std::to_string(party);
    separator = ',';
  }
  if (parties.empty()) endpoint += separator;
  return endpoint;
}

base::Status parties_of(std::string_view layer, const std::string& endpoint,
                        std::vector<PartyId>& parties) {
  if (endpoint.empty()) return {};
  const std::string prefix = std::string(layer) + ":";
  bool good = endpoint.starts_with(prefix);
  const char* at = endpoint.data() + (good ? prefix.size() : 0);
  const char* const end = endpoint.data() + endpoint.size();
  while (good) {
    PartyId party = 0;
    const auto [next, error] = std::from_chars(at, end, party);
    good = error == std::errc() && (party & direct_bit) == 0 && (next == end || *next == ',');
    if (good) parties.push_back(party);
    if (next == end) break;
    at = next + 1;
  }
  if (good) return {};
  return base::Error{base::ErrorCode::invalid_argument, "endpoint is '" + endpoint + "': use " +
                                                            prefix + "0 or " + prefix +
                                                            "0,1,2, parties of the run"};
}

}  // namespace orrery::transport
