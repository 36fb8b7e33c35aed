// The times of a run by name; each is the median over all rounds.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "orrery/contracts/contracts.hpp"
#include "orrery/workloads/model_language/measure.hpp"

namespace orrery::workloads::model_language {

class Figures {
 public:
  // Adds a time of this round, in nanoseconds.
  void time(const std::string& name, const std::string& title, double ns);
  void operations(model::Kind kind, const OperationTimes& times);
  void texts(const TextTimes& times);
  // `of`: beginning of the metrics' names, "nested.3". `what`: end of their titles, "an element 3 levels deep".
  enum class Orders : std::uint8_t { machine, both };
  void state(const std::string& of, const std::string& what, const StateTimes& times,
             Orders orders = Orders::machine);
  void forget();

  [[nodiscard]] double median_of(const std::string& name) const;  // 0 if there is none
  // In the order in which they were first added.
  [[nodiscard]] std::vector<contracts::Metric> metrics() const;

 private:
  struct Figure {
    std::string name;
    std::string title;
    std::vector<double> found;
  };
  std::vector<Figure> figures_;
  std::unordered_map<std::string, std::size_t> index_;
};

// Metrics that are not times: sizes of code, and memory of the model and of components, by formula and measured. `text`: a
// model without errors.
std::vector<contracts::Metric> size_metrics(const std::string& text);

}  // namespace orrery::workloads::model_language
