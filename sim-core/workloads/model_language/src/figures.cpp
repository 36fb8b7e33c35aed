#include "figures.hpp"

#include <algorithm>
#include <cctype>

#include "orrery/model/check.hpp"

#include "batches.hpp"

namespace orrery::workloads::model_language {

namespace {

using contracts::Better;
using contracts::Metric;

Metric bytes(const std::string& name, const std::string& title, double value,
             Better better = Better::lower) {
  return {name, title, value, "B", better};
}

double real(std::uint64_t value) { return static_cast<double>(value); }

}  // namespace

void Figures::time(const std::string& name, const std::string& title, double ns) {
  const auto [known, fresh] = index_.try_emplace(name, figures_.size());
  if (fresh) figures_.push_back({name, title, {}});
  figures_[known->second].found.push_back(ns);
}

void Figures::operations(model::Kind kind, const OperationTimes& times) {
  const std::string word(model::to_string(kind));
  const std::string keyword(model::keyword_of(kind));
  time("insert." + word, "Insert " + keyword, times.insert_ns);
  time("replace." + word, "Replace " + keyword, times.replace_ns);
  time("delete." + word, "Delete " + keyword, times.remove_ns);
}

void Figures::texts(const TextTimes& times) {
  time("text.interpret", "Interpret the model", times.interpret_ns);
  time("text.tokenise", "Tokenise the model", times.tokenise_ns);
  time("text.compress", "Compress the model", times.compress_ns);
  time("text.decompress", "Decompress the model", times.decompress_ns);
}

void Figures::state(const std::string& of, const std::string& what, const StateTimes& times,
                    Orders orders) {
  time(of + ".construct", "Construct " + what, times.construct_ns);
  time(of + ".destruct", "Destruct " + what, times.destruct_ns);
  time(of + ".size", "Size " + what, times.size_ns);
  time(of + ".pack", "Pack " + what, times.pack_ns);
  time(of + ".unpack", "Unpack " + what, times.unpack_ns);
  if (orders == Orders::machine) return;
  time(of + ".pack_swapped", "Pack " + what + ", bytes swapped", times.pack_swapped_ns);
  time(of + ".unpack_swapped", "Unpack " + what + ", bytes swapped", times.unpack_swapped_ns);
}

void Figures::forget() {
  figures_.clear();
  index_.clear();
}

double Figures::median_of(const std::string& name) const {
  const auto known = index_.find(name);
  return known == index_.end() ? 0 : median(figures_[known->second].found);
}

std::vector<Metric> Figures::metrics() const {
  std::vector<Metric> metrics;
  metrics.reserve(figures_.size());
  for (const Figure& figure : figures_) {
    metrics.push_back({figure.name, figure.title, median(figure.found), "ns", Better::lower});
  }
  return metrics;
}

std::vector<Metric> size_metrics(const std::string& text) {
  const model::CheckReport report = model::check(text);
  const model::Estimate& estimate = report.estimate;
  const auto published = [](const std::string& name, const std::string& title,
                            std::uint64_t value) {
    return bytes(name, title, real(value), Better::neither);
  };
  std::vector<Metric> metrics{
      {"model.components", "Components of the model", real(report.components), "count",
       Better::neither},
      bytes("code.text", "Code of the model", real(report.code.text)),
      bytes("code.compressed", "Code, compressed", real(report.code.compressed)),
      bytes("code.tokenised", "Code, tokenised", real(report.code.tokenised)),
      bytes("code.tokenised_compressed", "Code, tokenised and compressed",
            real(report.code.tokenised_compressed)),
      bytes("memory.definition", "Memory of the definition", real(estimate.measured.definition)),
      published("memory.definition_qnx", "Memory of the definition, QNX formula",
                estimate.qnx.definition),
      published("memory.definition_irix", "Memory of the definition, IRIX formula",
                estimate.irix.definition),
      bytes("memory.names", "Memory of the names", real(report.names)),
      bytes("memory.instance", "Memory of an instance of each entity",
            real(estimate.measured.instance)),
      published("memory.instance_qnx", "Memory of the instances, QNX formula",
                estimate.qnx.instance),
      published("memory.instance_irix", "Memory of the instances, IRIX formula",
                estimate.irix.instance),
  };
  for (const model::Kind kind : measured_kinds) {
    const std::string word(model::to_string(kind));
    metrics.push_back(
        bytes("bytes." + word, "Memory of a component, " + word, component_bytes(kind)));
  }
  // Table 6.4. A string without its text takes a slot in its instance, and the length of the text.
  for (const model::Type type :
       {model::Type::integer, model::Type::real, model::Type::boolean, model::Type::string}) {
    const std::size_t length = type == model::Type::string ? sizeof(std::uint32_t) : 0;
    std::string word(model::keyword_of(type));
    const std::string title = "Memory of a value, " + word;
    std::ranges::transform(word, word.begin(), [](unsigned char letter) {
      return static_cast<char>(std::tolower(letter));
    });
    metrics.push_back(bytes("bytes." + word, title, real(model::width_of(type) + length)));
  }
  // Table 6.6.
  model::Interpreter interpreter;
  if (interpreter
          .insert("UNIVERSE U { ELEMENT Triangle { ELEMENT Vertex { PROPERTY coord : REAL[3]; } "
                  "PROPERTY vertexList : Vertex[3]; } }")
          .ok()) {
    const auto measured = [&](const char* path) {
      return model::estimate(interpreter, interpreter.find(path)).measured;
    };
    metrics.push_back(bytes("triangle.definition", "Memory of the study's triangle",
                            real(measured("U.Triangle").definition)));
    metrics.push_back(bytes("triangle.vertex_list", "Memory of a vertexList",
                            real(measured("U.Triangle.vertexList").instance)));
    metrics.push_back(bytes("triangle.coord", "Memory of a coord",
                            real(measured("U.Triangle.Vertex.coord").instance)));
    const std::size_t before = interpreter.memory().dependencies;
    interpreter.depend(interpreter.find("U.Triangle"), 1);
    metrics.push_back(bytes("bytes.dependency", "Memory of a dependency",
                            real(interpreter.memory().dependencies - before)));
  }
  return metrics;
}

}  // namespace orrery::workloads::model_language
