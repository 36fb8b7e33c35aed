/* Generated from contracts/orrery_contracts by `make gen`: do not edit. */
/* eslint-disable */

/** An unsigned 64-bit integer as a decimal string: use BigInt() for arithmetic. */
export type BigIntString = string;

/**
 * What an entity does in an update: the benchmark entity's state changes by a fixed rule; a bird of
 * a flock turns with its neighbours (separation, alignment, cohesion), all of them in every step;
 * in a walk-through town most stand still and some walk the streets.
 */
export type Behaviour = "toggle" | "flock" | "walkthrough";
export const BehaviourValues = [
  "toggle",
  "flock",
  "walkthrough",
] as const satisfies readonly Behaviour[];

/** What an entity and a manager are to the operating system. */
export type ProcessModel = "process" | "thread" | "pooled";
export const ProcessModelValues = [
  "process",
  "thread",
  "pooled",
] as const satisfies readonly ProcessModel[];

/** Each monitored component is a number of 64 bits. */
export interface NumberState {
  kind: "numbers";
}

/** The models that ship with Orrery. */
export type ShippedModelName = "triangle" | "flock" | "town" | "air-traffic";
export const ShippedModelNameValues = [
  "triangle",
  "flock",
  "town",
  "air-traffic",
] as const satisfies readonly ShippedModelName[];

/** A model that ships with Orrery. */
export interface ShippedModel {
  kind: "shipped";
  /** To read or change its text, choose a text of your own and start from it. */
  name: ShippedModelName;
}

/** A model given as text, in the universe modelling language. */
export interface OwnModel {
  kind: "text";
  /** Checked by the worker; `POST /models/check` says beforehand what is wrong with it. */
  text: string;
}

export type ModelSource =
  | ShippedModel
  | OwnModel;

/**
 * An entity is an instance of a component of a model in the universe modelling language. Its first
 * properties without texts are the monitored components.
 */
export interface ModelState {
  kind: "model";
  model: ModelSource;
  /** Its name: an entity, an element or a universe of the model. */
  entity: string;
}

export type EntityState =
  | NumberState
  | ModelState;

/** Which node hosts the managers: the master, the first slave, or all nodes in turn. */
export type ManagerPlacement = "master" | "slave" | "spread";
export const ManagerPlacementValues = [
  "master",
  "slave",
  "spread",
] as const satisfies readonly ManagerPlacement[];

/** Entities in proportion to each node's CPU rating. */
export interface SplitByRating {
  kind: "rating";
}

/** The same number of entities on every node; a remainder goes to the first nodes. */
export interface SplitEqual {
  kind: "equal";
}

/** A given number of entities for each node, master first; they add up to `entities`. */
export interface SplitByHand {
  kind: "by_hand";
  /** Entities on each node, master first. */
  counts: number[];
}

/**
 * By rating, but a slave gets so much less work that its answer is back when the master has done
 * its own.
 */
export interface SplitByLatency {
  kind: "latency";
  /**
   * From the master's notice to the arrival of the slave's answer, without the slave's work; 0:
   * twice the run's link delay. Unit: us.
   */
  round_trip_us: number;
  /**
   * What an entity takes of a step on the fastest node, with its messages; 0: the cost of its
   * update. Unit: us.
   */
  entity_us: number;
}

export type EntitySplit =
  | SplitByRating
  | SplitEqual
  | SplitByHand
  | SplitByLatency;

/**
 * How entities learn that a step begins, and their universe manager that they have ended it: a
 * message to and from each; one notice that reaches all at once; or neither, as if a deadline
 * scheduler started and ended them.
 */
export type StepControl = "messages" | "multicast" | "deadline";
export const StepControlValues = [
  "messages",
  "multicast",
  "deadline",
] as const satisfies readonly StepControl[];

/**
 * How state updates reach a node's managers: a message to each, which knows the component by its
 * own monitor id; or one to all of them, which carries the component's name.
 */
export type StateFlow = "by_monitor" | "by_name";
export const StateFlowValues = [
  "by_monitor",
  "by_name",
] as const satisfies readonly StateFlow[];

/**
 * Whether the final state is checked against the sequential oracle: automatic checks as many steps
 * as take about a second.
 */
export type OracleUse = "auto" | "always" | "never";
export const OracleUseValues = [
  "auto",
  "always",
  "never",
] as const satisfies readonly OracleUse[];

/**
 * Entities update every step, managers receive what they monitor, and the master starts the next
 * step when all have ended.
 */
export interface UniverseSteps {
  kind: "universe_steps";
  /** Entities in the whole system, z of the message model. */
  entities: number;
  /**
   * What entities do. Those of a flock and a walk-through have positions, drawn live on a map; in a
   * flock each sees what its neighbours were in the step before, on whatever node.
   */
  behaviour: Behaviour;
  /**
   * Special managers, x of the message model. Each receives every state update of every monitored
   * component.
   */
  managers: number;
  /**
   * Components of each entity's state in which every manager registers interest, y of the message
   * model.
   */
  monitors: number;
  /** Measured simulation steps. */
  steps: number;
  /** Steps before the measurement starts; they count in the state checksum, not in any figure. */
  warmup_steps: number;
  /**
   * Each entity and manager an operating-system process, a thread, or an object stepped by a few
   * workers.
   */
  process_model: ProcessModel;
  /**
   * Threads that step the entities of a node in the pooled model; 0 chooses by entities and cores.
   */
  pool_threads: number;
  /**
   * Size of one component's packed state in a state update; that of a model's properties takes at
   * least what the largest needs. Unit: B.
   */
  state_bytes: number;
  /** What an entity holds; those of a flock and a walk-through hold a place. */
  state: EntityState;
  /** A changing entity changes its state every so many steps. Unit: steps. */
  update_period_steps: number;
  /** The rest are static: they are notified and complete each step, but send no state. */
  changing_share: number;
  /** CPU time that each entity's update function uses, calibrated on each node. Unit: us. */
  update_cost_us: number;
  /** CPU time that each manager uses to process a step. Unit: us. */
  manager_cost_us: number;
  /** Which node hosts the managers. On a single node all are the same. */
  manager_placement: ManagerPlacement;
  /** How entities are distributed over the nodes. */
  split: EntitySplit;
  /**
   * Managers register a constraint function, which entities evaluate before they send: each change
   * of an entity raises its level by one, from the last of 16 to the first, and only changes at the
   * first so many levels are sent. 16: all. Unit: of 16.
   */
  constraint_levels: number;
  /** Multicast and deadline save messages within a node (the study's section 6.6.1). */
  step_control: StepControl;
  /**
   * By name, several managers of a node share each message, which grows by 32 B of name (section
   * 6.6.3).
   */
  state_flow: StateFlow;
  /** Every message to another node is late by this, on top of what the link takes. Unit: us. */
  link_delay_us: number;
  /**
   * Messages to another node follow each other at this rate (section 6.6.5); 0: at that of the link
   * itself. Unit: Mbit/s.
   */
  link_mbit_s: number;
  /** Whether the state checksum is compared with the sequential oracle's. */
  oracle: OracleUse;
}

/**
 * How events are executed: one after the other, by threads around one list, by threads that own
 * logical processes and a list, or by such threads on several nodes.
 */
export type PdesEngine = "sequential" | "central_fel" | "multi_fel" | "distributed";
export const PdesEngineValues = [
  "sequential",
  "central_fel",
  "multi_fel",
  "distributed",
] as const satisfies readonly PdesEngine[];

/**
 * How the manager of the one list gives work to threads: a condition variable, semaphores as in the
 * study, or a mailbox for each.
 */
export type TaskHandover = "condition" | "semaphore" | "mailbox";
export const TaskHandoverValues = [
  "condition",
  "semaphore",
  "mailbox",
] as const satisfies readonly TaskHandover[];

/** The structure of a future event list. */
export type EventListKind = "binary_heap" | "quaternary_heap" | "calendar" | "ladder" | "buckets";
export const EventListKindValues = [
  "binary_heap",
  "quaternary_heap",
  "calendar",
  "ladder",
  "buckets",
] as const satisfies readonly EventListKind[];

/** Of the random part of an event's delay. */
export type DelayDistribution = "exponential" | "uniform";
export const DelayDistributionValues = [
  "exponential",
  "uniform",
] as const satisfies readonly DelayDistribution[];

/** What an event carries beside its time and destination. */
export type EventPayload = "none" | "bytes_32" | "bytes_128";
export const EventPayloadValues = [
  "none",
  "bytes_32",
  "bytes_128",
] as const satisfies readonly EventPayload[];

/**
 * A fixed population of events; each, when executed, schedules one other, sometimes on another
 * logical process.
 */
export interface Phold {
  kind: "phold";
  /** Every engine executes the same events in the same order for each logical process. */
  engine: PdesEngine;
  /**
   * Threads that execute events, on each node; the engine with one list has its manager besides.
   */
  workers: number;
  /** Threads that share an event list; the workers are a multiple of it. */
  threads_per_list: number;
  /** How the list's manager and the workers wait for each other. */
  handover: TaskHandover;
  /** Structure of each future event list. */
  list: EventListKind;
  /** Parts of the model that influence each other through events alone. */
  lps: number;
  /** Events that exist at any time, spread evenly over the logical processes. */
  population: number;
  /**
   * About so many are executed: the run ends at the simulated time at which so many are expected.
   */
  events: number;
  /** Probability that an event schedules its successor on another logical process. */
  remote_share: number;
  /**
   * Simulated time by which every event lies in the future at least; parallel engines need it above
   * 0.
   */
  lookahead: number;
  /** Mean of the random delay beside the lookahead, in simulated time. */
  mean_delay: number;
  /** Of the random delay. */
  delay: DelayDistribution;
  /** Carried by every event; it holds when and by whom it was scheduled, which is checked. */
  payload: EventPayload;
  /**
   * Whether the sequential engine executes the same events in the same repeat: its order is
   * compared, and its time gives the speed-up. Automatic: up to 50 million events.
   */
  oracle: OracleUse;
}

/**
 * Interprets definitions, changes them while instances live, and handles state: construct,
 * destruct, size, pack, unpack. Every figure is the median of batches in several rounds.
 */
export interface ModelLanguage {
  kind: "model_language";
  /**
   * Its code size, memory, and the time of its instances; the other figures are of small models, as
   * in the study.
   */
  model: ModelSource;
  /** State times are taken of arrays of 1, 10, 100 and so on, up to this many integers. */
  array_length: number;
  /** State times are taken of elements in elements, from one level to this many. */
  nesting: number;
  /** State times are taken of a string of so many characters. Unit: characters. */
  string_length: number;
  /** So many live while their definition is changed. */
  live_instances: number;
  /** Every figure is measured so many times, in turn, after one round to warm up. */
  rounds: number;
  /** In each round; a figure that takes longer is measured three times. Unit: us. */
  figure_us: number;
}

/**
 * How entity threads and the list's manager wait: by semaphores as in the study, or by condition
 * variables.
 */
export type FelWaiting = "semaphore" | "condition";
export const FelWaitingValues = [
  "semaphore",
  "condition",
] as const satisfies readonly FelWaiting[];

/**
 * Each source schedules an event for its sink, which schedules its answer; one thread manages the
 * list of future events.
 */
export interface FelTest {
  kind: "fel_test";
  /** Threads may use so many CPUs of the node. */
  num_cpus: number;
  /** Entities that generate events; each has a sink of its own, and both have a thread. */
  num_srcs: number;
  /** Each is answered by the sink, so that twice as many go through the list. */
  src_events: number;
  /**
   * Of the simulated time between a source's events, around a mean of `e_dly`; 0 adds every event
   * at the end of the list.
   */
  src_var: number;
  /** CPU time that an entity uses for each event, calibrated on the node. Unit: us. */
  e_dly: number;
  /** CPU time that the manager uses to add an event, calibrated on the node. Unit: us. */
  f_dly: number;
  /** What an entity waits on for its next event, and the manager for requests. */
  waiting: FelWaiting;
}

/** Threads that only compute, each the same calibrated work, on some of the node's CPUs. */
export interface ThreadTest {
  kind: "thread_test";
  /** Threads may use so many CPUs of the node. */
  num_cpus: number;
  /** Each does all slices, and ends. */
  num_threads: number;
  /** The loop of the study has 5000. */
  slices: number;
  /** CPU time of a slice, calibrated on the node. Unit: us. */
  slice_us: number;
}

/** Thread and process creation, mutex, semaphore, thread-local and global references. */
export interface Primitives {
  kind: "primitives";
  /** Measurements of each primitive; the middle one is its figure. */
  batches: number;
  /** A batch repeats its primitive for about so long. Unit: ms. */
  batch_ms: number;
}

/**
 * Every structure of an event list holds the same population: take the first event out, put it back
 * later.
 */
export interface Hold {
  kind: "hold";
  /** Events in the list at any time, each with a payload of 32 bytes. */
  population: number;
  /** Hold operations of each structure that are measured. */
  operations: number;
}

/**
 * Who moves when: nobody; the most expensive entity of a node above the threshold, as the prototype
 * did; whoever evens the loads; whoever is forecast to cost too much; or as the threshold, but with
 * an eye on the state that crosses nodes.
 */
export type MigrationPolicy = "none" | "threshold" | "balance" | "predictive" | "traffic";
export const MigrationPolicyValues = [
  "none",
  "threshold",
  "balance",
  "predictive",
  "traffic",
] as const satisfies readonly MigrationPolicy[];

/**
 * What counts as an entity's load: the CPU time that its update took, or the CPU time that its rule
 * asks for, which is the same on any machine, however busy.
 */
export type LoadSource = "measured" | "nominal";
export const LoadSourceValues = [
  "measured",
  "nominal",
] as const satisfies readonly LoadSource[];

/**
 * Every entity's update grows dearer from time to time and falls back; a policy moves entities
 * between the nodes, and the state stays what it would be if nobody moved.
 */
export interface UniverseMigration {
  kind: "universe_migration";
  /** Entities in the whole system. */
  entities: number;
  /** Measured simulation steps. */
  steps: number;
  /** Steps before the measurement starts; entities may move in them too. */
  warmup_steps: number;
  /** Decides at the end of each step who moves. */
  policy: MigrationPolicy;
  /**
   * Measured: CPU time, times how much slower the node is than the fastest. Nominal: what the
   * update's rule asks for, alike on all nodes, so that the same entities move in every run.
   */
  load: LoadSource;
  /** CPU time of a node's entities in a step above which one has to go. Unit: ms. */
  threshold_ms: number;
  /**
   * A node that has taken an entity offers none for so many steps: constructing it costs more than
   * updating it. Unit: steps.
   */
  settle_steps: number;
  /** CPU time that an entity uses where it is constructed again. Unit: us. */
  construct_cost_us: number;
  /** What moves with an entity. Unit: B. */
  carried_bytes: number;
  /** CPU time that each entity's update function uses outside a burst. Unit: us. */
  update_cost_us: number;
  /** A calm entity begins a burst with one chance in so many, each step; 0: never. Unit: steps. */
  burst_every_steps: number;
  /** Steps in which a burst rises on average; it falls for as long. Unit: steps. */
  burst_rise_steps: number;
  /**
   * Greatest extra cost of an update, as a multiple of the calm one's; each burst reaches half of
   * it or more. Unit: times.
   */
  burst_peak: number;
  /** Special managers, each of which receives every state update. */
  managers: number;
  /** Components of each entity's state that managers receive. */
  monitors: number;
  /** Which node hosts the managers. */
  manager_placement: ManagerPlacement;
  /** Where entities are at first. */
  split: EntitySplit;
  /**
   * Whether the state checksum is compared with that of the sequential oracle, in which nobody
   * moves.
   */
  oracle: OracleUse;
}

/**
 * A universe is launched again and again on one node: its entities and managers are made, take some
 * steps, are looked at, and ended.
 */
export interface ProcessActivity {
  kind: "process_activity";
  /** Made in every launch. */
  entities: number;
  /** Special managers, made in every launch. */
  managers: number;
  /** Each entity and manager an operating-system process, a thread, or an object. */
  process_model: ProcessModel;
  /** The middle one is the figure of a repeat. */
  launches: number;
  /** Over which updates are timed. */
  steps: number;
  /** Components of each entity's state. */
  monitors: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes: number;
}

/** What sender and receiver of one node are: operating-system processes, or threads of one. */
export type EndsModel = "process" | "thread";
export const EndsModelValues = [
  "process",
  "thread",
] as const satisfies readonly EndsModel[];

/**
 * One end sends messages to another: first each is waited for, and its way is timed part by part;
 * then as many as the transport takes. On one node by the transport within a node, on two by the
 * one between nodes.
 */
export interface Messaging {
  kind: "messaging";
  /** Size of each message; its first 16 bytes number it and hold its checksum. Unit: B. */
  message_bytes: number;
  /**
   * Messages that the sender waits for, one after the other: the receiver unblocks it when the
   * message is in its buffer.
   */
  exchanges: number;
  /** Then sent without waiting, for the throughput; each leaves at once. */
  streamed: number;
  /**
   * Exchanged before, not measured. With a connection for each message every one of them leaves a
   * socket in TIME-WAIT.
   */
  warmup_messages: number;
  /** Sender and receiver of one node. On two nodes they are processes always. */
  process_model: EndsModel;
}

/**
 * How a shadow follows its user: position and velocity sent every step, or dead reckoning from
 * position and velocity (first order), and acceleration (second order).
 */
export type Approximation = "continuous" | "first_order" | "second_order";
export const ApproximationValues = [
  "continuous",
  "first_order",
  "second_order",
] as const satisfies readonly Approximation[];

/**
 * How users move, at constant speed: straight on, with a new direction every few seconds, or in
 * curves of a new rate of turn every few seconds.
 */
export type UserMotion = "straight" | "curved";
export const UserMotionValues = [
  "straight",
  "curved",
] as const satisfies readonly UserMotion[];

/**
 * How an update reaches the other systems: one message to each, passed on by the master universe
 * manager of every system on its way, or one that the network copies where links part.
 */
export type Delivery = "routed" | "multicast";
export const DeliveryValues = [
  "routed",
  "multicast",
] as const satisfies readonly Delivery[];

/**
 * Users move in their own system; in every other one a shadow approximates each of them from the
 * updates that come over the links.
 */
export interface NetworkedSystems {
  kind: "networked_systems";
  /** Linked in a hierarchy: each but the first has a link to the one above it. */
  systems: number;
  /** Each system has up to so many below it; as many as there are systems makes a star. */
  fan_out: number;
  /** Of all systems, dealt out in turn. Each has a shadow in every other system. */
  users: number;
  /** What a user sends and its shadows make of it. */
  approximation: Approximation;
  /**
   * A user sends an update when dead reckoning from its last one is further off than this. Unit: m.
   */
  threshold_m: number;
  /** At constant speed, straight on or in curves. */
  motion: UserMotion;
  /** The fastest; each user has its own, half of it at least. Unit: m/s. */
  speed_m_per_s: number;
  /** One message to each system, or one for all. */
  delivery: Delivery;
  /**
   * In simulated time, from one system to the next. A system looks at what has come once a step.
   * Unit: ms.
   */
  link_latency_ms: number;
  /**
   * Each message's latency is up to so much more or less; none overtakes another on a link. Unit:
   * ms.
   */
  link_jitter_ms: number;
  /** How far users move between two looks at their approximation. Unit: ms. */
  step_ms: number;
  /** Simulated steps; then what is under way still arrives. */
  steps: number;
  /**
   * Whether a sequential simulation must end in the same state after the same messages. Automatic:
   * up to 50 million steps of users and shadows.
   */
  oracle: OracleUse;
}

/** What carries the data: updates of objects' attributes, or interactions. */
export type ExchangedAs = "objects" | "interactions";
export const ExchangedAsValues = [
  "objects",
  "interactions",
] as const satisfies readonly ExchangedAs[];

/** Which RTI carries a run: Orrery's own, or HELICS as a peer to compare it with. */
export type Rti = "orrery" | "helics";
export const RtiValues = [
  "orrery",
  "helics",
] as const satisfies readonly Rti[];

/**
 * How a federate gives the RTI its turn when it has nothing to do: it waits inside the RTI for what
 * comes, as tick(min, max) does, or sleeps a microsecond and then evokes what is there.
 */
export type TickVersion = "wait" | "sleep";
export const TickVersionValues = [
  "wait",
  "sleep",
] as const satisfies readonly TickVersion[];

/**
 * The federation's object model says it of all that is exchanged: everything arrives, once and in
 * order (`reliable`), or some may be lost. The last three are best effort on the wire: a value is
 * repeated while no newer one is sent (`minimum_rate`), receivers are brought the newest value but
 * not those before it (`state_consistent`), what is sent waits for its logical time (`one_shot`).
 */
export type Transportation = "reliable" | "best_effort" | "minimum_rate" | "state_consistent" | "one_shot";
export const TransportationValues = [
  "reliable",
  "best_effort",
  "minimum_rate",
  "state_consistent",
  "one_shot",
] as const satisfies readonly Transportation[];

/**
 * What carries reliable data: the channels between every two nodes, a copy for each receiver; or
 * multicast with repair on request, by the sender (`nak_multicast`) or first among the receivers of
 * a region (`region_multicast`); or, to compare with, another party's multicast: Cyclone DDS
 * (`dds`), or NORM (RFC 5740) of the US Naval Research Laboratory (`norm`).
 */
export type ReliableProtocol = "channels" | "nak_multicast" | "region_multicast" | "dds" | "norm";
export const ReliableProtocolValues = [
  "channels",
  "nak_multicast",
  "region_multicast",
  "dds",
  "norm",
] as const satisfies readonly ReliableProtocol[];

/**
 * What carries best-effort data: datagrams to each receiver, or one for all by multicast; or
 * Cyclone DDS, to compare with.
 */
export type BestEffortProtocol = "udp" | "multicast" | "dds";
export const BestEffortProtocolValues = [
  "udp",
  "multicast",
  "dds",
] as const satisfies readonly BestEffortProtocol[];

/**
 * What a federate's RTI holds back, to leave with what its federate sends next: fewer system calls
 * and wake-ups. All of it leaves when the federate evokes callbacks, waits, or asks to advance.
 */
export interface Holding {
  /** Until so much has been sent; 0: every message leaves at once. Unit: B. */
  bytes: number;
  /** Or until the first has waited so long when another is sent; 0: no limit. Unit: us. */
  timeout_us: number;
}

/** Small messages that go together in one packet, by a module of the path. */
export interface Bundling {
  /**
   * So much is packed into one, as far as a packet holds it; 0: no bundling. At least 64. Unit: B.
   */
  bytes: number;
  /**
   * A bundle that is not full leaves after so long; 0: as soon as its sender asks for it. Unit: us.
   */
  timeout_us: number;
}

/** What a sender may give to the network at most; more is refused as congested. */
export interface RateLimit {
  /** 0: unlimited. Unit: messages/s. */
  messages_per_s: number;
  /** 0: unlimited. Unit: B/s. */
  bytes_per_s: number;
}

/** How the delay of a message differs from the mean. */
export type Jitter = "none" | "uniform" | "normal" | "exponential" | "gamma";
export const JitterValues = [
  "none",
  "uniform",
  "normal",
  "exponential",
  "gamma",
] as const satisfies readonly Jitter[];

/**
 * What a bad network does to messages, decided from the run's seed. On channels, which lose
 * nothing, a loss is the time that its repair takes.
 */
export interface Impairment {
  /** One way, from when a message was sent. Unit: ms. */
  delay_ms: number;
  /** The distribution of what comes on top of the delay, or is taken from it. */
  jitter: Jitter;
  /**
   * Uniform: at most so much more or less; normal: deviation; exponential and gamma: mean. Unit:
   * ms.
   */
  jitter_ms: number;
  /** Share of packets that are lost, each by itself. */
  loss_share: number;
  /** Share of packets lost besides, many in a row. */
  burst_loss_share: number;
  /** Packets lost in a row, on average. */
  burst_packets: number;
  /** Share of packets that come twice. */
  duplicate_share: number;
  /** Share of packets that come a millisecond late. */
  reorder_share: number;
  /** Of each link; 0: unlimited. Unit: Mbit/s. */
  mbit_s: number;
}

/**
 * In which order the modules stand, from the wire up. A reliable multicast protocol stands right
 * above the impairment, so that it repairs what that loses.
 */
export type StackOrder = "impairment_bundler_limiter" | "impairment_limiter_bundler" | "bundler_impairment_limiter" | "bundler_limiter_impairment" | "limiter_impairment_bundler" | "limiter_bundler_impairment";
export const StackOrderValues = [
  "impairment_bundler_limiter",
  "impairment_limiter_bundler",
  "bundler_impairment_limiter",
  "bundler_limiter_impairment",
  "limiter_impairment_bundler",
  "limiter_bundler_impairment",
] as const satisfies readonly StackOrder[];

/** The way of the federates' data between nodes of the RTI. */
export interface DataPath {
  /**
   * As the federation's object model says. What best effort loses is counted; minimum rate and
   * state consistent bring the newest value all the same, one shot sends at a logical time.
   */
  transportation: Transportation;
  /** So long after it was sent last, a value that is still the newest is sent again. Unit: ms. */
  repeat_ms: number;
  /** Channels: a copy for each receiver. Multicast: one for all, repaired where it was lost. */
  reliable: ReliableProtocol;
  /** A datagram for each receiver, or one for all by multicast. */
  best_effort: BestEffortProtocol;
  held: Holding;
  bundling: Bundling;
  rate_limit: RateLimit;
  impairment: Impairment;
  /** From the wire up, of those that are used. */
  order: StackOrder;
}

/** A federate sends stamped updates or interactions to another, which sends each stamp back. */
export interface RtiLatency {
  /** Updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes: number;
  /** Object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  kind: "rti_latency";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti: Rti;
  /** Off: the stamp alone comes back. */
  return_payload: boolean;
  /** That are measured. */
  round_trips: number;
  /** Before them; not measured. */
  warmup_round_trips: number;
  /** Nothing new is sent until the last return has come, or the time-out has passed. */
  congestion_avoidance: boolean;
  /** After so long the next is sent all the same. Unit: ms. */
  return_timeout_ms: number;
  /** So often something is sent at most; 0: no limit. The study's limit was 100. Unit: Hz. */
  rate_hz: number;
  /** V1 of the study waits in the RTI, V2 sleeps. HELICS can only wait. */
  tick: TickVersion;
  /** Each federate a process, a thread, or both in one thread. With two nodes each has one. */
  process_model: ProcessModel;
  /** How data goes from federate to federate. */
  data: DataPath;
}

/** Processes of their own beside the federates, from warm-up until the end. */
export interface Loads {
  /** Of each core of the node; 0: no hog. */
  cpu_share: number;
  /** Federate 0 is the first that sends. */
  cpu_federate: number;
  /**
   * UDP datagrams that the node sends to itself, through its own network stack; 0: none. Unit:
   * messages/s.
   */
  traffic_per_s: number;
  /** Of each. Unit: B. */
  traffic_bytes: number;
  /** Federate 0 is the first that sends. */
  traffic_federate: number;
}

/**
 * A federate sends cycles of updates or interactions; each receiver counts what comes of each
 * cycle, and how long that took.
 */
export interface RtiThroughput {
  /** Updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes: number;
  /** Object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  kind: "rti_throughput";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti: Rti;
  /** Federates that subscribe to everything. */
  receivers: number;
  /** That are measured; the next begins when all receivers have counted the last. */
  cycles: number;
  /** Sent without a pause. */
  updates_per_cycle: number;
  /** Before them; not measured. */
  warmup_cycles: number;
  /**
   * After so many cycles the sender changes what it sends from best effort to reliable, after as
   * many back, and so on; 0: never. Reliable data goes by the channels then.
   */
  switch_every: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model: ProcessModel;
  /** What else the nodes work at. */
  loads: Loads;
  /** How data goes from federate to federate. */
  data: DataPath;
}

/**
 * Every federate regulates and is constrained; each requests the next step as soon as the last one
 * is granted.
 */
export interface RtiTimeAdvance {
  kind: "rti_time_advance";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti: Rti;
  /** All are alike. */
  federates: number;
  /** Of each federate that are measured. */
  advances: number;
  /** Before them; not measured. */
  warmup_advances: number;
  /** Logical time of an advance, the same for all. */
  step: number;
  /**
   * Of all federates. Slightly above the step, a federate need not wait for those that lag by less
   * than a step.
   */
  lookahead: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model: ProcessModel;
}

/**
 * Federates send streams of updates or interactions to all others; every so many is returned by
 * each that receives it.
 */
export interface RtiIntegrated {
  /** Updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes: number;
  /** Object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  /** All receive what the others send. */
  federates: number;
  /** So many of them send; as many as there are federates: many to many. */
  senders: number;
  /** Of each sender, that are measured. */
  updates: number;
  /** Before them; not measured. */
  warmup_updates: number;
  /** So many updates of a sender; each receiver returns it within the stream. 0: none. */
  returned_every: number;
  /** 0: as fast as it can. Unit: Hz. */
  rate_hz: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model: ProcessModel;
  /** What else the nodes work at. */
  loads: Loads;
  /** How data goes from federate to federate, and back. */
  data: DataPath;
  kind: "rti_integrated";
}

/** Every sender has its own objects of all types; all others receive all of them. */
export interface RtiStress {
  /** Updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes: number;
  /** Object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class and sender, updated in turn. */
  instances: number;
  /** All receive what the others send. */
  federates: number;
  /** So many of them send; as many as there are federates: many to many. */
  senders: number;
  /** Of each sender, that are measured. */
  updates: number;
  /** Before them; not measured. */
  warmup_updates: number;
  /** So many updates of a sender; each receiver returns it within the stream. 0: none. */
  returned_every: number;
  /** 0: as fast as it can. Unit: Hz. */
  rate_hz: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model: ProcessModel;
  /** What else the nodes work at. */
  loads: Loads;
  /** How data goes from federate to federate, and back. */
  data: DataPath;
  kind: "rti_stress";
}

/**
 * Federates update objects that belong to groups, and receive some of the groups, which they join
 * and leave all the time. A group is a region of the RTI's data distribution.
 */
export interface FederationMix {
  kind: "federation_mix";
  /** Dealt to the nodes in turn. */
  federates: number;
  /** Of the whole federation, dealt to the federates that send. */
  objects: number;
  /** Regions; objects are dealt to them in turn. */
  groups: number;
  /** That it receives at any time. Half of them it keeps; the others come and go. */
  groups_of_federate: number;
  /** Values of an update; sizes are equally likely. Unit: B. */
  least_bytes: number;
  /** Values of an update. Unit: B. */
  most_bytes: number;
  /** Each at its own times. Unit: Hz. */
  rate_hz: number;
  /** Over the whole federation, at random times; 0: none. */
  bursts_per_s: number;
  /** Updates in one group while it bursts. Unit: Hz. */
  burst_rate_hz: number;
  /** How long a group bursts. Unit: ms. */
  burst_ms: number;
  /** Over the whole federation; with each a federate leaves another group. 0: none. */
  joins_per_s: number;
  /** Of the federates; of the others every second only sends. */
  both_share: number;
  /** How long is sent. Unit: s. */
  measured_s: number;
  /** Before it; not measured. Unit: s. */
  warmup_s: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model: ProcessModel;
  /** How updates go from federate to federate. */
  data: DataPath;
}

export type Workload =
  | UniverseSteps
  | Phold
  | ModelLanguage
  | FelTest
  | ThreadTest
  | Primitives
  | Hold
  | UniverseMigration
  | ProcessActivity
  | Messaging
  | NetworkedSystems
  | RtiLatency
  | RtiThroughput
  | RtiTimeAdvance
  | RtiIntegrated
  | RtiStress
  | FederationMix;

/** The best-rated nodes that are online; the fastest is the master. */
export interface FastestNodes {
  kind: "fastest";
  /** How many nodes take part. */
  count: number;
}

/** Exactly these nodes; the first is the master. */
export interface NamedNodes {
  kind: "named";
  /** Node names, master first. */
  names: string[];
}

export type Placement =
  | FastestNodes
  | NamedNodes;

/**
 * What carries messages between a universe manager and the processes or threads of its own node.
 * `tcp_per_message` opens a connection for each message, `mailer` hands messages to a process of
 * its own that sends them: as the first study's prototype did.
 */
export type LocalTransport = "auto" | "thread" | "shm" | "uds" | "tcp" | "tcp_per_message" | "mailer";
export const LocalTransportValues = [
  "auto",
  "thread",
  "shm",
  "uds",
  "tcp",
  "tcp_per_message",
  "mailer",
] as const satisfies readonly LocalTransport[];

/**
 * What carries messages between nodes. `auto`: shared memory where all nodes share one machine,
 * else TCP; never those of the first study's prototype, which are there to compare.
 */
export type NodeTransport = "auto" | "shm" | "uds" | "tcp" | "tcp_per_message" | "mailer";
export const NodeTransportValues = [
  "auto",
  "shm",
  "uds",
  "tcp",
  "tcp_per_message",
  "mailer",
] as const satisfies readonly NodeTransport[];

/** The transports of a run. */
export interface Transports {
  /**
   * Carries messages between a node's manager and its own processes or threads. Unused by the
   * pooled process model.
   */
  local: LocalTransport;
  /**
   * Carries messages between nodes. Shared memory and Unix sockets need all nodes on one machine.
   */
  nodes: NodeTransport;
  /** A peer that cannot be reached for this long is lost, and the run fails. Unit: ms. */
  peer_timeout_ms: number;
}

/** How a party waits for the next message. `auto` chooses by parties and cores. */
export type WaitStrategy = "auto" | "spin" | "spin_then_futex" | "yield" | "adaptive";
export const WaitStrategyValues = [
  "auto",
  "spin",
  "spin_then_futex",
  "yield",
  "adaptive",
] as const satisfies readonly WaitStrategy[];

/** The kernel's scheduling class of the simulation's processes. */
export type SchedulingClass = "other" | "round_robin" | "fifo";
export const SchedulingClassValues = [
  "other",
  "round_robin",
  "fifo",
] as const satisfies readonly SchedulingClass[];

/**
 * Which CPU each process or thread may use: any, packed on as few as possible, or spread over all.
 */
export type Pinning = "none" | "compact" | "spread";
export const PinningValues = [
  "none",
  "compact",
  "spread",
] as const satisfies readonly Pinning[];

/** Conditions under which a run is measured; stored with it. */
export interface Conditions {
  /** How a party waits for the next message. Automatic: by number of parties and cores. */
  wait: WaitStrategy;
  /** Real-time classes need the permission to use them on every node. */
  scheduling_class: SchedulingClass;
  /** Nice value (-20 to 19) for class other; real-time priority (1 to 99) otherwise. */
  priority: number;
  /** Fixes processes and threads to CPUs, against the scheduler's moving them. */
  pinning: Pinning;
}

/** What is recorded while a run is on. */
export interface TelemetryOptions {
  /** Off: only totals are measured. Used to measure what telemetry costs. */
  enabled: boolean;
  /** How often each node sends a window of its measurements. Unit: ms. */
  interval_ms: number;
  /**
   * Full-resolution samples kept per node and repeat. Past it, windows replace them, and the result
   * says so.
   */
  max_samples: number;
}

/** When a run is given up. */
export interface Limits {
  /** All workers must be ready within this time of their launch. Unit: ms. */
  rendezvous_timeout_ms: number;
  /** A repeat that takes longer is ended, and the run fails. Unit: s. */
  run_timeout_s: number;
}

/** What to run, where, and under which conditions. */
export interface RunSpec {
  schema_version: 1;
  /** Says what the run is for; shown as its title. */
  name: string;
  note: string;
  tags: string[];
  workload: Workload;
  placement: Placement;
  /**
   * Each repeat is a fresh launch. Repeats are the unit of every statistic; five or more let a
   * difference be shown.
   */
  repeats: number;
  /** Seed of every random stream; the same seed gives the same state checksum. */
  seed: BigIntString;
  transports: Transports;
  conditions: Conditions;
  telemetry: TelemetryOptions;
  limits: Limits;
}

/** A named run spec that ships with Orrery. */
export interface Preset {
  schema_version: 1;
  name: string;
  title: string;
  summary: string;
  /** The study and section that it follows; empty if none. */
  source: string;
  spec: RunSpec;
}

/** Which direction of a metric is an improvement. */
export type Better = "lower" | "higher" | "neither";
export const BetterValues = [
  "lower",
  "higher",
  "neither",
] as const satisfies readonly Better[];

/** One figure of a repeat. */
export interface Metric {
  /** Stable key, e.g. `step_time.p50`. */
  name: string;
  title: string;
  value: number;
  /** SI or as usual in the field: ns, us, steps/s, B, count, share (0 to 1). */
  unit: string;
  better: Better;
}

/** Something that must hold in every run, with what was expected and what was found. */
export interface Check {
  name: string;
  title: string;
  holds: boolean;
  expected: string;
  found: string;
}

/** Messages of one kind over the measured steps. */
export interface MessageCount {
  /** E.g. `update_notify`, `state_from_entity`, `state_to_manager`. */
  kind: string;
  title: string;
  /** By the workload's message model. */
  expected: BigIntString;
  counted: BigIntString;
  bytes: BigIntString;
}

/** What one operating-system process or thread used, as the operating system counts it. */
export interface ProcessUse {
  /** E.g. `manager 0`, `entity 17`, `universe manager`. */
  name: string;
  pid: number;
  /**
   * Over which the rest was used: the life of a process of a universe, the measured part of a
   * worker that also prepares and checks. User and system time are set against it.
   */
  elapsed_us: number;
  user_us: number;
  system_us: number;
  voluntary_switches: number;
  involuntary_switches: number;
  minor_faults: number;
  major_faults: number;
  /** From storage, in blocks of 512 bytes; what is in memory already costs none. */
  block_reads: number;
  block_writes: number;
  /** As getrusage tells them; Linux counts none. */
  signals: number;
  peak_rss_bytes: number;
}

/**
 * What one way of a federate's data has carried, lost and mended, from when its node of the RTI was
 * made, as that node counts it.
 */
export interface PathUse {
  /** Whose node of the RTI: its first federate's, e.g. `federate 3`. */
  name: string;
  /** `channels`: to every other node; `best_effort`, `reliable`: a port beside them. */
  path: string;
  /** Messages given to it, each copy. */
  sent: number;
  /** Messages of it for this node. */
  received: number;
  /** Missing in the numbers of messages, up to the greatest that came. */
  lost: number;
  /** Messages dropped by the RTI: too early, too late, overtaken, no room for a later copy. */
  dropped: number;
  /** Messages answered as congested: there was no room. */
  refused: number;
  /** Requests for a repair that this node sent. */
  naks: number;
  repairs_sent: number;
  repairs_received: number;
  /** Of the lowest layer: datagrams, or messages of a channel. */
  packets_sent: number;
  packets_received: number;
  bytes_sent: number;
  bytes_received: number;
  /** That sending and receiving took; ways through shared memory take none. */
  system_calls: number;
}

/** An entity that moved to another node while the run was on. */
export interface Migration {
  /**
   * The measured step in which its new node first updated it, from 0; moves during warm-up are not
   * listed.
   */
  step: number;
  entity: number;
  from_node: number;
  to_node: number;
  /**
   * Why it moved: by the policy, `above_threshold`, `imbalance`, `forecast`, `traffic`; by hand,
   * `manual`.
   */
  cause: string;
  /** Its packed state, checked by hash on arrival. */
  state_bytes: number;
  /**
   * From the start of packing to the end of construction, by the clock that nodes of one host
   * share; between hosts, without the way between them.
   */
  pause_ns: number;
}

/** A figure over something that grows, as it was measured: one curve of a repeat. */
export interface Trace {
  /** E.g. `round_trip.federate1`. */
  name: string;
  title: string;
  unit: string;
  x_title: string;
  x_unit: string;
  x: number[];
  /** As many as `x`. */
  y: number[];
}

/** A worker's last word on a repeat. The master's also speaks for the whole run. */
export interface WorkerResult {
  schema_version: 1;
  /** Of this node. */
  metrics: Metric[];
  /** Of the whole run; empty on slaves. */
  run_metrics: Metric[];
  /** Of the whole run on the master; of this node elsewhere. */
  checks: Check[];
  /** Of this node. */
  messages: MessageCount[];
  /** Of the whole run; empty on slaves. */
  run_messages: MessageCount[];
  /**
   * Of this node's entities and managers over all steps; the master's run_state_checksum adds all
   * nodes up.
   */
  state_checksum: BigIntString;
  /** Equal for any process model, transport and placement of one seed; "0" on slaves. */
  run_state_checksum: BigIntString;
  processes: ProcessUse[];
  /** Of the nodes of the RTI at this node, by federate; empty but for federations. */
  paths: PathUse[];
  /** Of the whole run, in the order of their steps; empty on slaves. */
  migrations: Migration[];
  /** Of the whole run; empty on slaves. */
  traces: Trace[];
  /** Wall time of the measured steps on this node. */
  elapsed_ns: BigIntString;
  /** Telemetry records lost because the recorder's ring was full. */
  samples_dropped: number;
  /** Measured steps for each recorded one, rounded up: 1 only if every step was recorded. */
  sample_stride: number;
}

/**
 * `window`: one row that sums up an interval. `samples`: full-resolution rows. `entities`: what the
 * entities of a node are at a moment, a row for each; of many, a sample.
 */
export type FrameKind = "window" | "samples" | "entities";
export const FrameKindValues = [
  "window",
  "samples",
  "entities",
] as const satisfies readonly FrameKind[];

/** How a column's values are stored, little-endian. */
export type ColumnType = "u32" | "u64" | "f32" | "f64";
export const ColumnTypeValues = [
  "u32",
  "u64",
  "f32",
  "f64",
] as const satisfies readonly ColumnType[];

/** What a column is for, so that a page can draw it without knowing the workload. */
export type ColumnRole = "index" | "time" | "duration" | "activity" | "messages" | "bytes" | "gauge" | "counter" | "path" | "position";
export const ColumnRoleValues = [
  "index",
  "time",
  "duration",
  "activity",
  "messages",
  "bytes",
  "gauge",
  "counter",
  "path",
  "position",
] as const satisfies readonly ColumnRole[];

/** One column of a frame. */
export interface Column {
  name: string;
  title: string;
  type: ColumnType;
  unit: string;
  role: ColumnRole;
  /**
   * Groups columns: `step_time` has `step_time.mean`, `step_time.p99`; an activity or a message
   * kind names itself.
   */
  series: string;
}

/** The columns of one kind of frame, in order. */
export interface FrameSchema {
  schema_id: number;
  kind: FrameKind;
  columns: Column[];
}

/** Stable codes of problem documents; a program may depend on them. */
export type ProblemCode = "invalid" | "malformed" | "not_found" | "conflict" | "too_few_nodes" | "unknown_preset" | "unauthorized" | "forbidden" | "too_large" | "too_many" | "unavailable" | "internal";
export const ProblemCodeValues = [
  "invalid",
  "malformed",
  "not_found",
  "conflict",
  "too_few_nodes",
  "unknown_preset",
  "unauthorized",
  "forbidden",
  "too_large",
  "too_many",
  "unavailable",
  "internal",
] as const satisfies readonly ProblemCode[];

/** What is wrong with one field. */
export interface FieldError {
  /** Path in the document, e.g. `workload.entities`; empty for the document itself. */
  field: string;
  /** The value given, shortened; empty if it is missing. */
  value: string;
  message: string;
  remedy: string;
  /**
   * Where in a value that is a text: the line, or the part of it around the place, and below it a
   * caret; empty where the whole value is meant.
   */
  place: string;
}

/** RFC 9457 problem document with a stable code. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  detail: string;
  errors: FieldError[];
}

/** That the console lives, and what it is. */
export interface Health {
  status: "ok";
  version: string;
  commit: string;
  /** New for each start of the backend. */
  epoch: string;
  nodes_online: number;
  runs: number;
  /** Runs without a tag are deleted so many days after their end; null: never. */
  keep_days: number | null;
  /** Runs without a tag are deleted past the newest of this number; null: never. */
  keep_runs: number | null;
}

/** What a caller may do. Each of viewer, operator and admin includes the one before it. */
export type AccessScope = "agent" | "viewer" | "operator" | "admin";
export const AccessScopeValues = [
  "agent",
  "viewer",
  "operator",
  "admin",
] as const satisfies readonly AccessScope[];

/** Who the caller is to the console. */
export interface Session {
  /** Whether the console asks callers to sign in at all. */
  required: boolean;
  /** What the caller may do; null without a valid token or cookie. An open console: admin. */
  scope: AccessScope | null;
  /** The user or token that signed in; empty on an open console. */
  name: string;
  /** Whether the console has users with passwords; without them only tokens open it. */
  has_users: boolean;
}

/** A person who signs in with a password. */
export interface UserView {
  name: string;
  scope: "viewer" | "operator" | "admin";
  disabled: boolean;
  created_at: string;
  last_sign_in_at: string | null;
}

/** Every user, by name. */
export interface UserList {
  items: UserView[];
}

/** A token, without its secret. */
export interface TokenView {
  name: string;
  scope: AccessScope;
  node: string | null;
  created_at: string;
  /** The user or token that made it; empty if the console was open then. */
  created_by: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** Every token, by name; revoked ones too. */
export interface TokenList {
  items: TokenView[];
}

/** A new token with its secret, which is shown only here. */
export interface MadeToken {
  secret: string;
  token: TokenView;
}

/** One call that changed something, signed in, or was refused. */
export interface AuditEntry {
  /** Rises by one with each entry. */
  number: number;
  at: string;
  /** `user:NAME`, `token:NAME`, `file:SCOPE`, `open` on an open console; empty: not signed in. */
  who: string;
  /** Where the call came from. */
  address: string;
  /** What was asked for, in the words of the interface's description. */
  action: string;
  /** Method and path; of a sign-in also the name that was given. */
  target: string;
  /** HTTP status of the answer: below 400 it was done. */
  status: number;
}

/** Entries of the audit log, newest first. */
export interface AuditPage {
  items: AuditEntry[];
  /** Gives the entries before these; null at the end. */
  next_cursor: string | null;
}

/** An agent that asked to join as a node and has not been approved. */
export interface WaitingNode {
  name: string;
  /** Of the key that the agent made at its first start; the agent shows it while it waits. */
  fingerprint: string;
  address: string;
  hostname: string;
  /** When the agent asked last. */
  asked_at: string;
}

/** Agents that wait for approval, by name. */
export interface WaitingNodeList {
  items: WaitingNode[];
}

/** Whether a node can be used. */
export type NodeState = "online" | "offline";
export const NodeStateValues = [
  "online",
  "offline",
] as const satisfies readonly NodeState[];

/** What a node is; a copy is stored with every run. */
export interface NodeFacts {
  hostname: string;
  os: string;
  kernel: string;
  architecture: string;
  cpu_model: string;
  /** Logical CPUs that the agent may use. */
  cores: number;
  /** CPUs' worth of time that a control group allows; equals `cores` where there is no limit. */
  cpu_limit: number;
  memory_bytes: number;
  /** Equal for agents on one machine: they can share memory. */
  machine_id: string;
  /** Where this node's workers can be reached by other nodes. */
  address: string;
  /** Millions of integer calibration rounds a second. */
  rating: number;
  clock_resolution_ns: number;
  clock_read_ns: number;
  transports: string[];
  /** Other RTIs that its worker can use. */
  rti_peers: string[];
  /** On other parties' libraries, that its worker was built with. */
  third_party_transports: string[];
  agent_version: string;
  worker_version: string;
  build: string;
  commit: string;
}

/** A node of the fleet. Offline nodes stay. */
export interface NodeView {
  name: string;
  state: NodeState;
  /** When it came into this state. */
  since: string;
  /** Which of the node colours it has, everywhere. */
  colour: number;
  facts: NodeFacts;
  load: number | null;
  busy_share: number | null;
  memory_available_bytes: number | null;
  /** The node's wall clock minus the console's, best estimate. */
  clock_offset_ns: number | null;
  /** Half the round trip of that estimate: the offset is within this. */
  clock_offset_error_ns: number | null;
  current_run: string | null;
}

/** The fleet. */
export interface NodeList {
  items: NodeView[];
  /** What to run on another machine to make it a node. */
  join_command: string;
}

/** Presets that ship with Orrery. */
export interface PresetList {
  items: Preset[];
}

/** A valid spec, resolved, and what it would do now. */
export interface SpecCheck {
  spec: RunSpec;
  /** Where it would be placed, master first. */
  nodes: string[];
  /** What each of these would get. */
  assigned: string[];
  expected_messages_per_step: MessageCount[];
  /** From earlier runs of the same workload and kind of work; null without any. */
  estimate_s: number | null;
}

/** The life of a run. Preparing to collecting repeats for each repeat. */
export type RunState = "queued" | "placing" | "preparing" | "ready" | "running" | "collecting" | "done" | "failed" | "cancelled";
export const RunStateValues = [
  "queued",
  "placing",
  "preparing",
  "ready",
  "running",
  "collecting",
  "done",
  "failed",
  "cancelled",
] as const satisfies readonly RunState[];

/** What `low` and `high` of a metric are. */
export type IntervalKind = "confidence" | "range";
export const IntervalKindValues = [
  "confidence",
  "range",
] as const satisfies readonly IntervalKind[];

/** One of several figures around which a metric's repeats gather. */
export interface Mode {
  median: number;
  repeats: number;
}

/** A metric over the repeats of a run. */
export interface SummaryMetric {
  name: string;
  title: string;
  unit: string;
  better: Better;
  /** One for each finished repeat. */
  values: number[];
  median: number;
  /**
   * From five repeats on the 95 % BCa bootstrap interval of the median; with fewer the least value.
   */
  low: number;
  high: number;
  interval: IntervalKind;
  /**
   * Two modes, the lower first, if the repeats gather around two figures: then the median is no
   * figure of any repeat. Empty otherwise.
   */
  modes: Mode[];
}

/** Where in its life a run is when something happens to it. */
export type Phase = "placing" | "preparing" | "ready" | "running" | "collecting";
export const PhaseValues = [
  "placing",
  "preparing",
  "ready",
  "running",
  "collecting",
] as const satisfies readonly Phase[];

/** Why a run failed, and what to do about it. */
export interface RunFailure {
  code: string;
  phase: Phase;
  repeat: number;
  /** Empty if no single node is to blame. */
  node: string;
  process: string;
  message: string;
  remedy: string;
  last_output: string[];
}

/** What made the group. */
export type GroupKind = "sweep" | "suite";
export const GroupKindValues = [
  "sweep",
  "suite",
] as const satisfies readonly GroupKind[];

/** Which place a run has in a group. */
export interface GroupRef {
  id: string;
  /** Counts from 1, apart from runs: sweep 3. */
  number: number;
  kind: GroupKind;
  title: string;
  /** The suite's item; empty in a sweep. */
  item: string;
  /** Which cell of the group it measures; a retried run has the cell of the one before it. */
  cell: number;
  /** What sets the cell apart: `managers 2, monitors 1`. */
  label: string;
}

/** A run as a list shows it. */
export interface RunSummary {
  id: string;
  /** Counts from 1; what people say to each other: run 121. */
  number: number;
  name: string;
  state: RunState;
  workload: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  tags: string[];
  preset: string | null;
  /** The repeat that is going on, or the last. */
  repeat: number;
  repeats: number;
  /** Over all repeats. */
  progress: number;
  seconds_left: number | null;
  nodes: string[];
  /** Null while there are none. */
  checks_hold: boolean | null;
  /** A few metrics: step time, steps per second. */
  headline: SummaryMetric[];
  queue_position: number | null;
  failure: RunFailure | null;
  archived: boolean;
  /** The sweep or suite that it is part of. */
  group: GroupRef | null;
}

/** Derived from the runs: queued until one has begun, running until all have ended. */
export type GroupState = "queued" | "running" | "done" | "failed" | "cancelled";
export const GroupStateValues = [
  "queued",
  "running",
  "done",
  "failed",
  "cancelled",
] as const satisfies readonly GroupState[];

/** A group as a list shows it. */
export interface GroupSummary {
  id: string;
  number: number;
  kind: GroupKind;
  /** The suite's name; null for a sweep. */
  name: string | null;
  /** The suite's version; null for a sweep. */
  version: number | null;
  /** The suite's variant; null for a sweep. */
  variant: string | null;
  title: string;
  state: GroupState;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  /** Cells, each counted with its newest run. */
  runs: number;
  runs_done: number;
  /** Failed or cancelled. */
  runs_failed: number;
  interleaved: boolean;
  /** Over all repeats of all runs. */
  progress: number;
  /** From what its repeats took so far; null until one has ended. */
  seconds_left: number | null;
  workloads: string[];
  /** The runs' own checks; null while there are none. */
  checks_hold: boolean | null;
  /** A suite's shape checks, once all runs have ended; null before, and for a sweep. */
  shapes_hold: boolean | null;
}

/** A page of runs, newest first. */
export interface RunPage {
  items: RunSummary[];
  next_cursor: string | null;
  total: number;
  /** The sweeps and suites that these runs are part of. */
  groups: GroupSummary[];
}

/** A node as it was when the run was placed. */
export interface RunNode {
  /** 0 is the master. */
  index: number;
  name: string;
  colour: number;
  /** One-minute load average at placement: a busy machine makes a doubtful result. */
  load_before: number;
  busy_share_before: number;
  /** What the plan gives it, in words: `20 entities, 1 manager`. */
  assigned: string;
  facts: NodeFacts;
  /**
   * That it has at first, where entities may move; their numbers go on from node to node. Null
   * where nothing moves.
   */
  entities: number | null;
}

/**
 * Totals from the start of a repeat to its result, as the node's agent read them. CPU seconds add
 * up over CPUs.
 */
export interface Surroundings {
  elapsed_s: number;
  /** Of the machine. */
  cpus: number;
  /** CPU time of all processes of the machine. */
  busy_s: number;
  /** CPU time of this node's worker and its processes. */
  own_s: number;
  /** CPU time that the host of a virtual machine gave to others. */
  stolen_s: number;
  /**
   * Share of the time in which some process waited for a CPU; null where the kernel does not say.
   */
  waiting_share: number | null;
}

/** What one node measured in one repeat. */
export interface RepeatNode {
  node_index: number;
  metrics: Metric[];
  messages: MessageCount[];
  processes: ProcessUse[];
  /** Of federations: what each way of their data carried, lost and mended. */
  paths: PathUse[];
  state_checksum: BigIntString;
  elapsed_ns: BigIntString;
  samples_dropped: number;
  sample_stride: number;
  /** Null in runs of older agents. */
  surroundings: Surroundings | null;
}

/** How much of a repeat's figures is the machine's other work. */
export type Grade = "quiet" | "busy" | "disturbed";
export const GradeValues = [
  "quiet",
  "busy",
  "disturbed",
] as const satisfies readonly Grade[];

/** A repeat's grade and why it is no better. */
export interface Quality {
  grade: Grade;
  /** One sentence; empty for a quiet repeat. */
  reason: string;
}

/** One repeat of a run. */
export interface RepeatView {
  repeat: number;
  state: RunState;
  started_at: string | null;
  ended_at: string | null;
  /** Of the whole run. */
  metrics: Metric[];
  messages: MessageCount[];
  checks: Check[];
  state_checksum: BigIntString | null;
  /** In the order of their steps. */
  migrations: Migration[];
  traces: Trace[];
  nodes: RepeatNode[];
  /** Null until the repeat is done, and in runs of older agents. */
  quality: Quality | null;
}

/** One entry of a run's account: transitions, worker events, annotations. */
export interface RunEvent {
  sequence: number;
  at: string;
  repeat: number | null;
  /** Empty for the run as a whole. */
  node: string;
  /** `state.<state>`, `failure`, or a worker's own event name. */
  name: string;
  text: string;
  step: BigIntString | null;
  /** Of an event `migration`: what `text` says, as data. */
  migration: Migration | null;
}

/** A run, whole, without its series. */
export interface RunDocument {
  summary: RunSummary;
  /** Resolved: every field present. */
  spec: RunSpec;
  nodes: RunNode[];
  metrics: SummaryMetric[];
  repeats: RepeatView[];
  events: RunEvent[];
  schemas: FrameSchema[];
  /** What ran: console, agents, workers, with commits. */
  versions: string[];
}

/** How much a log line matters. */
export type LogLevel = "info" | "warning" | "error";
export const LogLevelValues = [
  "info",
  "warning",
  "error",
] as const satisfies readonly LogLevel[];

/** One line that a worker, an agent or the console wrote about a run. */
export interface LogLine {
  at: string;
  repeat: number | null;
  node: string;
  level: LogLevel;
  text: string;
}

/** Kinds of frames of which series are stored. */
export type SeriesFrame = "window" | "samples";
export const SeriesFrameValues = [
  "window",
  "samples",
] as const satisfies readonly SeriesFrame[];

/** Values of one column over a series. */
export interface SeriesColumn {
  name: string;
  unit: string;
  values: (number | null)[];
}

/** A part of a node's series, thinned to at most `max_points` by windows. */
export interface Series {
  repeat: number;
  node_index: number;
  frame: SeriesFrame;
  points: number;
  total_rows: number;
  /**
   * Measured steps of the node. Samples with fewer rows leave steps out, perhaps unevenly: their
   * column with role `index` says which step a row is.
   */
  total_steps: number | null;
  /**
   * Rows stand for windows of rows; then `<column>.min` and `<column>.max` are given beside the
   * mean.
   */
  thinned: boolean;
  columns: SeriesColumn[];
}

/** Series of a run. */
export interface SeriesList {
  items: Series[];
}

/** A run in one file: everything, series in full. */
export interface RunExport {
  schema_version: 1;
  run: RunDocument;
  log: LogLine[];
  series: Series[];
}

/** An entity, wherever it is now. */
export interface OneEntity {
  kind: "entity";
  entity: number;
}

/**
 * A share of the entities that a node has when the move is begun: those of lowest number, rounded
 * to a whole one, and one at least.
 */
export interface ShareOfNode {
  kind: "share";
  from_node: string;
  share: number;
}

export type Moved =
  | OneEntity
  | ShareOfNode;

/** What is to go where; nodes by name. */
export interface MoveOrder {
  what: Moved;
  to_node: string;
}

/**
 * The order is on its way to the run's master. What becomes of it is an event of the run,
 * `move.done` or `move.refused`, whose text begins with this number; each entity that moves is an
 * event `migration`.
 */
export interface MoveAccepted {
  /** Of the run's moves by hand, from 1. */
  number: number;
}

/** A table that a study published: context, never a pass mark. */
export interface PublishedTable {
  id: string;
  source: string;
  source_title: string;
  year: string;
  platforms: string[];
  /** Table, figure or section of the source. */
  where: string;
  title: string;
  unit: string;
  columns: string[];
  rows: ((string | number | null)[])[];
  note: string;
}

/** All published tables. */
export interface PublishedTables {
  items: PublishedTable[];
}

/** What a comparison found. */
export type Verdict = "better" | "worse" | "no_difference_shown" | "not_enough_data" | "two_modes";
export const VerdictValues = [
  "better",
  "worse",
  "no_difference_shown",
  "not_enough_data",
  "two_modes",
] as const satisfies readonly Verdict[];

/** A run in a comparison. */
export interface ComparedRun {
  summary: RunSummary;
  /** What sets it apart, e.g. `managers 2`. */
  label: string;
  metrics: SummaryMetric[];
  /** What makes its result doubtful: a busier machine, too few repeats. */
  doubts: string[];
}

/** One setting or fact that is not the same in all compared runs. */
export interface Difference {
  path: string;
  title: string;
  kind: "setting" | "fact";
  /** One for each run, in the order asked. */
  values: string[];
}

/** One metric of one run against the baseline. */
export interface MetricComparison {
  run: string;
  metric: string;
  title: string;
  unit: string;
  better: Better;
  baseline_median: number;
  median: number;
  /** Of medians; null if the baseline's is zero. */
  ratio: number | null;
  ratio_low: number | null;
  /** 95 % BCa bootstrap interval of the ratio; null with fewer than five repeats on a side. */
  ratio_high: number | null;
  /**
   * Probability that a repeat of this run is above a repeat of the baseline, ties counted half.
   */
  superiority: number | null;
  /** Exact two-sided Mann-Whitney test. */
  p_value: number | null;
  /** After Holm over the metrics of this run. */
  p_adjusted: number | null;
  verdict: Verdict;
  sentence: string;
}

/** Runs held against a baseline. */
export interface Comparison {
  baseline: string;
  /** What was found, as one sentence. */
  headline: string;
  detail: string;
  verdict: Verdict;
  runs: ComparedRun[];
  settings_compared: number;
  differences: Difference[];
  metrics: MetricComparison[];
  /** Over all runs: message counts exact in each, state checksums equal where they must be. */
  checks: Check[];
  /** Published tables that belong beside these runs. */
  published: PublishedTable[];
}

/** A parameter that varies within a group. */
export interface GroupAxis {
  path: string;
  title: string;
  /** Empty if it has none. */
  unit: string;
  numeric: boolean;
  /** Those that occur, each as JSON, in the order in which they appear. */
  values: string[];
}

/** A run that would be made. */
export interface PlannedCell {
  /** The suite's item; empty in a sweep. */
  item: string;
  cell: number;
  label: string;
  /** By axis of the group, as JSON; null where the cell's workload has no such parameter. */
  values: (string | null)[];
  repeats: number;
  /** Where it would be placed now, master first. */
  nodes: string[];
  /** Over all repeats, from earlier runs; null without any. */
  estimate_s: number | null;
}

/** What a sweep, or a suite, would make now. */
export interface SweepCheck {
  axes: GroupAxis[];
  cells: PlannedCell[];
  runs: number;
  /** Launches over all runs. */
  repeats: number;
  /** Of all of it, one run after another; null if no cell has an estimate. */
  estimate_s: number | null;
  /** Cells that have an estimate; the others are taken to last as long as these do on average. */
  estimated_cells: number;
}

/** A size in which a suite can be run. */
export interface SuiteVariant {
  name: string;
  title: string;
  summary: string;
  /** Seconds that it takes on two cores, about. */
  typical_s: number;
}

/** Create a run from a whole spec, or from a preset with overrides. */
export interface NewRun {
  spec: RunSpec | null;
  preset: string | null;
  /** `path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text. */
  set: string[];
}

/** Numbers from `min` to `max`, both included. Step 0 multiplies by ten: 1, 10, 100. */
export interface RangeAxis {
  kind: "range";
  /** The parameter that varies, e.g. `workload.entities`. */
  path: string;
  min: number;
  max: number;
  /** 0 multiplies by ten. */
  step: number;
}

/** These values. */
export interface ListAxis {
  kind: "list";
  path: string;
  /** Each is JSON, or else text, as in a setting: `3`, `pooled`, `{"kind": "equal"}`. */
  values: string[];
}

export type Axis =
  | RangeAxis
  | ListAxis;

/**
 * Every value of one axis with every value of the others, or all axes in step: first values
 * together, then second ones.
 */
export type Combine = "grid" | "together";
export const CombineValues = [
  "grid",
  "together",
] as const satisfies readonly Combine[];

/** A run spec with parameters that vary. Repeats are the spec's own: each cell has them all. */
export interface Sweep {
  schema_version: 1;
  name: string;
  /** The spec, or the preset and its settings, that every cell starts from. */
  base: NewRun;
  /** The first varies slowest. None: a single run. */
  axes: Axis[];
  /** All combinations, or the axes in step. */
  combine: Combine;
  /**
   * The first repeat of every cell before the second of any: what drifts on the machine meets all
   * cells alike.
   */
  interleaved: boolean;
}

/** A part of a suite that can be run alone. */
export interface SuiteItem {
  name: string;
  title: string;
  sweep: Sweep;
  /** The published figure or table that it measures anew; empty if none. */
  figure_of: string;
  /** Variants of the suite that have it; empty: all. */
  variants: string[];
}

/** Each metric against a parameter, median with its interval; one line for each series. */
export interface LinesChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "lines";
  x: string;
  metrics: string[];
  /** Parameters that tell lines apart. */
  series: string[];
  /** A panel for each value of this parameter. */
  facet: string | null;
  log_x: boolean;
  log_y: boolean;
}

/** Metrics of one unit stacked at each value of a parameter: where the time goes. */
export interface BreakdownChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "breakdown";
  x: string;
  metrics: string[];
  facet: string | null;
  /** Each stack is drawn as shares of its whole. */
  share: boolean;
}

/**
 * Speed-up over the least value of a parameter, with the ideal line and Amdahl's law fitted: see
 * `GET /groups/{id}/speed-up`.
 */
export interface SpeedUpChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "speedup";
  /** Workers, threads, CPUs or nodes. */
  x: string;
  metric: string;
  series: string[];
}

/** A metric over two parameters. */
export interface HeatChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "heat";
  x: string;
  y: string;
  metric: string;
  facet: string | null;
}

/** Metrics in columns, one row for each cell. */
export interface TableChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "table";
  /** Parameters that name a row; empty: the group's axes. */
  rows: string[];
  columns: string[];
}

/**
 * What a switch gains: how many times better the chart's metric is with it than without it, for
 * each pair of cells of an item that differ in nothing else.
 */
export interface Gain {
  name: string;
  title: string;
  item: string;
  switch: string;
  /** The parameter's value with the gain. */
  on: string;
  /** And without: the plain system. */
  off: string;
}

/**
 * Ratios with their intervals, a row for each switch. A published table with the columns `gain` (a
 * gain's name), `times_least` and `times_most` is drawn beside them, as what was expected.
 */
export interface GainsChart {
  name: string;
  title: string;
  /** What it shows, and what to look for. */
  caption: string;
  /** The published figure or table that it follows; empty if none. */
  figure_of: string;
  /** Items whose runs it shows; empty: all. */
  items: string[];
  /** Ids of published tables to show beside it. */
  published: string[];
  kind: "gains";
  metric: string;
  gains: Gain[];
}

export type SuiteChart =
  | LinesChart
  | BreakdownChart
  | SpeedUpChart
  | HeatChart
  | TableChart
  | GainsChart;

/** Who claims what a shape check states. */
export type Claim = "finding" | "expectation" | "invariant";
export const ClaimValues = [
  "finding",
  "expectation",
  "invariant",
] as const satisfies readonly Claim[];

/** Why a finding is not found on today's machines, and the measurement that shows it. */
export interface Explanation {
  text: string;
  /** Shown with their values in the runs that the check is about. */
  metrics: string[];
}

/** Which of a run's repeats counts. */
export type Take = "median" | "least" | "greatest";
export const TakeValues = [
  "median",
  "least",
  "greatest",
] as const satisfies readonly Take[];

/** Which way a metric goes as a parameter grows. */
export type Trend = "rises" | "falls";
export const TrendValues = [
  "rises",
  "falls",
] as const satisfies readonly Trend[];

/** The metric is a straight line over a parameter. */
export interface LinearCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  metric: string;
  /** The figure is the metric over this one; null: the metric alone. */
  over: string | null;
  /**
   * Of metric and `over` each, over a run's repeats. The least of times is the case that others on
   * the machine disturbed least, which the threaded study sought by its repeats.
   */
  take: Take;
  kind: "linear";
  x: string;
  each: string[];
  r_squared_min: number;
  trend: Trend;
}

/**
 * The metric goes one way over a parameter, from each value to the next; a step back within
 * `noise_share` is noise, and from first to last it goes the right way.
 */
export interface MonotoneCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  metric: string;
  /** The figure is the metric over this one; null: the metric alone. */
  over: string | null;
  /**
   * Of metric and `over` each, over a run's repeats. The least of times is the case that others on
   * the machine disturbed least, which the threaded study sought by its repeats.
   */
  take: Take;
  kind: "monotone";
  x: string;
  each: string[];
  trend: Trend;
  noise_share: number;
}

/** The metric at one place over the metric at another lies between two bounds. */
export interface RatioCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  metric: string;
  /** The figure is the metric over this one; null: the metric alone. */
  over: string | null;
  /**
   * Of metric and `over` each, over a run's repeats. The least of times is the case that others on
   * the machine disturbed least, which the threaded study sought by its repeats.
   */
  take: Take;
  kind: "ratio";
  of: string[];
  to: string[];
  /** Another metric below; null: the same figure. */
  to_metric: string | null;
  each: string[];
  low: number | null;
  high: number | null;
}

/**
 * The metric is the same at two places: medians within a share of each other, or intervals that
 * overlap.
 */
export interface EqualWithinCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  kind: "equal_within";
  metric: string;
  of: string[];
  to: string[];
  each: string[];
  share: number;
}

/** The metric of every cell is within bounds. For what is counted and for shares. */
export interface BoundCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  metric: string;
  /** The figure is the metric over this one; null: the metric alone. */
  over: string | null;
  /**
   * Of metric and `over` each, over a run's repeats. The least of times is the case that others on
   * the machine disturbed least, which the threaded study sought by its repeats.
   */
  take: Take;
  kind: "bound";
  low: number | null;
  high: number | null;
}

/** Every run counted exactly the messages that its workload's model expects. */
export interface CountsExactCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  kind: "counts_exact";
}

/** Runs that agree in `each` end in the same state. */
export interface ChecksumsEqualCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  kind: "checksums_equal";
  each: string[];
}

/** Every run's own checks hold. */
export interface ChecksHoldCheck {
  name: string;
  title: string;
  claim: Claim;
  /** Section, figure or table of the study. */
  source: string;
  /** What the study measured, in its own figures; required of a finding. */
  published: string;
  /** Shown with a finding that was not found here; null: the reason is not known. */
  explanation: Explanation | null;
  /** Items whose runs it is about; empty: all. */
  items: string[];
  where: string[];
  kind: "checks_hold";
}

export type ShapeCheck =
  | LinearCheck
  | MonotoneCheck
  | RatioCheck
  | EqualWithinCheck
  | BoundCheck
  | CountsExactCheck
  | ChecksumsEqualCheck
  | ChecksHoldCheck;

/** A suite as it ships. */
export interface Suite {
  schema_version: 1;
  name: string;
  /** Raised when items change: results of different versions are not one series. */
  version: number;
  title: string;
  summary: string;
  /** The study and section that it follows; empty if none. */
  source: string;
  /** The first is the one that runs unless another is asked for. */
  variants: SuiteVariant[];
  items: SuiteItem[];
  charts: SuiteChart[];
  shape_checks: ShapeCheck[];
  /** Ids of published tables that belong beside its results. */
  published: string[];
}

/** Suites that ship with Orrery. */
export interface SuiteList {
  items: Suite[];
}

/** How a shape check ended. */
export type ShapeVerdict = "passed" | "failed" | "not_found" | "not_measured";
export const ShapeVerdictValues = [
  "passed",
  "failed",
  "not_found",
  "not_measured",
] as const satisfies readonly ShapeVerdict[];

/** The newest run of a suite that measured an item and has ended. */
export interface LastResult {
  group_id: string;
  group_number: number;
  ended_at: string;
  /** The worst verdict of the suite's shape checks on this item: failed, not found, passed. */
  verdict: ShapeVerdict;
}

/** A suite item that reproduces an entry, with its last result. */
export interface StudyPart {
  suite: string;
  item: string;
  title: string;
  /** Null: it was never run to its end in this console. */
  last: LastResult | null;
}

/** An entry with its last results. */
export interface StudyRow {
  where: string;
  title: string;
  gap: string;
  parts: StudyPart[];
}

/** A study with the last results of all its entries. */
export interface StudyResults {
  name: string;
  title: string;
  year: string;
  rows: StudyRow[];
}

/** All studies, with the last results of this console. */
export interface StudyIndex {
  items: StudyResults[];
}

/** Run a suite, or a part of it. */
export interface RunSuite {
  /** Null: the suite's first. */
  variant: string | null;
  /** Names of items; empty: all of the variant. */
  items: string[];
  /** `path=value` settings on top of every item, e.g. `conditions.pinning=compact`. */
  set: string[];
  /** In place of each item's own number; null: as the items say. */
  repeats: number | null;
}

/** A metric that cells of the group have. */
export interface MetricHead {
  name: string;
  title: string;
  unit: string;
  better: Better;
}

/** One cell: its newest run, and what that has measured so far. */
export interface GroupCell {
  cell: number;
  /** The suite's item; empty in a sweep. */
  item: string;
  label: string;
  /** By axis of the group, as JSON; null where its workload has no such parameter. */
  values: (string | null)[];
  run: RunSummary;
  metrics: SummaryMetric[];
}

/** What a shape check found. */
export interface ShapeResult {
  name: string;
  title: string;
  claim: Claim;
  source: string;
  /** What the study measured; empty unless the check is a finding. */
  published: string;
  verdict: ShapeVerdict;
  expected: string;
  found: string;
  /** Of a finding that was not found: the known reason, with its measurement; or empty. */
  why: string;
  /** Both in one sentence, for people. */
  sentence: string;
}

/** A group, whole. */
export interface GroupDocument {
  summary: GroupSummary;
  /** What was asked for; null for a suite. */
  sweep: Sweep | null;
  /** The suite as it was when it was run; null for a sweep. */
  suite: Suite | null;
  /** What of it was to run, and with which settings; null for a sweep. */
  run_suite: RunSuite | null;
  /**
   * Parameters that tell cells apart: the axes of its sweeps, and what its charts draw against.
   */
  axes: GroupAxis[];
  metrics: MetricHead[];
  cells: GroupCell[];
  /** Of a suite, as far as the runs that have ended tell. */
  shapes: ShapeResult[];
}

/** A page of groups, newest first. */
export interface GroupPage {
  items: GroupSummary[];
  next_cursor: string | null;
  total: number;
}

/** Speed-up at one value of the parameter. */
export interface SpeedUpPoint {
  x: number;
  speed_up: number;
  /** 95 % bootstrap interval; equal to `speed_up` with fewer than five repeats on a side. */
  low: number;
  high: number;
}

/** One series, and Amdahl's law fitted to it: time is s + (1 - s) / x of what one would take. */
export interface SpeedUp {
  label: string;
  /** By parameter of `series`, as JSON. */
  values: string[];
  points: SpeedUpPoint[];
  /** s, by least squares over all repeats, 0 to 1; null with fewer than two points. */
  serial_fraction: number | null;
  /** 95 % bootstrap interval over repeats; null with fewer than five repeats at a point. */
  serial_fraction_low: number | null;
  serial_fraction_high: number | null;
  /** The law at each point's x; empty without a fit. */
  fitted: number[];
}

/** Speed-up of a group's cells over one parameter. */
export interface SpeedUps {
  x: string;
  x_title: string;
  metric: string;
  title: string;
  /**
   * The least x of all, which has speed-up 1: the ideal line is x over this. Null without cells.
   */
  baseline_x: number | null;
  series: SpeedUp[];
}

/** What is wrong with a model, and where. */
export interface ModelError {
  /** From 1; 0 if the model as a whole is meant. */
  line: number;
  /** From 1, in characters. */
  column: number;
  /** What is wrong and what to do about it. */
  message: string;
  /**
   * The line, or the part of it around the place, and below it a caret; empty if the whole is
   * meant.
   */
  caret: string;
}

/** The kinds of components that the language has. */
export type ModelComponentKind = "universe" | "entity" | "element" | "property" | "constant" | "function" | "converter";
export const ModelComponentKindValues = [
  "universe",
  "entity",
  "element",
  "property",
  "constant",
  "function",
  "converter",
] as const satisfies readonly ModelComponentKind[];

/** One component of a model. */
export interface ModelComponent {
  /** Names from the outermost to its own, with dots between. */
  path: string;
  kind: ModelComponentKind;
  /** As the language says it, `REAL[3]`; empty where there is none. */
  type: string;
  /** State of one instance; 0 for what has none. */
  state_bytes: number;
}

/** What a model takes. */
export interface ModelMemory {
  /** Its components, without their names. */
  definition_bytes: number;
  /** One instance of each entity with its administration; without entities, of each universe. */
  instance_bytes: number;
}

/**
 * What a model would have taken by the study's formulae (its Figure 6.1 and Tables 6.4 and 6.5) on
 * its two platforms, and what it takes here.
 */
export interface ModelEstimate {
  published_qnx: ModelMemory;
  published_irix: ModelMemory;
  measured: ModelMemory;
  /** Names with their administration, which the study leaves out. */
  names_bytes: number;
}

/** How long a model is in each form that it can be sent in. */
export interface ModelCodeSize {
  text_bytes: number;
  compressed_bytes: number;
  tokenised_bytes: number;
  tokenised_compressed_bytes: number;
}

/** What a check says of a model. */
export interface ModelReport {
  schema_version: 1;
  ok: boolean;
  errors: ModelError[];
  component_count: number;
  /** In the order of the text; at most the first 500. */
  components: ModelComponent[];
  /** Null for a model with errors. */
  estimate: ModelEstimate | null;
  /** Null for a model with errors. */
  code: ModelCodeSize | null;
}

/** A model that ships with Orrery. */
export interface ModelExample {
  name: string;
  title: string;
  summary: string;
  text: string;
}

/** Models that ship with Orrery. */
export interface ModelExamples {
  items: ModelExample[];
}

/** The topic is followed. Not resumed: discard what you have; a snapshot follows. */
export interface Subscribed {
  kind: "subscribed";
  topic: string;
  /** Names the topic in binary messages. */
  channel: number;
  epoch: string;
  sequence: number;
  resumed: boolean;
}

/** The fleet as it is. */
export interface FleetSnapshot {
  kind: "fleet";
  fleet: NodeList;
}

/** The newest runs. */
export interface RunsSnapshot {
  kind: "runs";
  runs: RunPage;
}

/** A run as it is; its recent window frames follow as binary. */
export interface RunSnapshot {
  kind: "run";
  run: RunDocument;
  log: LogLine[];
}

/** On `fleet`. */
export interface NodeChanged {
  kind: "node_changed";
  node: NodeView;
}

/** On `runs` and `run/<id>`: state, progress, repeat, headline. */
export interface RunChanged {
  kind: "run_changed";
  run: RunSummary;
}

/** On `run/<id>`: a repeat has a result, nodes were placed; the whole document anew. */
export interface RunUpdated {
  kind: "run_updated";
  run: RunDocument;
}

/** On `run/<id>`. */
export interface EventAdded {
  kind: "event_added";
  event: RunEvent;
}

/** On `run/<id>`. */
export interface LogAdded {
  kind: "log_added";
  line: LogLine;
}

/** On `run/<id>`: before the first frame that needs it. */
export interface SchemaAdded {
  kind: "schema_added";
  frame_schema: FrameSchema;
}

/** A group as it is. */
export interface GroupSnapshot {
  kind: "group";
  group: GroupDocument;
}

/** On `runs` and `group/<id>`: state, progress, counts. A new group is told like this too. */
export interface GroupChanged {
  kind: "group_changed";
  group: GroupSummary;
}

/** On `group/<id>`: a cell's run has changed, or has measured something. */
export interface CellChanged {
  kind: "cell_changed";
  group: string;
  cell: GroupCell;
}

/** On `group/<id>`: the whole document anew, when its runs have ended or were made anew. */
export interface GroupUpdated {
  kind: "group_updated";
  group: GroupDocument;
}

export type StreamData =
  | FleetSnapshot
  | RunsSnapshot
  | RunSnapshot
  | NodeChanged
  | RunChanged
  | RunUpdated
  | EventAdded
  | LogAdded
  | SchemaAdded
  | GroupSnapshot
  | GroupChanged
  | CellChanged
  | GroupUpdated;

/** An entry of a topic's log, or its snapshot. */
export interface Message {
  kind: "message";
  topic: string;
  sequence: number;
  data: StreamData;
}

/** Frames left out for this viewer because it is slow; events never are. */
export interface Dropped {
  kind: "dropped";
  topic: string;
  frames: number;
}

/** The viewer asked for something that is not there. */
export interface Refusal {
  kind: "refusal";
  topic: string;
  message: string;
}

/** Answer to `ping`. */
export interface Pong {
  kind: "pong";
  id: number;
}

export type ToViewer =
  | Subscribed
  | Message
  | Dropped
  | Refusal
  | Pong;

/** A frame as text, in place of a binary message; only with `?format=json`. */
export interface DecodedFrame {
  kind: "frame";
  topic: string;
  sequence: number;
  node_index: number;
  repeat: number;
  done: number;
  time_ns: number;
  dropped: number;
  columns: SeriesColumn[];
}

/** A token, or a user's name and password; the answer sets a cookie for the browser. */
export interface SignIn {
  token?: string;
  name?: string;
  password?: string;
}

/** A user to add. */
export interface NewUser {
  name: string;
  scope: "viewer" | "operator" | "admin";
  password: string;
}

/** What to change of a user; null keeps a value. A change ends the user's sessions. */
export interface UserPatch {
  scope?: "viewer" | "operator" | "admin" | null;
  password?: string | null;
  disabled?: boolean | null;
}

/** A token to make for a program or an agent. */
export interface NewToken {
  name: string;
  scope: AccessScope;
  /** With scope `agent`: the only node that may join with the token. Null: any node. */
  node?: string | null;
  /** Days until the token expires; null: it does not expire. */
  days?: number | null;
}

/** Which of the agents that ask for a name is to have it. */
export interface ApproveNode {
  fingerprint: string;
}

/** A model that ships with Orrery. As a request: what has a default may be left out. */
export interface ShippedModelInput {
  kind: "shipped";
  /** To read or change its text, choose a text of your own and start from it. */
  name?: ShippedModelName;
}

export type ModelSourceInput =
  | ShippedModelInput
  | OwnModel;

/**
 * An entity is an instance of a component of a model in the universe modelling language. Its first
 * properties without texts are the monitored components. As a request: what has a default may be
 * left out.
 */
export interface ModelStateInput {
  kind: "model";
  model?: ModelSourceInput;
  /** Its name: an entity, an element or a universe of the model. */
  entity?: string;
}

export type EntityStateInput =
  | NumberState
  | ModelStateInput;

/**
 * By rating, but a slave gets so much less work that its answer is back when the master has done
 * its own. As a request: what has a default may be left out.
 */
export interface SplitByLatencyInput {
  kind: "latency";
  /**
   * From the master's notice to the arrival of the slave's answer, without the slave's work; 0:
   * twice the run's link delay. Unit: us.
   */
  round_trip_us?: number;
  /**
   * What an entity takes of a step on the fastest node, with its messages; 0: the cost of its
   * update. Unit: us.
   */
  entity_us?: number;
}

export type EntitySplitInput =
  | SplitByRating
  | SplitEqual
  | SplitByHand
  | SplitByLatencyInput;

/**
 * Entities update every step, managers receive what they monitor, and the master starts the next
 * step when all have ended. As a request: what has a default may be left out.
 */
export interface UniverseStepsInput {
  kind: "universe_steps";
  /** Entities in the whole system, z of the message model. */
  entities?: number;
  /**
   * What entities do. Those of a flock and a walk-through have positions, drawn live on a map; in a
   * flock each sees what its neighbours were in the step before, on whatever node.
   */
  behaviour?: Behaviour;
  /**
   * Special managers, x of the message model. Each receives every state update of every monitored
   * component.
   */
  managers?: number;
  /**
   * Components of each entity's state in which every manager registers interest, y of the message
   * model.
   */
  monitors?: number;
  /** Measured simulation steps. */
  steps?: number;
  /** Steps before the measurement starts; they count in the state checksum, not in any figure. */
  warmup_steps?: number;
  /**
   * Each entity and manager an operating-system process, a thread, or an object stepped by a few
   * workers.
   */
  process_model?: ProcessModel;
  /**
   * Threads that step the entities of a node in the pooled model; 0 chooses by entities and cores.
   */
  pool_threads?: number;
  /**
   * Size of one component's packed state in a state update; that of a model's properties takes at
   * least what the largest needs. Unit: B.
   */
  state_bytes?: number;
  /** What an entity holds; those of a flock and a walk-through hold a place. */
  state?: EntityStateInput;
  /** A changing entity changes its state every so many steps. Unit: steps. */
  update_period_steps?: number;
  /** The rest are static: they are notified and complete each step, but send no state. */
  changing_share?: number;
  /** CPU time that each entity's update function uses, calibrated on each node. Unit: us. */
  update_cost_us?: number;
  /** CPU time that each manager uses to process a step. Unit: us. */
  manager_cost_us?: number;
  /** Which node hosts the managers. On a single node all are the same. */
  manager_placement?: ManagerPlacement;
  /** How entities are distributed over the nodes. */
  split?: EntitySplitInput;
  /**
   * Managers register a constraint function, which entities evaluate before they send: each change
   * of an entity raises its level by one, from the last of 16 to the first, and only changes at the
   * first so many levels are sent. 16: all. Unit: of 16.
   */
  constraint_levels?: number;
  /** Multicast and deadline save messages within a node (the study's section 6.6.1). */
  step_control?: StepControl;
  /**
   * By name, several managers of a node share each message, which grows by 32 B of name (section
   * 6.6.3).
   */
  state_flow?: StateFlow;
  /** Every message to another node is late by this, on top of what the link takes. Unit: us. */
  link_delay_us?: number;
  /**
   * Messages to another node follow each other at this rate (section 6.6.5); 0: at that of the link
   * itself. Unit: Mbit/s.
   */
  link_mbit_s?: number;
  /** Whether the state checksum is compared with the sequential oracle's. */
  oracle?: OracleUse;
}

/**
 * A fixed population of events; each, when executed, schedules one other, sometimes on another
 * logical process. As a request: what has a default may be left out.
 */
export interface PholdInput {
  kind: "phold";
  /** Every engine executes the same events in the same order for each logical process. */
  engine?: PdesEngine;
  /**
   * Threads that execute events, on each node; the engine with one list has its manager besides.
   */
  workers?: number;
  /** Threads that share an event list; the workers are a multiple of it. */
  threads_per_list?: number;
  /** How the list's manager and the workers wait for each other. */
  handover?: TaskHandover;
  /** Structure of each future event list. */
  list?: EventListKind;
  /** Parts of the model that influence each other through events alone. */
  lps?: number;
  /** Events that exist at any time, spread evenly over the logical processes. */
  population?: number;
  /**
   * About so many are executed: the run ends at the simulated time at which so many are expected.
   */
  events?: number;
  /** Probability that an event schedules its successor on another logical process. */
  remote_share?: number;
  /**
   * Simulated time by which every event lies in the future at least; parallel engines need it above
   * 0.
   */
  lookahead?: number;
  /** Mean of the random delay beside the lookahead, in simulated time. */
  mean_delay?: number;
  /** Of the random delay. */
  delay?: DelayDistribution;
  /** Carried by every event; it holds when and by whom it was scheduled, which is checked. */
  payload?: EventPayload;
  /**
   * Whether the sequential engine executes the same events in the same repeat: its order is
   * compared, and its time gives the speed-up. Automatic: up to 50 million events.
   */
  oracle?: OracleUse;
}

/**
 * Interprets definitions, changes them while instances live, and handles state: construct,
 * destruct, size, pack, unpack. Every figure is the median of batches in several rounds. As a
 * request: what has a default may be left out.
 */
export interface ModelLanguageInput {
  kind: "model_language";
  /**
   * Its code size, memory, and the time of its instances; the other figures are of small models, as
   * in the study.
   */
  model?: ModelSourceInput;
  /** State times are taken of arrays of 1, 10, 100 and so on, up to this many integers. */
  array_length?: number;
  /** State times are taken of elements in elements, from one level to this many. */
  nesting?: number;
  /** State times are taken of a string of so many characters. Unit: characters. */
  string_length?: number;
  /** So many live while their definition is changed. */
  live_instances?: number;
  /** Every figure is measured so many times, in turn, after one round to warm up. */
  rounds?: number;
  /** In each round; a figure that takes longer is measured three times. Unit: us. */
  figure_us?: number;
}

/**
 * Each source schedules an event for its sink, which schedules its answer; one thread manages the
 * list of future events. As a request: what has a default may be left out.
 */
export interface FelTestInput {
  kind: "fel_test";
  /** Threads may use so many CPUs of the node. */
  num_cpus?: number;
  /** Entities that generate events; each has a sink of its own, and both have a thread. */
  num_srcs?: number;
  /** Each is answered by the sink, so that twice as many go through the list. */
  src_events?: number;
  /**
   * Of the simulated time between a source's events, around a mean of `e_dly`; 0 adds every event
   * at the end of the list.
   */
  src_var?: number;
  /** CPU time that an entity uses for each event, calibrated on the node. Unit: us. */
  e_dly?: number;
  /** CPU time that the manager uses to add an event, calibrated on the node. Unit: us. */
  f_dly?: number;
  /** What an entity waits on for its next event, and the manager for requests. */
  waiting?: FelWaiting;
}

/**
 * Threads that only compute, each the same calibrated work, on some of the node's CPUs. As a
 * request: what has a default may be left out.
 */
export interface ThreadTestInput {
  kind: "thread_test";
  /** Threads may use so many CPUs of the node. */
  num_cpus?: number;
  /** Each does all slices, and ends. */
  num_threads?: number;
  /** The loop of the study has 5000. */
  slices?: number;
  /** CPU time of a slice, calibrated on the node. Unit: us. */
  slice_us?: number;
}

/**
 * Thread and process creation, mutex, semaphore, thread-local and global references. As a request:
 * what has a default may be left out.
 */
export interface PrimitivesInput {
  kind: "primitives";
  /** Measurements of each primitive; the middle one is its figure. */
  batches?: number;
  /** A batch repeats its primitive for about so long. Unit: ms. */
  batch_ms?: number;
}

/**
 * Every structure of an event list holds the same population: take the first event out, put it back
 * later. As a request: what has a default may be left out.
 */
export interface HoldInput {
  kind: "hold";
  /** Events in the list at any time, each with a payload of 32 bytes. */
  population?: number;
  /** Hold operations of each structure that are measured. */
  operations?: number;
}

/**
 * Every entity's update grows dearer from time to time and falls back; a policy moves entities
 * between the nodes, and the state stays what it would be if nobody moved. As a request: what has a
 * default may be left out.
 */
export interface UniverseMigrationInput {
  kind: "universe_migration";
  /** Entities in the whole system. */
  entities?: number;
  /** Measured simulation steps. */
  steps?: number;
  /** Steps before the measurement starts; entities may move in them too. */
  warmup_steps?: number;
  /** Decides at the end of each step who moves. */
  policy?: MigrationPolicy;
  /**
   * Measured: CPU time, times how much slower the node is than the fastest. Nominal: what the
   * update's rule asks for, alike on all nodes, so that the same entities move in every run.
   */
  load?: LoadSource;
  /** CPU time of a node's entities in a step above which one has to go. Unit: ms. */
  threshold_ms?: number;
  /**
   * A node that has taken an entity offers none for so many steps: constructing it costs more than
   * updating it. Unit: steps.
   */
  settle_steps?: number;
  /** CPU time that an entity uses where it is constructed again. Unit: us. */
  construct_cost_us?: number;
  /** What moves with an entity. Unit: B. */
  carried_bytes?: number;
  /** CPU time that each entity's update function uses outside a burst. Unit: us. */
  update_cost_us?: number;
  /** A calm entity begins a burst with one chance in so many, each step; 0: never. Unit: steps. */
  burst_every_steps?: number;
  /** Steps in which a burst rises on average; it falls for as long. Unit: steps. */
  burst_rise_steps?: number;
  /**
   * Greatest extra cost of an update, as a multiple of the calm one's; each burst reaches half of
   * it or more. Unit: times.
   */
  burst_peak?: number;
  /** Special managers, each of which receives every state update. */
  managers?: number;
  /** Components of each entity's state that managers receive. */
  monitors?: number;
  /** Which node hosts the managers. */
  manager_placement?: ManagerPlacement;
  /** Where entities are at first. */
  split?: EntitySplitInput;
  /**
   * Whether the state checksum is compared with that of the sequential oracle, in which nobody
   * moves.
   */
  oracle?: OracleUse;
}

/**
 * A universe is launched again and again on one node: its entities and managers are made, take some
 * steps, are looked at, and ended. As a request: what has a default may be left out.
 */
export interface ProcessActivityInput {
  kind: "process_activity";
  /** Made in every launch. */
  entities?: number;
  /** Special managers, made in every launch. */
  managers?: number;
  /** Each entity and manager an operating-system process, a thread, or an object. */
  process_model?: ProcessModel;
  /** The middle one is the figure of a repeat. */
  launches?: number;
  /** Over which updates are timed. */
  steps?: number;
  /** Components of each entity's state. */
  monitors?: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes?: number;
}

/**
 * One end sends messages to another: first each is waited for, and its way is timed part by part;
 * then as many as the transport takes. On one node by the transport within a node, on two by the
 * one between nodes. As a request: what has a default may be left out.
 */
export interface MessagingInput {
  kind: "messaging";
  /** Size of each message; its first 16 bytes number it and hold its checksum. Unit: B. */
  message_bytes?: number;
  /**
   * Messages that the sender waits for, one after the other: the receiver unblocks it when the
   * message is in its buffer.
   */
  exchanges?: number;
  /** Then sent without waiting, for the throughput; each leaves at once. */
  streamed?: number;
  /**
   * Exchanged before, not measured. With a connection for each message every one of them leaves a
   * socket in TIME-WAIT.
   */
  warmup_messages?: number;
  /** Sender and receiver of one node. On two nodes they are processes always. */
  process_model?: EndsModel;
}

/**
 * Users move in their own system; in every other one a shadow approximates each of them from the
 * updates that come over the links. As a request: what has a default may be left out.
 */
export interface NetworkedSystemsInput {
  kind: "networked_systems";
  /** Linked in a hierarchy: each but the first has a link to the one above it. */
  systems?: number;
  /** Each system has up to so many below it; as many as there are systems makes a star. */
  fan_out?: number;
  /** Of all systems, dealt out in turn. Each has a shadow in every other system. */
  users?: number;
  /** What a user sends and its shadows make of it. */
  approximation?: Approximation;
  /**
   * A user sends an update when dead reckoning from its last one is further off than this. Unit: m.
   */
  threshold_m?: number;
  /** At constant speed, straight on or in curves. */
  motion?: UserMotion;
  /** The fastest; each user has its own, half of it at least. Unit: m/s. */
  speed_m_per_s?: number;
  /** One message to each system, or one for all. */
  delivery?: Delivery;
  /**
   * In simulated time, from one system to the next. A system looks at what has come once a step.
   * Unit: ms.
   */
  link_latency_ms?: number;
  /**
   * Each message's latency is up to so much more or less; none overtakes another on a link. Unit:
   * ms.
   */
  link_jitter_ms?: number;
  /** How far users move between two looks at their approximation. Unit: ms. */
  step_ms?: number;
  /** Simulated steps; then what is under way still arrives. */
  steps?: number;
  /**
   * Whether a sequential simulation must end in the same state after the same messages. Automatic:
   * up to 50 million steps of users and shadows.
   */
  oracle?: OracleUse;
}

/**
 * What a federate's RTI holds back, to leave with what its federate sends next: fewer system calls
 * and wake-ups. All of it leaves when the federate evokes callbacks, waits, or asks to advance. As
 * a request: what has a default may be left out.
 */
export interface HoldingInput {
  /** Until so much has been sent; 0: every message leaves at once. Unit: B. */
  bytes?: number;
  /** Or until the first has waited so long when another is sent; 0: no limit. Unit: us. */
  timeout_us?: number;
}

/**
 * Small messages that go together in one packet, by a module of the path. As a request: what has a
 * default may be left out.
 */
export interface BundlingInput {
  /**
   * So much is packed into one, as far as a packet holds it; 0: no bundling. At least 64. Unit: B.
   */
  bytes?: number;
  /**
   * A bundle that is not full leaves after so long; 0: as soon as its sender asks for it. Unit: us.
   */
  timeout_us?: number;
}

/**
 * What a sender may give to the network at most; more is refused as congested. As a request: what
 * has a default may be left out.
 */
export interface RateLimitInput {
  /** 0: unlimited. Unit: messages/s. */
  messages_per_s?: number;
  /** 0: unlimited. Unit: B/s. */
  bytes_per_s?: number;
}

/**
 * What a bad network does to messages, decided from the run's seed. On channels, which lose
 * nothing, a loss is the time that its repair takes. As a request: what has a default may be left
 * out.
 */
export interface ImpairmentInput {
  /** One way, from when a message was sent. Unit: ms. */
  delay_ms?: number;
  /** The distribution of what comes on top of the delay, or is taken from it. */
  jitter?: Jitter;
  /**
   * Uniform: at most so much more or less; normal: deviation; exponential and gamma: mean. Unit:
   * ms.
   */
  jitter_ms?: number;
  /** Share of packets that are lost, each by itself. */
  loss_share?: number;
  /** Share of packets lost besides, many in a row. */
  burst_loss_share?: number;
  /** Packets lost in a row, on average. */
  burst_packets?: number;
  /** Share of packets that come twice. */
  duplicate_share?: number;
  /** Share of packets that come a millisecond late. */
  reorder_share?: number;
  /** Of each link; 0: unlimited. Unit: Mbit/s. */
  mbit_s?: number;
}

/**
 * The way of the federates' data between nodes of the RTI. As a request: what has a default may be
 * left out.
 */
export interface DataPathInput {
  /**
   * As the federation's object model says. What best effort loses is counted; minimum rate and
   * state consistent bring the newest value all the same, one shot sends at a logical time.
   */
  transportation?: Transportation;
  /** So long after it was sent last, a value that is still the newest is sent again. Unit: ms. */
  repeat_ms?: number;
  /** Channels: a copy for each receiver. Multicast: one for all, repaired where it was lost. */
  reliable?: ReliableProtocol;
  /** A datagram for each receiver, or one for all by multicast. */
  best_effort?: BestEffortProtocol;
  held?: HoldingInput;
  bundling?: BundlingInput;
  rate_limit?: RateLimitInput;
  impairment?: ImpairmentInput;
  /** From the wire up, of those that are used. */
  order?: StackOrder;
}

/**
 * A federate sends stamped updates or interactions to another, which sends each stamp back. As a
 * request: what has a default may be left out.
 */
export interface RtiLatencyInput {
  /** Updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes?: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes?: number;
  /** Object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  kind: "rti_latency";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti?: Rti;
  /** Off: the stamp alone comes back. */
  return_payload?: boolean;
  /** That are measured. */
  round_trips?: number;
  /** Before them; not measured. */
  warmup_round_trips?: number;
  /** Nothing new is sent until the last return has come, or the time-out has passed. */
  congestion_avoidance?: boolean;
  /** After so long the next is sent all the same. Unit: ms. */
  return_timeout_ms?: number;
  /** So often something is sent at most; 0: no limit. The study's limit was 100. Unit: Hz. */
  rate_hz?: number;
  /** V1 of the study waits in the RTI, V2 sleeps. HELICS can only wait. */
  tick?: TickVersion;
  /** Each federate a process, a thread, or both in one thread. With two nodes each has one. */
  process_model?: ProcessModel;
  /** How data goes from federate to federate. */
  data?: DataPathInput;
}

/**
 * Processes of their own beside the federates, from warm-up until the end. As a request: what has a
 * default may be left out.
 */
export interface LoadsInput {
  /** Of each core of the node; 0: no hog. */
  cpu_share?: number;
  /** Federate 0 is the first that sends. */
  cpu_federate?: number;
  /**
   * UDP datagrams that the node sends to itself, through its own network stack; 0: none. Unit:
   * messages/s.
   */
  traffic_per_s?: number;
  /** Of each. Unit: B. */
  traffic_bytes?: number;
  /** Federate 0 is the first that sends. */
  traffic_federate?: number;
}

/**
 * A federate sends cycles of updates or interactions; each receiver counts what comes of each
 * cycle, and how long that took. As a request: what has a default may be left out.
 */
export interface RtiThroughputInput {
  /** Updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes?: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes?: number;
  /** Object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  kind: "rti_throughput";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti?: Rti;
  /** Federates that subscribe to everything. */
  receivers?: number;
  /** That are measured; the next begins when all receivers have counted the last. */
  cycles?: number;
  /** Sent without a pause. */
  updates_per_cycle?: number;
  /** Before them; not measured. */
  warmup_cycles?: number;
  /**
   * After so many cycles the sender changes what it sends from best effort to reliable, after as
   * many back, and so on; 0: never. Reliable data goes by the channels then.
   */
  switch_every?: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model?: ProcessModel;
  /** What else the nodes work at. */
  loads?: LoadsInput;
  /** How data goes from federate to federate. */
  data?: DataPathInput;
}

/**
 * Every federate regulates and is constrained; each requests the next step as soon as the last one
 * is granted. As a request: what has a default may be left out.
 */
export interface RtiTimeAdvanceInput {
  kind: "rti_time_advance";
  /** Orrery's own, or HELICS where its package is installed on the nodes. */
  rti?: Rti;
  /** All are alike. */
  federates?: number;
  /** Of each federate that are measured. */
  advances?: number;
  /** Before them; not measured. */
  warmup_advances?: number;
  /** Logical time of an advance, the same for all. */
  step?: number;
  /**
   * Of all federates. Slightly above the step, a federate need not wait for those that lag by less
   * than a step.
   */
  lookahead?: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model?: ProcessModel;
}

/**
 * Federates send streams of updates or interactions to all others; every so many is returned by
 * each that receives it. As a request: what has a default may be left out.
 */
export interface RtiIntegratedInput {
  /** Updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes?: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes?: number;
  /** Object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  /** All receive what the others send. */
  federates?: number;
  /** So many of them send; as many as there are federates: many to many. */
  senders?: number;
  /** Of each sender, that are measured. */
  updates?: number;
  /** Before them; not measured. */
  warmup_updates?: number;
  /** So many updates of a sender; each receiver returns it within the stream. 0: none. */
  returned_every?: number;
  /** 0: as fast as it can. Unit: Hz. */
  rate_hz?: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model?: ProcessModel;
  /** What else the nodes work at. */
  loads?: LoadsInput;
  /** How data goes from federate to federate, and back. */
  data?: DataPathInput;
  kind: "rti_integrated";
}

/**
 * Every sender has its own objects of all types; all others receive all of them. As a request: what
 * has a default may be left out.
 */
export interface RtiStressInput {
  /** Updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /** Of each attribute or parameter; the first begins with the stamp of the message. Unit: B. */
  attribute_bytes?: number;
  /** Or parameters of an interaction; all are sent each time. */
  attributes?: number;
  /** Object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class and sender, updated in turn. */
  instances?: number;
  /** All receive what the others send. */
  federates?: number;
  /** So many of them send; as many as there are federates: many to many. */
  senders?: number;
  /** Of each sender, that are measured. */
  updates?: number;
  /** Before them; not measured. */
  warmup_updates?: number;
  /** So many updates of a sender; each receiver returns it within the stream. 0: none. */
  returned_every?: number;
  /** 0: as fast as it can. Unit: Hz. */
  rate_hz?: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model?: ProcessModel;
  /** What else the nodes work at. */
  loads?: LoadsInput;
  /** How data goes from federate to federate, and back. */
  data?: DataPathInput;
  kind: "rti_stress";
}

/**
 * Federates update objects that belong to groups, and receive some of the groups, which they join
 * and leave all the time. A group is a region of the RTI's data distribution. As a request: what
 * has a default may be left out.
 */
export interface FederationMixInput {
  kind: "federation_mix";
  /** Dealt to the nodes in turn. */
  federates?: number;
  /** Of the whole federation, dealt to the federates that send. */
  objects?: number;
  /** Regions; objects are dealt to them in turn. */
  groups?: number;
  /** That it receives at any time. Half of them it keeps; the others come and go. */
  groups_of_federate?: number;
  /** Values of an update; sizes are equally likely. Unit: B. */
  least_bytes?: number;
  /** Values of an update. Unit: B. */
  most_bytes?: number;
  /** Each at its own times. Unit: Hz. */
  rate_hz?: number;
  /** Over the whole federation, at random times; 0: none. */
  bursts_per_s?: number;
  /** Updates in one group while it bursts. Unit: Hz. */
  burst_rate_hz?: number;
  /** How long a group bursts. Unit: ms. */
  burst_ms?: number;
  /** Over the whole federation; with each a federate leaves another group. 0: none. */
  joins_per_s?: number;
  /** Of the federates; of the others every second only sends. */
  both_share?: number;
  /** How long is sent. Unit: s. */
  measured_s?: number;
  /** Before it; not measured. Unit: s. */
  warmup_s?: number;
  /** Each federate a process, a thread, or all of a node in one thread. */
  process_model?: ProcessModel;
  /** How updates go from federate to federate. */
  data?: DataPathInput;
}

export type WorkloadInput =
  | UniverseStepsInput
  | PholdInput
  | ModelLanguageInput
  | FelTestInput
  | ThreadTestInput
  | PrimitivesInput
  | HoldInput
  | UniverseMigrationInput
  | ProcessActivityInput
  | MessagingInput
  | NetworkedSystemsInput
  | RtiLatencyInput
  | RtiThroughputInput
  | RtiTimeAdvanceInput
  | RtiIntegratedInput
  | RtiStressInput
  | FederationMixInput;

/**
 * The best-rated nodes that are online; the fastest is the master. As a request: what has a default
 * may be left out.
 */
export interface FastestNodesInput {
  kind: "fastest";
  /** How many nodes take part. */
  count?: number;
}

export type PlacementInput =
  | FastestNodesInput
  | NamedNodes;

/** The transports of a run. As a request: what has a default may be left out. */
export interface TransportsInput {
  /**
   * Carries messages between a node's manager and its own processes or threads. Unused by the
   * pooled process model.
   */
  local?: LocalTransport;
  /**
   * Carries messages between nodes. Shared memory and Unix sockets need all nodes on one machine.
   */
  nodes?: NodeTransport;
  /** A peer that cannot be reached for this long is lost, and the run fails. Unit: ms. */
  peer_timeout_ms?: number;
}

/**
 * Conditions under which a run is measured; stored with it. As a request: what has a default may be
 * left out.
 */
export interface ConditionsInput {
  /** How a party waits for the next message. Automatic: by number of parties and cores. */
  wait?: WaitStrategy;
  /** Real-time classes need the permission to use them on every node. */
  scheduling_class?: SchedulingClass;
  /** Nice value (-20 to 19) for class other; real-time priority (1 to 99) otherwise. */
  priority?: number;
  /** Fixes processes and threads to CPUs, against the scheduler's moving them. */
  pinning?: Pinning;
}

/** What is recorded while a run is on. As a request: what has a default may be left out. */
export interface TelemetryOptionsInput {
  /** Off: only totals are measured. Used to measure what telemetry costs. */
  enabled?: boolean;
  /** How often each node sends a window of its measurements. Unit: ms. */
  interval_ms?: number;
  /**
   * Full-resolution samples kept per node and repeat. Past it, windows replace them, and the result
   * says so.
   */
  max_samples?: number;
}

/** When a run is given up. As a request: what has a default may be left out. */
export interface LimitsInput {
  /** All workers must be ready within this time of their launch. Unit: ms. */
  rendezvous_timeout_ms?: number;
  /** A repeat that takes longer is ended, and the run fails. Unit: s. */
  run_timeout_s?: number;
}

/**
 * What to run, where, and under which conditions. As a request: what has a default may be left out.
 */
export interface RunSpecInput {
  schema_version: 1;
  /** Says what the run is for; shown as its title. */
  name?: string;
  note?: string;
  tags?: string[];
  workload?: WorkloadInput;
  placement?: PlacementInput;
  /**
   * Each repeat is a fresh launch. Repeats are the unit of every statistic; five or more let a
   * difference be shown.
   */
  repeats?: number;
  /** Seed of every random stream; the same seed gives the same state checksum. */
  seed?: BigIntString;
  transports?: TransportsInput;
  conditions?: ConditionsInput;
  telemetry?: TelemetryOptionsInput;
  limits?: LimitsInput;
}

/**
 * Create a run from a whole spec, or from a preset with overrides. As a request: what has a default
 * may be left out.
 */
export interface NewRunInput {
  spec?: RunSpecInput | null;
  preset?: string | null;
  /** `path=value` overrides, e.g. `workload.managers=2`; the value is JSON, or else text. */
  set?: string[];
}

/** What may change on a run that exists. */
export interface RunPatch {
  name?: string | null;
  note?: string | null;
  tags?: string[] | null;
  archived?: boolean | null;
}

/**
 * Numbers from `min` to `max`, both included. Step 0 multiplies by ten: 1, 10, 100. As a request:
 * what has a default may be left out.
 */
export interface RangeAxisInput {
  kind: "range";
  /** The parameter that varies, e.g. `workload.entities`. */
  path: string;
  min: number;
  max: number;
  /** 0 multiplies by ten. */
  step?: number;
}

export type AxisInput =
  | RangeAxisInput
  | ListAxis;

/**
 * A run spec with parameters that vary. Repeats are the spec's own: each cell has them all. As a
 * request: what has a default may be left out.
 */
export interface SweepInput {
  schema_version: 1;
  name?: string;
  /** The spec, or the preset and its settings, that every cell starts from. */
  base: NewRunInput;
  /** The first varies slowest. None: a single run. */
  axes?: AxisInput[];
  /** All combinations, or the axes in step. */
  combine?: Combine;
  /**
   * The first repeat of every cell before the second of any: what drifts on the machine meets all
   * cells alike.
   */
  interleaved?: boolean;
}

/** Run a suite, or a part of it. As a request: what has a default may be left out. */
export interface RunSuiteInput {
  /** Null: the suite's first. */
  variant?: string | null;
  /** Names of items; empty: all of the variant. */
  items?: string[];
  /** `path=value` settings on top of every item, e.g. `conditions.pinning=compact`. */
  set?: string[];
  /** In place of each item's own number; null: as the items say. */
  repeats?: number | null;
}

/** A model to be checked. */
export interface ModelCheck {
  text: string;
}

/** A place in a topic's log. */
export interface StreamPosition {
  epoch: string;
  sequence: number;
}

/** Follow a topic: `fleet`, `runs`, `run/<id>` or `group/<id>`. */
export interface Subscribe {
  kind: "subscribe";
  topic: string;
  /** The last message seen; null for a fresh start. */
  after?: StreamPosition | null;
}

/** Stop following a topic. */
export interface Unsubscribe {
  kind: "unsubscribe";
  topic: string;
}

/** Asks for a `pong`. */
export interface Ping {
  kind: "ping";
  id: number;
}

export type FromViewer =
  | Subscribe
  | Unsubscribe
  | Ping;
