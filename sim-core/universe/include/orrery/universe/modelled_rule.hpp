// The rule of an entity whose state is defined by a model in the universe modelling language: which properties are
// monitored, and how they change. Pure and immutable, so the oracle can compute it without the engine; any thread.
//
// An instance has the model's layout (model/layout.hpp) and begins with its initial values. A change gives every value of
// every monitored property a new value, which depends on the whole property before, the run's seed, the entity and the
// step. So a lost change alters all later states. Other properties do not change.
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
    std::size_t bytes = 0;  // the same when packed in the machine's byte order
    std::vector<Run> runs;
  };

  // Monitors the first `monitors` properties of the layout that can be monitored. Strings cannot, since they have no fixed
  // size, nor can empty elements. Errors: invalid_argument if there are fewer, naming those there are; too_big if an
  // instance has more than greatest_instance_bytes.
  static base::Result<ModelledRule> of(std::shared_ptr<const model::Layout> layout,
                                       std::uint32_t monitors);

  [[nodiscard]] const model::Layout& layout() const { return *layout_; }
  [[nodiscard]] const std::vector<Property>& monitored() const { return monitored_; }
  // Bytes of the largest monitored property.
  [[nodiscard]] std::size_t greatest_bytes() const;

  void change(std::uint64_t seed, EntityId id, Step step, std::uint32_t property,
              std::byte* instance) const;

 private:
  ModelledRule() = default;

  std::shared_ptr<const model::Layout> layout_;
  std::vector<Property> monitored_;
};

}  // namespace orrery::universe
