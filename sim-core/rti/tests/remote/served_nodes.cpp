#include "served_nodes.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <utility>

#include "../nodes.hpp"
#include "node_server.hpp"

namespace orrery::rti::testing {

namespace {

using transport::Kind;

// Room for many messages at once.
transport::ChannelOptions roomy() { return {.buffer_bytes = 1U << 20}; }

NodeOptions options_of(const SavesOfNode& saves) {
  NodeOptions options = patient_options();
  options.wait = base::WaitStrategy::spin_then_futex;
  options.save_directory = saves.directory;
  options.most_save_bytes = saves.most_bytes;
  return options;
}

struct LineEnds {
  LineEnds(Kind kind, base::Doorbell::Scope scope, const std::shared_ptr<base::Doorbell>& node)
      : bell(*base::Doorbell::create(scope)) {
    auto pair = transport::Transport::make_pair(kind, Line::options(), bell, node);
    if (!pair) throw std::runtime_error(pair.error().message);
    of_check = std::move(pair->a);
    of_node = std::move(pair->b);
  }
  std::shared_ptr<base::Doorbell> bell;  // the check's
  std::unique_ptr<transport::Channel> of_check;
  std::unique_ptr<transport::Channel> of_node;
};

// The check's end is the one after all nodes'.
bool serve_by_meeting(const std::string& name, const Way& way, std::uint32_t rank) {
  const HostLayout& layout = *host_layout();
  const std::shared_ptr<base::Doorbell> bell =
      *base::Doorbell::create(base::Doorbell::Scope::local);
  const Meeting meeting(layout, name + ".lines", rank, ServedNodes::count + 1, layout.lines);
  auto ends = meeting.channels(Kind::tcp, bell, Line::options());
  if (ends.empty()) return false;
  Line line(std::move(ends[ServedNodes::count]), bell);
  return serve_node(line, [&](const SavesOfNode& saves, const Bringers& bringers) {
    NodeOptions options = options_of(saves);
    options.self = rank;
    options.nodes = ServedNodes::count;
    return node_by_meeting(layout, name, way, options, bell, roomy(), bringers);
  });
}

// What is sent over it comes, unless a host loses it.
std::uint64_t best_effort_copies(Where where, const Way& way) {
  if (way.loss > 0 || (where == Where::hosts && host_layout()->loss > 0)) return 0;
  if (way.data == Data::udp || way.data == Data::groups) return 1;  // groups: at least one
  return has_best_effort(way.data) ? ServedNodes::count - 1 : 0;
}

}  // namespace

ServedNodes::ServedNodes(Where where, const Way& way, const SavesOfNode& saves) {
  auto lines = where == Where::threads     ? in_threads(way)
               : where == Where::processes ? in_processes(way)
                                           : on_hosts(way);
  try {
    nodes_ = std::make_unique<RemoteNodes>(std::move(lines), saves, best_effort_copies(where, way));
  } catch (...) {
    end_servers();  // their lines have ended
    throw;
  }
}

ServedNodes::~ServedNodes() { end(false); }

void ServedNodes::end(bool again) {
  if (!nodes_) return;
  try {
    nodes_->end(again);
  } catch (const std::exception& why) {
    ADD_FAILURE() << "ending the nodes: " << why.what();
  }
  nodes_.reset();  // its lines end: so do servers that are left
  end_servers();
}

void ServedNodes::end_servers() {
  for (std::jthread& each : threads_) each.join();
  threads_.clear();
  for (const pid_t child : std::exchange(children_, {})) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the process of a node failed";
  }
}

std::vector<std::unique_ptr<Line>> ServedNodes::in_threads(const Way& way) {
  const auto net = std::make_shared<LocalNet>(way, count, base::Doorbell::Scope::local, roomy());
  std::vector<std::unique_ptr<Line>> lines;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    // Not of kind thread: shared memory takes pages only as far as it is used.
    LineEnds ends(Kind::shm, base::Doorbell::Scope::local, net->bell(rank));
    lines.push_back(std::make_unique<Line>(std::move(ends.of_check), ends.bell));
    threads_.emplace_back([net, rank, end = std::move(ends.of_node)]() mutable {
      Line line(std::move(end), net->bell(rank));
      (void)serve_node(line, [&](const SavesOfNode& saves, const Bringers& bringers) {
        return net->node(rank, options_of(saves), bringers);
      });
    });
  }
  return lines;
}

std::vector<std::unique_ptr<Line>> ServedNodes::in_processes(const Way& way) {
  LocalNet net(way, count, base::Doorbell::Scope::shared, roomy());
  std::vector<LineEnds> ends;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    ends.emplace_back(Kind::shm, base::Doorbell::Scope::shared, net.bell(rank));
  }
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (std::uint32_t other = 0; other < count; ++other) {
        ends[other].of_check->forget();
        if (other != rank) ends[other].of_node->forget();
      }
      EXPECT_TRUE(ends[rank].of_node->adopt().ok());
      net.keep_only(rank);
      {
        Line line(std::move(ends[rank].of_node), net.bell(rank));
        (void)serve_node(line, [&](const SavesOfNode& saves, const Bringers& bringers) {
          return net.node(rank, options_of(saves), bringers);
        });
      }
      ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    children_.push_back(child);
  }
  net.forget();
  std::vector<std::unique_ptr<Line>> lines;
  for (LineEnds& each : ends) {
    each.of_node->forget();
    EXPECT_TRUE(each.of_check->adopt().ok());
    lines.push_back(std::make_unique<Line>(std::move(each.of_check), each.bell));
  }
  return lines;
}

std::vector<std::unique_ptr<Line>> ServedNodes::on_hosts(const Way& way) {
  const HostLayout& layout = *host_layout();
  const std::string name = name_of_check();
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    if (layout.host_of(rank) != layout.self) continue;
    threads_.emplace_back([=] { (void)serve_by_meeting(name, way, rank); });
  }
  const std::shared_ptr<base::Doorbell> bell =
      *base::Doorbell::create(base::Doorbell::Scope::local);
  const Meeting meeting(layout, name + ".lines", count, count + 1, layout.lines);
  auto ends = meeting.channels(Kind::tcp, bell, Line::options());
  if (ends.empty()) throw std::runtime_error("the hosts have not met");
  std::vector<std::unique_ptr<Line>> lines;
  for (auto& each : ends) {
    if (each) lines.push_back(std::make_unique<Line>(std::move(each), bell));
  }
  return lines;
}

void ServedNodes::serve(const Way& way) {
  const HostLayout& layout = *host_layout();
  for (bool again = true; again;) {
    const std::string name = name_of_check();
    again = false;
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      if (layout.host_of(rank) == layout.self) again = serve_by_meeting(name, way, rank);
    }
  }
}

}  // namespace orrery::rti::testing
