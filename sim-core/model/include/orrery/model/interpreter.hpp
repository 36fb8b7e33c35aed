// The interpreter holds a model. It reads definitions, changes them while instances live, and answers queries.
//
// Every change is given as text, and is all or nothing: an Outcome with errors means that nothing has changed. One thread
// at a time may call; others may use layouts and the bytes of instances meanwhile. Limits bounds the memory, except for
// instances, whose number the caller decides. Language: docs/formats/model-language.md.
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

#include "orrery/model/condition.hpp"
#include "orrery/model/diagnostic.hpp"
#include "orrery/model/kinds.hpp"
#include "orrery/model/layout.hpp"
#include "orrery/model/limits.hpp"

namespace orrery::model {

class Instance;
struct InstanceBlock;

struct [[nodiscard]] Outcome {
  ComponentId id = no_component;  // the first component that was defined
  Diagnostics errors;

  [[nodiscard]] bool ok() const { return errors.empty(); }
};

// Information about one component.
struct ComponentInfo {
  Kind kind = Kind::none;
  std::string_view name;  // valid until the next change
  ComponentId parent = no_component;
  Type type = Type::none;
  ComponentId element = no_component;  // Type::element
  std::uint32_t length = 0;            // array length; 0: a single value
  Type target_type = Type::none;       // of a converter
  ComponentId target_element = no_component;
  ComponentId universe = no_component;  // of an entity
  std::uint32_t values = 0;  // of a constant, initial values of a property, words of a constraint
  std::uint32_t uses = 0;    // of properties and constants by a constraint
  std::uint32_t dependencies = 0;  // of applications, on this component
};

// An application's dependency on a component. The id of a removed dependency is used again.
using DependencyId = std::uint32_t;

struct Notice {
  enum class What : std::uint8_t {
    changed,  // the component, its contents, or an element that it uses
    removed,  // the component is gone, and the dependency with it
  };
  What what = What::changed;
  std::uint32_t token = 0;
  ComponentId component = no_component;  // no_component if removed
};

// Bytes in use, by purpose.
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
  ~Interpreter();  // destructs live instances

  // Inserts new definitions into a container. The text may be in the tokenised form.
  Outcome insert(std::string_view text, ComponentId into = root);
  // Replaces a component by one definition of the same kind and name. Components that use the old one, or its contents,
  // then use the new one. Live instances keep the state that still fits (Layout::carry_over()).
  Outcome replace(ComponentId id, std::string_view text);
  // Like insert(), but a definition with the name of an existing component replaces it.
  Outcome interpret(std::string_view text, ComponentId into = root);
  // Removes a component and destructs its live instances. Fails while other components use it.
  Outcome remove(ComponentId id);

  // Finds a component by its dotted name; no_component if there is none.
  [[nodiscard]] ComponentId find(std::string_view path) const;
  [[nodiscard]] bool alive(ComponentId id) const;
  [[nodiscard]] ComponentInfo info(ComponentId id) const;
  [[nodiscard]] std::string path(ComponentId id) const;
  [[nodiscard]] std::vector<ComponentId> children(ComponentId id) const;
  [[nodiscard]] std::uint32_t components() const;  // without the root
  // The component as text in the language; for the root, the whole model. Reading the text gives the same model again.
  [[nodiscard]] std::string text(ComponentId id = root) const;

  // Notifies the listener of each change of the component from now on, with the application's token, at most
  // greatest_token. Returns nullopt if there is no such component or the token is too large. The listener must not change
  // the model.
  std::optional<DependencyId> depend(ComponentId on, std::uint32_t token);
  bool forget(DependencyId id);
  void on_notice(std::function<void(const Notice&)> listener);

  // The layout of an element, universe, entity or property; null for other kinds.
  std::shared_ptr<const Layout> layout(ComponentId id);
  // Compiles a constraint for the layout of its entity. Nullopt for other kinds.
  std::optional<Condition> condition(ComponentId constraint);
  // Makes a live instance that follows the changes of the model. Empty (see Instance) for components without a layout.
  Instance construct(ComponentId id);
  [[nodiscard]] std::size_t instances() const;

  [[nodiscard]] Memory memory() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Owns an instance. The interpreter converts the instance when its type changes; state() may move then. An Instance may
// outlive the interpreter. It is empty after that, and after its type has been removed.
class Instance {
 public:
  Instance() = default;
  Instance(Instance&& other) noexcept;
  Instance& operator=(Instance&& other) noexcept;
  ~Instance();

  [[nodiscard]] bool empty() const;
  [[nodiscard]] const Layout& layout() const;  // the instance must not be empty
  [[nodiscard]] std::byte* state() const;

 private:
  friend class Interpreter;
  explicit Instance(InstanceBlock* block) : block_(block) {}
  InstanceBlock* block_ = nullptr;
};

}  // namespace orrery::model
