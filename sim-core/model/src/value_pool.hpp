// The values of constants and the initial values of properties, in words of 32 bits: one for an INTEGER, REAL, BOOLEAN
// or STRING (its id among the names), two for a LONG or DOUBLE.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "orrery/model/kinds.hpp"

namespace orrery::model {

using ValueId = std::uint32_t;

class ValuePool {
 public:
  static std::uint32_t words_of(Type type) {
    return type == Type::long_integer || type == Type::double_real ? 2 : 1;
  }

  ValueId add(std::uint32_t words) {
    const unsigned size_class = class_of(words);
    used_words_ += words;
    std::vector<ValueId>& free = free_[size_class];
    if (!free.empty()) {
      const ValueId id = free.back();
      free.pop_back();
      return id;
    }
    const auto id = static_cast<ValueId>(words_.size());
    words_.resize(words_.size() + (std::size_t{1} << size_class));
    return id;
  }
  void free(ValueId id, std::uint32_t words) {
    used_words_ -= words;
    free_[class_of(words)].push_back(id);
  }
  std::uint32_t& word(ValueId id) { return words_[id]; }
  [[nodiscard]] std::uint32_t word(ValueId id) const { return words_[id]; }
  void set_wide(ValueId id, std::uint64_t value) {
    std::memcpy(&words_[id], &value, sizeof(value));
  }
  [[nodiscard]] std::uint64_t wide(ValueId id) const {
    std::uint64_t value = 0;
    std::memcpy(&value, &words_[id], sizeof(value));
    return value;
  }
  [[nodiscard]] std::size_t bytes() const { return used_words_ * sizeof(std::uint32_t); }

 private:
  static unsigned class_of(std::uint32_t words) {
    return static_cast<unsigned>(std::bit_width(words - 1));
  }

  std::vector<std::uint32_t> words_;
  std::array<std::vector<ValueId>, 32> free_;
  std::size_t used_words_ = 0;
};

}  // namespace orrery::model
