// Basic data types of IEEE 1516.2-2010 (clause 4.13) as bytes: what the management object model's attributes and
// parameters hold (docs/formats/rti-management.md). Big-endian; elements are padded to their alignment.
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
  Encoder& handle(std::uint64_t value);     // HLAhandle: eight bytes, their count before them
  Encoder& opaque(Bytes bytes);             // HLAopaqueData; logical times and intervals too
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void align(std::size_t to);
  template <class T>
  void put(T value);
  std::vector<std::byte> bytes_;
};

// Reads what an Encoder wrote, or any federate. After something else ok() is false and values are empty.
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
  void align(std::size_t to);
  template <class T>
  T get();
  Bytes take(std::size_t bytes);
  Bytes bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

// As HLAfloat64Time and HLAinteger64Time are encoded, within HLAopaqueData.
std::vector<std::byte> encode_time(TimeRepresentation as, std::int64_t value);
// Nothing: it is no time of that representation.
std::optional<std::int64_t> decode_time(TimeRepresentation as, Bytes bytes);

}  // namespace orrery::rti
