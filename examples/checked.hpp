// What the examples share: errors as exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "orrery/rti/node.hpp"

template <class T>
T checked(orrery::rti::Result<T> result) {
  if (!result) {
    throw std::runtime_error(std::string(orrery::rti::to_string(result.error().code)) + ": " +
                             result.error().message);
  }
  return std::move(*result);
}
// Of orrery::base and orrery::transport.
template <class T>
T checked(orrery::base::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}
inline void checked(const orrery::rti::Status& status) {
  if (!status) {
    throw std::runtime_error(std::string(orrery::rti::to_string(status.error().code)) + ": " +
                             status.error().message);
  }
}
