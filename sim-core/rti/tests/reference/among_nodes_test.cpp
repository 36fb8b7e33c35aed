// Random histories of all services among nodes in threads and processes, played on the RTI and on a model of the standard
// (model.hpp). Settings: plays.hpp.
#include <gtest/gtest.h>

#include "../federates.hpp"
#include "../keeper.hpp"
#include "plays.hpp"

namespace orrery::rti::testing {
namespace {

std::vector<Layout> reference_layouts() {
  const Layout threads{Where::threads, transport::Kind::thread};
#if defined(__SANITIZE_THREAD__)
  return {threads};  // processes share no memory that it sees
#else
  return {
      threads, {Where::processes, transport::Kind::shm}, {Where::processes, transport::Kind::tcp}};
#endif
}

class ReferenceAmongNodes : public ::testing::TestWithParam<Layout> {};

// Three nodes; federates are spread over them.
TEST_P(ReferenceAmongNodes, Agrees) {
  if (host_layout()) GTEST_SKIP() << "its nodes are on this host";
  play_all(50, [](Stage stage, const auto& next) {
    const Folder folder;
    ServedNodes nodes(GetParam().where, GetParam().way, {.directory = folder.path()});
    stage.nodes = ServedNodes::count;
    stage.node = [&](std::size_t place) -> Node& { return nodes.at(place % ServedNodes::count); };
    return play(stage, next);
  });
}

INSTANTIATE_TEST_SUITE_P(Layouts, ReferenceAmongNodes, ::testing::ValuesIn(reference_layouts()),
                         layout_name);

}  // namespace
}  // namespace orrery::rti::testing
