// The shared fixtures (contracts/fixtures), as far as they are documents of the simulation core.

#include <gtest/gtest.h>

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

struct Fixture {
  std::string name;
  std::string text;
};

std::vector<Fixture> fixtures(const std::string& kind, const std::string& document) {
  std::vector<Fixture> found;
  const std::filesystem::path folder = std::filesystem::path(ORRERY_FIXTURES) / kind / document;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    found.push_back({document + "/" + entry.path().stem().string(),
                     std::string(std::istreambuf_iterator<char>(file), {})});
  }
  std::sort(found.begin(), found.end(),
            [](const Fixture& a, const Fixture& b) { return a.name < b.name; });
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
    for (const Fixture& fixture : fixtures("valid", document)) {
      SCOPED_TRACE(fixture.name);
      EXPECT_EQ(round_trip(fixture.text), Json::parse(fixture.text));
      ++count;
    }
  }
  EXPECT_GT(count, 20U);
}

TEST(Fixtures, InvalidDocumentsAreRefusedAtTheirPlace) {
  std::size_t count = 0;
  for (const auto& [document, round_trip] : documents()) {
    for (const Fixture& fixture : fixtures("invalid", document)) {
      SCOPED_TRACE(fixture.name);
      const Json entry = Json::parse(fixture.text);
      const std::string text =
          entry.contains("text") ? entry["text"].get<std::string>() : entry["document"].dump();
      const Json& code = entry["code"];
      const auto codes = code.is_array() ? code.get<std::vector<std::string>>()
                                         : std::vector<std::string>{code.get<std::string>()};
      try {
        const Json accepted = round_trip(text);
        ADD_FAILURE() << "accepted: " << accepted;
      } catch (const ContractError& error) {
        EXPECT_NE(std::find(codes.begin(), codes.end(), error.code()), codes.end())
            << error.code() << ": " << error.what();
        const bool whole = error.code() == "malformed";
        EXPECT_EQ(error.path(), whole ? "" : entry["path"].get<std::string>()) << error.what();
        EXPECT_FALSE(error.expected().empty());
      }
      ++count;
    }
  }
  EXPECT_GT(count, 100U);
}

// What a model in Python would fill in has to be there in what a worker reads.
TEST(Fixtures, EveryFieldOfAPlanIsNeeded) {
  const Json plan = Json::parse(fixtures("valid", "WorkerPlan").front().text);
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
