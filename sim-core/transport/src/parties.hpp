// What ports over third parties' libraries share: options with the same limits, and endpoints that name the parties of a
// stream, "dds:0,1,2", since such a library finds them itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

// Errors: invalid_argument, naming the option.
base::Status check_options(const std::string& run_token, std::uint32_t window_packets,
                           std::uint32_t max_message_bytes);

// `layer` is "dds" or "norm".
std::string endpoint_of(std::string_view layer, std::span<const PartyId> parties);

// Appends those that an endpoint names; "" names nobody. Errors: invalid_argument.
base::Status parties_of(std::string_view layer, const std::string& endpoint,
                        std::vector<PartyId>& parties);

}  // namespace orrery::transport
