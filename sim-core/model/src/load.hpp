// A value of an instance, from its bytes, which need not be aligned.
#pragma once

#include <cstddef>
#include <cstring>

namespace orrery::model {

template <class T>
T load(const std::byte* bytes) {
  T value{};
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

}  // namespace orrery::model
