#include "orrery/workloads/federates/federation_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "orrery/base/clock.hpp"
#include "orrery/workloads/face/conditions.hpp"
#include "orrery/workloads/face/network_use.hpp"
#include "orrery/workloads/face/on_cpus.hpp"
#include "orrery/workloads/face/peers.hpp"
#include "orrery/workloads/face/process_use.hpp"
#include "orrery/workloads/federates/receiver_board.hpp"

#include "load_processes.hpp"
#include "path_board.hpp"
#include "peer_ground.hpp"
#include "places.hpp"

namespace orrery::workloads::federates {

namespace {

// Bytes of a message besides its values, with a reserve; and bytes besides the content of each value.
constexpr std::size_t head_bytes = 2048;
constexpr std::size_t value_bytes = 32;
static_assert(sizeof(ReportHead) < head_bytes / 2);
constexpr std::size_t least_bytes = 16 * 1024;
// Stands between the endpoint of a node's channels and the endpoint of its port.
constexpr char between = ' ';
// The endpoint of a node on another RTI is this prefix and the address where its federates meet.
constexpr std::string_view peer_scheme = "peer:";

transport::ChannelOptions channel_options(const Shape& shape) {
  const std::size_t update = shape.message_bytes + shape.values * value_bytes;
  const std::size_t needed = head_bytes + std::max(update, shape.report_bytes);
  transport::ChannelOptions options;
  // The rounding leaves room for the bytes that modules on the channel add.
  options.max_message_bytes =
      static_cast<std::uint32_t>(std::bit_ceil(std::max(needed, least_bytes)));
  return options;
}

// Stands before the address at which a node receives extra traffic.
constexpr std::string_view sink_scheme = " traffic:";

}  // namespace

std::size_t node_of(int federate, std::size_t nodes, bool first_apart) {
  const auto number = static_cast<std::size_t>(federate);
  if (!first_apart || nodes < 2) return number % nodes;
  return number == 0 ? 0 : 1 + (number - 1) % (nodes - 1);
}

struct FederationRun::State {
  Shape shape;
  std::optional<OnCpus> cpus;  // of threads and processes that are created afterwards
  std::optional<DataPorts> data;
  std::vector<std::string> data_endpoints;  // by node; empty without ports
  Seat own;                                 // over several nodes, until they are linked
  Cast cast;
  std::vector<Seat> seats;           // the first belongs to the worker's thread
  std::unique_ptr<Peers> peers;      // over several nodes
  std::unique_ptr<PeerGround> peer;  // with another RTI
  std::mutex children_mutex;         // protects children, once they have been made
  std::optional<Children> children;
  std::optional<LoadProcesses> loads;
  std::optional<PathBoard> board;  // with several nodes of the RTI
  std::optional<ReceiverBoard> receivers;
  std::uint64_t network_bytes = 0;  // of the node, over the measured part
  std::vector<std::thread> threads;
  std::unique_ptr<Crew> crew;          // of the worker's thread
  std::atomic<bool> abandoned{false};  // a thread has given up: the others end too
  std::atomic<bool> over{false};       // all federates have ended as they should
  std::atomic<int> serving{0};         // threads that have not ended
  std::mutex mutex;                    // protects thread_failure
  MayFail thread_failure;
  std::vector<contracts::ProcessUse> processes;

  // The number of nodes that have no federate.
  [[nodiscard]] std::size_t coordinators() const { return shape.coordinator_apart ? 1 : 0; }
  [[nodiscard]] bool others_serve() { return serving > 0 || (children && children->living()); }
  void join() {
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }
};

FederationRun::FederationRun(const contracts::WorkerPlan& plan)
    : OneNode(plan), state_(std::make_unique<State>()) {}

FederationRun::~FederationRun() {
  state_->abandoned = true;
  // A thread that joins the federation waits for the sequencer, which is the node of the worker's thread.
  while (!state_->peer && state_->crew && state_->serving > 0) state_->crew->attend();
  state_->join();
  state_->crew.reset();
  {
    const std::lock_guard lock(state_->children_mutex);
    state_->children.reset();
  }
  // Destroyed after `children`: its thread asks for their failures.
  state_->peer.reset();
}

const RawTimes& FederationRun::raw() const { return state_->crew->raw(); }

std::string FederationRun::endpoint() const {
  if (state_->peer && plan().nodes.size() > 1) {
    const std::string where = state_->peer->where();
    return where.empty() ? where : std::string(peer_scheme) + where;
  }
  if (!state_->peers) return "";
  const auto& port = state_->own.port;
  const std::string sink = state_->loads->sink();
  return state_->peers->endpoint() + (port ? between + port->endpoint() : "") +
         (sink.empty() ? "" : std::string(sink_scheme) + sink);
}

int FederationRun::threads() const {
  return state_->peer ? 0 : parties_on_host() / nodes_on_host();
}

int FederationRun::nodes_on_host() const {
  return state_->peers ? state_->peers->nodes_on_host() : 1;
}

int FederationRun::parties_on_host() const {
  if (state_->peers) return state_->peers->nodes_on_host();
  return static_cast<int>(state_->seats.size());
}

MayFail FederationRun::make_ready() {
  state_->shape = shape();
  const Shape& wanted = state_->shape;
  auto modules = object_model(wanted.object_classes, wanted.interaction_classes, wanted.spaces);
  if (!modules) return refused(modules.error().message, "use fewer types or attributes");
  state_->cast = {wanted.federates, std::move(*modules)};
  if (auto failure = make_receiver_board()) return failure;
  if (wanted.cpus > 0) {
    auto bound = OnCpus::bind(wanted.cpus);
    if (!bound) return failed(bound.error(), "federates");
    state_->cpus.emplace(std::move(*bound));
  }
  if (wanted.coordinator_apart && plan().nodes.size() < 3) {
    return refused(
        "workload.coordinator is apart on " + std::to_string(plan().nodes.size()) + " nodes",
        "use at least three: two with federates and one for the coordinator");
  }
  const std::size_t nodes = plan().nodes.size() - state_->coordinators();
  const LoadPlaces places{node_of(wanted.loads.cpu_federate, nodes, wanted.first_apart),
                          node_of(wanted.loads.traffic_federate, nodes, wanted.first_apart),
                          nodes > 1 && wanted.rti == contracts::Rti::orrery};
  auto loads = LoadProcesses::fork(wanted.loads, plan(), places, host().after_fork);
  if (auto* failure = std::get_if<Failure>(&loads)) return std::move(*failure);
  state_->loads.emplace(std::move(std::get<LoadProcesses>(loads)));
  if (wanted.rti != contracts::Rti::orrery) return make_ready_on_peer();
  const transport::ChannelOptions options = channel_options(wanted);
  if (wanted.data) {
    const auto& transports = plan().transports;
    state_->data = DataPorts{*wanted.data,
                             std::to_string(transports.token),
                             plan().nodes.size() > 1 ? transports.bind_address : "127.0.0.1",
                             plan().seed,
                             std::int64_t{transports.peer_timeout_ms} * 1'000'000,
                             options.max_message_bytes};
  }
  if (plan().nodes.size() > 1) {
    auto peers = Peers::listen(plan(), options);
    if (auto* failure = std::get_if<Failure>(&peers)) return std::move(*failure);
    state_->peers = std::move(std::get<std::unique_ptr<Peers>>(peers));
    // The last node has rank 0 if it is the coordinator.
    state_->own.rank = static_cast<std::uint32_t>(
        (static_cast<std::size_t>(plan().node_index) + state_->coordinators()) %
        plan().nodes.size());
    state_->own.bell = state_->peers->bell();
    if (auto failure = make_board(1)) return failure;
    if (!state_->data || !state_->data->separate()) return {};
    auto port = state_->data->make_port(state_->own.rank, state_->own.bell);
    if (auto* failure = std::get_if<Failure>(&port)) return std::move(*failure);
    state_->own.port = std::move(std::get<std::unique_ptr<transport::Port>>(port));
    return {};
  }
  const bool pooled = wanted.model == contracts::ProcessModel::pooled;
  const bool processes = wanted.model == contracts::ProcessModel::process;
  if (processes && plan().transports.local == contracts::LocalTransport::thread) {
    return refused("transports.local is thread with workload.process_model process",
                   "choose shm, uds or tcp, which work between processes");
  }
  auto seats = make_seats(plan().transports.local, options,
                          pooled ? 1 : static_cast<std::size_t>(wanted.federates), state_->data);
  if (auto* failure = std::get_if<Failure>(&seats)) return std::move(*failure);
  state_->seats = std::move(std::get<std::vector<Seat>>(seats));
  for (const Seat& seat : state_->seats) {
    if (seat.port) state_->data_endpoints.push_back(seat.port->endpoint());
  }
  if (state_->seats.size() > 1) {
    if (auto failure = make_board(state_->seats.size())) return failure;
  }
  if (!processes) return {};
  auto children = Children::fork(state_->seats, host().after_fork,
                                 [this](Seat seat) { return serve_process(std::move(seat)); });
  if (auto* failure = std::get_if<Failure>(&children)) return std::move(*failure);
  state_->children.emplace(std::move(std::get<Children>(children)));
  return {};
}

// Must be called before any process is forked. `lines`: number of RTI nodes in this worker.
MayFail FederationRun::make_board(std::size_t lines) {
  std::vector<DataWay> ways = {DataWay::channels};
  if (state_->data && state_->data->separate()) {
    ways.push_back(state_->data->best_effort() ? DataWay::best_effort : DataWay::reliable);
  }
  auto board = PathBoard::create(lines, std::move(ways));
  if (auto* failure = std::get_if<Failure>(&board)) return std::move(*failure);
  state_->board.emplace(std::move(std::get<PathBoard>(board)));
  return {};
}

// Must be called before any process is forked.
MayFail FederationRun::make_receiver_board() {
  if (state_->shape.receivers.empty()) return {};
  auto board = ReceiverBoard::create(state_->shape.receivers);
  if (auto* failure = std::get_if<Failure>(&board)) return std::move(*failure);
  state_->receivers.emplace(std::move(std::get<ReceiverBoard>(board)));
  state_->cast.receivers = &*state_->receivers;
  return {};
}

std::vector<Gauge> FederationRun::gauges() const {
  std::vector<Gauge> all = state_->board ? state_->board->gauges() : std::vector<Gauge>();
  if (!state_->receivers) return all;
  for (Gauge& gauge : state_->receivers->gauges(state_->shape.time_title)) {
    all.push_back(std::move(gauge));
  }
  return all;
}

bool FederationRun::shares_clock() const {
  return plan().nodes.size() == 1 || nodes_on_host() == static_cast<int>(plan().nodes.size());
}

int FederationRun::coordinator() const {
  return state_->shape.coordinator_apart ? static_cast<int>(plan().nodes.size()) - 1 : 0;
}

bool FederationRun::coordinates_alone() const {
  return state_->shape.coordinator_apart && plan().node_index == coordinator();
}

MayFail FederationRun::make_ready_on_peer() {
  auto made = PeerGround::create(plan(), state_->shape, state_->cast.modules);
  if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
  state_->peer = std::move(std::get<std::unique_ptr<PeerGround>>(made));
  const bool alone = plan().nodes.size() == 1;
  if (alone) {
    for (int i = 0; i < state_->shape.federates; ++i) {
      state_->seats.push_back({static_cast<std::uint32_t>(i), nullptr, {}, nullptr});
    }
  } else {
    state_->seats.push_back({static_cast<std::uint32_t>(plan().node_index), nullptr, {}, nullptr});
  }
  const bool processes = alone && state_->shape.model == contracts::ProcessModel::process;
  if (processes) {
    auto children = Children::fork(state_->seats, host().after_fork, [this](Seat seat) {
      if (auto failure = state_->peer->load(1)) return MayFail(std::move(failure));
      return serve_process(std::move(seat));
    });
    if (auto* failure = std::get_if<Failure>(&children)) return std::move(*failure);
    state_->children.emplace(std::move(std::get<Children>(children)));
  }
  if (auto failure = state_->peer->load(processes ? 1 : static_cast<int>(state_->seats.size()))) {
    return failure;
  }
  state_->peer->look_after(
      [this]() -> MayFail {
        if (children_failure()) return children_cause();
        if (state_->over || (!stop() && !state_->abandoned)) return {};
        const std::lock_guard lock(state_->mutex);
        if (state_->thread_failure) return state_->thread_failure;
        return Failure{"stopped", "federates", "stopped while federates worked", ""};
      },
      host().give_up);
  return plan().node_index == coordinator() ? state_->peer->open() : MayFail();
}

MayFail FederationRun::link(const std::vector<std::string>& endpoints, std::int64_t deadline_ns) {
  if (state_->peer && plan().node_index != coordinator()) {
    const std::string& meeting = endpoints[static_cast<std::size_t>(coordinator())];
    if (!meeting.starts_with(peer_scheme)) {
      return Failure{"connect", "federates",
                     "the endpoint of the coordinator's node is '" + meeting + "', not " +
                         std::string(peer_scheme) + " and where the federates meet",
                     "run the same version of Orrery on all nodes"};
    }
    state_->peer->meet_at(meeting.substr(peer_scheme.size()));
  }
  if (!state_->peers) return {};
  std::vector<std::string> channels;
  for (std::string each : endpoints) {
    if (const std::size_t sink = each.find(sink_scheme); sink != std::string::npos) {
      if (auto failure = state_->loads->aim(each.substr(sink + sink_scheme.size()))) return failure;
      each.resize(sink);
    }
    const std::size_t at = each.find(between);
    channels.push_back(each.substr(0, at));
    if (at != std::string::npos) state_->data_endpoints.push_back(each.substr(at + 1));
  }
  if (auto failure = state_->peers->connect(channels, deadline_ns, host().stopped)) return failure;
  state_->own.channels = state_->peers->take_channels();
  // From the plan's order to the order of ranks.
  if (state_->shape.coordinator_apart) {
    std::ranges::rotate(state_->own.channels, state_->own.channels.end() - 1);
    if (!state_->data_endpoints.empty()) {
      std::ranges::rotate(state_->data_endpoints, state_->data_endpoints.end() - 1);
    }
  }
  if (state_->data) {
    if (auto failure = state_->data->stack(state_->own.channels)) return failure;
  }
  state_->seats.push_back(std::move(state_->own));
  return {};
}

MayFail FederationRun::join_crew(Seat seat, const std::function<bool()>& stopped,
                                 std::atomic<std::uint64_t>* done, std::unique_ptr<Crew>& crew) {
  const Shape& wanted = state_->shape;
  CrewOptions options;
  options.wait = wait_strategy(plan().conditions.wait, parties_on_host());
  options.patience_ns = std::int64_t{plan().rendezvous_timeout_ms} * 1'000'000;
  options.sleeping_tick = wanted.sleeping_tick;
  options.coordinator_apart = wanted.coordinator_apart;
  options.probe = wanted.probe;
  options.stopped = stopped;
  options.data_paths = [this](std::unique_ptr<transport::Port> port) {
    return port ? state_->data->paths(std::move(port), state_->data_endpoints) : rti::DataPaths{};
  };
  if (state_->board) {
    options.tell = [&board = *state_->board, line = state_->peers ? 0 : std::size_t{seat.rank}](
                       const rti::NodeCounters& counters) { board.write(line, counters); };
  }
  options.time_bound = wanted.time_bound;
  options.congestion_avoidance = wanted.congestion_avoidance;
  options.held = wanted.data ? wanted.data->held : usual_held;
  options.repeat_ns = wanted.data ? std::int64_t{wanted.data->repeat_ms} * 1'000'000 : 0;
  if (state_->peer) {
    options.peer_node = [this, &stopped](int federate) {
      return state_->peer->node(federate, stopped);
    };
  }
  const std::size_t first = state_->peer ? 0 : state_->coordinators();  // rank of federate 0
  const std::size_t nodes =
      state_->peer ? static_cast<std::size_t>(wanted.federates) : seat.channels.size() - first;
  std::vector<int> numbers;
  for (int i = 0; i < wanted.federates; ++i) {
    if (first + node_of(i, nodes, wanted.first_apart) == seat.rank) numbers.push_back(i);
  }
  auto made =
      Crew::create(std::move(seat), options, numbers, [&](rti::BasicNode& node, int number) {
        return wanted.make_party(node, state_->cast, number,
                                 number == numbers.front() ? done : nullptr);
      });
  if (auto* failure = std::get_if<Failure>(&made)) return std::move(*failure);
  crew = std::move(std::get<std::unique_ptr<Crew>>(made));
  return {};
}

// Runs the federates of another thread or process from joining to resigning.
MayFail FederationRun::serve(Seat seat, const std::function<bool()>& stopped) {
  std::unique_ptr<Crew> crew;
  if (auto failure = join_crew(std::move(seat), stopped, nullptr, crew)) return failure;
  return coordinates_alone() ? crew->coordinate() : crew->drive(&Party::over);
}

MayFail FederationRun::serve_process(Seat seat) {
  AppliedConditions conditions;
  if (auto failure = conditions.apply(plan().conditions)) return failure;
  if (auto kept = keep_cpu_of_process(seat.rank); !kept) return failed(kept.error(), "federate");
  return serve(std::move(seat), [] { return false; });
}

MayFail FederationRun::children_failure() {
  const std::lock_guard lock(state_->children_mutex);
  return state_->children ? state_->children->failure() : MayFail();
}

MayFail FederationRun::children_cause() {
  const std::lock_guard lock(state_->children_mutex);
  return state_->children ? state_->children->cause() : MayFail();
}

// Prefers the failure of another thread or process to `own`: it is nearer to the cause.
MayFail FederationRun::cause(MayFail own) {
  if (!own || stop()) return own;
  if (auto theirs = children_cause()) return theirs;
  const std::lock_guard lock(state_->mutex);
  return state_->thread_failure ? state_->thread_failure : own;
}

MayFail FederationRun::warm_up() {
  state_->loads->start();
  const bool alone = coordinates_alone();
  if (alone && state_->peer) return {};
  if (!state_->children) {
    for (std::size_t i = alone ? 0 : 1; i < state_->seats.size(); ++i) {
      ++state_->serving;
      state_->threads.emplace_back([this, i, seat = std::move(state_->seats[i])]() mutable {
        keep_cpu(i);
        auto failure = serve(std::move(seat), [this] { return stop() || state_->abandoned; });
        if (failure) {
          const std::lock_guard lock(state_->mutex);
          if (!state_->thread_failure) state_->thread_failure = std::move(failure);
          state_->abandoned = true;
        }
        --state_->serving;
      });
    }
  }
  if (alone) return {};
  if (auto failure = join_crew(
          std::move(state_->seats.front()),
          [this] { return stop() || state_->abandoned || children_failure(); }, &progress(),
          state_->crew)) {
    return cause(std::move(failure));
  }
  return cause(state_->crew->drive(&Party::ready));
}

// On the coordinator's node: until all federates have left.
MayFail FederationRun::coordinate() {
  state_->join();
  if (state_->thread_failure) return state_->thread_failure;
  while (state_->peer && !state_->peer->left()) {
    if (stop()) return Failure{"stopped", "federates", "stopped while federates worked", ""};
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

MayFail FederationRun::measure() {
  if (master()) state_->crew->front().begin();
  const std::uint64_t before = network_bytes();
  auto failure = coordinates_alone() ? coordinate() : cause(state_->crew->drive(&Party::worked));
  state_->network_bytes = network_bytes() - before;
  return failure;
}

MayFail FederationRun::verify(contracts::WorkerResult& result) {
  if (!coordinates_alone()) {
    if (auto failure = cause(state_->crew->drive(&Party::over))) return failure;
  }
  // Other nodes may still wait for the last messages of this node, which a module of a channel may hold back.
  while (!state_->peer && state_->others_serve() && !stop()) state_->crew->attend();
  state_->join();
  {
    const std::lock_guard lock(state_->children_mutex);
    if (state_->children) {
      if (auto failure = state_->children->join()) return failure;
    }
  }
  if (auto failure = state_->loads->end(state_->processes)) return failure;
  if (state_->board) result.paths = state_->board->uses(state_->peers ? plan().node_index : 0);
  if (coordinates_alone()) {
    for (contracts::PathUse& use : result.paths) use.name = "coordinator";
  }
  state_->over = true;
  if (!master()) return {};
  const Party& first = state_->crew->front();
  for (const Report& report : first.reports()) {
    if (!state_->children) break;
    state_->processes.push_back(process_use("federate " + std::to_string(report.head.number),
                                            report.head.pid, report.head.usage));
  }
  judge(first, result);
  return {};
}

std::vector<rti::PathCounters> FederationRun::path_counters(const Party& first) const {
  if (state_->data_endpoints.empty()) return {};
  const bool lossy = state_->data->best_effort();
  const auto of = [lossy](const rti::NodeCounters& node) {
    return lossy ? node.best_effort : node.reliable;
  };
  std::vector<rti::PathCounters> nodes(state_->data_endpoints.size() - state_->coordinators());
  nodes[0] = of(first.counters());
  for (const Report& report : first.reports()) {
    const std::size_t node = node_of(report.head.number, nodes.size(), state_->shape.first_apart);
    if (node > 0) nodes[node] = of(report.head.counters);
  }
  return nodes;
}

std::uint64_t FederationRun::sent_again(const Party& first) const {
  std::uint64_t sum = first.counters().repeated;
  for (const Report& report : first.reports()) {
    if (speaks_for_node(report)) sum += report.head.counters.repeated;
  }
  return sum;
}

// Whether the reporting federate is the first of its RTI node. Federate 0 sends no report; it stands for its own node.
bool FederationRun::speaks_for_node(const Report& report) const {
  const std::size_t nodes =
      state_->peers ? plan().nodes.size() - state_->coordinators() : state_->seats.size();
  return static_cast<std::size_t>(report.head.number) < nodes;
}

void FederationRun::add_path(const Party& first, std::vector<contracts::Metric>& to) const {
  using contracts::Better;
  if (state_->board) {
    rti::PathCounters channels = first.counters().channels;
    for (const Report& report : first.reports()) {
      if (!speaks_for_node(report)) continue;
      channels.sent += report.head.counters.channels.sent;
      channels.system_calls += report.head.counters.channels.system_calls;
    }
    if (channels.system_calls > 0) {
      to.push_back({"channels.calls", "System calls of channels for each message that they sent",
                    static_cast<double>(channels.system_calls) /
                        static_cast<double>(std::max<std::uint64_t>(1, channels.sent)),
                    "ratio", Better::lower});
    }
  }
  const auto nodes = path_counters(first);
  if (nodes.empty()) return;
  const auto add = [&](const char* name, const char* title,
                       std::uint64_t rti::PathCounters::* counter, Better better) {
    std::uint64_t sum = 0;
    for (const auto& node : nodes) sum += node.*counter;
    to.push_back({name, title, static_cast<double>(sum), "count", better});
  };
  using Counters = rti::PathCounters;
  if (state_->data->best_effort()) {
    add("path.lost", "Missing in the numbers of messages, all receivers", &Counters::lost,
        Better::lower);
    add("path.duplicates", "Messages that came twice and were shown once", &Counters::duplicates,
        Better::neither);
    add("path.reordered", "Packets that were overtaken", &Counters::reordered, Better::neither);
    add("path.dropped", "Messages dropped by the RTI: too early, too late, no room",
        &Counters::dropped, Better::lower);
  } else {
    add("path.naks", "Requests for a repair", &Counters::naks, Better::lower);
    add("path.repairs", "Repairs sent", &Counters::repairs, Better::lower);
    if (state_->data->path.reliable == contracts::ReliableProtocol::region_multicast) {
      add("path.repairs_in_region", "Repairs sent within a region", &Counters::repairs_in_region,
          Better::neither);
      add("path.regions", "Regions of several nodes", &Counters::regions_led, Better::neither);
    }
  }
  add("path.kernel_dropped", "Packets that a socket had no room for", &Counters::kernel_dropped,
      Better::lower);
  add("path.early", "Messages that waited for what they rest on", &Counters::early,
      Better::neither);
  add("path.malformed", "Packets that were none of ours", &Counters::malformed, Better::lower);
}

std::vector<contracts::ProcessUse> FederationRun::other_processes() const {
  return state_->processes;
}

std::vector<contracts::Metric> FederationRun::node_figures() const {
  const double seconds = static_cast<double>(std::max<std::int64_t>(1, elapsed_ns())) / 1e9;
  std::vector<contracts::Metric> figures = {
      {"network_rate", "Bytes sent through the node's network interfaces, loopback included",
       static_cast<double>(state_->network_bytes) / seconds, "B/s", contracts::Better::neither}};
  if (const double rate = state_->loads->traffic_per_s(); rate > 0) {
    figures.push_back({"load.traffic_rate", "Extra datagrams per second", rate, "messages/s",
                       contracts::Better::neither});
  }
  if (const double rate = state_->loads->received_per_s(); rate > 0) {
    figures.push_back({"load.traffic_received", "Extra datagrams received per second", rate,
                       "messages/s", contracts::Better::neither});
  }
  return figures;
}

}  // namespace orrery::workloads::federates
