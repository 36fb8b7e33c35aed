// The tokenised form of a model: one byte for every keyword, no comments, no unnecessary blanks. The interpreter reads it
// like text. Format: docs/formats/model-language.md. Source: uss-prototype-evaluation, section 6.3.1.
#pragma once

#include <string>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/model/limits.hpp"

namespace orrery::model {

[[nodiscard]] bool is_tokenised_form(std::string_view text);
// Fails if the text cannot be split into tokens. Does not check that the tokens make a model.
base::Result<std::string> tokenise(std::string_view text, const Limits& limits = {});
// Returns readable text of the same meaning, with a line for each definition.
base::Result<std::string> detokenise(std::string_view tokenised, const Limits& limits = {});

}  // namespace orrery::model
