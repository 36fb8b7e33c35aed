#include "nodes.hpp"

#include <unistd.h>

#include <atomic>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "orrery/transport/chain.hpp"
#include "orrery/transport/datagram.hpp"
#include "orrery/transport/dds.hpp"
#include "orrery/transport/norm.hpp"
#include "orrery/transport/reliable_multicast.hpp"

namespace orrery::rti::testing {

namespace {

std::unique_ptr<Node> make_node(const NodeOptions& options, std::shared_ptr<base::Doorbell> bell,
                                std::vector<std::unique_ptr<transport::Channel>> channels,
                                DataPaths paths, const Bringers& bringers) {
  for (const auto& each : channels) {
    if (each && bringers.channel) bringers.channel(*each);
  }
  for (const DataPath* each : {&paths.best_effort, &paths.reliable}) {
    if (each->port && bringers.port) bringers.port(*each->port);
  }
  auto node = Node::create(options, std::move(bell), std::move(channels), std::move(paths));
  if (!node) ADD_FAILURE() << node.error().message;
  return node ? std::move(*node) : nullptr;
}

// What goes beside the channels: ports, in a run of their own.
struct Beside {
  Way way;
  std::string token;
};
std::vector<Beside> beside(const Way& way, const std::string& token) {
  std::vector<Beside> parts;
  for (const Data data : ports_of(way.data)) {
    parts.push_back({way, parts.empty() ? token : token + "-r"});
    parts.back().way.data = data;
  }
  return parts;
}

std::int64_t silence_of(const Way& way) {
  return way.silence_ns > 0 ? way.silence_ns : watchdog_ns;
}

transport::ChannelOptions channels_of(const Way& way, transport::ChannelOptions channels) {
  if (way.silence_ns > 0) channels.peer_timeout_ns = way.silence_ns;
  return channels;
}

using MadePort = base::Result<std::unique_ptr<transport::Port>>;

MadePort make_dds(const Beside& part, std::uint32_t self, const std::string& address,
                  const std::shared_ptr<base::Doorbell>& bell) {
  return transport::make_dds_port({.self = self,
                                   .reliable = !may_lose(part.way.data),
                                   .run_token = part.token,
                                   .bind_address = address,
                                   .eviction_ns = silence_of(part.way)},
                                  bell);
}

MadePort make_norm(const Beside& part, std::uint32_t self, const std::string& address,
                   const std::shared_ptr<base::Doorbell>& bell) {
  static std::atomic<int> instances{0};
  const ::testing::TestInfo* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (test->result()->test_property_count() == 0) instances = 0;  // a test's first
  ::testing::Test::RecordProperty("norm_instances", ++instances);
  return transport::make_norm_port({.self = self,
                                    .run_token = part.token,
                                    .bind_address = address,
                                    .eviction_ns = silence_of(part.way)},
                                   bell);
}

MadePort make_datagrams(const Beside& part, std::uint32_t self, const std::string& address,
                        const std::shared_ptr<base::Doorbell>& bell) {
  const Way& way = part.way;
  auto made = transport::make_datagram_port(
      {.kind = way.data == Data::udp ? transport::DatagramKind::udp
                                     : transport::DatagramKind::multicast,
       .self = self,
       .run_token = part.token,
       .bind_address = address},
      bell);
  transport::ImpairmentOptions bad;
  bad.loss = way.loss;
  bad.duplicate = bad.reorder = way.loss / 2;
  bad.delay_ns = way.delay_ns;
  const std::vector<transport::ModuleOptions> modules{bad};
  if (way.loss > 0 || way.delay_ns > 0) made = transport::build_chain(std::move(*made), modules);
  transport::NakOptions nak;
  nak.eviction_ns = nak.peer_timeout_ns = silence_of(way);
  if (way.data == Data::nak) {
    made = std::unique_ptr<transport::Port>(
        std::move(*transport::make_nak_multicast(std::move(*made), nak)));
  } else if (way.data == Data::region) {
    made = std::unique_ptr<transport::Port>(
        std::move(*transport::make_region_multicast(std::move(*made), {.nak = nak})));
  }
  return made;
}

std::unique_ptr<transport::Port> make_port(const Beside& part, std::uint32_t self,
                                           const std::string& address,
                                           const std::shared_ptr<base::Doorbell>& bell) {
  auto made = is_dds(part.way.data)         ? make_dds(part, self, address, bell)
              : part.way.data == Data::norm ? make_norm(part, self, address, bell)
                                            : make_datagrams(part, self, address, bell);
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

// A node's end of one part; endpoints by rank.
void add_path(DataPaths& paths, const Beside& part, std::unique_ptr<transport::Port> port,
              const std::vector<std::string>& endpoints) {
  std::string group;
  if (is_third_party(part.way.data)) {
    std::vector<transport::PartyId> all(endpoints.size());
    std::iota(all.begin(), all.end(), 0);
    group =
        part.way.data == Data::norm ? transport::norm_endpoint(all) : transport::dds_endpoint(all);
  } else if (part.way.data != Data::udp) {
    group = transport::multicast_endpoint(part.token, 1);
  }
  std::vector<std::string> groups;
  for (std::uint32_t i = 0; part.way.data == Data::groups && i < 4; ++i) {
    groups.push_back(transport::multicast_endpoint(part.token, 2 + i));
  }
  (may_lose(part.way.data) ? paths.best_effort : paths.reliable) = {std::move(port), group, groups,
                                                                    endpoints};
}

}  // namespace

std::vector<Data> ports_of(Data data) {
  switch (data) {
    case Data::channels:
      return {};
    case Data::both:
      return {Data::multicast, Data::nak};
    case Data::both_dds:
      return {Data::dds_best_effort, Data::dds};
    default:
      return {data};
  }
}

NodeOptions patient_options() {
  NodeOptions options;
  options.wait = base::WaitStrategy::adaptive;
  options.patience_ns = watchdog_ns;
  return options;
}

std::string name_of_check() {
  static std::map<std::string, int> before;
  const auto* const info = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(info->test_suite_name()) + "." + info->name();
  return name + "." + std::to_string(before[name]++);
}

LocalNet::LocalNet(const Way& way, std::uint32_t nodes, base::Doorbell::Scope scope,
                   const transport::ChannelOptions& channels)
    : way_(way),
      token_("rti-" + std::to_string(::getpid()) + "-" + std::to_string(base::now_ns())),
      ends_(nodes) {
  for (std::uint32_t i = 0; i < nodes; ++i) bells_.push_back(*base::Doorbell::create(scope));
  const std::vector<Beside> parts = beside(way_, token_);
  ports_.resize(parts.size());
  endpoints_.resize(parts.size());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      ports_[part].push_back(make_port(parts[part], i, "127.0.0.1", bells_[i]));
      endpoints_[part].push_back(ports_[part].back()->endpoint());
    }
  }
  for (auto& each : ends_) each.resize(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t j = i + 1; j < nodes; ++j) {
      auto pair = transport::Transport::make_pair(way_.kind, channels_of(way_, channels), bells_[i],
                                                  bells_[j]);
      if (!pair) {
        ADD_FAILURE() << pair.error().message;
        continue;
      }
      ends_[i][j] = std::move(pair->a);
      ends_[j][i] = std::move(pair->b);
    }
  }
}

void LocalNet::keep(std::uint32_t kept) {
  const auto one = [&](auto& end, std::uint32_t rank) {
    if (!end) return;
    if (rank == kept) {
      EXPECT_TRUE(end->adopt().ok());
    } else {
      end->forget();
    }
  };
  for (std::uint32_t i = 0; i < ends_.size(); ++i) {
    for (auto& channel : ends_[i]) one(channel, i);
    for (auto& part : ports_) one(part[i], i);
  }
}

void LocalNet::keep_only(std::uint32_t rank) { keep(rank); }
void LocalNet::forget() { keep(static_cast<std::uint32_t>(ends_.size())); }

std::unique_ptr<Node> LocalNet::node(std::uint32_t rank, NodeOptions options,
                                     const Bringers& bringers) {
  const std::vector<Beside> parts = beside(way_, token_);
  DataPaths paths;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    add_path(paths, parts[part], std::move(ports_[part][rank]), endpoints_[part]);
  }
  options.self = rank;
  options.nodes = static_cast<std::uint32_t>(ends_.size());
  return make_node(options, bells_[rank], std::move(ends_[rank]), std::move(paths), bringers);
}

std::unique_ptr<Node> node_by_meeting(const HostLayout& layout, const std::string& name,
                                      const Way& way, NodeOptions options,
                                      const std::shared_ptr<base::Doorbell>& bell,
                                      const transport::ChannelOptions& channels,
                                      const Bringers& bringers) {
  const Meeting meeting(layout, name, options.self, options.nodes, layout.addresses);
  DataPaths paths;
  for (const Beside& part : beside(way, meeting.token())) {
    auto port = make_port(part, options.self, meeting.address(), bell);
    const auto endpoints =
        meeting.exchange(std::string(to_string(part.way.data)), port->endpoint());
    add_path(paths, part, std::move(port), endpoints);
  }
  auto ends = meeting.channels(way.kind, bell, channels_of(way, channels));
  if (ends.empty()) return nullptr;
  return make_node(options, bell, std::move(ends), std::move(paths), bringers);
}

}  // namespace orrery::rti::testing
