#include "model.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "orrery/base/process.hpp"
#include "orrery/model/estimate.hpp"
#include "orrery/workloads/model_language/measure.hpp"

namespace orrery::bench {

namespace {

using workloads::model_language::Effort;

// Table 6.7, Pentium, in milliseconds: a thousandth of it is as many microseconds, and the mark.
struct Published {
  model::Kind kind;
  double insert_ms;
  double replace_ms;
  double remove_ms;
};
constexpr Published published[] = {{model::Kind::element, 0.308, 0.376, 0.313},
                                   {model::Kind::constant, 0.339, 0.381, 0.297},
                                   {model::Kind::property, 0.342, 0.372, 0.298},
                                   {model::Kind::function, 0.320, 0.353, 0.288},
                                   {model::Kind::entity, 0.302, 0.324, 0.325}};

std::string number(double value) { return std::to_string(static_cast<long long>(value)); }

class ModelRows {
 public:
  explicit ModelRows(const ModelBench& bench) : bench_(bench), effort_{bench.figure_ns, {}} {}

  std::vector<Row> run() {
    operations();
    others();
    memory();
    packing();
    return std::move(rows_);
  }

 private:
  void at_most(const std::string& name, const std::string& unit, double value, double mark,
               const std::string& why) {
    rows_.push_back(
        {name, value, unit, {}, {}, "at most " + number(mark) + " " + unit + why, value <= mark});
  }
  void figure(const std::string& name, const std::string& unit, double value) {
    rows_.push_back({name, value, unit, {}, {}, "", {}});
  }

  void operations() {
    if (!bench_.wanted("model.operations")) return;
    for (const model::Kind each : workloads::model_language::operation_kinds) {
      const auto times = workloads::model_language::time_operations(each, effort_);
      const auto* reference = std::ranges::find(published, each, &Published::kind);
      const std::string kind(model::to_string(each));
      const auto row = [&](const std::string& operation, double ns, double ms) {
        std::string name = "model.";
        name.append(operation).append(".").append(kind);
        at_most(name, "ns", ns, ms * 1000, ": 1,000 times faster than the study's Pentium");
      };
      row("insert", times.insert_ns, reference->insert_ms);
      row("replace", times.replace_ns, reference->replace_ms);
      row("delete", times.remove_ns, reference->remove_ms);
    }
  }

  void others() {
    if (bench_.wanted("model.dependency")) {
      const auto times = workloads::model_language::time_dependencies(effort_);
      figure("model.dependency.add", "ns", times.add_ns);
      figure("model.dependency.delete", "ns", times.remove_ns);
    }
    if (bench_.wanted("model.live_change")) {
      const auto times = workloads::model_language::time_live_change(10'000, effort_);
      figure("model.live_change.insert", "ns/instance", times.insert_ns);
      figure("model.live_change.delete", "ns/instance", times.remove_ns);
    }
  }

  void memory() {
    if (!bench_.wanted("model.bytes")) return;
    for (const model::Kind kind : workloads::model_language::measured_kinds) {
      const double mark = std::min(model::published_bytes(kind, model::Platform::qnx),
                                   model::published_bytes(kind, model::Platform::irix));
      at_most("model.bytes." + std::string(model::to_string(kind)), "B",
              workloads::model_language::component_bytes(kind), mark,
              ": Table 6.5, the smaller of both platforms");
    }
  }

  void packing() {
    for (const std::uint32_t length : {1'000U, 1'000'000U}) {
      const std::string name = "model.pack." + std::to_string(length);
      if (!bench_.wanted(name)) continue;
      const auto times =
          workloads::model_language::time_state(*workloads::model_language::subject_layout(
                                                    workloads::model_language::array_model(length)),
                                                effort_);
      const auto rate = [&](const std::string& operation, double ns) {
        const double found = 4.0 * length / ns;
        std::string row = name;
        row.append(".").append(operation);
        rows_.push_back({std::move(row), found, "GB/s", {}, {}, "over 5 GB/s", found > 5});
      };
      rate("pack", times.pack_ns);
      rate("unpack", times.unpack_ns);
      rate("pack_swapped", times.pack_swapped_ns);
      rate("unpack_swapped", times.unpack_swapped_ns);
    }
  }

  const ModelBench& bench_;
  Effort effort_;
  std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> model_rows(const ModelBench& bench) {
  std::vector<Row> rows;
  // A thread of its own, so that the core it is pinned to is no one else's afterwards.
  std::thread([&] {
    (void)base::pin_to_cores({{bench.core}});
    rows = ModelRows(bench).run();
  }).join();
  return rows;
}

}  // namespace orrery::bench
