// The live instances of each component.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>

#include "change.hpp"
#include "layouts.hpp"

namespace orrery::model {

// The block that an Instance owns: 32 bytes besides the state.
struct InstanceBlock {
  struct Type;
  InstanceBlock* prev = nullptr;
  InstanceBlock* next = nullptr;
  Type* type = nullptr;  // null: the instance is empty
  std::byte* state = nullptr;

  ~InstanceBlock();
  void release();  // destructs and leaves the list
};

struct InstanceBlock::Type {
  std::shared_ptr<const Layout> layout;
  InstanceBlock* first = nullptr;
  std::size_t count = 0;
};

class Instances {
 public:
  explicit Instances(Layouts& layouts) : layouts_(layouts) {}
  Instances(const Instances&) = delete;
  Instances& operator=(const Instances&) = delete;
  ~Instances();

  InstanceBlock* construct(ComponentId id);
  // Called after a change and before its finish(): converts the affected instances, and destructs those of removed
  // components.
  void follow(const Change& change, const Definition& definition);
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool none() const { return types_.empty(); }

 private:
  using Type = InstanceBlock::Type;
  void convert(Type& type, std::shared_ptr<const Layout> layout);
  static void release_all(Type& type);

  Layouts& layouts_;
  std::unordered_map<ComponentId, std::unique_ptr<Type>> types_;
};

}  // namespace orrery::model
