// The model of a run, and an instance of each of its entities, or of each universe if it has no entity. Their values come
// from the run's seed, so that seed and model determine the packed states.
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

// Greatest size of the instances of all subjects together, in bytes. A run holds a few copies of them.
inline constexpr std::size_t most_subject_bytes = std::size_t{64} << 20;

// A constructed instance; the destructor destructs it.
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

// Errors: invalid_argument, with a remedy, if the model has no entity and no universe, or its instances exceed
// most_subject_bytes.
base::Result<std::vector<Subject>> subjects_of(model::Interpreter& interpreter);

// Writes the values of subject number `index`, in a run with this seed, to `state`.
void fill(const model::Layout& layout, std::byte* state, std::uint64_t seed, std::uint64_t index);

// Checksums of the packed states of a subject in both byte orders. checksum() packs with Layout. oracle_checksum() uses none
// of Layout's compiled steps: it writes value after value, byte after byte.
std::uint64_t checksum(const State& state);
std::uint64_t oracle_checksum(const State& state);

// The sum over all subjects of a model; incomplete once `stopped` has returned true.
std::uint64_t oracle_checksum(const std::vector<Subject>& subjects, std::uint64_t seed,
                              const std::function<bool()>& stopped);

}  // namespace orrery::workloads::model_language
