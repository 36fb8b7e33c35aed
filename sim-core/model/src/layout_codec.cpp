// Packing and unpacking.
#include <cstring>

#include "orrery/model/layout.hpp"

#include "byte_swap.hpp"
#include "text_slot.hpp"
#include "utf8.hpp"

namespace orrery::model {

namespace {

std::uint32_t in_order(std::uint32_t word, ByteOrder order) {
  return order == native_order ? word : __builtin_bswap32(word);
}

base::Error bad(const std::string& message) { return {base::ErrorCode::invalid_argument, message}; }

base::Error wrong_length(std::size_t got, const std::string& wanted) {
  return bad("a packed state of " + std::to_string(got) + " bytes: " + wanted +
             " are needed, pack it with the same model");
}

}  // namespace

class Layout::Writer {
 public:
  Writer(std::byte* to, ByteOrder order) : to_(to), order_(order) {}

  void write(const Layout& layout, const std::byte* state) {
    if (order_ == native_order && !layout.has_strings_) return copy(state, layout.size_);
    for (const Op& op : layout.ops_) write(op, state + op.offset);
  }
  [[nodiscard]] const std::byte* end() const { return to_; }

 private:
  void copy(const std::byte* from, std::size_t bytes) {
    std::memcpy(to_, from, bytes);
    to_ += bytes;
  }
  void write(const Op& op, const std::byte* from) {
    switch (op.code) {
      case Op::Code::words4:
        if (order_ == native_order) return copy(from, std::size_t{op.count} * 4);
        copy_swapped4(to_, from, op.count);
        to_ += std::size_t{op.count} * 4;
        return;
      case Op::Code::words8:
        if (order_ == native_order) return copy(from, std::size_t{op.count} * 8);
        copy_swapped8(to_, from, op.count);
        to_ += std::size_t{op.count} * 8;
        return;
      case Op::Code::booleans:
        return copy(from, op.count);
      case Op::Code::strings:
        for (std::uint32_t i = 0; i < op.count; ++i) write_text(text_of(from + i * sizeof(char*)));
        return;
      case Op::Code::elements:
        for (std::uint32_t i = 0; i < op.count; ++i)
          write(*op.element, from + i * op.element->size_);
        return;
    }
  }
  void write_text(std::string_view text) {
    const std::uint32_t length = in_order(static_cast<std::uint32_t>(text.size()), order_);
    copy(reinterpret_cast<const std::byte*>(&length), sizeof(length));
    if (!text.empty()) copy(reinterpret_cast<const std::byte*>(text.data()), text.size());
  }

  std::byte* to_;
  ByteOrder order_;
};

// Goes through the packed state twice: check() comes first, so that an error leaves the instance unchanged.
class Layout::Reader {
 public:
  Reader(std::span<const std::byte> packed, ByteOrder order) : rest_(packed), order_(order) {}

  base::Status check(const Layout& layout) {
    for (const Op& op : layout.ops_) {
      if (auto good = check(op); !good) return good;
    }
    return {};
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

  void read(const Layout& layout, std::byte* state) {
    if (order_ == native_order && !layout.has_strings_) return copy(state, layout.size_);
    for (const Op& op : layout.ops_) read(op, state + op.offset);
  }

 private:
  base::Status check(const Op& op) {
    switch (op.code) {
      case Op::Code::words4:
        return skip(std::size_t{op.count} * 4);
      case Op::Code::words8:
        return skip(std::size_t{op.count} * 8);
      case Op::Code::booleans:
        if (op.count > rest_.size()) return short_of(op.count);
        for (const std::byte flag : rest_.first(op.count)) {
          if (flag > std::byte{1}) return bad("a boolean in a packed state is neither 0 nor 1");
        }
        return skip(op.count);
      case Op::Code::strings:
        for (std::uint32_t i = 0; i < op.count; ++i) {
          if (auto good = check_text(); !good) return good;
        }
        return {};
      case Op::Code::elements:
        if (!op.element->has_strings_ && !op.element->has_booleans_) {
          return skip(op.count * op.element->size_);
        }
        for (std::uint32_t i = 0; i < op.count; ++i) {
          if (auto good = check(*op.element); !good) return good;
        }
        return {};
    }
    return {};
  }
  base::Status check_text() {
    std::uint32_t length = 0;
    if (rest_.size() < sizeof(length)) return short_of(sizeof(length));
    std::memcpy(&length, rest_.data(), sizeof(length));
    length = in_order(length, order_);
    rest_ = rest_.subspan(sizeof(length));
    if (length > greatest_text) {
      return bad("a string of " + std::to_string(length) + " bytes in a packed state: at most " +
                 std::to_string(greatest_text) + " are allowed; is the byte order right?");
    }
    if (length > rest_.size()) return short_of(length);
    if (first_invalid({reinterpret_cast<const char*>(rest_.data()), length})) {
      return bad("a string in a packed state is not UTF-8");
    }
    return skip(length);
  }
  base::Status short_of(std::size_t bytes) const {
    return wrong_length(rest_.size(), "at least " + std::to_string(bytes) + " more");
  }
  base::Status skip(std::size_t bytes) {
    if (bytes > rest_.size()) return short_of(bytes);
    rest_ = rest_.subspan(bytes);
    return {};
  }

  void copy(std::byte* to, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, rest_.data(), bytes);
    rest_ = rest_.subspan(bytes);
  }
  void read(const Op& op, std::byte* to) {
    switch (op.code) {
      case Op::Code::words4:
        if (order_ == native_order) return copy(to, std::size_t{op.count} * 4);
        copy_swapped4(to, rest_.data(), op.count);
        rest_ = rest_.subspan(std::size_t{op.count} * 4);
        return;
      case Op::Code::words8:
        if (order_ == native_order) return copy(to, std::size_t{op.count} * 8);
        copy_swapped8(to, rest_.data(), op.count);
        rest_ = rest_.subspan(std::size_t{op.count} * 8);
        return;
      case Op::Code::booleans:
        return copy(to, op.count);
      case Op::Code::strings:
        for (std::uint32_t i = 0; i < op.count; ++i) read_text(to + i * sizeof(char*));
        return;
      case Op::Code::elements:
        for (std::uint32_t i = 0; i < op.count; ++i) read(*op.element, to + i * op.element->size_);
        return;
    }
  }
  void read_text(std::byte* slot) {
    std::uint32_t length = 0;
    copy(reinterpret_cast<std::byte*>(&length), sizeof(length));
    length = in_order(length, order_);
    set_text(slot, {reinterpret_cast<const char*>(rest_.data()), length});
    rest_ = rest_.subspan(length);
  }

  std::span<const std::byte> rest_;
  ByteOrder order_;
};

std::size_t Layout::packed_size(const std::byte* state) const {
  if (!has_strings_) return size_;
  std::size_t bytes = 0;
  for (const Op& op : ops_) {
    switch (op.code) {
      case Op::Code::words4:
        bytes += std::size_t{op.count} * 4;
        break;
      case Op::Code::words8:
        bytes += std::size_t{op.count} * 8;
        break;
      case Op::Code::booleans:
        bytes += op.count;
        break;
      case Op::Code::strings:
        for (std::uint32_t i = 0; i < op.count; ++i) {
          bytes += sizeof(std::uint32_t) + text_of(state + op.offset + i * sizeof(char*)).size();
        }
        break;
      case Op::Code::elements:
        for (std::uint32_t i = 0; i < op.count; ++i) {
          bytes += op.element->packed_size(state + op.offset + i * op.element->size_);
        }
        break;
    }
  }
  return bytes;
}

std::size_t Layout::pack(const std::byte* state, std::span<std::byte> out, ByteOrder order) const {
  if (size_ == 0 || out.size() < packed_size(state)) return 0;
  Writer writer(out.data(), order);
  writer.write(*this, state);
  return static_cast<std::size_t>(writer.end() - out.data());
}

base::Status Layout::unpack(std::span<const std::byte> packed, std::byte* state,
                            ByteOrder order) const {
  if (!has_strings_ && packed.size() != size_) {
    return wrong_length(packed.size(), std::to_string(size_));
  }
  if (has_strings_ || has_booleans_) {
    Reader check(packed, order);
    if (auto good = check.check(*this); !good) return good;
    if (check.left() > 0) {
      return wrong_length(packed.size(), std::to_string(packed.size() - check.left()));
    }
  }
  if (size_ > 0) Reader(packed, order).read(*this, state);
  return {};
}

}  // namespace orrery::model
