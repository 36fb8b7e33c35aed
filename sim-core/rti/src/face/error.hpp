#pragma once

#include <string>
#include <utility>

#include "orrery/rti/errors.hpp"

namespace orrery::rti {

inline Error error(ErrorCode code, std::string message) { return {code, std::move(message)}; }

}  // namespace orrery::rti
