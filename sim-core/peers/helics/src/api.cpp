#include "api.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace orrery::peers::helics {

rti::Result<Api> Api::load() {
  const char* named = std::getenv("ORRERY_HELICS_LIBRARY");
  void* library = ::dlopen(named != nullptr ? named : "libhelics.so.3", RTLD_NOW | RTLD_LOCAL);
  const auto lacking = [](const char* why) {
    return rti::Error{rti::ErrorCode::RTIinternalError,
                      std::string("HELICS cannot be loaded: ") +
                          (why != nullptr ? why : "unknown") +
                          "; install the package helics (make setup) or name its libhelics.so in "
                          "ORRERY_HELICS_LIBRARY"};
  };
  if (library == nullptr) return lacking(::dlerror());
  Api api;
#define ORRERY_HELICS_LOAD(result, name, parameters)                    \
  {                                                                     \
    void* const found = ::dlsym(library, "helics" #name);               \
    if (found == nullptr) return lacking("helics" #name " is missing"); \
    std::memcpy(static_cast<void*>(&api.name), &found, sizeof found);   \
  }
  ORRERY_HELICS_FUNCTIONS(ORRERY_HELICS_LOAD)
#undef ORRERY_HELICS_LOAD
  return api;
}

}  // namespace orrery::peers::helics
