// The figures of a run by name, each the median of what every round found.
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
  // A time of this round, in nanoseconds.
  void time(const std::string& name, const std::string& title, double ns);
  void operations(model::Kind kind, const OperationTimes& times);
  void texts(const TextTimes& times);
  // `of`: how its metrics begin, "nested.3"; `what`: how their titles end, "an element 3 levels deep".
  enum class Orders : std::uint8_t { machine, both };
  void state(const std::string& of, const std::string& what, const StateTimes& times,
             Orders orders = Orders::machine);
  void forget();

  [[nodiscard]] double median_of(const std::string& name) const;  // 0 if there is none
  // In the order in which they were first found.
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

// What does not take time: code size, memory of the model and of components, by formula and found. `text` is without errors.
std::vector<contracts::Metric> size_metrics(const std::string& text);

}  // namespace orrery::workloads::model_language
