#include "check_model.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

#include "orrery/contracts/json.hpp"
#include "orrery/model/check.hpp"
#include "orrery/worker/run.hpp"

namespace orrery::worker {

namespace {

void limit(int what, rlim_t most) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
  if (now.rlim_cur != RLIM_INFINITY && now.rlim_cur <= most) return;
  now.rlim_cur = most;
  (void)::setrlimit(static_cast<__rlimit_resource>(what), &now);
}

// One byte past the limit is enough to know that it is passed: the rest is left unread.
std::optional<std::string> read_all(std::istream& in) {
  const std::size_t most = model::Limits{}.text_bytes + 1;
  std::string text(most, '\0');
  in.read(text.data(), static_cast<std::streamsize>(most));
  if (in.bad()) return std::nullopt;
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

contracts::ModelComponentKind kind_of(model::Kind kind) {
  using contracts::ModelComponentKind;
  switch (kind) {
    case model::Kind::universe:
      return ModelComponentKind::universe;
    case model::Kind::entity:
      return ModelComponentKind::entity;
    case model::Kind::element:
      return ModelComponentKind::element;
    case model::Kind::constant:
      return ModelComponentKind::constant;
    case model::Kind::function:
      return ModelComponentKind::function;
    case model::Kind::converter:
      return ModelComponentKind::converter;
    case model::Kind::constraint:
      return ModelComponentKind::constraint;
    case model::Kind::none:
    case model::Kind::model:
    case model::Kind::property:
      break;
  }
  return ModelComponentKind::property;
}

contracts::ModelMemory memory_of(const model::Bytes& bytes) {
  return {bytes.definition, bytes.instance};
}

contracts::ModelReport report_of(const model::CheckReport& checked) {
  contracts::ModelReport report;
  report.ok = checked.errors.empty();
  for (const model::Diagnostic& error : checked.errors) {
    report.errors.push_back({error.line, error.column, error.message, error.caret});
  }
  report.component_count = checked.components;
  for (const model::CheckedComponent& one : checked.listed) {
    report.components.push_back({one.path, kind_of(one.kind), one.type, one.state_bytes});
  }
  if (!report.ok) return report;
  const model::Estimate& estimate = checked.estimate;
  report.estimate = contracts::ModelEstimate{memory_of(estimate.qnx), memory_of(estimate.irix),
                                             memory_of(estimate.measured), checked.names};
  report.code = contracts::ModelCodeSize{checked.code.text, checked.code.compressed,
                                         checked.code.tokenised, checked.code.tokenised_compressed};
  return report;
}

}  // namespace

void limit_checking_process() {
  limit(RLIMIT_CPU, 10);
  // The sanitizers reserve terabytes of addresses.
  if (std::string_view(ORRERY_SANITIZERS).empty()) limit(RLIMIT_AS, rlim_t{1} << 30U);
}

int check_model(const std::string& file, std::ostream& out, std::ostream& errors) {
  std::optional<std::string> text;
  if (file == "-") {
    text = read_all(std::cin);
  } else {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (in) text = read_all(in);
  }
  if (!text) {
    errors << "orrery-worker: " << file << " cannot be read: " << std::strerror(errno)
           << "; give the name of a file, or - for standard input\n";
    return exit_failed;
  }
  const contracts::ModelReport report = report_of(model::check(*text));
  out << contracts::write_line(report) << "\n" << std::flush;
  if (!out) return exit_failed;
  return report.ok ? exit_done : exit_bad_plan;
}

}  // namespace orrery::worker
