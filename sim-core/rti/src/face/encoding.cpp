#include "orrery/rti/encoding.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "orrery/timing/lbts.hpp"

namespace orrery::rti {
namespace {

void append_utf16(char32_t point, std::u16string& out) {
  if (point < 0x10000) {
    out.push_back(static_cast<char16_t>(point));
    return;
  }
  point -= 0x10000;
  out.push_back(static_cast<char16_t>(0xD800 + (point >> 10)));
  out.push_back(static_cast<char16_t>(0xDC00 + (point & 0x3FF)));
}

// What is no UTF-8 becomes U+FFFD.
std::u16string utf16_of(std::string_view utf8) {
  std::u16string made;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto first = static_cast<unsigned char>(utf8[i]);
    const int length = first < 0x80 ? 1 : std::countl_one(first);
    char32_t point = first < 0x80 ? first : first & (0x7FU >> length);
    bool good = length == 1 || (length >= 2 && length <= 4);
    for (int k = 1; good && k < length; ++k) {
      const std::size_t at = i + static_cast<std::size_t>(k);
      good = at < utf8.size() && (static_cast<unsigned char>(utf8[at]) & 0xC0) == 0x80;
      if (good) point = (point << 6) | (static_cast<unsigned char>(utf8[at]) & 0x3F);
    }
    good = good && point < 0x110000 && (first < 0x80 || length > 1);
    append_utf16(good ? point : 0xFFFD, made);
    i += good ? static_cast<std::size_t>(length) : 1;
  }
  return made;
}

void append_utf8(char32_t point, std::string& out) {
  if (point < 0x80) {
    out.push_back(static_cast<char>(point));
    return;
  }
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  constexpr std::array<char32_t, 4> lead = {0, 0xC0, 0xE0, 0xF0};
  out.push_back(static_cast<char>(lead[static_cast<std::size_t>(more)] | (point >> (6 * more))));
  for (int k = more - 1; k >= 0; --k) {
    out.push_back(static_cast<char>(0x80 | ((point >> (6 * k)) & 0x3F)));
  }
}

}  // namespace

void Encoder::align(std::size_t boundary) {
  bytes_.resize((bytes_.size() + boundary - 1) / boundary * boundary);
}

template <class T>
void Encoder::put(T value) {
  for (std::size_t i = sizeof value; i-- > 0;) {
    bytes_.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF));
  }
}

Encoder& Encoder::integer32(std::int32_t value) {
  align(4);
  put(static_cast<std::uint32_t>(value));
  return *this;
}

Encoder& Encoder::integer64(std::int64_t value) {
  align(8);
  put(static_cast<std::uint64_t>(value));
  return *this;
}

Encoder& Encoder::float64(double value) {
  align(8);
  put(std::bit_cast<std::uint64_t>(value));
  return *this;
}

Encoder& Encoder::unicode(std::string_view utf8) {
  const std::u16string text = utf16_of(utf8);
  integer32(static_cast<std::int32_t>(text.size()));
  for (const char16_t each : text) put(static_cast<std::uint16_t>(each));
  return *this;
}

Encoder& Encoder::handle(std::uint64_t value) {
  integer32(sizeof value);
  put(value);
  return *this;
}

Encoder& Encoder::opaque(Bytes bytes) {
  integer32(static_cast<std::int32_t>(bytes.size()));
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

void Decoder::align(std::size_t boundary) {
  const std::size_t next = (at_ + boundary - 1) / boundary * boundary;
  if (next > bytes_.size()) {
    ok_ = false;
  } else {
    at_ = next;
  }
}

Bytes Decoder::take(std::size_t bytes) {
  if (!ok_ || bytes_.size() - at_ < bytes) {
    ok_ = false;
    return {};
  }
  const Bytes taken = bytes_.subspan(at_, bytes);
  at_ += bytes;
  return taken;
}

template <class T>
T Decoder::get() {
  std::uint64_t value = 0;
  for (const std::byte each : take(sizeof(T))) {
    value = value << 8 | std::to_integer<std::uint64_t>(each);
  }
  return static_cast<T>(value);
}

std::int32_t Decoder::integer32() {
  align(4);
  return static_cast<std::int32_t>(get<std::uint32_t>());
}

std::int64_t Decoder::integer64() {
  align(8);
  return static_cast<std::int64_t>(get<std::uint64_t>());
}

double Decoder::float64() {
  align(8);
  return std::bit_cast<double>(get<std::uint64_t>());
}

std::string Decoder::unicode() {
  const auto size = static_cast<std::uint32_t>(integer32());
  std::string made;
  if (!ok_ || size > (bytes_.size() - at_) / 2) {
    ok_ = false;
    return made;
  }
  char32_t high = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto unit = get<std::uint16_t>();
    if (unit >= 0xD800 && unit < 0xDC00) {
      high = unit;
      continue;
    }
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    if (low && high != 0) {
      append_utf8(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00U), made);
    } else {
      append_utf8(low ? 0xFFFD : unit, made);
    }
    high = 0;
  }
  return made;
}

std::uint64_t Decoder::handle() {
  const Bytes bytes = opaque();
  if (bytes.empty() || bytes.size() > sizeof(std::uint64_t)) ok_ = false;
  if (!ok_) return 0;
  std::uint64_t value = 0;
  for (const std::byte each : bytes) value = value << 8 | std::to_integer<std::uint64_t>(each);
  return value;
}

Bytes Decoder::opaque() {
  const auto size = static_cast<std::uint32_t>(integer32());
  return take(size);
}

std::vector<std::byte> encode_time(TimeRepresentation as, std::int64_t value) {
  const std::vector<std::byte> time = as == TimeRepresentation::float64
                                          ? Encoder().float64(timing::double_of(value)).take()
                                          : Encoder().integer64(value).take();
  return Encoder().opaque(time).take();
}

std::optional<std::int64_t> decode_time(TimeRepresentation as, Bytes bytes) {
  Decoder whole(bytes);
  const Bytes time = whole.opaque();
  if (!whole.ok() || !whole.at_end() || time.size() != sizeof(std::int64_t)) return {};
  Decoder in(time);
  if (as == TimeRepresentation::integer64) return in.integer64();
  const double value = in.float64();
  if (!std::isfinite(value)) return {};
  return timing::time_of(value);
}

}  // namespace orrery::rti
