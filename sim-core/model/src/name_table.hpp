// Holds every name and string of a model once, with a count of its users. The last release() frees it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::model {

using NameId = std::uint32_t;
inline constexpr NameId no_name = 0xffffffffU;

class NameTable {
 public:
  NameTable() : buckets_(16, no_name) {}

  NameId intern(std::string_view text);
  void release(NameId id);
  // Does not count a user. Returns no_name if nobody uses the text.
  [[nodiscard]] NameId find(std::string_view text) const;
  // Valid until the name is freed.
  [[nodiscard]] std::string_view text(NameId id) const { return entries_[id].text; }
  [[nodiscard]] std::size_t size() const { return used_; }
  // Bytes of all names and their administration.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Entry {
    std::string text;
    std::uint32_t users = 0;
    std::uint32_t hash = 0;
    NameId next = no_name;  // in its bucket, or in the free list
  };
  void grow();

  std::deque<Entry> entries_;  // entries do not move: views of them stay valid
  std::vector<NameId> buckets_;
  NameId free_ = no_name;
  std::size_t used_ = 0;
};

}  // namespace orrery::model
