#include "orrery/model/condition.hpp"

#include <array>

#include "load.hpp"

namespace orrery::model {

namespace {

double property_value(const std::byte* at, Type type) {
  switch (type) {
    case Type::integer:
      return static_cast<double>(load<std::int32_t>(at));
    case Type::long_integer:
      return static_cast<double>(load<std::int64_t>(at));
    case Type::real:
      return static_cast<double>(load<float>(at));
    case Type::double_real:
      return static_cast<double>(load<double>(at));
    case Type::boolean:
      return static_cast<double>(load<std::uint8_t>(at));
    case Type::none:
    case Type::string:
    case Type::element:
      break;  // a constraint with one of these is refused
  }
  return 0;
}

double truth(bool holds) { return holds ? 1 : 0; }

double joined(TermCode code, double left, double right) {
  switch (code) {
    case TermCode::add:
      return left + right;
    case TermCode::subtract:
      return left - right;
    case TermCode::multiply:
      return left * right;
    case TermCode::divide:
      return left / right;
    case TermCode::equal:
      return truth(left == right);
    case TermCode::not_equal:
      return truth(left != right);
    case TermCode::less:
      return truth(left < right);
    case TermCode::less_equal:
      return truth(left <= right);
    case TermCode::greater:
      return truth(left > right);
    case TermCode::greater_equal:
      return truth(left >= right);
    case TermCode::both:
      return truth(left != 0 && right != 0);
    case TermCode::either:
      return truth(left != 0 || right != 0);
    default:
      return 0;
  }
}

}  // namespace

bool Condition::holds(const std::byte* state) const {
  // Values are written before they are read.
  std::array<double, most_waiting_values> values;  // NOLINT(*-member-init)
  std::size_t count = 0;
  for (const Step& step : steps_) {
    switch (step.code) {
      case TermCode::number:
      case TermCode::truth:
      case TermCode::constant:
        values[count++] = step.number;
        break;
      case TermCode::property:
        values[count++] = property_value(state + step.offset, step.type);
        break;
      case TermCode::negate:
        values[count - 1] = -values[count - 1];
        break;
      case TermCode::invert:
        values[count - 1] = truth(values[count - 1] == 0);
        break;
      default:
        --count;
        values[count - 1] = joined(step.code, values[count - 1], values[count]);
        break;
    }
  }
  return values[0] != 0;
}

}  // namespace orrery::model
