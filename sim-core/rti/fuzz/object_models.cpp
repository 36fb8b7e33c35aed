// Files of object models, XML and lists: what is read can be merged or is refused with a reason.
#include <cstdlib>
#include <string>

#include "orrery/rti/object_model.hpp"

using namespace orrery::rti;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const auto module = parse_fom(std::string(reinterpret_cast<const char*>(bytes), size), "fuzz");
  if (!module) {
    if (module.error().message.empty()) std::abort();
    return 0;
  }
  if (const auto twice = ObjectModel::merge({*module, *module}); !twice) {
    if (twice.error().message.empty()) std::abort();
  }
  const auto model = ObjectModel::merge({*module});
  if (!model) return 0;
  for (const ObjectClass& each : model->object_classes()) {
    if (each.attributes.size() > most_attributes || !model->has(each.parent)) std::abort();
  }
  return 0;
}
