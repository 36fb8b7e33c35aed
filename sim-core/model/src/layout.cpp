#include "orrery/model/layout.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "text_slot.hpp"

namespace orrery::model {

Layout::Layout(std::vector<Field> fields) : fields_(std::move(fields)) {
  for (Field& field : fields_) {
    field.offset = static_cast<std::uint32_t>(size_);
    size_ += field.bytes();
    has_strings_ = has_strings_ || field.type == Type::string ||
                   (field.element && field.element->has_strings_);
    has_booleans_ = has_booleans_ || field.type == Type::boolean ||
                    (field.element && field.element->has_booleans_);
    has_initials_ =
        has_initials_ || !field.initial.empty() || (field.element && field.element->has_initials_);
  }
  compile();
}

void Layout::compile() {
  for (const Field& field : fields_) {
    Op op{Op::Code::words4, field.offset, field.count(), nullptr};
    switch (field.type) {
      case Type::none:
        continue;
      case Type::integer:
      case Type::real:
        break;
      case Type::long_integer:
      case Type::double_real:
        op.code = Op::Code::words8;
        break;
      case Type::boolean:
        op.code = Op::Code::booleans;
        break;
      case Type::string:
        op.code = Op::Code::strings;
        break;
      case Type::element: {
        const Layout& element = *field.element;
        if (element.size() == 0) continue;
        op.code = Op::Code::elements;
        op.element = &element;
        // An array of elements that are one run each is one longer run.
        if (element.ops_.size() == 1 && element.ops_[0].code != Op::Code::elements) {
          op = {element.ops_[0].code, field.offset, field.count() * element.ops_[0].count, nullptr};
        }
        break;
      }
    }
    add_op(op);
  }
}

void Layout::add_op(Op op) {
  if (!ops_.empty() && op.code != Op::Code::elements && ops_.back().code == op.code) {
    ops_.back().count += op.count;  // fields lie without gaps
    return;
  }
  ops_.push_back(op);
}

void Layout::construct(std::byte* state) const {
  if (size_ == 0) return;
  std::memset(state, 0, size_);
  if (has_initials_) initialise(state);
}

void Layout::initialise(std::byte* state) const {
  for (const Field& field : fields_) {
    const std::size_t width = field.width();
    std::byte* to = state + field.offset;
    if (field.element) {
      if (!field.element->has_initials_) continue;
      for (std::uint32_t i = 0; i < field.count(); ++i) field.element->initialise(to + i * width);
      continue;
    }
    if (field.initial.empty()) continue;
    for (std::uint32_t i = 0; i < field.count(); ++i) {
      const std::uint64_t bits = field.initial[field.initial.size() == 1 ? 0 : i];
      if (field.type == Type::string) {
        set_text(to + i * width, field.initial_texts[bits]);
      } else {
        std::memcpy(to + i * width, &bits, width);
      }
    }
  }
}

void Layout::destruct(std::byte* state) const {
  if (!has_strings_) return;
  for (const Op& op : ops_) {
    if (op.code == Op::Code::strings) {
      for (std::uint32_t i = 0; i < op.count; ++i) drop_text(state + op.offset + i * sizeof(char*));
    } else if (op.code == Op::Code::elements && op.element->has_strings_) {
      for (std::uint32_t i = 0; i < op.count; ++i) {
        op.element->destruct(state + op.offset + i * op.element->size_);
      }
    }
  }
}

std::optional<Layout::Place> Layout::place(std::string_view path) const {
  const Layout* layout = this;
  std::size_t base = 0;
  for (;;) {
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    const std::string_view name = path.substr(0, end);
    const auto field = std::ranges::find(layout->fields_, name, &Field::name);
    if (field == layout->fields_.end()) return std::nullopt;
    path.remove_prefix(end);
    std::size_t offset = base + field->offset;
    std::uint32_t count = field->count();
    if (path.starts_with('[')) {
      std::uint32_t index = 0;
      const auto [behind, error] =
          std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (error != std::errc{} || behind == path.data() + path.size() || *behind != ']') {
        return std::nullopt;
      }
      if (index >= count) return std::nullopt;
      path.remove_prefix(static_cast<std::size_t>(behind + 1 - path.data()));
      offset += index * field->width();
      count = 1;
    }
    if (path.empty()) {
      return Place{field->type, static_cast<std::uint32_t>(offset), count, field->element.get()};
    }
    if (!path.starts_with('.') || !field->element || count != 1) return std::nullopt;
    path.remove_prefix(1);
    base = offset;
    layout = field->element.get();
  }
}

}  // namespace orrery::model
