#include "check_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "orrery/contracts/json.hpp"
#include "orrery/worker/run.hpp"

namespace orrery::worker {
namespace {

using testing::HasSubstr;

class CheckModel : public testing::Test {
 protected:
  CheckModel() {
    const int fd = ::mkstemp(file_.data());
    EXPECT_GE(fd, 0);
    ::close(fd);
  }
  ~CheckModel() override { ::unlink(file_.data()); }

  contracts::ModelReport check(const std::string& text, int status) {
    std::ofstream(file_.data(), std::ios::binary) << text;
    std::ostringstream out;
    std::ostringstream errors;
    EXPECT_EQ(check_model(file_.data(), out, errors), status);
    EXPECT_EQ(errors.str(), "");
    return contracts::read_text<contracts::ModelReport>(out.str());
  }

  std::array<char, 32> file_{"/tmp/orrery-model-XXXXXX"};
};

TEST_F(CheckModel, ReportsAGoodOne) {
  const auto report = check("UNIVERSE U { PROPERTY p : REAL[3]; } ENTITY e IN U { }", exit_done);
  EXPECT_TRUE(report.ok);
  EXPECT_EQ(report.component_count, 3U);
  ASSERT_EQ(report.components.size(), 3U);
  EXPECT_EQ(report.components[1].path, "U.p");
  EXPECT_EQ(report.components[1].type, "REAL[3]");
  EXPECT_EQ(report.components[2].state_bytes, 12U);
  ASSERT_TRUE(report.estimate.has_value());
  EXPECT_EQ(report.estimate->published_qnx.instance_bytes, 24U + 3 * (12 + 4));
  EXPECT_GT(report.estimate->published_irix.definition_bytes,
            report.estimate->measured.definition_bytes);
  EXPECT_TRUE(report.code.has_value());
}

TEST_F(CheckModel, ReportsWhereABadOneIsWrong) {
  const auto report = check("UNIVERSE U {\n  PROPERTY p : ä;\n}", exit_bad_plan);
  EXPECT_FALSE(report.ok);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].line, 2U);
  EXPECT_EQ(report.errors[0].column, 16U);
  EXPECT_EQ(report.errors[0].caret, "  PROPERTY p : ä;\n               ^");
  EXPECT_FALSE(report.estimate.has_value());
}

TEST_F(CheckModel, WritesJsonOfAnyBytes) {
  std::string bytes;
  for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
  EXPECT_FALSE(check(bytes, exit_bad_plan).ok);
  EXPECT_FALSE(check(std::string(2'000'000, '\n'), exit_bad_plan).ok);
}

TEST_F(CheckModel, SaysWhichFileCannotBeRead) {
  std::ostringstream out;
  std::ostringstream errors;
  EXPECT_EQ(check_model("/nowhere/at all.orm", out, errors), exit_failed);
  EXPECT_EQ(out.str(), "");
  EXPECT_THAT(errors.str(), HasSubstr("/nowhere/at all.orm cannot be read: No such file"));
}

}  // namespace
}  // namespace orrery::worker
