#include "instances.hpp"

#include <utility>
#include <vector>

#include "orrery/model/interpreter.hpp"

namespace orrery::model {

void InstanceBlock::release() {
  if (type == nullptr) return;
  type->layout->destruct(state);
  delete[] state;
  state = nullptr;
  if (prev != nullptr) {
    prev->next = next;
  } else {
    type->first = next;
  }
  if (next != nullptr) next->prev = prev;
  --type->count;
  type = nullptr;
}

InstanceBlock::~InstanceBlock() { release(); }

Instances::~Instances() {
  for (auto& [id, type] : types_) release_all(*type);
}

void Instances::release_all(Type& type) {
  while (type.first != nullptr) type.first->release();
}

InstanceBlock* Instances::construct(ComponentId id) {
  std::unique_ptr<Type>& type = types_[id];
  if (!type) type = std::make_unique<Type>();
  if (!type->layout) type->layout = layouts_.of(id);
  auto state = std::make_unique<std::byte[]>(type->layout->size());
  auto block = std::make_unique<InstanceBlock>();
  type->layout->construct(state.get());
  block->state = state.release();
  block->type = type.get();
  block->next = type->first;
  if (type->first != nullptr) type->first->prev = block.get();
  type->first = block.get();
  ++type->count;
  return block.release();
}

void Instances::convert(Type& type, std::shared_ptr<const Layout> layout) {
  for (InstanceBlock* block = type.first; block != nullptr; block = block->next) {
    auto state = std::make_unique<std::byte[]>(layout->size());
    layout->construct(state.get());
    layout->carry_over(*type.layout, block->state, state.get());
    type.layout->destruct(block->state);
    delete[] block->state;
    block->state = state.release();
  }
  type.layout = std::move(layout);
}

void Instances::follow(const Change& change, const Definition& definition) {
  std::vector<std::pair<ComponentId, std::unique_ptr<Type>>> moved;
  for (auto each = types_.begin(); each != types_.end();) {
    const auto& [id, type] = *each;
    const Component& component = definition.components[id];
    if (type->count == 0) {
      each = types_.erase(each);
      continue;
    }
    if (component.has(Component::displaced)) {
      const ComponentId instead = change.counterpart(id);
      if (instead == no_component) {
        release_all(*type);
      } else {
        convert(*type, layouts_.of(instead));
        moved.emplace_back(instead, std::move(each->second));
      }
      each = types_.erase(each);
      continue;
    }
    // A property is a type too, and affected if its container is.
    const ComponentId container = component.kind == Kind::property ? component.parent : id;
    if (definition.components[container].has(Component::affected)) convert(*type, layouts_.of(id));
    ++each;
  }
  for (auto& [id, type] : moved) types_[id] = std::move(type);
}

std::size_t Instances::count() const {
  std::size_t count = 0;
  for (const auto& [id, type] : types_) count += type->count;
  return count;
}

Instance::Instance(Instance&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}

Instance& Instance::operator=(Instance&& other) noexcept {
  if (this != &other) {
    delete block_;
    block_ = std::exchange(other.block_, nullptr);
  }
  return *this;
}

Instance::~Instance() { delete block_; }
bool Instance::empty() const { return block_ == nullptr || block_->type == nullptr; }
const Layout& Instance::layout() const { return *block_->type->layout; }
std::byte* Instance::state() const { return block_->state; }

}  // namespace orrery::model
