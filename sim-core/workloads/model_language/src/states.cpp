// Costs of states: construct, destruct, size, pack, unpack.
#include <memory>
#include <stdexcept>

#include "orrery/model/interpreter.hpp"

#include "batches.hpp"

namespace orrery::workloads::model_language {

namespace {

using model::ByteOrder;
using model::Layout;

constexpr ByteOrder other_order =
    model::native_order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;

}  // namespace

StateTimes& StateTimes::operator+=(const StateTimes& other) {
  construct_ns += other.construct_ns;
  destruct_ns += other.destruct_ns;
  size_ns += other.size_ns;
  pack_ns += other.pack_ns;
  unpack_ns += other.unpack_ns;
  pack_swapped_ns += other.pack_swapped_ns;
  unpack_swapped_ns += other.unpack_swapped_ns;
  return *this;
}

StateTimes time_state(const Layout& layout, const Effort& effort) {
  const auto state = std::make_unique<std::byte[]>(layout.size() + 1);
  layout.construct(state.get());
  std::vector<std::byte> packed(layout.packed_size(state.get()));

  // Keeps the compiler from removing work whose result is not used.
  volatile std::size_t seen = 0;
  StateTimes times;
  const double both = time_each(effort, [&] {
    layout.destruct(state.get());
    layout.construct(state.get());
  });
  if (layout.has_strings()) {
    // With strings, construct and destruct must alternate, so each counts as half of both.
    times.construct_ns = times.destruct_ns = both / 2;
  } else {
    times.destruct_ns = time_each(effort, [&] { layout.destruct(state.get()); });
    times.construct_ns = std::max(0.0, both - times.destruct_ns);
  }
  times.size_ns = time_each(effort, [&] { seen = seen + layout.packed_size(state.get()); });
  times.pack_ns = time_each(effort, [&] { seen = seen + layout.pack(state.get(), packed); });
  times.pack_swapped_ns =
      time_each(effort, [&] { seen = seen + layout.pack(state.get(), packed, other_order); });
  times.unpack_swapped_ns = time_each(effort, [&] {
    seen = seen + (layout.unpack(packed, state.get(), other_order).ok() ? 1 : 0);
  });
  layout.pack(state.get(), packed);
  times.unpack_ns =
      time_each(effort, [&] { seen = seen + (layout.unpack(packed, state.get()).ok() ? 1 : 0); });
  layout.destruct(state.get());
  return times;
}

std::shared_ptr<const Layout> subject_layout(const std::string& text) {
  model::Interpreter interpreter;
  if (const auto outcome = interpreter.insert(text); !outcome.ok()) {
    throw std::logic_error(model::to_string(outcome.errors));
  }
  auto layout = interpreter.layout(interpreter.find("U.subject"));
  if (layout == nullptr) throw std::logic_error("no U.subject in " + text);
  return layout;
}

std::string type_model(model::Type type) {
  return "UNIVERSE U { PROPERTY subject : " + std::string(model::keyword_of(type)) + "; }";
}

std::string empty_model() { return "UNIVERSE U { ELEMENT E { } PROPERTY subject : E; }"; }

std::string array_model(std::uint32_t length) {
  return "UNIVERSE U { PROPERTY subject : INTEGER[" + std::to_string(length) + "]; }";
}

std::string nested_model(std::uint32_t depth) {
  std::string text = "UNIVERSE U { ELEMENT E0 { PROPERTY value : INTEGER; }\n";
  for (std::uint32_t level = 1; level < depth; ++level) {
    text += "ELEMENT E" + std::to_string(level) + " { PROPERTY inner : E" +
            std::to_string(level - 1) + "; }\n";
  }
  return text + "PROPERTY subject : E" + std::to_string(depth == 0 ? 0 : depth - 1) + "; }";
}

std::string text_model(std::uint32_t length) {
  return "UNIVERSE U { PROPERTY subject : STRING = \"" + std::string(length, 'x') + "\"; }";
}

}  // namespace orrery::workloads::model_language
