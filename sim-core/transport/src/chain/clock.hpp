// The clock of protocol modules, passed in so that a test can let it run as it likes.
#pragma once

#include <cstdint>
#include <functional>

namespace orrery::transport {

using Clock = std::function<std::int64_t()>;  // nanoseconds; base::now_ns in the product

}  // namespace orrery::transport
