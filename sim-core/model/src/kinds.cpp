#include "orrery/model/kinds.hpp"

namespace orrery::model {

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::none:
      break;
    case Kind::model:
      return "model";
    case Kind::universe:
      return "universe";
    case Kind::entity:
      return "entity";
    case Kind::element:
      return "element";
    case Kind::property:
      return "property";
    case Kind::constant:
      return "constant";
    case Kind::function:
      return "function";
    case Kind::converter:
      return "converter";
    case Kind::constraint:
      return "constraint";
  }
  return "nothing";
}

std::string_view keyword_of(Kind kind) {
  switch (kind) {
    case Kind::none:
    case Kind::model:
      break;
    case Kind::universe:
      return "UNIVERSE";
    case Kind::entity:
      return "ENTITY";
    case Kind::element:
      return "ELEMENT";
    case Kind::property:
      return "PROPERTY";
    case Kind::constant:
      return "CONSTANT";
    case Kind::function:
      return "FUNCTION";
    case Kind::converter:
      return "CONVERTER";
    case Kind::constraint:
      return "CONSTRAINT";
  }
  return "";
}

std::string_view keyword_of(Type type) {
  switch (type) {
    case Type::none:
      break;
    case Type::integer:
      return "INTEGER";
    case Type::long_integer:
      return "LONG";
    case Type::real:
      return "REAL";
    case Type::double_real:
      return "DOUBLE";
    case Type::boolean:
      return "BOOLEAN";
    case Type::string:
      return "STRING";
    case Type::element:
      return "ELEMENT";
  }
  return "";
}

std::size_t width_of(Type type) {
  switch (type) {
    case Type::none:
    case Type::element:
      return 0;
    case Type::integer:
    case Type::real:
      return 4;
    case Type::long_integer:
    case Type::double_real:
    case Type::string:
      return 8;
    case Type::boolean:
      return 1;
  }
  return 0;
}

std::size_t packed_width_of(Type type) { return type == Type::string ? 4 : width_of(type); }

bool may_hold(Kind container, Kind child) {
  switch (container) {
    case Kind::model:
      return child == Kind::universe || child == Kind::entity;
    case Kind::universe:
    case Kind::element:
      return child >= Kind::element && child != Kind::constraint;
    case Kind::entity:
      return child == Kind::property || child == Kind::constant || child == Kind::function ||
             child == Kind::constraint;
    default:
      return false;
  }
}

}  // namespace orrery::model
