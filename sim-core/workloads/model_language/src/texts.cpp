// Costs of a model's text: interpret, tokenise, compress, decompress.

#include "orrery/model/compression.hpp"
#include "orrery/model/interpreter.hpp"
#include "orrery/model/tokens.hpp"

#include "batches.hpp"

namespace orrery::workloads::model_language {

TextTimes time_text(const std::string& text, const Effort& effort) {
  // Keeps the compiler from removing work whose result is not used.
  volatile std::size_t seen = 0;
  TextTimes times;
  times.interpret_ns = time_each(effort, [&] {
    model::Interpreter interpreter;
    seen = seen + (interpreter.insert(text).ok() ? 1 : 0);
  });
  times.tokenise_ns =
      time_each(effort, [&] { seen = seen + (model::tokenise(text).ok() ? 1 : 0); });
  times.compress_ns = time_each(effort, [&] { seen = seen + model::compress(text).size(); });
  const std::string compressed = model::compress(text);
  times.decompress_ns = time_each(
      effort, [&] { seen = seen + (model::decompress(compressed, text.size()).ok() ? 1 : 0); });
  return times;
}

}  // namespace orrery::workloads::model_language
