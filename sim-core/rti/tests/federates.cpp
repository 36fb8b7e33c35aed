#include "federates.hpp"

#include "nodes.hpp"

namespace orrery::rti::testing {

using transport::Kind;

std::string to_string(const Layout& layout) {
  const std::string way =
      std::string(to_string(layout.way.kind)) +
      (layout.way.data == Data::channels ? "" : "_" + std::string(to_string(layout.way.data)));
  switch (layout.where) {
    case Where::one_node:
      return "one_node";
    case Where::threads:
      return "threads_" + way;
    case Where::processes:
      return "processes_" + way;
    case Where::hosts:
      return way;
  }
  return {};
}

std::vector<Layout> one_node() {
  return host_layout() ? std::vector<Layout>() : std::vector<Layout>{{}};
}

std::vector<Layout> layouts() {
#ifdef __SANITIZE_THREAD__
  // Nodes in threads share the rings of this transport. With any other transport they share nothing.
  return {{Where::threads, Kind::thread}};
#endif
  std::vector<Layout> all;
  if (host_layout()) {
    for (const Data data : {Data::channels, Data::udp, Data::both, Data::groups, Data::nak,
                            Data::region, Data::dds, Data::both_dds, Data::norm}) {
      // Checks expect everything to come.
      const bool loses = host_layout()->loss > 0 && has_best_effort(data);
      if (!loses && is_built_in(data)) all.push_back({Where::hosts, Way(Kind::tcp, data)});
    }
    for (const Kind kind : {Kind::tcp_per_message, Kind::mailer}) {
      all.push_back({Where::hosts, kind});
    }
    return all;
  }
#ifdef __SANITIZE_ADDRESS__
  // One of each way in which bytes come; several times as slow as without. Three nodes run the code of one node too.
  all.push_back({Where::threads, Kind::tcp});
  all.push_back({Where::threads, Way(Kind::thread, Data::both)});
  all.push_back({Where::processes, Way(Kind::shm, Data::nak)});
  return all;
#endif
  all = one_node();
  for (const Way& way : {Way(Kind::thread), Way(Kind::uds), Way(Kind::tcp), Way(Kind::mailer),
                         Way(Kind::thread, Data::udp), Way(Kind::thread, Data::both),
                         Way(Kind::thread, Data::groups), Way(Kind::thread, Data::region),
                         Way(Kind::thread, Data::both_dds)}) {
    all.push_back({Where::threads, way});
  }
  // A connection for each message: once alone, for the suite leaves 140 ports of a host in TIME-WAIT with each check.
  for (const Way& way : {Way(Kind::shm), Way(Kind::uds), Way(Kind::tcp), Way(Kind::tcp_per_message),
                         Way(Kind::mailer), Way(Kind::tls), Way(Kind::shm, Data::nak),
                         Way(Kind::shm, Data::both_dds), Way(Kind::shm, Data::norm)}) {
    all.push_back({Where::processes, way});
  }
  std::erase_if(all, [](const Layout& each) { return !is_built_in(each.way.data); });
  return all;
}

void InLayout::SetUp() {
  if (host_layout() && host_layout()->self != 0) {
    ServedNodes::serve(GetParam().way);
    ASSERT_FALSE(HasFailure());  // of a check that failed without this the body would be run
    GTEST_SKIP() << "the check runs on the first host; its nodes were served here";
  }
  start_nodes();
  begin();
}

void InLayout::TearDown() {
  leave();
  served_.reset();
  single_.reset();
}

void InLayout::start_nodes(const SavesOfNode& saves) {
  if (served_) served_->end(true);
  served_.reset();
  single_.reset();
  if (GetParam().where != Where::one_node) {
    served_ = std::make_unique<ServedNodes>(GetParam().where, GetParam().way, saves);
    return;
  }
  NodeOptions options;
  options.save_directory = saves.directory;
  options.most_save_bytes = saves.most_bytes;
  std::vector<std::unique_ptr<transport::Channel>> none(1);
  single_ = std::move(*Node::create(options, *base::Doorbell::create(base::Doorbell::Scope::local),
                                    std::move(none)));
}

}  // namespace orrery::rti::testing
