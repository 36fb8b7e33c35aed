// The tokenised form of a model: every keyword one byte, no comments, no blank that is not needed. The interpreter reads it
// like text. Format: docs/formats/model-language.md. Source: uss-prototype-evaluation, section 6.3.1.
#pragma once

#include <string>
#include <string_view>

#include "orrery/base/result.hpp"
#include "orrery/model/limits.hpp"

namespace orrery::model {

[[nodiscard]] bool is_tokenised_form(std::string_view text);
// Fails where the text cannot be cut into tokens; whether they make a model is not asked.
base::Result<std::string> tokenise(std::string_view text, const Limits& limits = {});
// Readable text of the same meaning, a line for each definition.
base::Result<std::string> detokenise(std::string_view tokenised, const Limits& limits = {});

}  // namespace orrery::model
