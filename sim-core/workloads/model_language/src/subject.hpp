// The model of a run, and instances of what it has: of each entity, of a model without entities each universe. Their
// values come from the run's seed, so that the packed states are known to whoever has seed and model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/model/interpreter.hpp"

namespace orrery::workloads::model_language {

// Bytes of all subjects' instances together; a run holds a few copies of them.
inline constexpr std::size_t most_subject_bytes = std::size_t{64} << 20;

// A constructed instance that is destructed in the end.
class State {
 public:
  explicit State(std::shared_ptr<const model::Layout> layout)
      : layout_(std::move(layout)), bytes_(std::make_unique<std::byte[]>(layout_->size() + 1)) {
    layout_->construct(bytes_.get());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { layout_->destruct(bytes_.get()); }

  [[nodiscard]] std::byte* data() const { return bytes_.get(); }
  [[nodiscard]] const model::Layout& layout() const { return *layout_; }
  [[nodiscard]] std::vector<std::byte> packed(model::ByteOrder order = model::native_order) const;

 private:
  std::shared_ptr<const model::Layout> layout_;
  std::unique_ptr<std::byte[]> bytes_;
};

struct Subject {
  std::string path;
  model::ComponentId id = model::no_component;
  std::shared_ptr<const model::Layout> layout;
};

// Empty or too large a model is an error, with what to do about it.
base::Result<std::vector<Subject>> subjects_of(model::Interpreter& interpreter);

// Values of subject number `index` in a run with this seed.
void fill(const model::Layout& layout, std::byte* state, std::uint64_t seed, std::uint64_t index);

// Of the packed states of a subject in both byte orders: as Layout packs them, and by the oracle, which knows nothing of
// layouts' compiled steps and writes value after value, byte after byte.
std::uint64_t checksum(const State& state);
std::uint64_t oracle_checksum(const State& state);

// Of all subjects of a model.
std::uint64_t oracle_checksum(const std::vector<Subject>& subjects, std::uint64_t seed,
                              const std::function<bool()>& stopped);

}  // namespace orrery::workloads::model_language
