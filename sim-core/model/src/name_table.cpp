#include "name_table.hpp"

#include <cstring>

#include "orrery/base/random.hpp"

namespace orrery::model {

namespace {

std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data(), sizeof(eight));
    hash = base::mix64(hash ^ eight);
    text.remove_prefix(sizeof(eight));
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return static_cast<std::uint32_t>(base::mix64(hash ^ rest));
}

}  // namespace

NameId NameTable::find(std::string_view text) const {
  const std::uint32_t hash = hash_of(text);
  for (NameId id = buckets_[hash & (buckets_.size() - 1)]; id != no_name; id = entries_[id].next) {
    if (entries_[id].hash == hash && entries_[id].text == text) return id;
  }
  return no_name;
}

NameId NameTable::intern(std::string_view text) {
  const std::uint32_t hash = hash_of(text);
  for (NameId id = buckets_[hash & (buckets_.size() - 1)]; id != no_name; id = entries_[id].next) {
    if (entries_[id].hash == hash && entries_[id].text == text) {
      ++entries_[id].users;
      return id;
    }
  }
  if (used_ == buckets_.size()) grow();
  NameId id = free_;
  if (id == no_name) {
    id = static_cast<NameId>(entries_.size());
    entries_.emplace_back();
  } else {
    free_ = entries_[id].next;
  }
  Entry& entry = entries_[id];
  NameId& bucket = buckets_[hash & (buckets_.size() - 1)];
  entry.text = text;
  entry.users = 1;
  entry.hash = hash;
  entry.next = bucket;
  bucket = id;
  ++used_;
  return id;
}

void NameTable::release(NameId id) {
  Entry& entry = entries_[id];
  if (--entry.users > 0) return;
  NameId* link = &buckets_[entry.hash & (buckets_.size() - 1)];
  while (*link != id) link = &entries_[*link].next;
  *link = entry.next;
  // A short text lies inside the entry; the memory of a long text is freed now.
  if (entry.text.capacity() > sizeof(std::string)) std::string().swap(entry.text);
  entry.text.clear();
  entry.next = free_;
  free_ = id;
  --used_;
}

void NameTable::grow() {
  std::vector<NameId> wider(buckets_.size() * 2, no_name);
  for (NameId first : buckets_) {
    while (first != no_name) {
      Entry& entry = entries_[first];
      const NameId next = entry.next;
      NameId& bucket = wider[entry.hash & (wider.size() - 1)];
      entry.next = bucket;
      bucket = first;
      first = next;
    }
  }
  buckets_ = std::move(wider);
}

std::size_t NameTable::bytes() const {
  std::size_t bytes = buckets_.size() * sizeof(NameId) + used_ * sizeof(Entry);
  const std::size_t inside = std::string().capacity();
  for (const Entry& entry : entries_) {
    if (entry.users > 0 && entry.text.capacity() > inside) bytes += entry.text.capacity() + 1;
  }
  return bytes;
}

}  // namespace orrery::model
