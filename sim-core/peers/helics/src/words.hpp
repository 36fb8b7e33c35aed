// What the adapter puts into HELICS' values and messages: a head, and values one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::peers::helics {

enum class What : std::uint8_t { update, interaction, announced, achieved, synchronized, resigned };

struct Head {
  What what = What::update;
  std::uint8_t spare = 0;
  std::uint16_t of = 0;         // class of an interaction
  std::uint32_t tag_bytes = 0;  // that follow; then values. Of what is no data: a text alone.
};
struct ValueHead {
  std::uint32_t handle = 0;
  std::uint32_t bytes = 0;
};

// Grows a buffer that is used again and again.
class Writer {
 public:
  explicit Writer(std::vector<std::byte>& into) : into_(into) { into_.clear(); }
  template <class T>
  void put(const T& value) {
    put(std::as_bytes(std::span(&value, 1)));
  }
  void put(rti::Bytes bytes) {
    if (bytes.empty()) return;
    const std::size_t at = into_.size();
    into_.resize(at + bytes.size());
    std::memcpy(into_.data() + at, bytes.data(), bytes.size());
  }

 private:
  std::vector<std::byte>& into_;
};

template <class T>
bool take(rti::Bytes& from, T& value) {
  if (from.size() < sizeof value) return false;
  std::memcpy(static_cast<void*>(&value), from.data(), sizeof value);
  from = from.subspan(sizeof value);
  return true;
}

// Values (AttributeValue, ParameterValue) whose bytes stay where they are. False: malformed.
template <class Value, class HandleType>
bool read_values(rti::Bytes from, std::vector<Value>& values) {
  values.clear();
  while (!from.empty()) {
    ValueHead head;
    if (!take(from, head) || head.bytes > from.size()) return false;
    values.push_back({HandleType{static_cast<decltype(HandleType::value)>(head.handle)},
                      from.subspan(0, head.bytes)});
    from = from.subspan(head.bytes);
  }
  return true;
}

// Names within the federation: "m/0", what federate 0 sends; "i/3/0", that it publishes interactions of class 3.
inline std::string name_of(const char* kind, int federate) {
  return std::string(kind) + "/" + std::to_string(federate);
}
inline std::string name_of(const char* kind, unsigned of, int federate) {
  return std::string(kind) + "/" + std::to_string(of) + "/" + std::to_string(federate);
}

}  // namespace orrery::peers::helics
