#include <algorithm>
#include <stdexcept>

#include "orrery/workloads/face/makers.hpp"
#include "orrery/workloads/face/one_node.hpp"

#include "figures.hpp"
#include "subject.hpp"
#include "truth.hpp"

namespace orrery::workloads {

namespace model_language {
namespace {

using contracts::Better;
using contracts::ModelLanguagePlan;

constexpr std::string_view state_operations[] = {"construct", "destruct", "size", "pack", "unpack"};

// 1, 10, 100 and so on below `greatest`, then `greatest`.
std::vector<std::uint32_t> array_lengths(std::uint32_t greatest) {
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t length = 1; length < greatest; length *= 10) lengths.push_back(length);
  lengths.push_back(greatest);
  return lengths;
}

std::string counted(std::uint32_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

class ModelLanguageRun final : public OneNode {
 public:
  explicit ModelLanguageRun(const contracts::WorkerPlan& given)
      : OneNode(given), load_(std::get<ModelLanguagePlan>(given.workload)) {}

  std::uint64_t oracle(const std::function<bool()>& stopped) override;

 protected:
  MayFail make_ready() override;
  [[nodiscard]] Progress describe() const override {
    return {"Figures", "figure_time", "Time of a figure",
            works_.size() * static_cast<std::uint64_t>(load_.rounds)};
  }
  MayFail warm_up() override;
  MayFail measure() override;
  MayFail verify(contracts::WorkerResult& result) override;
  [[nodiscard]] std::vector<contracts::Metric> figures() const override;

 private:
  // Reads the plan's model. Failures: `bad_plan`, if the model has errors or cannot be measured.
  MayFail read_model();
  void plan_definitions();
  void plan_states();
  void plan_state(const std::string& of, const std::string& what, const std::string& model_text,
                  Figures::Orders orders = Figures::Orders::machine);
  MayFail round();
  void add_arrays(std::vector<contracts::Metric>& metrics) const;

  const ModelLanguagePlan load_;
  Effort effort_;
  std::vector<Subject> subjects_;
  std::vector<std::function<void()>> works_;  // of a round; each adds 1 to progress()
  Figures figures_;
  std::vector<contracts::Metric> sizes_;
};

MayFail ModelLanguageRun::read_model() {
  model::Interpreter interpreter;
  const std::string remedy =
      "correct workload.model; `orrery model check` and the form of a new run show where";
  if (const auto outcome = interpreter.insert(load_.model_text); !outcome.ok()) {
    return refused(
        "the model " + load_.model_name + " has errors: " + model::to_string(outcome.errors),
        remedy);
  }
  auto subjects = subjects_of(interpreter);
  if (!subjects) return refused(subjects.error().message, remedy);
  subjects_ = std::move(*subjects);
  return {};
}

MayFail ModelLanguageRun::make_ready() {
  if (auto failure = read_model()) return failure;
  effort_.figure_ns = std::int64_t{load_.figure_us} * 1000;
  effort_.stopped = [this] { return stop().load(std::memory_order_relaxed); };
  plan_definitions();
  plan_states();
  return {};
}

void ModelLanguageRun::plan_definitions() {
  for (const model::Kind kind : operation_kinds) {
    works_.push_back([this, kind] { figures_.operations(kind, time_operations(kind, effort_)); });
  }
  works_.push_back([this] {
    const DependencyTimes times = time_dependencies(effort_);
    figures_.time("dependency.add", "Add a dependency", times.add_ns);
    figures_.time("dependency.delete", "Delete a dependency", times.remove_ns);
  });
  works_.push_back([this] {
    const LiveTimes times =
        time_live_change(static_cast<std::uint32_t>(load_.live_instances), effort_);
    figures_.time("live.insert", "Insert a property, for each live instance", times.insert_ns);
    figures_.time("live.delete", "Delete a property, for each live instance", times.remove_ns);
  });
  works_.push_back([this] { figures_.texts(time_text(load_.model_text, effort_)); });
}

void ModelLanguageRun::plan_state(const std::string& of, const std::string& what,
                                  const std::string& model_text, Figures::Orders orders) {
  works_.push_back([this, of, what, orders, layout = subject_layout(model_text)] {
    figures_.state(of, what, time_state(*layout, effort_), orders);
  });
}

void ModelLanguageRun::plan_states() {
  using enum Figures::Orders;
  plan_state("integer", "an integer", type_model(model::Type::integer), both);
  plan_state("real", "a real", type_model(model::Type::real));
  plan_state("boolean", "a boolean", type_model(model::Type::boolean));
  // The title leaves out the length, so that runs of different lengths can be compared by name.
  plan_state("string", "a string", text_model(static_cast<std::uint32_t>(load_.string_length)),
             both);
  for (const std::uint32_t length : array_lengths(static_cast<std::uint32_t>(load_.array_length))) {
    plan_state("array." + std::to_string(length), "an array of " + counted(length, "integer"),
               array_model(length), both);
  }
  plan_state("nested.0", "an empty element", empty_model());
  for (std::uint32_t depth = 1; depth <= static_cast<std::uint32_t>(load_.nesting); ++depth) {
    plan_state("nested." + std::to_string(depth), "an element of " + counted(depth, "level"),
               nested_model(depth));
  }
  works_.push_back([this] {
    StateTimes all;
    for (const Subject& subject : subjects_) all += time_state(*subject.layout, effort_);
    figures_.state("instance", "an instance of each entity", all, both);
  });
}

MayFail ModelLanguageRun::round() {
  for (const auto& work : works_) {
    work();
    if (stop().load(std::memory_order_relaxed)) {
      return Failure{"stopped", "worker", "stopped while it measured", ""};
    }
    progress().fetch_add(1, std::memory_order_relaxed);
  }
  return {};
}

MayFail ModelLanguageRun::warm_up() {
  if (auto failure = round()) return failure;
  figures_.forget();
  progress().store(0, std::memory_order_relaxed);
  return {};
}

MayFail ModelLanguageRun::measure() {
  for (std::int64_t i = 0; i < load_.rounds; ++i) {
    if (auto failure = round()) return failure;
  }
  return {};
}

MayFail ModelLanguageRun::verify(contracts::WorkerResult& result) {
  const auto stopped = [this] { return stop().load(std::memory_order_relaxed); };
  Truth truth = find_truth(load_.model_text, subjects_, plan().seed,
                           static_cast<std::uint32_t>(load_.live_instances), stopped);
  if (stopped()) return Failure{"stopped", "worker", "stopped while it checked", ""};
  result.checks = std::move(truth.checks);
  result.run_state_checksum = truth.state_checksum;
  sizes_ = size_metrics(load_.model_text);
  return {};
}

// Adds metrics of the greatest array and the deepest element, under names without their sizes; the time of one more integer
// (Table 6.8); and bytes per second.
void ModelLanguageRun::add_arrays(std::vector<contracts::Metric>& metrics) const {
  const std::string greatest = "array." + std::to_string(load_.array_length) + ".";
  const std::string deepest = "nested." + std::to_string(load_.nesting) + ".";
  const double more = static_cast<double>(load_.array_length - 1);
  for (const std::string_view operation : state_operations) {
    const std::string word(operation);
    const double rise = figures_.median_of(greatest + word) - figures_.median_of("array.1." + word);
    metrics.push_back({"greatest_array." + word, "Greatest array, " + word,
                       figures_.median_of(greatest + word), "ns", Better::lower});
    metrics.push_back({"deepest." + word, "Deepest element, " + word,
                       figures_.median_of(deepest + word), "ns", Better::lower});
    metrics.push_back({"each_integer." + word, "One more integer, " + word,
                       std::max(0.0, rise / more), "ns", Better::lower});
  }
  constexpr std::pair<const char*, const char*> rates[] = {
      {"pack", "pack"},
      {"unpack", "unpack"},
      {"pack_swapped", "pack with bytes swapped"},
      {"unpack_swapped", "unpack with bytes swapped"}};
  for (const auto& [operation, words] : rates) {
    const double ns = figures_.median_of(greatest + operation);
    metrics.push_back({std::string("array_rate.") + operation,
                       std::string("Greatest array, bytes a second, ") + words,
                       ns > 0 ? 4.0 * static_cast<double>(load_.array_length) / ns : 0, "GB/s",
                       Better::higher});
  }
}

std::vector<contracts::Metric> ModelLanguageRun::figures() const {
  std::vector<contracts::Metric> metrics = figures_.metrics();
  add_arrays(metrics);
  metrics.insert(metrics.end(), sizes_.begin(), sizes_.end());
  return metrics;
}

std::uint64_t ModelLanguageRun::oracle(const std::function<bool()>& stopped) {
  if (const auto failure = read_model()) throw std::invalid_argument(failure->message);
  return oracle_checksum(subjects_, plan().seed, stopped);
}

}  // namespace
}  // namespace model_language

std::unique_ptr<Workload> make_model_language(const contracts::WorkerPlan& plan) {
  return std::make_unique<model_language::ModelLanguageRun>(plan);
}

}  // namespace orrery::workloads
