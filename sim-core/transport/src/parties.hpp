// Endpoints that name the parties of a stream: "dds:0,1,2". Ports of libraries that find each other by name have them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/transport/port.hpp"

namespace orrery::transport {

// `layer` is "dds" or "norm".
std::string endpoint_of(std::string_view layer, std::span<const PartyId> parties);

// Appends those that an endpoint names; "" names nobody. Errors: invalid_argument.
base::Status parties_of(std::string_view layer, const std::string& endpoint,
                        std::vector<PartyId>& parties);

}  // namespace orrery::transport
