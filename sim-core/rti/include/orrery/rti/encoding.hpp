// The encoding of basic data types (IEEE 1516.2-2010, 4.13) in attributes and parameters of the management object model
// (docs/formats/rti-management.md). Big-endian; elements are padded to their alignment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/rti/types.hpp"

namespace orrery::rti {

class Encoder {
 public:
  Encoder& integer32(
      std::int32_t value);  // HLAinteger32BE; HLAcount, HLAboolean and enumerations too
  Encoder& integer64(std::int64_t value);   // HLAinteger64BE
  Encoder& float64(double value);           // HLAfloat64BE
  Encoder& unicode(std::string_view utf8);  // HLAunicodeString
  Encoder& handle(std::uint64_t value);     // HLAhandle: a count, then eight bytes
  Encoder& opaque(Bytes bytes);             // HLAopaqueData; logical times and intervals too
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void align(std::size_t boundary);
  template <class T>
  void put(T value);
  std::vector<std::byte> bytes_;
};

// Reads encoded values, from an Encoder or any federate. After invalid bytes ok() is false and values are empty.
class Decoder {
 public:
  explicit Decoder(Bytes bytes) : bytes_(bytes) {}
  std::int32_t integer32();
  std::int64_t integer64();
  double float64();
  std::string unicode();
  std::uint64_t handle();
  Bytes opaque();
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

 private:
  void align(std::size_t boundary);
  template <class T>
  T get();
  Bytes take(std::size_t bytes);
  Bytes bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

// The encoding of HLAfloat64Time or HLAinteger64Time, within HLAopaqueData. `value` is that of a LogicalTime.
std::vector<std::byte> encode_time(TimeRepresentation representation, std::int64_t value);
// Empty: the bytes are no time of that representation.
std::optional<std::int64_t> decode_time(TimeRepresentation representation, Bytes bytes);

}  // namespace orrery::rti
