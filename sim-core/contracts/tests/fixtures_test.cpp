// The shared fixtures (contracts/fixtures), as far as they are documents of the simulation core.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "orrery/contracts/json.hpp"

namespace orrery::contracts {
namespace {

const std::filesystem::path fixture_folder = ORRERY_FIXTURES;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct ValidFixture {
  std::string name;
  std::string text;
};

std::vector<ValidFixture> valid_fixtures(const std::string& document) {
  std::vector<ValidFixture> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(fixture_folder / "valid" / document)) {
    found.push_back({entry.path().stem().string(), text_of(entry.path())});
  }
  std::sort(found.begin(), found.end(),
            [](const ValidFixture& a, const ValidFixture& b) { return a.name < b.name; });
  return found;
}

struct InvalidFixture {
  std::string name;
  std::string text;
  std::vector<std::string> codes;
  std::string path;
};

// A case is a text, a document, or a valid fixture with a change (RFC 6902).
std::string text_of_case(const Json& one, const std::string& document) {
  if (one.contains("text")) return one["text"].get<std::string>();
  if (one.contains("document")) return one["document"].dump();
  const std::string base = one["base"].get<std::string>() + ".json";
  return Json::parse(text_of(fixture_folder / "valid" / document / base))
      .patch(one["change"])
      .dump();
}

std::vector<InvalidFixture> invalid_fixtures(const std::string& document) {
  std::vector<InvalidFixture> found;
  const std::filesystem::path file = fixture_folder / "invalid" / (document + ".json");
  if (!std::filesystem::exists(file)) return found;
  for (const Json& one : Json::parse(text_of(file))) {
    const Json& code = one["code"];
    found.push_back({one["name"].get<std::string>(), text_of_case(one, document),
                     code.is_array() ? code.get<std::vector<std::string>>()
                                     : std::vector<std::string>{code.get<std::string>()},
                     one["path"].get<std::string>()});
  }
  return found;
}

template <typename Document>
Json there_and_back(const std::string& text) {
  const auto document = read_text<Document>(text);
  const auto again = read_text<Document>(write_line(document));
  EXPECT_TRUE(document == again);
  return write(document);
}

// Reads a text as a document by its name and writes it again.
using RoundTrip = std::function<Json(const std::string&)>;

const std::map<std::string, RoundTrip>& documents() {
  static const std::map<std::string, RoundTrip> known = {
      {"WorkerPlan", &there_and_back<WorkerPlan>},
      {"AgentSays", &there_and_back<AgentSays>},
      {"WorkerSays", &there_and_back<WorkerSays>},
      {"Calibration", &there_and_back<Calibration>},
      {"WorkerResult", &there_and_back<WorkerResult>},
      {"FrameSchema", &there_and_back<FrameSchema>},
      {"ModelReport", &there_and_back<ModelReport>},
  };
  return known;
}

TEST(Fixtures, ValidDocumentsAreReadAndWrittenUnchanged) {
  std::size_t count = 0;
  for (const auto& [document, round_trip] : documents()) {
    for (const ValidFixture& fixture : valid_fixtures(document)) {
      SCOPED_TRACE(document + "/" + fixture.name);
      EXPECT_EQ(round_trip(fixture.text), Json::parse(fixture.text));
      ++count;
    }
  }
  EXPECT_GT(count, 20U);
}

TEST(Fixtures, InvalidDocumentsAreRefusedAtTheirPlace) {
  std::size_t count = 0;
  for (const auto& [document, round_trip] : documents()) {
    for (const InvalidFixture& fixture : invalid_fixtures(document)) {
      SCOPED_TRACE(document + "/" + fixture.name);
      const std::vector<std::string>& codes = fixture.codes;
      try {
        const Json accepted = round_trip(fixture.text);
        ADD_FAILURE() << "accepted: " << accepted;
      } catch (const ContractError& error) {
        EXPECT_NE(std::find(codes.begin(), codes.end(), error.code()), codes.end())
            << error.code() << ": " << error.what();
        const bool whole = error.code() == "malformed";
        EXPECT_EQ(error.path(), whole ? "" : fixture.path) << error.what();
        EXPECT_FALSE(error.expected().empty());
      }
      ++count;
    }
  }
  EXPECT_GT(count, 100U);
}

// What a model in Python would fill in has to be there in what a worker reads.
TEST(Fixtures, EveryFieldOfAPlanIsNeeded) {
  const Json plan = Json::parse(valid_fixtures("WorkerPlan").front().text);
  ASSERT_NO_THROW(read<WorkerPlan>(plan));
  std::size_t count = 0;
  for (const std::string part : {"", "workload", "transports", "conditions", "telemetry"}) {
    for (const auto& [key, value] : (part.empty() ? plan : plan.at(part)).items()) {
      Json without = plan;
      (part.empty() ? without : without.at(part)).erase(key);
      try {
        (void)read<WorkerPlan>(without);
        ADD_FAILURE() << "accepted without " << part << "." << key;
      } catch (const ContractError& error) {
        EXPECT_EQ(error.code(), "missing");
        EXPECT_EQ(error.path(), part.empty() ? key : part + "." + key);
      }
      ++count;
    }
  }
  EXPECT_GT(count, 30U);
}

}  // namespace
}  // namespace orrery::contracts
