// Fuzzes models: any bytes are the text. A valid model is changed by its own text, packed and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "orrery/model/check.hpp"
#include "orrery/model/compression.hpp"
#include "orrery/model/interpreter.hpp"

namespace {

using namespace orrery::model;

void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)decompress(text, 1 << 16);
  Limits limits;
  limits.instance_bytes = 1 << 20;
  Interpreter interpreter(limits);
  if (!interpreter.insert(text).ok()) {
    must(interpreter.components() == 0);
    return 0;
  }
  std::vector<Instance> instances;
  for (const ComponentId id : interpreter.children(root)) {
    instances.push_back(interpreter.construct(id));
  }
  for (const ComponentId id : interpreter.children(root)) {
    for (const ComponentId child : interpreter.children(id)) {
      const auto condition = interpreter.condition(child);
      const Instance instance = condition ? interpreter.construct(id) : Instance();
      if (condition) (void)condition->holds(instance.state());
    }
  }
  const std::string printed = interpreter.text();
  must(interpreter.interpret(text).ok());
  must(interpreter.text() == printed);
  for (const Instance& instance : instances) {
    std::vector<std::byte> packed(instance.layout().packed_size(instance.state()));
    must(instance.layout().pack(instance.state(), packed, ByteOrder::big) == packed.size());
    must(instance.layout().unpack(packed, instance.state(), ByteOrder::big).ok());
  }
  return 0;
}
