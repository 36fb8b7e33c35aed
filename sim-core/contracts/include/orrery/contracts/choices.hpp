// Names of the values of an enum. The contracts name them: an enum has `constexpr auto names_of(E)`, an array in the order of
// its values.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace orrery::contracts {

template <typename Enum>
concept Choice = std::is_enum_v<Enum> && requires(Enum value) { names_of(value); };

template <Choice Enum>
constexpr std::string_view to_string(Enum value) {
  constexpr auto names = names_of(Enum{});
  const auto at = static_cast<std::size_t>(value);
  return at < names.size() ? names[at] : std::string_view{};
}

template <Choice Enum>
constexpr std::optional<Enum> parse_choice(std::string_view name) {
  constexpr auto names = names_of(Enum{});
  for (std::size_t at = 0; at < names.size(); ++at) {
    if (names[at] == name) return static_cast<Enum>(at);
  }
  return std::nullopt;
}

}  // namespace orrery::contracts
