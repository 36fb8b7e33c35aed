#include "truth.hpp"

#include <algorithm>

#include "orrery/model/compression.hpp"
#include "orrery/model/estimate.hpp"
#include "orrery/model/tokens.hpp"
#include "orrery/workloads/face/one_node.hpp"
#include "orrery/workloads/model_language/measure.hpp"

namespace orrery::workloads::model_language {

namespace {

using contracts::Check;
using model::ByteOrder;
using model::Interpreter;
using model::Kind;

constexpr std::size_t most_live_bytes = std::size_t{16} << 20;

std::string number(std::uint64_t value) { return std::to_string(value); }

// Returns the text of the model that `form` encodes, or its errors.
std::string read(const std::string& form) {
  Interpreter interpreter;
  const model::Outcome outcome = interpreter.insert(form);
  return outcome.ok() ? interpreter.text() : model::to_string(outcome.errors);
}

Check forms_check(const std::string& text) {
  Check check{"forms_agree", "Every form of the model says the same", true,
              "text, tokenised and compressed forms give the same components", ""};
  const std::string plain = read(text);
  const auto tokenised = model::tokenise(text);
  const auto expect = [&](const char* form, const base::Result<std::string>& given) {
    if (given && read(*given) == plain) return;
    check.holds = false;
    check.found += std::string(check.found.empty() ? "" : "; ") + form + " differs" +
                   (given ? "" : ": " + given.error().message);
  };
  expect("its own text, printed,", plain);
  expect("the tokenised form", tokenised);
  if (tokenised) {
    expect("the text from the tokenised form", model::detokenise(*tokenised));
    expect("the compressed tokenised form",
           model::decompress(model::compress(*tokenised), tokenised->size()));
  }
  expect("the compressed text", model::decompress(model::compress(text), text.size()));
  if (check.holds) check.found = check.expected;
  return check;
}

Check round_trip_check(const std::vector<Subject>& subjects, std::uint64_t seed) {
  Check check{"round_trip", "Unpacked states equal those that were packed", true,
              number(subjects.size()) + " instances, in both byte orders", ""};
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const State state(subjects[i].layout);
    fill(state.layout(), state.data(), seed, i);
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
      const State copy(subjects[i].layout);
      const std::vector<std::byte> packed = state.packed(order);
      if (copy.layout().unpack(packed, copy.data(), order).ok() && copy.packed(order) == packed &&
          copy.packed() == state.packed()) {
        continue;
      }
      check.holds = false;
      check.found += (check.found.empty() ? "not those of " : ", ") + subjects[i].path;
    }
  }
  if (check.holds) check.found = check.expected;
  return check;
}

// Inserts a property into a type with live instances, and removes it again: the instances must keep their values.
Check live_check(const std::string& text, const Subject& subject, std::uint64_t seed,
                 std::uint32_t wanted) {
  const std::size_t each = std::max<std::size_t>(1, subject.layout->size());
  const std::size_t count = std::clamp<std::size_t>(most_live_bytes / each, 1, wanted);
  Check check{"live_change", "Instances keep their values while their type changes", true,
              number(count) + " instances of " + subject.path + " with the same state", ""};
  Interpreter interpreter;
  const auto fail = [&](std::string why) {
    check.holds = false;
    check.found = std::move(why);
    return check;
  };
  if (const auto outcome = interpreter.insert(text); !outcome.ok()) {
    return fail(model::to_string(outcome.errors));
  }
  const model::ComponentId type = interpreter.find(subject.path);
  std::vector<model::Instance> living;
  std::vector<std::vector<std::byte>> before;
  const auto packed = [](const model::Instance& instance) {
    std::vector<std::byte> bytes(instance.layout().packed_size(instance.state()));
    instance.layout().pack(instance.state(), bytes);
    return bytes;
  };
  for (std::size_t i = 0; i < count; ++i) {
    living.push_back(interpreter.construct(type));
    fill(living[i].layout(), living[i].state(), seed, i);
    before.push_back(packed(living[i]));
  }
  std::string name = "probe";
  while (interpreter.find(subject.path + "." + name) != model::no_component) name += '_';
  auto outcome = interpreter.insert("PROPERTY " + name + " : INTEGER = 7;", type);
  if (outcome.ok()) outcome = interpreter.remove(outcome.id);
  if (!outcome.ok()) return fail(model::to_string(outcome.errors));
  std::size_t same = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!living[i].empty() && packed(living[i]) == before[i]) ++same;
  }
  if (same != count) return fail(number(same) + " of them");
  check.found = check.expected;
  return check;
}

Check formulae_check() {
  Interpreter interpreter;
  // Table 6.6.
  const auto outcome = interpreter.insert(
      "UNIVERSE U { ELEMENT Triangle { ELEMENT Vertex { PROPERTY coord : REAL[3]; } "
      "PROPERTY vertexList : Vertex[3]; } }");
  const auto said = [](std::uint64_t definition, std::uint64_t list, std::uint64_t coordinates) {
    return number(definition) + " B for the definition, " + number(list) + " B for a vertexList, " +
           number(coordinates) + " B for a coord";
  };
  Check check{"triangle_memory", "The formulae give the study's figures for its triangle", false,
              said(492, 276, 72), model::to_string(outcome.errors)};
  if (!outcome.ok()) return check;
  const auto qnx = [&](const char* path) {
    return model::estimate(interpreter, interpreter.find(path)).qnx;
  };
  check.found = said(qnx("U.Triangle").definition, qnx("U.Triangle.vertexList").instance,
                     qnx("U.Triangle.Vertex.coord").instance);
  check.holds = check.found == check.expected;
  return check;
}

Check memory_check() {
  Check check{"component_memory", "A component takes no more than in Table 6.5", true,
              "at most the smaller of both platforms' figures, for every kind", ""};
  for (const Kind kind : measured_kinds) {
    const std::uint64_t most = std::min(model::published_bytes(kind, model::Platform::qnx),
                                        model::published_bytes(kind, model::Platform::irix));
    const double found = component_bytes(kind);
    if (found <= static_cast<double>(most)) continue;
    check.holds = false;
    check.found += std::string(check.found.empty() ? "" : ", ") + std::string(to_string(kind)) +
                   ": " + std::to_string(found) + " B, not " + number(most);
  }
  if (check.holds) check.found = check.expected;
  return check;
}

}  // namespace

Truth find_truth(const std::string& text, const std::vector<Subject>& subjects, std::uint64_t seed,
                 std::uint32_t live_instances, const std::function<bool()>& stopped) {
  Truth truth;
  for (std::size_t i = 0; i < subjects.size() && !stopped(); ++i) {
    const State state(subjects[i].layout);
    fill(state.layout(), state.data(), seed, i);
    truth.state_checksum += checksum(state);
  }
  const std::uint64_t expected = oracle_checksum(subjects, seed, stopped);
  truth.checks.push_back({"state_checksum", "Packed states equal the oracle's, value after value",
                          truth.state_checksum == expected, hexadecimal(expected),
                          hexadecimal(truth.state_checksum)});
  truth.checks.push_back(round_trip_check(subjects, seed));
  truth.checks.push_back(live_check(text, subjects.front(), seed, live_instances));
  truth.checks.push_back(forms_check(text));
  truth.checks.push_back(formulae_check());
  truth.checks.push_back(memory_check());
  return truth;
}

}  // namespace orrery::workloads::model_language
