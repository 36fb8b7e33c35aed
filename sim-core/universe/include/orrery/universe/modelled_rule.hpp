// The rule of an entity whose state a model in the universe modelling language defines: which of its properties are monitored,
// and what a change makes of them. Pure and immutable, so that the oracle can follow it without the engine; any thread.
//
// An instance is the model's (model/layout.hpp), at first with its initial values. A change gives every value of every
// monitored property another that follows from all that the property held before, from the run's seed, the entity and the
// step: a lost change is seen for ever. Other properties stay as they are.
//
// Source: uss-prototype-evaluation, section 6.3 (entities hold state that the language defines).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "orrery/base/result.hpp"
#include "orrery/model/layout.hpp"
#include "orrery/universe/system.hpp"

namespace orrery::universe {

inline constexpr std::size_t greatest_instance_bytes = 65'536;

class ModelledRule {
 public:
  struct Run {
    model::Type type = model::Type::none;
    std::size_t offset = 0;  // in an instance
    std::size_t count = 0;
  };
  struct Property {
    std::string name;
    std::size_t offset = 0;
    std::size_t bytes = 0;  // also when packed in the machine's byte order
    std::vector<Run> runs;
  };

  // Monitors the layout's first `monitors` properties that can be: texts have no fixed size, and elements may be empty.
  // Refused if there are not so many, with the names of those there are, or if an instance is too large.
  static base::Result<ModelledRule> of(std::shared_ptr<const model::Layout> layout,
                                       std::uint32_t monitors);

  [[nodiscard]] const model::Layout& layout() const { return *layout_; }
  [[nodiscard]] const std::vector<Property>& monitored() const { return monitored_; }
  // Of the largest monitored property.
  [[nodiscard]] std::size_t greatest_bytes() const;

  void change(std::uint64_t seed, EntityId id, Step step, std::uint32_t property,
              std::byte* instance) const;

 private:
  ModelledRule() = default;

  std::shared_ptr<const model::Layout> layout_;
  std::vector<Property> monitored_;
};

}  // namespace orrery::universe
