#include "subject.hpp"

#include <bit>
#include <span>

#include "orrery/base/random.hpp"

namespace orrery::workloads::model_language {

namespace {

using model::ByteOrder;
using model::Layout;
using model::Type;

constexpr ByteOrder orders[] = {ByteOrder::little, ByteOrder::big};
constexpr std::uint64_t longest_text = 40;

// FNV-1a, 64 bits.
class Hash {
 public:
  void add(std::uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  void add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) add(static_cast<std::uint8_t>(byte));
  }
  void add(std::uint64_t bits, std::size_t width, ByteOrder order) {
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t place = order == ByteOrder::little ? i : width - 1 - i;
      add(static_cast<std::uint8_t>(bits >> (8 * place)));
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

template <class Visit>
void for_each_value(const Layout& layout, Visit&& visit) {
  layout.for_each_run([&](Type type, std::size_t offset, std::uint32_t count) {
    const Layout::Place place{type, static_cast<std::uint32_t>(offset), count, nullptr};
    for (std::uint32_t i = 0; i < count; ++i) visit(place, i);
  });
}

void pack_value(Hash& hash, Type type, const model::Value& value, ByteOrder order) {
  switch (type) {
    case Type::integer:
    case Type::long_integer:
      hash.add(static_cast<std::uint64_t>(std::get<std::int64_t>(value)), packed_width_of(type),
               order);
      return;
    case Type::real:
      hash.add(std::bit_cast<std::uint32_t>(static_cast<float>(std::get<double>(value))), 4, order);
      return;
    case Type::double_real:
      hash.add(std::bit_cast<std::uint64_t>(std::get<double>(value)), 8, order);
      return;
    case Type::boolean:
      hash.add(std::uint8_t{std::get<bool>(value)});
      return;
    case Type::string: {
      const std::string_view text = std::get<std::string_view>(value);
      hash.add(text.size(), 4, order);
      hash.add(std::as_bytes(std::span(text)));
      return;
    }
    case Type::none:
    case Type::element:
      return;
  }
}

}  // namespace

std::vector<std::byte> State::packed(ByteOrder order) const {
  std::vector<std::byte> bytes(layout_->packed_size(bytes_.get()));
  layout_->pack(bytes_.get(), bytes, order);
  return bytes;
}

base::Result<std::vector<Subject>> subjects_of(model::Interpreter& interpreter) {
  std::vector<Subject> entities;
  std::vector<Subject> universes;
  for (const model::ComponentId id : interpreter.children(model::root)) {
    const model::Kind kind = interpreter.info(id).kind;
    auto& kin = kind == model::Kind::entity ? entities : universes;
    kin.push_back({interpreter.path(id), id, interpreter.layout(id)});
  }
  std::vector<Subject>& subjects = entities.empty() ? universes : entities;
  if (subjects.empty()) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "the model has no entity and no universe: define one"};
  }
  std::size_t bytes = 0;
  for (const Subject& subject : subjects) bytes += subject.layout->size();
  if (bytes > most_subject_bytes) {
    return base::Error{base::ErrorCode::invalid_argument,
                       "one instance of each entity takes " + std::to_string(bytes) +
                           " bytes; at most " + std::to_string(most_subject_bytes) +
                           " are measured: shorten its arrays"};
  }
  return std::move(subjects);
}

void fill(const Layout& layout, std::byte* state, std::uint64_t seed, std::uint64_t index) {
  base::Random random(seed, index);
  std::string text;
  for_each_value(layout, [&](const Layout::Place& place, std::uint32_t i) {
    const std::uint64_t bits = random.bits();
    switch (place.type) {
      case Type::integer:
        set(state, place, i, std::int64_t{static_cast<std::int32_t>(bits)});
        return;
      case Type::long_integer:
        set(state, place, i, static_cast<std::int64_t>(bits));
        return;
      case Type::real:
        // 24 bits, which a float holds exactly.
        set(state, place, i, static_cast<double>(bits >> 40U) * 0x1.0p-12);
        return;
      case Type::double_real:
        set(state, place, i, static_cast<double>(bits >> 11U) * 0x1.0p-20);
        return;
      case Type::boolean:
        set(state, place, i, (bits & 1U) != 0);
        return;
      case Type::string:
        text.assign(bits % (longest_text + 1), static_cast<char>('a' + (bits >> 32U) % 26));
        set(state, place, i, std::string_view(text));
        return;
      case Type::none:
      case Type::element:
        return;
    }
  });
}

std::uint64_t checksum(const State& state) {
  std::uint64_t sum = 0;
  for (const ByteOrder order : orders) {
    Hash hash;
    hash.add(state.packed(order));
    sum += base::mix64(hash.value());
  }
  return sum;
}

std::uint64_t oracle_checksum(const State& state) {
  std::uint64_t sum = 0;
  for (const ByteOrder order : orders) {
    Hash hash;
    for_each_value(state.layout(), [&](const Layout::Place& place, std::uint32_t i) {
      pack_value(hash, place.type, get(state.data(), place, i), order);
    });
    sum += base::mix64(hash.value());
  }
  return sum;
}

std::uint64_t oracle_checksum(const std::vector<Subject>& subjects, std::uint64_t seed,
                              const std::function<bool()>& stopped) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < subjects.size() && !stopped(); ++i) {
    const State state(subjects[i].layout);
    fill(state.layout(), state.data(), seed, i);
    sum += oracle_checksum(state);
  }
  return sum;
}

}  // namespace orrery::workloads::model_language
