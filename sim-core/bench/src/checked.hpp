// What a measurement needs, or its end with the reason.
#pragma once

#include <stdexcept>
#include <utility>

#include "orrery/base/result.hpp"

namespace orrery::bench {

template <class T>
T checked(base::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}
inline void checked(const base::Status& status) {
  if (!status) throw std::runtime_error(status.error().message);
}

}  // namespace orrery::bench
