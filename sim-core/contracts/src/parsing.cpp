#include <nlohmann/json.hpp>

#include "orrery/contracts/json.hpp"
#include "orrery/contracts/text.hpp"

namespace orrery::contracts {

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    throw ContractError("malformed", "", clip(text, 80),
                        std::string("JSON (") + error.what() + ")");
  }
}

}  // namespace orrery::contracts
