// Strict reading of contract documents from JSON, and writing. Every field must be there, no other may be, and each must be of
// its type, in its range, of its form; what is not throws ContractError with path, value and what was expected; so does text
// that is not JSON. Writing does not validate: keep texts in their length with `clip`.
//
//   WorkerPlan plan = read_text<WorkerPlan>(text);      from text
//   AgentSays says = read<AgentSays>(json);             from parsed JSON
//   std::string line = write_line(WorkerSays{Ready{}}); one line without its end
//   Json json = write(value);
//
// The documents are those at the end of src/json.cpp. No state; safe from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "orrery/contracts/contracts.hpp"

namespace orrery::contracts {

using Json = nlohmann::json;

// A document that is not as its contract says. `code` is one of: malformed, type, missing, unknown_key, range, length, pattern,
// choice, tag; the same codes as the shared fixtures use.
class ContractError : public std::runtime_error {
 public:
  ContractError(std::string code, std::string path, std::string value, std::string expected)
      : std::runtime_error((path.empty() ? std::string("the document") : path) + ": expected " +
                           expected + (value.empty() ? std::string() : ", got " + value)),
        code_(std::move(code)),
        path_(std::move(path)),
        value_(std::move(value)),
        expected_(std::move(expected)) {}

  const std::string& code() const { return code_; }
  // As in `workload.entities_by_node[1]`; empty for the document itself.
  const std::string& path() const { return path_; }
  // As JSON, shortened; empty if it is missing.
  const std::string& value() const { return value_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string code_;
  std::string path_;
  std::string value_;
  std::string expected_;
};

template <typename Document>
Document read(const Json& json);
template <typename Document>
Document read_text(std::string_view text);
template <typename Document>
Json write(const Document& document);
template <typename Document>
std::string write_line(const Document& document);

// Text to JSON; what is not JSON throws ContractError with code `malformed`.
Json parse_json(std::string_view text);

}  // namespace orrery::contracts
