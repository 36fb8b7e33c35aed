// The layout of a component's instances, in memory and on the wire: the model's types, compiled. Immutable: any number of
// instances may use it from any thread. It does not depend on the interpreter that made it.
//
// The caller owns the size() bytes of an instance. Values lie in the order of their declaration without gaps. So a state
// without strings is its own packed form, and packing it in the machine's byte order is one copy. A string is a pointer to
// memory of its own; an instance with strings must be destructed, and must not be copied as bytes.
//
// The packed form has the same values in the same order: numbers in the requested byte order, a boolean as one byte 0 or 1,
// a string as its length (32 bits) and its UTF-8. Source: uss-prototype-evaluation, section 6.3.5.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/model/kinds.hpp"

namespace orrery::model {

enum class ByteOrder : std::uint8_t { little, big };
inline constexpr ByteOrder native_order =
    std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;

// INTEGER and LONG, REAL and DOUBLE, BOOLEAN, STRING.
using Value = std::variant<std::int64_t, double, bool, std::string_view>;

class Layout {
 public:
  struct Field {
    std::string name;
    Type type = Type::none;
    std::uint32_t length = 0;  // 0: a single value
    std::uint32_t offset = 0;
    std::shared_ptr<const Layout> element;  // Type::element
    std::vector<std::uint64_t> initial;  // bits, or index into initial_texts; none: 0; one: for all
    std::vector<std::string> initial_texts;

    [[nodiscard]] std::uint32_t count() const { return length == 0 ? 1 : length; }
    [[nodiscard]] std::size_t width() const { return element ? element->size() : width_of(type); }
    [[nodiscard]] std::size_t bytes() const { return count() * width(); }
  };
  // Consecutive values of one type in an instance.
  struct Place {
    Type type = Type::none;
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
    const Layout* element = nullptr;
  };

  // Computes the offsets. The size of an instance must fit into 32 bits.
  explicit Layout(std::vector<Field> fields);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
  [[nodiscard]] bool has_strings() const { return has_strings_; }

  // Makes an instance with the properties' initial values.
  void construct(std::byte* state) const;
  void destruct(std::byte* state) const;

  [[nodiscard]] std::size_t packed_size(const std::byte* state) const;
  // Returns the number of bytes written, packed_size(). Returns 0 and writes nothing if `out` is too small.
  std::size_t pack(const std::byte* state, std::span<std::byte> out,
                   ByteOrder order = native_order) const;
  // Unpacks into a constructed instance. If `packed` is not a state of this layout, returns an error and leaves the
  // instance unchanged.
  base::Status unpack(std::span<const std::byte> packed, std::byte* state,
                      ByteOrder order = native_order) const;

  // Copies values from an instance of another layout to `state`, which has just been constructed. A value is copied if the
  // property has the same name in both and its type still fits: the same type, or one that holds it exactly (INTEGER in
  // LONG or DOUBLE, REAL in DOUBLE). Arrays copy as many values as both have. Strings are moved out of `old_state`, which
  // must still be destructed.
  void carry_over(const Layout& old, std::byte* old_state, std::byte* state) const;

  // Finds a value by its path, for example "vertexList[2].coord" or "vertexList[2].coord[0]". Empty if there is none.
  [[nodiscard]] std::optional<Place> place(std::string_view path) const;

  // Calls visit(type, offset, count) for every run of values, in order; arrays of elements are unrolled.
  template <class Visit>
  void for_each_run(Visit&& visit, std::size_t base = 0) const {
    for (const Field& field : fields_) {
      if (!field.element) {
        visit(field.type, base + field.offset, field.count());
        continue;
      }
      if (field.element->size() == 0) continue;
      for (std::uint32_t i = 0; i < field.count(); ++i) {
        field.element->for_each_run(visit, base + field.offset + i * field.element->size());
      }
    }
  }

 private:
  // One step of packing. Neighbouring values of the same width share a step.
  struct Op {
    enum class Code : std::uint8_t { words4, words8, booleans, strings, elements };
    Code code = Code::words4;
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
    const Layout* element = nullptr;
  };
  class Writer;
  class Reader;

  void compile();
  void add_op(Op op);
  void initialise(std::byte* state) const;

  std::vector<Field> fields_;
  std::vector<Op> ops_;
  std::size_t size_ = 0;
  bool has_strings_ = false;
  bool has_booleans_ = false;
  bool has_initials_ = false;
};

// Returns value `index` of a place. The index must be below the place's count, and its type must not be an element.
[[nodiscard]] Value get(const std::byte* state, const Layout::Place& place,
                        std::uint32_t index = 0);
// Returns false, and changes nothing, if the value has another type or is out of the type's range.
bool set(std::byte* state, const Layout::Place& place, std::uint32_t index, const Value& value);

}  // namespace orrery::model
