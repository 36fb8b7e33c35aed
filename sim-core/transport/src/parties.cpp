#include "parties.hpp"

#include <charconv>

namespace orrery::transport {

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
