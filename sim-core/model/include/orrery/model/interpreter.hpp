// The interpreter: a model that can be read, changed while instances of it live, and asked.
//
// Every change is made from text and is all or nothing: an Outcome with errors means that nothing changed. One thread at a
// time; layouts and instances' bytes may be used by others meanwhile. Memory is bounded by Limits, except for the
// instances, whose number is the caller's business. Language: docs/formats/model-language.md.
//
// Source: uss-prototype-evaluation, section 6.3 (insert, replace, delete; dependencies; state).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orrery/model/diagnostic.hpp"
#include "orrery/model/kinds.hpp"
#include "orrery/model/layout.hpp"
#include "orrery/model/limits.hpp"

namespace orrery::model {

class Instance;
struct InstanceBlock;

struct [[nodiscard]] Outcome {
  ComponentId id = no_component;  // the first one that was defined
  Diagnostics errors;

  [[nodiscard]] bool ok() const { return errors.empty(); }
};

// What is known of one component.
struct ComponentInfo {
  Kind kind = Kind::none;
  std::string_view name;  // until the next change
  ComponentId parent = no_component;
  Type type = Type::none;
  ComponentId element = no_component;  // Type::element
  std::uint32_t length = 0;            // array length; 0: a single value
  Type target_type = Type::none;       // of a converter
  ComponentId target_element = no_component;
  ComponentId universe = no_component;  // of an entity
  std::uint32_t values = 0;             // of a constant, or initial ones
  std::uint32_t dependencies = 0;       // an application's, on this component
};

// An application's dependency on a component. Ids are used again once removed.
using DependencyId = std::uint32_t;

struct Notice {
  enum class What : std::uint8_t {
    changed,  // the component, something in it, or an element that it consists of
    removed,  // the component is gone, and the dependency with it
  };
  What what = What::changed;
  std::uint32_t token = 0;
  ComponentId component = no_component;  // no_component once removed
};

// Bytes that are in use, by what for.
struct Memory {
  std::size_t components = 0;
  std::size_t index = 0;
  std::size_t names = 0;
  std::size_t dependencies = 0;
  std::size_t values = 0;

  [[nodiscard]] std::size_t total() const {
    return components + index + names + dependencies + values;
  }
};

class Interpreter {
 public:
  static constexpr std::uint32_t greatest_token = 0x7fffffffU;

  explicit Interpreter(const Limits& limits = {});
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  ~Interpreter();  // destructs instances that still live

  // New definitions, put into a container. Text may be in the tokenised form.
  Outcome insert(std::string_view text, ComponentId into = root);
  // One definition of the same kind and name in the place of another. Those who use the old one, or what is in it, use the
  // new one then; live instances keep the state that still fits (Layout::carry_over).
  Outcome replace(ComponentId id, std::string_view text);
  // As insert, but a definition that has the name of an old one replaces it.
  Outcome interpret(std::string_view text, ComponentId into = root);
  // Refused while others use it. Its live instances are destructed.
  Outcome remove(ComponentId id);

  // By dotted name; no_component if there is none.
  [[nodiscard]] ComponentId find(std::string_view path) const;
  [[nodiscard]] bool alive(ComponentId id) const;
  [[nodiscard]] ComponentInfo info(ComponentId id) const;
  [[nodiscard]] std::string path(ComponentId id) const;
  [[nodiscard]] std::vector<ComponentId> children(ComponentId id) const;
  [[nodiscard]] std::uint32_t components() const;  // without the root
  // The component as the language says it; of the root, the whole model. Reading it gives the same again.
  [[nodiscard]] std::string text(ComponentId id = root) const;

  // Tells the listener from now on whenever the component changes; the token is the application's, at most
  // greatest_token. nullopt if there is no such component. The listener must not change the model.
  std::optional<DependencyId> depend(ComponentId on, std::uint32_t token);
  bool forget(DependencyId id);
  void on_notice(std::function<void(const Notice&)> listener);

  // Of an element, universe, entity or property; null for others.
  std::shared_ptr<const Layout> layout(ComponentId id);
  // A live instance, kept in step with the model. Empty (see Instance) for components that have no state.
  Instance construct(ComponentId id);
  [[nodiscard]] std::size_t instances() const;

  [[nodiscard]] Memory memory() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Owns an instance that the interpreter converts when its type changes; state() may move then. May outlive the interpreter,
// and is empty after that, or once its type was removed.
class Instance {
 public:
  Instance() = default;
  Instance(Instance&& other) noexcept;
  Instance& operator=(Instance&& other) noexcept;
  ~Instance();

  [[nodiscard]] bool empty() const;
  [[nodiscard]] const Layout& layout() const;  // of one that is not empty
  [[nodiscard]] std::byte* state() const;

 private:
  friend class Interpreter;
  explicit Instance(InstanceBlock* block) : block_(block) {}
  InstanceBlock* block_ = nullptr;
};

}  // namespace orrery::model
