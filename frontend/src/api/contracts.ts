/* Generated from contracts/orrery_contracts by `make gen`: do not edit. */
/* eslint-disable */

/** An unsigned 64-bit integer as a decimal string: use BigInt() for arithmetic. */
export type BigIntString = string;

/**
 * What an entity does in an update. Toggle: its state changes by a fixed rule. Flock: every entity
 * turns with its neighbours in every step (separation, alignment, cohesion). Walkthrough: most
 * entities of a town stand still and some walk the streets.
 */
export type Behaviour = "toggle" | "flock" | "walkthrough";

/**
 * How entities and managers execute: as operating-system processes, as threads, or as objects that
 * a pool of threads steps.
 */
export type ProcessModel = "process" | "thread" | "pooled";

/** Each monitored component is a 64-bit number. */
export interface NumberState {
  kind: "numbers";
}

/** The models that ship with Orrery. */
export type ShippedModelName = "triangle" | "flock" | "town" | "air-traffic";

/** A model that ships with Orrery. */
export interface ShippedModel {
  kind: "shipped";
  /** Model that ships with Orrery. To change it, choose a text of your own. */
  name: ShippedModelName;
}

/** A model given as text, in the universe modelling language. */
export interface OwnModel {
  kind: "text";
  /** Text of the model. `POST /models/check` reports its errors. */
  text: string;
}

export type ModelSource =
  | ShippedModel
  | OwnModel;

/**
 * An entity is an instance of a component of a model in the universe modelling language. The
 * monitored components are its first properties that contain no text.
 */
export interface ModelState {
  kind: "model";
  model: ModelSource;
  /** Name of an entity, an element or a universe of the model. */
  entity: string;
}

export type EntityState =
  | NumberState
  | ModelState;

/** Node that hosts the managers: the master, the first slave, or all nodes in turn. */
export type ManagerPlacement = "master" | "slave" | "spread";

/** Entities in proportion to each node's CPU rating. */
export interface SplitByRating {
  kind: "rating";
}

/** The same number of entities on every node; a remainder goes to the first nodes. */
export interface SplitEqual {
  kind: "equal";
}

/** Number of entities for each node, master first. The sum equals `entities`. */
export interface SplitByHand {
  kind: "by_hand";
  /** Entities on each node, master first. */
  counts: number[];
}

/**
 * By rating, minus the slave's round-trip time: its answer arrives when the master has finished its
 * own share.
 */
export interface SplitByLatency {
  kind: "latency";
  /**
   * Time from the master's notice to the slave's answer, without the slave's work. 0: twice the
   * link delay of the run. Unit: us.
   */
  round_trip_us: number;
  /**
   * Time of one entity in a step on the fastest node, with its messages. 0: the cost of its update.
   * Unit: us.
   */
  entity_us: number;
}

export type EntitySplit =
  | SplitByRating
  | SplitEqual
  | SplitByHand
  | SplitByLatency;

/**
 * How a step starts and ends. Messages: the universe manager and each entity exchange a message.
 * Multicast: one notice reaches all entities of a node. Deadline: no messages, as if a deadline
 * scheduler started and ended each update.
 */
export type StepControl = "messages" | "multicast" | "deadline";

/**
 * How state updates reach the managers of a node. By monitor: one message to each manager, with the
 * manager's monitor id. By name: one message to all managers, with the component's name.
 */
export type StateFlow = "by_monitor" | "by_name";

/**
 * Compare the final state with the sequential oracle. Automatic: the oracle computes as many steps
 * as fit in about one second.
 */
export type OracleUse = "auto" | "always" | "never";

/**
 * Entities update in every step. Managers receive the components that they monitor. The master
 * starts the next step when all nodes have finished.
 */
export interface UniverseSteps {
  kind: "universe_steps";
  /** Entities of the whole system (z in the study's message model). */
  entities: number;
  /**
   * What entities do in an update. The live map shows a flock and a walk-through. A bird sees its
   * neighbours' state of the previous step, also across nodes.
   */
  behaviour: Behaviour;
  /**
   * Special managers (x in the message model). Each receives all updates of all monitored
   * components.
   */
  managers: number;
  /** State components of each entity that every manager monitors (y in the message model). */
  monitors: number;
  /** Measured simulation steps. */
  steps: number;
  /**
   * Steps before the measurement starts. The state checksum includes them; the measurements do not.
   */
  warmup_steps: number;
  /**
   * How entities and managers execute: as processes, as threads, or as objects that a pool of
   * threads steps.
   */
  process_model: ProcessModel;
  /** Threads that step the entities of a node. 0: chosen from the number of entities and cores. */
  pool_threads: number;
  /**
   * Packed size of one component in a state update. Raised to the largest property if a model is
   * used. Unit: B.
   */
  state_bytes: number;
  /** State of an entity. In a flock and a walk-through it is a position. */
  state: EntityState;
  /** Steps between two changes of a changing entity. Unit: steps. */
  update_period_steps: number;
  /** Share of entities whose state changes. The others complete each step and send no state. */
  changing_share: number;
  /** CPU time of one entity's update function, calibrated on each node. Unit: us. */
  update_cost_us: number;
  /** CPU time that a manager uses in a step. Unit: us. */
  manager_cost_us: number;
  /** Node that hosts the managers. */
  manager_placement: ManagerPlacement;
  /** Distribution of entities over the nodes. */
  split: EntitySplit;
  /**
   * Levels of 16 that managers accept; 16 accepts all. Each change of an entity moves it to the
   * next level. An entity evaluates the managers' constraint function before it sends, and sends
   * only changes at accepted levels. Unit: of 16.
   */
  constraint_levels: number;
  /**
   * How an update starts and ends. Multicast and deadline save messages within a node (study,
   * section 6.6.1).
   */
  step_control: StepControl;
  /**
   * How managers get state. By name, the managers of a node share one message, which is 32 B larger
   * (study, section 6.6.3).
   */
  state_flow: StateFlow;
  /** Delay added to every message between nodes. Unit: us. */
  link_delay_us: number;
  /**
   * Bandwidth limit between nodes (study, section 6.6.5). 0: no limit but the link's own. Unit:
   * Mbit/s.
   */
  link_mbit_s: number;
  /** Compare the state checksum with the sequential oracle's. */
  oracle: OracleUse;
}

/**
 * Which entity migrates, and when. None: no entity. Threshold: the most expensive entity of a node
 * above the threshold, as in the study's prototype. Balance: the entity that evens the loads.
 * Predictive: the entity whose forecast cost passes the threshold. Traffic: as threshold, weighed
 * with the state that crosses nodes.
 */
export type MigrationPolicy = "none" | "threshold" | "balance" | "predictive" | "traffic";

/**
 * Load of an entity. Measured: the CPU time that its update took. Nominal: the CPU time that its
 * rule asks for, the same on every machine.
 */
export type LoadSource = "measured" | "nominal";

/**
 * The cost of each entity's update rises in bursts and falls again. A policy migrates entities
 * between the nodes. The state stays the same as without migration.
 */
export interface UniverseMigration {
  kind: "universe_migration";
  /** Entities of the whole system. */
  entities: number;
  /** Measured simulation steps. */
  steps: number;
  /** Steps before the measurement starts. Entities may migrate in them too. */
  warmup_steps: number;
  /** Rule that selects the entities to migrate at the end of each step. */
  policy: MigrationPolicy;
  /**
   * Measured: CPU time, scaled by the node's rating. Nominal: the cost that the rule sets, so that
   * the same entities migrate in every run.
   */
  load: LoadSource;
  /** CPU time of a node's entities in a step. Above it, an entity migrates. Unit: ms. */
  threshold_ms: number;
  /** Steps after it received an entity in which a node sends no entity away. Unit: steps. */
  settle_steps: number;
  /** CPU time to construct a migrated entity on its new node. Unit: us. */
  construct_cost_us: number;
  /** State that migrates with an entity. Unit: B. */
  carried_bytes: number;
  /** CPU time of an entity's update outside a burst. Unit: us. */
  update_cost_us: number;
  /** Mean number of steps until a calm entity begins a burst. 0: no bursts. Unit: steps. */
  burst_every_steps: number;
  /**
   * Mean number of steps in which a burst rises. It falls in the same number of steps. Unit: steps.
   */
  burst_rise_steps: number;
  /**
   * Largest extra cost of an update, as a multiple of the calm cost. Each burst reaches at least
   * half of it. Unit: times.
   */
  burst_peak: number;
  /** Special managers. Each receives every state update. */
  managers: number;
  /** State components of each entity that managers receive. */
  monitors: number;
  /** Node that hosts the managers. */
  manager_placement: ManagerPlacement;
  /** Distribution of entities over the nodes at the start. */
  split: EntitySplit;
  /** Compare the state checksum with the sequential oracle's, in which no entity migrates. */
  oracle: OracleUse;
}

/**
 * One node launches a universe repeatedly: it creates the entities and managers, steps them,
 * observes them, and destroys them.
 */
export interface ProcessActivity {
  kind: "process_activity";
  /** Entities of every launch. */
  entities: number;
  /** Special managers of every launch. */
  managers: number;
  /** How entities and managers execute: as processes, as threads, or as objects. */
  process_model: ProcessModel;
  /** Launches of a repeat. The result is their median. */
  launches: number;
  /** Steps of a launch in which updates are timed. */
  steps: number;
  /** Components of each entity's state. */
  monitors: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes: number;
}

/**
 * How sender and receiver of one node execute: as two processes, or as threads of one process.
 */
export type EndsModel = "process" | "thread";

/**
 * A sender sends messages to a receiver. First the sender waits for each message, and each part of
 * its way is timed. Then messages are streamed at full rate. One node uses the transport within a
 * node; two nodes use the transport between nodes.
 */
export interface Messaging {
  kind: "messaging";
  /** Size of each message. The first 16 bytes hold its number and checksum. Unit: B. */
  message_bytes: number;
  /**
   * Messages for which the sender waits. The receiver unblocks the sender when the message is in
   * its buffer.
   */
  exchanges: number;
  /** Messages sent without waiting, to measure the throughput. Each is sent at once. */
  streamed: number;
  /**
   * Messages exchanged before the measurement. With one connection per message, each leaves a
   * socket in TIME-WAIT.
   */
  warmup_messages: number;
  /** How sender and receiver of one node execute. On two nodes they are always processes. */
  process_model: EndsModel;
}

/**
 * How a shadow follows its user. Continuous: the user sends position and velocity in every step.
 * First order: dead reckoning from position and velocity. Second order: dead reckoning with
 * acceleration.
 */
export type Approximation = "continuous" | "first_order" | "second_order";

/**
 * How users move at constant speed. Straight: a new direction every few seconds. Curved: a new rate
 * of turn every few seconds.
 */
export type UserMotion = "straight" | "curved";

/**
 * How an update reaches the other systems. Routed: one message for each system, forwarded by the
 * master universe managers. Multicast: one message that the network copies where links branch.
 */
export type Delivery = "routed" | "multicast";

/**
 * Users move in their own system. In every other system a shadow approximates each user from the
 * updates that arrive over the links.
 */
export interface NetworkedSystems {
  kind: "networked_systems";
  /** Number of universe systems. Each except the first has a link to its parent. */
  systems: number;
  /** Children of a system, at most. The number of systems makes a star. */
  fan_out: number;
  /** Users of all systems, assigned in turn. Each has a shadow in every other system. */
  users: number;
  /** How a shadow approximates its user. */
  approximation: Approximation;
  /**
   * Distance between a user and its dead-reckoned position at which the user sends an update. Unit:
   * m.
   */
  threshold_m: number;
  /** Path of the users, at constant speed. */
  motion: UserMotion;
  /**
   * Speed of the fastest user. Each user has a speed of its own, at least half of this. Unit: m/s.
   */
  speed_m_per_s: number;
  /** Send one message to each system, or one message to all. */
  delivery: Delivery;
  /**
   * Simulated latency from one system to the next. A system reads its messages once a step. Unit:
   * ms.
   */
  link_latency_ms: number;
  /** Largest deviation of a message's latency. Messages stay in order on a link. Unit: ms. */
  link_jitter_ms: number;
  /** Simulated time between two positions of a user. Unit: ms. */
  step_ms: number;
  /** Number of simulated steps. Messages in transit at the end are still delivered. */
  steps: number;
  /**
   * Compare state and messages with a sequential simulation. Automatic: up to 50 million steps of
   * users and shadows.
   */
  oracle: OracleUse;
}

/** Data that federates send: attribute updates of objects, or interactions. */
export type ExchangedAs = "objects" | "interactions";

/** RTI of a run: Orrery's own, or HELICS for comparison. */
export type Rti = "orrery" | "helics";

/**
 * How an idle federate calls the RTI. Wait: it waits inside the RTI for callbacks, as tick(min,
 * max) does. Sleep: it sleeps one microsecond, then evokes the waiting callbacks.
 */
export type TickVersion = "wait" | "sleep";

/**
 * Transportation type of all data in the federation's object model. Reliable: every message arrives
 * once and in order. Best effort: messages may be lost. The last three are best effort on the wire:
 * `minimum_rate` repeats a value until a newer one is sent, `state_consistent` delivers the newest
 * value in the end, `one_shot` sends a message at its logical time.
 */
export type Transportation = "reliable" | "best_effort" | "minimum_rate" | "state_consistent" | "one_shot";

/**
 * Protocol of reliable data. Channels: a connection between every two nodes, one copy for each
 * receiver. `nak_multicast`: multicast, repaired by the sender on request. `region_multicast`:
 * multicast, repaired first by receivers of the same region. For comparison: Cyclone DDS (`dds`),
 * and NORM (RFC 5740) of the US Naval Research Laboratory (`norm`).
 */
export type ReliableProtocol = "channels" | "nak_multicast" | "region_multicast" | "dds" | "norm";

/**
 * Protocol of best-effort data: a datagram for each receiver, one multicast datagram for all, or
 * Cyclone DDS for comparison.
 */
export type BestEffortProtocol = "udp" | "multicast" | "dds";

/**
 * Messages that the RTI collects before it sends them, which saves system calls and wake-ups. All
 * are sent when the federate evokes callbacks, waits, or requests a time advance.
 */
export interface Holding {
  /** Bytes to collect before sending. 0 sends every message at once. Unit: B. */
  bytes: number;
  /** Longest wait of the first message, checked when another is sent. 0: no limit. Unit: us. */
  timeout_us: number;
}

/** Small messages packed into one packet by a module of the path. */
export interface Bundling {
  /** Bytes to pack into one packet, at least 64. 0: no bundling. Unit: B. */
  bytes: number;
  /**
   * Longest wait of a bundle that is not full. 0: it is sent when its sender asks for it. Unit: us.
   */
  timeout_us: number;
}

/** Highest rate of a sender. A faster sender gets `Congested`. */
export interface RateLimit {
  /** 0: unlimited. Unit: messages/s. */
  messages_per_s: number;
  /** 0: unlimited. Unit: B/s. */
  bytes_per_s: number;
}

/** How the delay of a message differs from the mean. */
export type Jitter = "none" | "uniform" | "normal" | "exponential" | "gamma";

/**
 * Network faults, drawn from the run's seed. On channels, which lose nothing, a loss becomes the
 * delay of its repair.
 */
export interface Impairment {
  /** One-way delay of a message. Unit: ms. */
  delay_ms: number;
  /** Distribution of the variation of the delay. */
  jitter: Jitter;
  /**
   * Uniform: largest deviation. Normal: standard deviation. Exponential and gamma: mean. Unit: ms.
   */
  jitter_ms: number;
  /** Share of packets lost independently. */
  loss_share: number;
  /** Share of packets lost in bursts, in addition. */
  burst_loss_share: number;
  /** Mean number of packets lost in a burst. */
  burst_packets: number;
  /** Share of packets that arrive twice. */
  duplicate_share: number;
  /** Share of packets that arrive one millisecond late. */
  reorder_share: number;
  /** Bandwidth of each link. 0: unlimited. Unit: Mbit/s. */
  mbit_s: number;
}

/**
 * Order of the protocol modules, from the wire up. A reliable multicast protocol is directly above
 * the impairment, so that it repairs the losses.
 */
export type StackOrder = "impairment_bundler_limiter" | "impairment_limiter_bundler" | "bundler_impairment_limiter" | "bundler_limiter_impairment" | "limiter_impairment_bundler" | "limiter_bundler_impairment";

/** Transport of the federates' data between nodes of the RTI. */
export interface DataPath {
  /**
   * Transportation type in the federation's object model. Losses of best effort are counted.
   * Minimum rate and state consistent deliver the newest value in the end; one shot sends at a
   * logical time.
   */
  transportation: Transportation;
  /** Time after which the newest value is sent again. Unit: ms. */
  repeat_ms: number;
  /**
   * Channels send one copy to each receiver. Multicast sends one copy to all and repairs losses.
   */
  reliable: ReliableProtocol;
  /** One datagram for each receiver, or one multicast datagram for all. */
  best_effort: BestEffortProtocol;
  held: Holding;
  bundling: Bundling;
  rate_limit: RateLimit;
  impairment: Impairment;
  /** Order of the modules in use, from the wire up. */
  order: StackOrder;
}

/**
 * A federate sends time-stamped updates or interactions to another federate, which returns each
 * stamp.
 */
export interface RtiLatency {
  kind: "rti_latency";
  /** Send attribute updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes: number;
  /** Number of object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti: Rti;
  /** Return the whole message. Off: return only its time stamp. */
  return_payload: boolean;
  /** Measured round trips. */
  round_trips: number;
  /** Round trips before the measurement. */
  warmup_round_trips: number;
  /** Send only after the previous return has arrived or its time-out has passed. */
  congestion_avoidance: boolean;
  /** Longest wait for a return. The next message is then sent. Unit: ms. */
  return_timeout_ms: number;
  /** Messages per second, at most. 0: no limit. The study used 100. Unit: Hz. */
  rate_hz: number;
  /**
   * How an idle federate calls the RTI: wait (V1 of the study) or sleep (V2). HELICS can only wait.
   */
  tick: TickVersion;
  /** CPUs that the federates of a node share, from the first on. 0: all. */
  cpus: number;
  /**
   * How federates execute: as processes, as threads, or both in one thread. Two nodes have one
   * federate each.
   */
  process_model: ProcessModel;
  /** Transport of data between federates. */
  data: DataPath;
}

/** Load processes beside the federates, from the warm-up until the end. */
export interface Loads {
  /** Share of each core of the node that a load process uses. 0: none. */
  cpu_share: number;
  /** Federate whose node gets the load. Federate 0 is the first sender. */
  cpu_federate: number;
  /**
   * UDP datagrams per second to the node from the next one. A single node sends to itself. Unit:
   * messages/s.
   */
  traffic_per_s: number;
  /** Size of an extra datagram. Unit: B. */
  traffic_bytes: number;
  /** Federate whose node gets the load. Federate 0 is the first sender. */
  traffic_federate: number;
}

/**
 * A federate sends cycles of updates or interactions. Each receiver counts the messages of each
 * cycle and times them.
 */
export interface RtiThroughput {
  kind: "rti_throughput";
  /** Send attribute updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes: number;
  /** Number of object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti: Rti;
  /** Number of federates that receive all updates. */
  receivers: number;
  /** Measured cycles. A cycle begins when all receivers have counted the previous one. */
  cycles: number;
  /** Updates of a cycle, sent without a pause. */
  updates_per_cycle: number;
  /** Cycles before the measurement. */
  warmup_cycles: number;
  /**
   * Cycles after which the sender switches between best effort and reliable. 0: never. Reliable
   * data then uses the channels.
   */
  switch_every: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model: ProcessModel;
  /** Extra loads on the nodes. */
  loads: Loads;
  /** Transport of data between federates. */
  data: DataPath;
}

/**
 * All federates are time regulating and time constrained. Each requests the next step when the
 * previous one is granted.
 */
export interface RtiTimeAdvance {
  kind: "rti_time_advance";
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti: Rti;
  /** Number of federates. */
  federates: number;
  /** Measured time advances of each federate. */
  advances: number;
  /** Time advances before the measurement. */
  warmup_advances: number;
  /** Logical time of one advance. */
  step: number;
  /**
   * Lookahead of all federates. If it is slightly larger than the step, a federate does not wait
   * for federates that lag by less than a step.
   */
  lookahead: number;
  /** One-way delay of every message between two nodes of the RTI. 0: none. Unit: ms. */
  link_delay_ms: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model: ProcessModel;
}

/**
 * Federates send streams of updates or interactions to all others. Each receiver echoes every Nth
 * message.
 */
export interface RtiIntegrated {
  kind: "rti_integrated";
  /** Send attribute updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes: number;
  /** Number of object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class, updated in turn. */
  instances: number;
  /** Number of federates. Each receives from all others. */
  federates: number;
  /** Number of federates that send. All federates: many to many. */
  senders: number;
  /** Measured updates of each sender. */
  updates: number;
  /** Updates of each sender before the measurement. */
  warmup_updates: number;
  /** Each receiver echoes every Nth update of a sender within its stream. 0: none. */
  returned_every: number;
  /** Updates per second of each sender. 0: as fast as possible. Unit: Hz. */
  rate_hz: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model: ProcessModel;
  /** Extra loads on the nodes. */
  loads: Loads;
  /** Transport of data between federates. */
  data: DataPath;
}

/** Each sender updates its own objects of all types. All other federates receive them. */
export interface RtiStress {
  kind: "rti_stress";
  /** Send attribute updates of objects, or interactions. */
  exchanged: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes: number;
  /** Number of object or interaction classes, used in turn. */
  types: number;
  /** Objects of each class and sender, updated in turn. */
  instances: number;
  /** Number of federates. Each receives from all others. */
  federates: number;
  /** Number of federates that send. All federates: many to many. */
  senders: number;
  /** Measured updates of each sender. */
  updates: number;
  /** Updates of each sender before the measurement. */
  warmup_updates: number;
  /** Each receiver echoes every Nth update of a sender within its stream. 0: none. */
  returned_every: number;
  /** Updates per second of each sender. 0: as fast as possible. Unit: Hz. */
  rate_hz: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model: ProcessModel;
  /** Extra loads on the nodes. */
  loads: Loads;
  /** Transport of data between federates. */
  data: DataPath;
}

/**
 * Federates update objects of groups, and subscribe to some groups. They join and leave groups
 * during the run. A group is a region of data distribution management.
 */
export interface FederationMix {
  kind: "federation_mix";
  /** Number of federates, assigned to the nodes in turn. */
  federates: number;
  /** Objects of the federation, assigned to the sending federates in turn. */
  objects: number;
  /** Number of groups (regions). Objects are assigned to them in turn. */
  groups: number;
  /** Groups that a federate receives at any time. It keeps half of them and changes the others. */
  groups_of_federate: number;
  /** Smallest size of an update's values. Sizes are distributed uniformly. Unit: B. */
  least_bytes: number;
  /** Largest size of an update's values. Unit: B. */
  most_bytes: number;
  /** Updates per second of each object, at times of its own. Unit: Hz. */
  rate_hz: number;
  /** Bursts per second in the whole federation, at random times. 0: none. */
  bursts_per_s: number;
  /** Updates per second in a group during a burst. Unit: Hz. */
  burst_rate_hz: number;
  /** Duration of a burst. Unit: ms. */
  burst_ms: number;
  /** Group joins per second in the whole federation. A join also leaves another group. 0: none. */
  joins_per_s: number;
  /** Share of federates that send and receive. Half of the others only send, half only receive. */
  both_share: number;
  /** Duration of the measurement. Unit: s. */
  measured_s: number;
  /** Time before the measurement. Unit: s. */
  warmup_s: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model: ProcessModel;
  /** Transport of updates between federates. */
  data: DataPath;
}

/**
 * How events are executed: one after the other, by threads that share one list, by threads that own
 * logical processes and a list, or by such threads on several nodes.
 */
export type PdesEngine = "sequential" | "central_fel" | "multi_fel" | "distributed";

/**
 * How the manager of the single list gives events to threads: by a condition variable, by
 * semaphores as in the study, or by a mailbox for each thread.
 */
export type TaskHandover = "condition" | "semaphore" | "mailbox";

/** The structure of a future event list. */
export type EventListKind = "binary_heap" | "quaternary_heap" | "calendar" | "ladder" | "buckets";

/** Distribution of the random part of an event's delay. */
export type DelayDistribution = "exponential" | "uniform";

/** Data of an event beside its time and destination. */
export type EventPayload = "none" | "bytes_32" | "bytes_128";

/**
 * A fixed population of events. Each executed event schedules one new event, sometimes on another
 * logical process.
 */
export interface Phold {
  kind: "phold";
  /**
   * Engine that executes the events. All engines execute the same events of a logical process in
   * the same order.
   */
  engine: PdesEngine;
  /**
   * Threads of each node that execute events. The engine with a single list has one more thread,
   * its manager.
   */
  workers: number;
  /** Threads that share an event list. The number of workers is a multiple of it. */
  threads_per_list: number;
  /** How the manager of the single list gives events to the workers. */
  handover: TaskHandover;
  /** Data structure of each future event list. */
  list: EventListKind;
  /** Number of logical processes. They affect each other only through events. */
  lps: number;
  /** Events that exist at any time, distributed evenly over the logical processes. */
  population: number;
  /**
   * Expected number of executed events. The run ends at the simulated time that corresponds to it.
   */
  events: number;
  /** Probability that an event schedules its successor on another logical process. */
  remote_share: number;
  /**
   * Least simulated time between an event and its successor. Parallel engines need more than 0.
   */
  lookahead: number;
  /** Mean of the random delay that is added to the lookahead, in simulated time. */
  mean_delay: number;
  /** Distribution of the random delay. */
  delay: DelayDistribution;
  /**
   * Data of every event. It contains the scheduling time and logical process, which are checked.
   */
  payload: EventPayload;
  /**
   * Execute the same events with the sequential engine, compare the order, and compute the speed-
   * up. Automatic: up to 50 million events.
   */
  oracle: OracleUse;
}

/**
 * How entity threads and the manager of the event list wait: by semaphores, as in the study, or by
 * condition variables.
 */
export type FelWaiting = "semaphore" | "condition";

/**
 * Each source schedules an event for its sink, and the sink schedules an answer. One thread manages
 * the future event list.
 */
export interface FelTest {
  kind: "fel_test";
  /** CPUs of the node that the threads may use. */
  num_cpus: number;
  /** Number of sources. Each source and its sink have a thread each. */
  num_srcs: number;
  /** Events of each source. The sink answers each, so the list handles twice this number. */
  src_events: number;
  /**
   * Variance of the simulated time between a source's events, with the mean `e_dly`. 0 adds every
   * event at the end of the list.
   */
  src_var: number;
  /** CPU time of an entity for each event, calibrated on the node. Unit: us. */
  e_dly: number;
  /** CPU time of the manager to add an event, calibrated on the node. Unit: us. */
  f_dly: number;
  /** How entities wait for events and the manager waits for requests. */
  waiting: FelWaiting;
}

/**
 * Threads compute the same calibrated work each, on some of the node's CPUs, without communication.
 */
export interface ThreadTest {
  kind: "thread_test";
  /** CPUs of the node that the threads may use. */
  num_cpus: number;
  /** Number of threads. Each executes all slices. */
  num_threads: number;
  /** Slices of work of each thread. The study used 5000. */
  slices: number;
  /** CPU time of a slice, calibrated on the node. Unit: us. */
  slice_us: number;
}

/** Thread and process creation, mutex, semaphore, thread-local and global references. */
export interface Primitives {
  kind: "primitives";
  /** Measurements of each primitive. The result is their median. */
  batches: number;
  /** Approximate duration of a batch. Unit: ms. */
  batch_ms: number;
}

/**
 * Each event list structure holds the same population. An operation removes the first event and
 * inserts it again at a later time.
 */
export interface Hold {
  kind: "hold";
  /** Events in the list at all times. Each has a payload of 32 bytes. */
  population: number;
  /** Measured hold operations of each structure. */
  operations: number;
}

/**
 * Interprets definitions, changes them while instances exist, and handles state: construct,
 * destruct, size, pack, unpack. Each result is the median of batches in several rounds.
 */
export interface ModelLanguage {
  kind: "model_language";
  /**
   * Model whose code size, memory and instance times are measured. The other results use small
   * models, as in the study.
   */
  model: ModelSource;
  /** Length of the longest measured array, in integers: 1, 10, 100 and so on up to this length. */
  array_length: number;
  /** Levels of the deepest measured nesting of elements. */
  nesting: number;
  /** Length of the measured string. Unit: characters. */
  string_length: number;
  /** Instances that exist while their definition changes. */
  live_instances: number;
  /** Number of rounds after one warm-up round. Each round measures everything once. */
  rounds: number;
  /** Time for each measurement in a round. A longer operation is measured three times. Unit: us. */
  figure_us: number;
}

export type Workload =
  | UniverseSteps
  | UniverseMigration
  | ProcessActivity
  | Messaging
  | NetworkedSystems
  | RtiLatency
  | RtiThroughput
  | RtiTimeAdvance
  | RtiIntegrated
  | RtiStress
  | FederationMix
  | Phold
  | FelTest
  | ThreadTest
  | Primitives
  | Hold
  | ModelLanguage;

/** The best-rated nodes that are online; the fastest is the master. */
export interface FastestNodes {
  kind: "fastest";
  /** Number of nodes that take part. */
  count: number;
  /** Only nodes whose name begins so, for example those of one Slurm job; empty: any node. */
  among: string;
}

/** The named nodes; the first is the master. */
export interface NamedNodes {
  kind: "named";
  /** Node names, master first. */
  names: string[];
}

export type Placement =
  | FastestNodes
  | NamedNodes;

/** Repeats added until the leading metric is known well enough. */
export interface Settling {
  /**
   * Add repeats until both ends of the 95 % interval are this near the median. 0 adds none. Unit:
   * %.
   */
  within_percent: number;
  /** Repeats after which the run ends although its interval is too wide. */
  most_repeats: number;
}

/**
 * Transport between a universe manager and the processes or threads of its node. As in the first
 * study's prototype, `tcp_per_message` opens a connection for each message, and `mailer` gives each
 * message to a separate process that sends it.
 */
export type LocalTransport = "auto" | "thread" | "shm" | "uds" | "tcp" | "tcp_per_message" | "mailer";

/**
 * Transport between nodes. `auto`: shared memory if all nodes share one machine, else TCP. `tls`:
 * TCP with TLS 1.3, keyed by the run's token. `tcp_per_message` and `mailer` repeat the first
 * study's prototype.
 */
export type NodeTransport = "auto" | "shm" | "uds" | "tcp" | "tcp_per_message" | "mailer" | "tls";

/** The transports of a run. */
export interface Transports {
  /**
   * Transport between a node's manager and its processes or threads. The pooled process model needs
   * none.
   */
  local: LocalTransport;
  /**
   * Transport between nodes. Shared memory and Unix sockets need one machine. Only TLS encrypts.
   */
  nodes: NodeTransport;
  /** Time without contact after which a peer counts as lost and the run fails. Unit: ms. */
  peer_timeout_ms: number;
}

/** How a process or thread waits for a message. `auto` chooses by their number and the cores. */
export type WaitStrategy = "auto" | "spin" | "spin_then_futex" | "yield" | "adaptive";

/** Scheduling class of the simulation's processes. */
export type SchedulingClass = "other" | "round_robin" | "fifo";

/** CPUs that each process or thread may use: any, as few as possible, or spread over all. */
export type Pinning = "none" | "compact" | "spread";

/** Conditions under which a run is measured. They are stored with the run. */
export interface Conditions {
  /**
   * How a process or thread waits for a message. Automatic: chosen from the number of processes and
   * cores.
   */
  wait: WaitStrategy;
  /** Scheduling class of the processes. Real-time classes need permission on every node. */
  scheduling_class: SchedulingClass;
  /**
   * Nice value (-20 to 19) for class other. Real-time priority (1 to 99) for the other classes.
   */
  priority: number;
  /** Keeps each process and thread on its CPU. */
  pinning: Pinning;
}

/** What a run records. */
export interface TelemetryOptions {
  /** Records steps and messages during the run. Off: only totals are measured. */
  enabled: boolean;
  /** Time between two live measurements of a node. Unit: ms. */
  interval_ms: number;
  /**
   * Samples stored per node and repeat at full resolution. Further samples are stored as windows.
   */
  max_samples: number;
}

/** Time limits of a run. */
export interface Limits {
  /**
   * Longest time from the launch until all workers are ready. A slower start fails the run. Unit:
   * ms.
   */
  rendezvous_timeout_ms: number;
  /** Longest duration of a repeat. A longer repeat is stopped and fails the run. Unit: s. */
  run_timeout_s: number;
}

/** A run: its workload, nodes and conditions. */
export interface RunSpec {
  schema_version: 1;
  /** Title of the run on every page. */
  name: string;
  note: string;
  tags: string[];
  workload: Workload;
  placement: Placement;
  /** Launches of the same run. Statistics need at least five repeats to show a difference. */
  repeats: number;
  /** Seed of every random stream. The same seed gives the same state checksum. */
  seed: BigIntString;
  /** Add repeats until the result is precise enough. */
  settling: Settling;
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
  /** Study and section of the experiment; empty if none. */
  source: string;
  spec: RunSpec;
}

/**
 * `window`: one row that sums up an interval. `samples`: full-resolution rows. `entities`: what the
 * entities of a node are at a moment, a row for each; of many, a sample.
 */
export type FrameKind = "window" | "samples" | "entities";

/** How a column's values are stored, little-endian. */
export type ColumnType = "u32" | "u64" | "f32" | "f64";

/** What a column is for, so that a page can draw it without knowing the workload. */
export type ColumnRole = "index" | "time" | "duration" | "activity" | "messages" | "bytes" | "gauge" | "counter" | "path" | "position";

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

/** Codes of problem documents. They do not change between versions. */
export type ProblemCode = "invalid" | "malformed" | "not_found" | "conflict" | "too_few_nodes" | "unknown_preset" | "unauthorized" | "forbidden" | "too_large" | "too_many" | "unavailable" | "internal";

/** An error of one field. */
export interface FieldError {
  /** Path in the document, e.g. `workload.entities`; empty for the document itself. */
  field: string;
  /** The value, shortened. Empty: the field is missing. */
  value: string;
  message: string;
  remedy: string;
  /**
   * Place of the error in a text value: the line, or a part of it, with a caret below the place.
   * Empty: the whole value.
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

/** Progress of the build of the worker on the console's machine. */
export interface WorkerBuild {
  /** Build steps that are done. */
  done: number;
  /** Build steps in all. 0: not known yet. */
  total: number;
}

/** State and version of the console. */
export interface Health {
  status: "ok";
  version: string;
  commit: string;
  /** Identifies one start of the console. */
  epoch: string;
  nodes_online: number;
  runs: number;
  /** Days after its end at which a run without a tag is deleted. Null: runs are kept. */
  keep_days: number | null;
  /** Number of newest runs without a tag to keep. Null: all are kept. */
  keep_runs: number | null;
  /** Null: no build is going on. */
  worker_build: WorkerBuild | null;
  /** URL of the console that leads runs, if another one answered and passed this call on. */
  leader: string | null;
}

/** What a caller may do. Each of viewer, operator and admin includes the one before it. */
export type AccessScope = "agent" | "viewer" | "operator" | "admin";

/** Who the caller is to the console. */
export interface Session {
  /** Whether the console asks callers to sign in at all. */
  required: boolean;
  /** What the caller may do; null without a valid token or cookie. An open console: admin. */
  scope: AccessScope | null;
  /** The user or token that signed in; empty on an open console. */
  name: string;
  /** Whether the caller is a user with a password. */
  has_password: boolean;
  /** Whether the console has users with passwords; otherwise the sign-in page asks for a token. */
  has_users: boolean;
  /** Host of the provider through which people sign in (OpenID Connect); empty: none. */
  provider: string;
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

/** A browser that has signed in. */
export interface SessionView {
  id: string;
  /** `user:NAME`, `token:NAME`, `file:SCOPE` or `oidc:NAME`. */
  who: string;
  /** Where the sign-in came from. */
  address: string;
  opened_at: string;
  /** When it was last used: by a call, or by an open page. */
  used_at: string;
  /** When it ends if it is not used again. */
  ends_at: string;
  /** Whether this call was made with it. */
  is_current: boolean;
}

/** Open sessions, the last used first. */
export interface SessionList {
  items: SessionView[];
}

/** The session has ended on the console. */
export interface SignedOut {
  /** Where the browser signs out at the provider; null if the session was not the provider's. */
  provider_url: string | null;
}

/** A new password for the caller; the caller's other sessions end. */
export interface PasswordChange {
  current: string;
  new: string;
}

/** Whether a node can be used. */
export type NodeState = "online" | "offline";

/** What a workload manager has lent: a node of it goes when its time ends. */
export interface Allocation {
  /** Which workload manager: slurm, kubernetes. */
  manager: string;
  job: string;
  /** What the job was taken from: a partition of Slurm, a namespace of Kubernetes. */
  partition: string;
  /** None: the job has no time limit. */
  ends_at: string | null;
}

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
  /** None: nobody takes the node away. */
  allocation: Allocation | null;
  /** Other RTIs that its worker can use. */
  rti_peers: string[];
  /** On other parties' libraries, that its worker was built with. */
  third_party_transports: string[];
  agent_version: string;
  worker_version: string;
  build: string;
  commit: string;
}

/** A node of the fleet. A node that is offline stays in the list. */
export interface NodeView {
  name: string;
  state: NodeState;
  /** Start of the current state. */
  since: string;
  /** Number of the node's colour on every page. */
  colour: number;
  facts: NodeFacts;
  load: number | null;
  busy_share: number | null;
  memory_available_bytes: number | null;
  /** Estimate of the node's wall clock minus the console's, in ns. */
  clock_offset_ns: number | null;
  /** Largest error of the estimate: half of its round trip, in ns. */
  clock_offset_error_ns: number | null;
  current_run: string | null;
}

/** The fleet. */
export interface NodeList {
  items: NodeView[];
  /** Command that makes another machine a node. */
  join_command: string;
}

/** Presets that ship with Orrery. */
export interface PresetList {
  items: Preset[];
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

/** A complete, valid spec, and its placement if it were launched now. */
export interface SpecCheck {
  spec: RunSpec;
  /** Nodes of the run, master first. */
  nodes: string[];
  /** Work of each node. */
  assigned: string[];
  expected_messages_per_step: MessageCount[];
  /** Estimated duration in seconds, from earlier runs of the same kind. Null: no earlier runs. */
  estimate_s: number | null;
}

/** State of a run. Each repeat goes from preparing to collecting. */
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

/** Which direction of a metric is an improvement. */
export type Better = "lower" | "higher" | "neither";

/** Meaning of `low` and `high` of a metric. */
export type IntervalKind = "confidence" | "range";

/** One of two values around which the repeats of a metric cluster. */
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
  /**
   * One value for each finished repeat. Tests over them take time that grows with their number: a
   * baseline from a file has no more than a run can have.
   */
  values: number[];
  median: number;
  /**
   * Lower end of the 95 % BCa bootstrap interval of the median with five repeats or more; the least
   * value with fewer.
   */
  low: number;
  high: number;
  interval: IntervalKind;
  /**
   * Two modes, the lower first, if the repeats cluster around two values; the median then
   * represents no repeat. Empty otherwise.
   */
  modes: Mode[];
}

/** Where in its life a run is when something happens to it. */
export type Phase = "placing" | "preparing" | "ready" | "running" | "collecting";

/** Reason of a failure, and the remedy. */
export interface RunFailure {
  code: string;
  phase: Phase;
  repeat: number;
  /** Node that caused the failure. Empty: no single node. */
  node: string;
  process: string;
  message: string;
  remedy: string;
  last_output: string[];
}

/** Kind of a group. */
export type GroupKind = "sweep" | "suite";

/** Place of a run in a group. */
export interface GroupRef {
  id: string;
  /** Number of the group, from 1, as in "sweep 3". Runs are numbered separately. */
  number: number;
  kind: GroupKind;
  title: string;
  /** The suite's item; empty in a sweep. */
  item: string;
  /** Cell of the run. A retried run has the cell of the run that it replaces. */
  cell: number;
  /** Settings of the cell, e.g. `managers 2, monitors 1`. */
  label: string;
}

/** Where an imported run was measured. */
export interface RunOrigin {
  /** Name of the host of that console. */
  console: string;
  /** The run's number there. */
  number: number;
}

/** A run as a list shows it. */
export interface RunSummary {
  id: string;
  /** Number of the run, from 1, as in "run 121". */
  number: number;
  name: string;
  state: RunState;
  workload: string;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  tags: string[];
  preset: string | null;
  /** The current repeat, or the last. */
  repeat: number;
  repeats: number;
  /** Share of all repeats that is done. */
  progress: number;
  seconds_left: number | null;
  nodes: string[];
  /** Whether all checks passed. Null: no check has a result yet. */
  checks_hold: boolean | null;
  /** A few metrics: step time, steps per second. */
  headline: SummaryMetric[];
  queue_position: number | null;
  failure: RunFailure | null;
  archived: boolean;
  /** The sweep or suite of the run. */
  group: GroupRef | null;
  /** Where an imported run was measured. Null for a run of this console. */
  origin: RunOrigin | null;
}

/** Derived from the runs: queued until one has begun, running until all have ended. */
export type GroupState = "queued" | "running" | "done" | "failed" | "cancelled";

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
  /** Number of cells. The newest run of a cell counts. */
  runs: number;
  runs_done: number;
  /** Failed or cancelled. */
  runs_failed: number;
  interleaved: boolean;
  /** Share of all repeats of all runs that is done. */
  progress: number;
  /** Estimate from the repeats so far. Null: no repeat has ended. */
  seconds_left: number | null;
  workloads: string[];
  /** Whether the runs' own checks passed. Null: no check has a result yet. */
  checks_hold: boolean | null;
  /**
   * Whether the suite's shape checks passed. Null: some runs have not ended, or the group is a
   * sweep.
   */
  shapes_hold: boolean | null;
}

/** A page of runs, newest first. */
export interface RunPage {
  items: RunSummary[];
  next_cursor: string | null;
  total: number;
  /** The sweeps and suites of these runs. */
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
  /** Work that the plan assigns to the node, e.g. `20 entities, 1 manager`. */
  assigned: string;
  facts: NodeFacts;
  /**
   * Entities at the start, if entities can migrate. Their ids are contiguous in node order. Null:
   * entities do not migrate.
   */
  entities: number | null;
}

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
 * Messages that one data path of a federate's RTI node carried, lost and repaired. The node counts
 * them from its start.
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

/**
 * Totals from the start of a repeat to its result, as the node's agent read them. CPU seconds add
 * up over CPUs.
 */
export interface Surroundings {
  elapsed_s: number;
  /** CPUs of the machine. */
  cpus: number;
  /** CPU time of all processes of the machine. */
  busy_s: number;
  /** CPU time of this node's worker and its processes. */
  own_s: number;
  /** CPU time that the host of a virtual machine gave to others. */
  stolen_s: number;
  /**
   * Share of the time in which a process waited for a CPU. Null: the kernel does not report it.
   */
  waiting_share: number | null;
}

/** What one node measured in one repeat. */
export interface RepeatNode {
  node_index: number;
  metrics: Metric[];
  messages: MessageCount[];
  processes: ProcessUse[];
  /** Traffic, losses and repairs of each data path of a federation. */
  paths: PathUse[];
  state_checksum: BigIntString;
  elapsed_ns: BigIntString;
  samples_dropped: number;
  sample_stride: number;
  /** Null in runs of older agents. */
  surroundings: Surroundings | null;
}

/** Effect of the machine's other work on a repeat. */
export type Grade = "quiet" | "busy" | "disturbed";

/** Grade of a repeat and its reason. */
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

/** One entry of a run's event list: a state transition, a worker's event, or an annotation. */
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
  /** The migration of an event `migration`. Null for other events. */
  migration: Migration | null;
}

/** Width of the leading metric's interval, compared with the width that the spec asks for. */
export interface Precision {
  /** The leading metric. Null before the first repeat is done. */
  metric: string | null;
  /**
   * Distance of the interval's farther end from the median, in percent of the median. Null with
   * fewer than five repeats, or if the median is 0.
   */
  percent: number | null;
  /** The greatest distance that the spec allows. */
  within_percent: number;
  settled: boolean;
  /**
   * Estimated repeats that are missing, 0 if settled. Null: more repeats are not expected to help,
   * because the repeats are in two modes.
   */
  more_repeats: number | null;
  sentence: string;
}

/** A run without its series. */
export interface RunDocument {
  summary: RunSummary;
  /** The complete spec: every field is present. */
  spec: RunSpec;
  nodes: RunNode[];
  metrics: SummaryMetric[];
  repeats: RepeatView[];
  events: RunEvent[];
  schemas: FrameSchema[];
  /** Versions of console, agents and workers, with commits. */
  versions: string[];
  /** Null if the spec does not ask for repeats until the result is settled. */
  precision: Precision | null;
  /** How the run ended, its checks and its precision, in sentences. Empty until it has ended. */
  outcome: string;
}

/** How much a log line matters. */
export type LogLevel = "info" | "warning" | "error";

/** One line that a worker, an agent or the console wrote about a run. */
export interface LogLine {
  at: string;
  repeat: number | null;
  node: string;
  level: LogLevel;
  text: string;
}

/** Kinds of frames that are stored as series. */
export type SeriesFrame = "window" | "samples";

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
   * Measured steps of the node. Samples with fewer rows skip steps, perhaps unevenly; the column
   * with role `index` has the step of each row.
   */
  total_steps: number | null;
  /**
   * True if each row is the mean of a window of rows. `<column>.min` and `<column>.max` then give
   * its extremes.
   */
  thinned: boolean;
  columns: SeriesColumn[];
}

/** Series of a run. */
export interface SeriesList {
  items: Series[];
}

/** A run of a file that was imported. */
export interface ImportedRun {
  /** The run's id, the same on all consoles. */
  id: string;
  /** The run's number on this console. */
  number: number;
  /** Where the run was measured. */
  origin: RunOrigin;
  /** False: the run was on this console already, and nothing was changed. */
  is_new: boolean;
}

/** What an import has done. */
export interface ImportReport {
  /** The runs of the file, in the order of their numbers. */
  runs: ImportedRun[];
}

/** One entity, on whichever node it is. */
export interface OneEntity {
  kind: "entity";
  entity: number;
}

/**
 * A share of the entities of a node at the start of the move: the entities with the lowest numbers,
 * rounded, at least one.
 */
export interface ShareOfNode {
  kind: "share";
  from_node: string;
  share: number;
}

export type Moved =
  | OneEntity
  | ShareOfNode;

/** Entities to move and their new node, by name. */
export interface MoveOrder {
  what: Moved;
  to_node: string;
}

/**
 * The order was sent to the run's master. Its outcome is an event of the run, `move.done` or
 * `move.refused`, whose text begins with this number. Each entity that moves causes an event
 * `migration`.
 */
export interface MoveAccepted {
  /** Number of the move within the run, from 1. */
  number: number;
}

/** A table that a study published. It decides no check. */
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

/** Result of a comparison. */
export type Verdict = "better" | "worse" | "no_difference_shown" | "not_enough_data" | "two_modes";

/** What a conclusion comes to. */
export type Outcome = "found" | "not_found" | "open" | "failed";

/** A model of how a metric goes with a parameter. */
export type ModelKind = "line" | "power" | "amdahl";

/** A model that fits, with every measured value within a tenth of it. */
export interface FittedModel {
  kind: ModelKind;
  parameter: string;
  metric: string;
  /** The other parameters, e.g. `entities 20`; empty if there are none. */
  setting: string;
  /** E.g. `median step time = 5 ms + 0.31 ms x managers`. */
  formula: string;
  /** Share of the variance of the medians that the model explains. */
  r_squared: number;
}

/** What was found, how sure it is, and what to do next. */
export interface Conclusion {
  outcome: Outcome;
  /** The most important finding, with figure, interval and direction. */
  sentence: string;
  /** The other findings, the largest effects first. */
  findings: string[];
  models: FittedModel[];
  /** What makes the findings doubtful: few repeats, disturbed machines, failed checks. */
  doubts: string[];
  /** What to do next, the most useful first. */
  next_steps: string[];
}

/** A run in a comparison. */
export interface ComparedRun {
  summary: RunSummary;
  /** Settings that distinguish the run, e.g. `managers 2`. */
  label: string;
  metrics: SummaryMetric[];
  /** Reasons to doubt the result, e.g. a busy machine or too few repeats. */
  doubts: string[];
}

/** A setting or fact that differs between the compared runs. */
export interface Difference {
  path: string;
  title: string;
  kind: "setting" | "fact";
  /** One value for each run, in the order of the request. */
  values: string[];
}

/** One metric of a run, compared with the baseline. */
export interface MetricComparison {
  run: string;
  metric: string;
  title: string;
  unit: string;
  better: Better;
  baseline_median: number;
  median: number;
  /** Ratio of the medians. Null: the baseline's median is zero. */
  ratio: number | null;
  ratio_low: number | null;
  /** 95 % BCa bootstrap interval of the ratio; null with fewer than five repeats on a side. */
  ratio_high: number | null;
  /**
   * Probability that a repeat of this run is above a repeat of the baseline. Ties count one half.
   */
  superiority: number | null;
  /** Exact two-sided Mann-Whitney test. */
  p_value: number | null;
  /** P value after Holm's correction over the metrics of this run. */
  p_adjusted: number | null;
  verdict: Verdict;
  sentence: string;
}

/** Runs compared with a baseline. */
export interface Comparison {
  baseline: string;
  verdict: Verdict;
  conclusion: Conclusion;
  runs: ComparedRun[];
  settings_compared: number;
  differences: Difference[];
  metrics: MetricComparison[];
  /** Over all runs: message counts exact in each, state checksums equal where they must be. */
  checks: Check[];
  /** Published tables of the same experiment. */
  published: PublishedTable[];
}

/** A parameter that varies within a group. */
export interface GroupAxis {
  path: string;
  title: string;
  /** Unit; empty without one. */
  unit: string;
  numeric: boolean;
  /** Values in the group as JSON, in the order in which they appear. */
  values: string[];
}

/** A run that the sweep or suite would create. */
export interface PlannedCell {
  /** Item of the suite; empty in a sweep. */
  item: string;
  cell: number;
  label: string;
  /** Value for each axis as JSON. Null: the cell's workload has no such parameter. */
  values: (string | null)[];
  repeats: number;
  /** Nodes on which the run would be placed now, master first. */
  nodes: string[];
  /** Estimated duration of all repeats, from earlier runs. Null: no earlier runs. */
  estimate_s: number | null;
}

/** Runs that a sweep or a suite would create now. */
export interface SweepCheck {
  axes: GroupAxis[];
  cells: PlannedCell[];
  runs: number;
  /** Launches of all runs. */
  repeats: number;
  /** Estimated duration of all runs, one after another. Null: no cell has an estimate. */
  estimate_s: number | null;
  /** Cells with an estimate. The other cells are assumed to take their mean. */
  estimated_cells: number;
}

/** A size in which a suite can be run. */
export interface SuiteVariant {
  name: string;
  title: string;
  summary: string;
  /** Seconds that it takes on two cores, about. */
  typical_s: number;
  /** Nodes that it needs. */
  nodes: number;
  /**
   * `path=value` settings below each item's own: on how many nodes, for example. An item's own
   * settings and what it varies win.
   */
  set: string[];
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
  /** Difference of two values. 0 multiplies by ten. */
  step: number;
}

/** A list of values. */
export interface ListAxis {
  kind: "list";
  path: string;
  /** Values as JSON or as text: `3`, `pooled`, `{"kind": "equal"}`. */
  values: string[];
}

export type Axis =
  | RangeAxis
  | ListAxis;

/**
 * Grid: every combination of the axes' values. Together: the first values of all axes, then the
 * second values, and so on.
 */
export type Combine = "grid" | "together";

/** A run spec with parameters that vary. Each cell has the repeats of the spec. */
export interface Sweep {
  schema_version: 1;
  name: string;
  /** Spec, or preset and settings, from which each cell is made. */
  base: NewRun;
  /** Parameters that vary. The first varies slowest. No axis: a single run. */
  axes: Axis[];
  /** Run all combinations of the axes' values, or pair the values in order. */
  combine: Combine;
  /**
   * Run the first repeat of all cells before the second of any, so that drift of the machine
   * affects all cells alike.
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
  /**
   * Each cell runs once on each online node alone, fastest first. `placement.among` and
   * `placement.names` of the base choose among the nodes. The item varies `placement.names`.
   */
  each_node: boolean;
  /**
   * A list axis of the sweep. Its values above the CPUs of the cell's nodes are left out, except
   * the least value. Null: all values run.
   */
  within_cpus: string | null;
}

/** A figure of a published table, and the measured figure that it stands beside. */
export interface PublishedPoint {
  /** Texts of its row that no other row has together. */
  row: string[];
  column: string;
  /** A metric of the chart. */
  metric: string;
  /**
   * The cells that it stands beside. A lines chart takes its place on the axis from the condition
   * on `x`, measured there or not; without that condition it is a level along the axis. A table
   * with a row for each cell shows a figure without conditions in a row of its own.
   */
  where: string[];
}

/**
 * Figures of a published table as a chart draws them beside what was measured: a dashed curve with
 * an axis of its own, or a column or row of a table.
 */
export interface PublishedCurve {
  table: string;
  /** Whose figures: platform, protocol or RTI. */
  title: string;
  /** Of the figures, as people read it: `ms`. */
  unit: string;
  /** What each figure is multiplied by: 2 makes one way a round trip. */
  times: number;
  points: PublishedPoint[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
  kind: "lines";
  x: string;
  metrics: string[];
  /** Parameters that tell lines apart. */
  series: string[];
  /** A panel for each value of this parameter. */
  facet: string | null;
  log_x: boolean;
  log_y: boolean;
  /**
   * Each figure is drawn as a share of the same figure in the cell that meets these conditions at
   * the same place on the axis; empty: as it was measured.
   */
  relative_to: string[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
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
  /** Ids of published tables to show whole on its page. */
  published: string[];
  /** Published figures that are drawn in the chart. */
  beside: PublishedCurve[];
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

/** Why a finding is not found on today's machines, and the measurement that shows it. */
export interface Explanation {
  text: string;
  /** Shown with their values in the runs that the check is about. */
  metrics: string[];
}

/** Which of a run's repeats counts. */
export type Take = "median" | "least" | "greatest";

/** Which way a metric goes as a parameter grows. */
export type Trend = "rises" | "falls";

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
  /** The first of those that the online nodes suffice for runs unless another is asked for. */
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
  /** Ids of published tables with its figures. */
  published: string[];
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
  /** Null: the first that the online nodes suffice for. */
  variant: string | null;
  /** Names of items; empty: all of the variant. */
  items: string[];
  /** `path=value` settings on top of every item, e.g. `conditions.pinning=compact`. */
  set: string[];
  /** In place of each item's own number; null: as the items say. */
  repeats: number | null;
}

/** A metric of the group's cells. */
export interface MetricHead {
  name: string;
  title: string;
  unit: string;
  better: Better;
}

/** A cell: its newest run and that run's results so far. */
export interface GroupCell {
  cell: number;
  /** The suite's item; empty in a sweep. */
  item: string;
  label: string;
  /** Value for each axis as JSON. Null: the cell's workload has no such parameter. */
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

/** A complete group. */
export interface GroupDocument {
  summary: GroupSummary;
  /** The sweep as requested. Null for a suite. */
  sweep: Sweep | null;
  /** The suite at the time of its launch. Null for a sweep. */
  suite: Suite | null;
  /** Selected items and settings of the suite. Null for a sweep. */
  run_suite: RunSuite | null;
  /**
   * Parameters that distinguish the cells: the axes of the sweeps and the horizontal axes of the
   * charts.
   */
  axes: GroupAxis[];
  metrics: MetricHead[];
  cells: GroupCell[];
  /** Shape checks of a suite, judged from the runs that have ended. */
  shapes: ShapeResult[];
  /** The findings; null until all runs have ended. */
  conclusion: Conclusion | null;
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

/** One series with a fit of Amdahl's law: time(x) = time(1) · (s + (1 - s) / x). */
export interface SpeedUp {
  label: string;
  /** Value of each parameter of `series`, as JSON. */
  values: string[];
  points: SpeedUpPoint[];
  /** s, by least squares over all repeats, 0 to 1; null with fewer than two points. */
  serial_fraction: number | null;
  /** 95 % bootstrap interval over repeats; null with fewer than five repeats at a point. */
  serial_fraction_low: number | null;
  serial_fraction_high: number | null;
  /** Fitted speed-up at each point. Empty: no fit. */
  fitted: number[];
}

/** Speed-up of a group's cells over one parameter. */
export interface SpeedUps {
  x: string;
  x_title: string;
  metric: string;
  title: string;
  /** The least x, with speed-up 1. The ideal speed-up is x divided by it. Null: no cells. */
  baseline_x: number | null;
  series: SpeedUp[];
}

/** A baseline in the list. */
export interface BaselineEntry {
  name: string;
  set_at: string;
  group: GroupSummary;
  cells: number;
}

/** Baselines by name. */
export interface BaselineList {
  items: BaselineEntry[];
}

/** Value of a parameter that distinguishes cells. */
export interface CellSetting {
  path: string;
  /** As JSON. */
  value: string;
}

/** What one cell measured. */
export interface BaselineCell {
  /** The suite's item; empty in a sweep. */
  item: string;
  label: string;
  settings: CellSetting[];
  /** Number of the run. */
  run: number;
  /** The leading metrics of the workload that have a better direction. */
  metrics: SummaryMetric[];
  /** Why its times and rates say little; empty if its repeats were quiet enough. */
  disturbed: string;
}

/** Results to compare with. */
export interface Baseline {
  schema_version: 1;
  name: string;
  set_at: string;
  /** The sweep or suite at that time. */
  group: GroupSummary;
  /** Settings of all cells that were asked for beside those of the suite or preset. */
  asked: string[];
  /** Host, processor and cores of each node, in order. */
  machines: string[];
  /** Builds of the worker. */
  builds: string[];
  cells: BaselineCell[];
}

/** A leading metric over all cells that both have. */
export interface MetricOverCells {
  metric: string;
  title: string;
  unit: string;
  better: Better;
  cells: number;
  /** Geometric mean over the cells of the ratio of medians. Null: a median is not above zero. */
  ratio: number | null;
  ratio_low: number | null;
  /**
   * 95 % bootstrap interval, repeats resampled in each cell; null with fewer than five repeats on a
   * side of a cell.
   */
  ratio_high: number | null;
  /** Permutation test of ranks; repeats are exchanged within cells. */
  p_value: number;
  verdict: Verdict;
  sentence: string;
}

/** The leading metric of one cell. */
export interface CellComparison {
  item: string;
  label: string;
  run: number;
  baseline_run: number;
  metric: MetricComparison;
}

/** A sweep or suite compared with a baseline. */
export interface GroupComparison {
  baseline: string;
  baseline_group: GroupSummary;
  group: string;
  number: number;
  tolerance: number;
  /** Worse if any metric over all cells, or any cell by itself, is worse. */
  verdict: Verdict;
  conclusion: Conclusion;
  metrics: MetricOverCells[];
  /** Cells that both have, in order. */
  cells: CellComparison[];
  /** Cells that the baseline lacks. */
  only_here: string[];
  only_in_baseline: string[];
}

/** An error in a model and its place. */
export interface ModelError {
  /** Line, from 1. 0: the whole model. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
  /** The error and its remedy. */
  message: string;
  /**
   * The line, or a part of it, and a caret below the place of the error. Empty for the whole model.
   */
  caret: string;
}

/** The kinds of components that the language has. */
export type ModelComponentKind = "universe" | "entity" | "element" | "property" | "constant" | "function" | "converter";

/** One component of a model. */
export interface ModelComponent {
  /** Names from the outermost to its own, with dots between. */
  path: string;
  kind: ModelComponentKind;
  /** Type in the language, for example `REAL[3]`. Empty for a component without a type. */
  type: string;
  /** State of one instance, in bytes. 0: no state. */
  state_bytes: number;
}

/** Memory of a model. */
export interface ModelMemory {
  /** Components without their names, in bytes. */
  definition_bytes: number;
  /**
   * One instance of each entity (or of each universe, if the model has no entities) with its
   * administration, in bytes.
   */
  instance_bytes: number;
}

/**
 * Memory of a model by the study's formulae (Figure 6.1, Tables 6.4 and 6.5) on its two platforms,
 * and as measured here.
 */
export interface ModelEstimate {
  published_qnx: ModelMemory;
  published_irix: ModelMemory;
  measured: ModelMemory;
  /** Names with their administration, in bytes. The study excludes them. */
  names_bytes: number;
}

/** Size of a model in each transmission form. */
export interface ModelCodeSize {
  text_bytes: number;
  compressed_bytes: number;
  tokenised_bytes: number;
  tokenised_compressed_bytes: number;
}

/** Result of the check of a model. */
export interface ModelReport {
  schema_version: 1;
  ok: boolean;
  errors: ModelError[];
  component_count: number;
  /** Components in the order of the text, at most 500. */
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

/** The topic is subscribed. If it was not resumed, discard older state: a snapshot follows. */
export interface Subscribed {
  kind: "subscribed";
  topic: string;
  /** Number of the topic in binary messages. */
  channel: number;
  epoch: string;
  sequence: number;
  resumed: boolean;
}

/** The current fleet. */
export interface FleetSnapshot {
  kind: "fleet";
  fleet: NodeList;
}

/** The newest runs. */
export interface RunsSnapshot {
  kind: "runs";
  runs: RunPage;
}

/** The current state of a run. Its recent window frames follow as binary messages. */
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

/** On `run/<id>`: the complete document, after placing and after each repeat's result. */
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

/** The current state of a group. */
export interface GroupSnapshot {
  kind: "group";
  group: GroupDocument;
}

/** On `runs` and `group/<id>`: state, progress and counts of a group, also of a new group. */
export interface GroupChanged {
  kind: "group_changed";
  group: GroupSummary;
}

/** On `group/<id>`: a cell's run has a new state or new results. */
export interface CellChanged {
  kind: "cell_changed";
  group: string;
  cell: GroupCell;
}

/** On `group/<id>`: the complete document, after its runs ended or were retried. */
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

/** Number of frames dropped for this viewer because it is slow. Events are never dropped. */
export interface Dropped {
  kind: "dropped";
  topic: string;
  frames: number;
}

/** The requested topic does not exist. */
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
  /** Model that ships with Orrery. To change it, choose a text of your own. */
  name?: ShippedModelName;
}

export type ModelSourceInput =
  | ShippedModelInput
  | OwnModel;

/**
 * An entity is an instance of a component of a model in the universe modelling language. The
 * monitored components are its first properties that contain no text. As a request: what has a
 * default may be left out.
 */
export interface ModelStateInput {
  kind: "model";
  model?: ModelSourceInput;
  /** Name of an entity, an element or a universe of the model. */
  entity?: string;
}

export type EntityStateInput =
  | NumberState
  | ModelStateInput;

/**
 * By rating, minus the slave's round-trip time: its answer arrives when the master has finished its
 * own share. As a request: what has a default may be left out.
 */
export interface SplitByLatencyInput {
  kind: "latency";
  /**
   * Time from the master's notice to the slave's answer, without the slave's work. 0: twice the
   * link delay of the run. Unit: us.
   */
  round_trip_us?: number;
  /**
   * Time of one entity in a step on the fastest node, with its messages. 0: the cost of its update.
   * Unit: us.
   */
  entity_us?: number;
}

export type EntitySplitInput =
  | SplitByRating
  | SplitEqual
  | SplitByHand
  | SplitByLatencyInput;

/**
 * Entities update in every step. Managers receive the components that they monitor. The master
 * starts the next step when all nodes have finished. As a request: what has a default may be left
 * out.
 */
export interface UniverseStepsInput {
  kind: "universe_steps";
  /** Entities of the whole system (z in the study's message model). */
  entities?: number;
  /**
   * What entities do in an update. The live map shows a flock and a walk-through. A bird sees its
   * neighbours' state of the previous step, also across nodes.
   */
  behaviour?: Behaviour;
  /**
   * Special managers (x in the message model). Each receives all updates of all monitored
   * components.
   */
  managers?: number;
  /** State components of each entity that every manager monitors (y in the message model). */
  monitors?: number;
  /** Measured simulation steps. */
  steps?: number;
  /**
   * Steps before the measurement starts. The state checksum includes them; the measurements do not.
   */
  warmup_steps?: number;
  /**
   * How entities and managers execute: as processes, as threads, or as objects that a pool of
   * threads steps.
   */
  process_model?: ProcessModel;
  /** Threads that step the entities of a node. 0: chosen from the number of entities and cores. */
  pool_threads?: number;
  /**
   * Packed size of one component in a state update. Raised to the largest property if a model is
   * used. Unit: B.
   */
  state_bytes?: number;
  /** State of an entity. In a flock and a walk-through it is a position. */
  state?: EntityStateInput;
  /** Steps between two changes of a changing entity. Unit: steps. */
  update_period_steps?: number;
  /** Share of entities whose state changes. The others complete each step and send no state. */
  changing_share?: number;
  /** CPU time of one entity's update function, calibrated on each node. Unit: us. */
  update_cost_us?: number;
  /** CPU time that a manager uses in a step. Unit: us. */
  manager_cost_us?: number;
  /** Node that hosts the managers. */
  manager_placement?: ManagerPlacement;
  /** Distribution of entities over the nodes. */
  split?: EntitySplitInput;
  /**
   * Levels of 16 that managers accept; 16 accepts all. Each change of an entity moves it to the
   * next level. An entity evaluates the managers' constraint function before it sends, and sends
   * only changes at accepted levels. Unit: of 16.
   */
  constraint_levels?: number;
  /**
   * How an update starts and ends. Multicast and deadline save messages within a node (study,
   * section 6.6.1).
   */
  step_control?: StepControl;
  /**
   * How managers get state. By name, the managers of a node share one message, which is 32 B larger
   * (study, section 6.6.3).
   */
  state_flow?: StateFlow;
  /** Delay added to every message between nodes. Unit: us. */
  link_delay_us?: number;
  /**
   * Bandwidth limit between nodes (study, section 6.6.5). 0: no limit but the link's own. Unit:
   * Mbit/s.
   */
  link_mbit_s?: number;
  /** Compare the state checksum with the sequential oracle's. */
  oracle?: OracleUse;
}

/**
 * The cost of each entity's update rises in bursts and falls again. A policy migrates entities
 * between the nodes. The state stays the same as without migration. As a request: what has a
 * default may be left out.
 */
export interface UniverseMigrationInput {
  kind: "universe_migration";
  /** Entities of the whole system. */
  entities?: number;
  /** Measured simulation steps. */
  steps?: number;
  /** Steps before the measurement starts. Entities may migrate in them too. */
  warmup_steps?: number;
  /** Rule that selects the entities to migrate at the end of each step. */
  policy?: MigrationPolicy;
  /**
   * Measured: CPU time, scaled by the node's rating. Nominal: the cost that the rule sets, so that
   * the same entities migrate in every run.
   */
  load?: LoadSource;
  /** CPU time of a node's entities in a step. Above it, an entity migrates. Unit: ms. */
  threshold_ms?: number;
  /** Steps after it received an entity in which a node sends no entity away. Unit: steps. */
  settle_steps?: number;
  /** CPU time to construct a migrated entity on its new node. Unit: us. */
  construct_cost_us?: number;
  /** State that migrates with an entity. Unit: B. */
  carried_bytes?: number;
  /** CPU time of an entity's update outside a burst. Unit: us. */
  update_cost_us?: number;
  /** Mean number of steps until a calm entity begins a burst. 0: no bursts. Unit: steps. */
  burst_every_steps?: number;
  /**
   * Mean number of steps in which a burst rises. It falls in the same number of steps. Unit: steps.
   */
  burst_rise_steps?: number;
  /**
   * Largest extra cost of an update, as a multiple of the calm cost. Each burst reaches at least
   * half of it. Unit: times.
   */
  burst_peak?: number;
  /** Special managers. Each receives every state update. */
  managers?: number;
  /** State components of each entity that managers receive. */
  monitors?: number;
  /** Node that hosts the managers. */
  manager_placement?: ManagerPlacement;
  /** Distribution of entities over the nodes at the start. */
  split?: EntitySplitInput;
  /** Compare the state checksum with the sequential oracle's, in which no entity migrates. */
  oracle?: OracleUse;
}

/**
 * One node launches a universe repeatedly: it creates the entities and managers, steps them,
 * observes them, and destroys them. As a request: what has a default may be left out.
 */
export interface ProcessActivityInput {
  kind: "process_activity";
  /** Entities of every launch. */
  entities?: number;
  /** Special managers of every launch. */
  managers?: number;
  /** How entities and managers execute: as processes, as threads, or as objects. */
  process_model?: ProcessModel;
  /** Launches of a repeat. The result is their median. */
  launches?: number;
  /** Steps of a launch in which updates are timed. */
  steps?: number;
  /** Components of each entity's state. */
  monitors?: number;
  /** Size of one component's packed state in a state update. Unit: B. */
  state_bytes?: number;
}

/**
 * A sender sends messages to a receiver. First the sender waits for each message, and each part of
 * its way is timed. Then messages are streamed at full rate. One node uses the transport within a
 * node; two nodes use the transport between nodes. As a request: what has a default may be left
 * out.
 */
export interface MessagingInput {
  kind: "messaging";
  /** Size of each message. The first 16 bytes hold its number and checksum. Unit: B. */
  message_bytes?: number;
  /**
   * Messages for which the sender waits. The receiver unblocks the sender when the message is in
   * its buffer.
   */
  exchanges?: number;
  /** Messages sent without waiting, to measure the throughput. Each is sent at once. */
  streamed?: number;
  /**
   * Messages exchanged before the measurement. With one connection per message, each leaves a
   * socket in TIME-WAIT.
   */
  warmup_messages?: number;
  /** How sender and receiver of one node execute. On two nodes they are always processes. */
  process_model?: EndsModel;
}

/**
 * Users move in their own system. In every other system a shadow approximates each user from the
 * updates that arrive over the links. As a request: what has a default may be left out.
 */
export interface NetworkedSystemsInput {
  kind: "networked_systems";
  /** Number of universe systems. Each except the first has a link to its parent. */
  systems?: number;
  /** Children of a system, at most. The number of systems makes a star. */
  fan_out?: number;
  /** Users of all systems, assigned in turn. Each has a shadow in every other system. */
  users?: number;
  /** How a shadow approximates its user. */
  approximation?: Approximation;
  /**
   * Distance between a user and its dead-reckoned position at which the user sends an update. Unit:
   * m.
   */
  threshold_m?: number;
  /** Path of the users, at constant speed. */
  motion?: UserMotion;
  /**
   * Speed of the fastest user. Each user has a speed of its own, at least half of this. Unit: m/s.
   */
  speed_m_per_s?: number;
  /** Send one message to each system, or one message to all. */
  delivery?: Delivery;
  /**
   * Simulated latency from one system to the next. A system reads its messages once a step. Unit:
   * ms.
   */
  link_latency_ms?: number;
  /** Largest deviation of a message's latency. Messages stay in order on a link. Unit: ms. */
  link_jitter_ms?: number;
  /** Simulated time between two positions of a user. Unit: ms. */
  step_ms?: number;
  /** Number of simulated steps. Messages in transit at the end are still delivered. */
  steps?: number;
  /**
   * Compare state and messages with a sequential simulation. Automatic: up to 50 million steps of
   * users and shadows.
   */
  oracle?: OracleUse;
}

/**
 * Messages that the RTI collects before it sends them, which saves system calls and wake-ups. All
 * are sent when the federate evokes callbacks, waits, or requests a time advance. As a request:
 * what has a default may be left out.
 */
export interface HoldingInput {
  /** Bytes to collect before sending. 0 sends every message at once. Unit: B. */
  bytes?: number;
  /** Longest wait of the first message, checked when another is sent. 0: no limit. Unit: us. */
  timeout_us?: number;
}

/**
 * Small messages packed into one packet by a module of the path. As a request: what has a default
 * may be left out.
 */
export interface BundlingInput {
  /** Bytes to pack into one packet, at least 64. 0: no bundling. Unit: B. */
  bytes?: number;
  /**
   * Longest wait of a bundle that is not full. 0: it is sent when its sender asks for it. Unit: us.
   */
  timeout_us?: number;
}

/**
 * Highest rate of a sender. A faster sender gets `Congested`. As a request: what has a default may
 * be left out.
 */
export interface RateLimitInput {
  /** 0: unlimited. Unit: messages/s. */
  messages_per_s?: number;
  /** 0: unlimited. Unit: B/s. */
  bytes_per_s?: number;
}

/**
 * Network faults, drawn from the run's seed. On channels, which lose nothing, a loss becomes the
 * delay of its repair. As a request: what has a default may be left out.
 */
export interface ImpairmentInput {
  /** One-way delay of a message. Unit: ms. */
  delay_ms?: number;
  /** Distribution of the variation of the delay. */
  jitter?: Jitter;
  /**
   * Uniform: largest deviation. Normal: standard deviation. Exponential and gamma: mean. Unit: ms.
   */
  jitter_ms?: number;
  /** Share of packets lost independently. */
  loss_share?: number;
  /** Share of packets lost in bursts, in addition. */
  burst_loss_share?: number;
  /** Mean number of packets lost in a burst. */
  burst_packets?: number;
  /** Share of packets that arrive twice. */
  duplicate_share?: number;
  /** Share of packets that arrive one millisecond late. */
  reorder_share?: number;
  /** Bandwidth of each link. 0: unlimited. Unit: Mbit/s. */
  mbit_s?: number;
}

/**
 * Transport of the federates' data between nodes of the RTI. As a request: what has a default may
 * be left out.
 */
export interface DataPathInput {
  /**
   * Transportation type in the federation's object model. Losses of best effort are counted.
   * Minimum rate and state consistent deliver the newest value in the end; one shot sends at a
   * logical time.
   */
  transportation?: Transportation;
  /** Time after which the newest value is sent again. Unit: ms. */
  repeat_ms?: number;
  /**
   * Channels send one copy to each receiver. Multicast sends one copy to all and repairs losses.
   */
  reliable?: ReliableProtocol;
  /** One datagram for each receiver, or one multicast datagram for all. */
  best_effort?: BestEffortProtocol;
  held?: HoldingInput;
  bundling?: BundlingInput;
  rate_limit?: RateLimitInput;
  impairment?: ImpairmentInput;
  /** Order of the modules in use, from the wire up. */
  order?: StackOrder;
}

/**
 * A federate sends time-stamped updates or interactions to another federate, which returns each
 * stamp. As a request: what has a default may be left out.
 */
export interface RtiLatencyInput {
  kind: "rti_latency";
  /** Send attribute updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes?: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes?: number;
  /** Number of object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti?: Rti;
  /** Return the whole message. Off: return only its time stamp. */
  return_payload?: boolean;
  /** Measured round trips. */
  round_trips?: number;
  /** Round trips before the measurement. */
  warmup_round_trips?: number;
  /** Send only after the previous return has arrived or its time-out has passed. */
  congestion_avoidance?: boolean;
  /** Longest wait for a return. The next message is then sent. Unit: ms. */
  return_timeout_ms?: number;
  /** Messages per second, at most. 0: no limit. The study used 100. Unit: Hz. */
  rate_hz?: number;
  /**
   * How an idle federate calls the RTI: wait (V1 of the study) or sleep (V2). HELICS can only wait.
   */
  tick?: TickVersion;
  /** CPUs that the federates of a node share, from the first on. 0: all. */
  cpus?: number;
  /**
   * How federates execute: as processes, as threads, or both in one thread. Two nodes have one
   * federate each.
   */
  process_model?: ProcessModel;
  /** Transport of data between federates. */
  data?: DataPathInput;
}

/**
 * Load processes beside the federates, from the warm-up until the end. As a request: what has a
 * default may be left out.
 */
export interface LoadsInput {
  /** Share of each core of the node that a load process uses. 0: none. */
  cpu_share?: number;
  /** Federate whose node gets the load. Federate 0 is the first sender. */
  cpu_federate?: number;
  /**
   * UDP datagrams per second to the node from the next one. A single node sends to itself. Unit:
   * messages/s.
   */
  traffic_per_s?: number;
  /** Size of an extra datagram. Unit: B. */
  traffic_bytes?: number;
  /** Federate whose node gets the load. Federate 0 is the first sender. */
  traffic_federate?: number;
}

/**
 * A federate sends cycles of updates or interactions. Each receiver counts the messages of each
 * cycle and times them. As a request: what has a default may be left out.
 */
export interface RtiThroughputInput {
  kind: "rti_throughput";
  /** Send attribute updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes?: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes?: number;
  /** Number of object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti?: Rti;
  /** Number of federates that receive all updates. */
  receivers?: number;
  /** Measured cycles. A cycle begins when all receivers have counted the previous one. */
  cycles?: number;
  /** Updates of a cycle, sent without a pause. */
  updates_per_cycle?: number;
  /** Cycles before the measurement. */
  warmup_cycles?: number;
  /**
   * Cycles after which the sender switches between best effort and reliable. 0: never. Reliable
   * data then uses the channels.
   */
  switch_every?: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model?: ProcessModel;
  /** Extra loads on the nodes. */
  loads?: LoadsInput;
  /** Transport of data between federates. */
  data?: DataPathInput;
}

/**
 * All federates are time regulating and time constrained. Each requests the next step when the
 * previous one is granted. As a request: what has a default may be left out.
 */
export interface RtiTimeAdvanceInput {
  kind: "rti_time_advance";
  /** Orrery's own RTI, or HELICS if its package is installed on the nodes. */
  rti?: Rti;
  /** Number of federates. */
  federates?: number;
  /** Measured time advances of each federate. */
  advances?: number;
  /** Time advances before the measurement. */
  warmup_advances?: number;
  /** Logical time of one advance. */
  step?: number;
  /**
   * Lookahead of all federates. If it is slightly larger than the step, a federate does not wait
   * for federates that lag by less than a step.
   */
  lookahead?: number;
  /** One-way delay of every message between two nodes of the RTI. 0: none. Unit: ms. */
  link_delay_ms?: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model?: ProcessModel;
}

/**
 * Federates send streams of updates or interactions to all others. Each receiver echoes every Nth
 * message. As a request: what has a default may be left out.
 */
export interface RtiIntegratedInput {
  kind: "rti_integrated";
  /** Send attribute updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes?: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes?: number;
  /** Number of object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class, updated in turn. */
  instances?: number;
  /** Number of federates. Each receives from all others. */
  federates?: number;
  /** Number of federates that send. All federates: many to many. */
  senders?: number;
  /** Measured updates of each sender. */
  updates?: number;
  /** Updates of each sender before the measurement. */
  warmup_updates?: number;
  /** Each receiver echoes every Nth update of a sender within its stream. 0: none. */
  returned_every?: number;
  /** Updates per second of each sender. 0: as fast as possible. Unit: Hz. */
  rate_hz?: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model?: ProcessModel;
  /** Extra loads on the nodes. */
  loads?: LoadsInput;
  /** Transport of data between federates. */
  data?: DataPathInput;
}

/**
 * Each sender updates its own objects of all types. All other federates receive them. As a request:
 * what has a default may be left out.
 */
export interface RtiStressInput {
  kind: "rti_stress";
  /** Send attribute updates of objects, or interactions. */
  exchanged?: ExchangedAs;
  /**
   * Size of each attribute or parameter. The first begins with the time stamp of the message. Unit:
   * B.
   */
  attribute_bytes?: number;
  /**
   * Attributes of an object, or parameters of an interaction. Each message contains all of them.
   */
  attributes?: number;
  /** Number of object or interaction classes, used in turn. */
  types?: number;
  /** Objects of each class and sender, updated in turn. */
  instances?: number;
  /** Number of federates. Each receives from all others. */
  federates?: number;
  /** Number of federates that send. All federates: many to many. */
  senders?: number;
  /** Measured updates of each sender. */
  updates?: number;
  /** Updates of each sender before the measurement. */
  warmup_updates?: number;
  /** Each receiver echoes every Nth update of a sender within its stream. 0: none. */
  returned_every?: number;
  /** Updates per second of each sender. 0: as fast as possible. Unit: Hz. */
  rate_hz?: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model?: ProcessModel;
  /** Extra loads on the nodes. */
  loads?: LoadsInput;
  /** Transport of data between federates. */
  data?: DataPathInput;
}

/**
 * Federates update objects of groups, and subscribe to some groups. They join and leave groups
 * during the run. A group is a region of data distribution management. As a request: what has a
 * default may be left out.
 */
export interface FederationMixInput {
  kind: "federation_mix";
  /** Number of federates, assigned to the nodes in turn. */
  federates?: number;
  /** Objects of the federation, assigned to the sending federates in turn. */
  objects?: number;
  /** Number of groups (regions). Objects are assigned to them in turn. */
  groups?: number;
  /** Groups that a federate receives at any time. It keeps half of them and changes the others. */
  groups_of_federate?: number;
  /** Smallest size of an update's values. Sizes are distributed uniformly. Unit: B. */
  least_bytes?: number;
  /** Largest size of an update's values. Unit: B. */
  most_bytes?: number;
  /** Updates per second of each object, at times of its own. Unit: Hz. */
  rate_hz?: number;
  /** Bursts per second in the whole federation, at random times. 0: none. */
  bursts_per_s?: number;
  /** Updates per second in a group during a burst. Unit: Hz. */
  burst_rate_hz?: number;
  /** Duration of a burst. Unit: ms. */
  burst_ms?: number;
  /** Group joins per second in the whole federation. A join also leaves another group. 0: none. */
  joins_per_s?: number;
  /** Share of federates that send and receive. Half of the others only send, half only receive. */
  both_share?: number;
  /** Duration of the measurement. Unit: s. */
  measured_s?: number;
  /** Time before the measurement. Unit: s. */
  warmup_s?: number;
  /** How federates execute: as processes, as threads, or all federates of a node in one thread. */
  process_model?: ProcessModel;
  /** Transport of updates between federates. */
  data?: DataPathInput;
}

/**
 * A fixed population of events. Each executed event schedules one new event, sometimes on another
 * logical process. As a request: what has a default may be left out.
 */
export interface PholdInput {
  kind: "phold";
  /**
   * Engine that executes the events. All engines execute the same events of a logical process in
   * the same order.
   */
  engine?: PdesEngine;
  /**
   * Threads of each node that execute events. The engine with a single list has one more thread,
   * its manager.
   */
  workers?: number;
  /** Threads that share an event list. The number of workers is a multiple of it. */
  threads_per_list?: number;
  /** How the manager of the single list gives events to the workers. */
  handover?: TaskHandover;
  /** Data structure of each future event list. */
  list?: EventListKind;
  /** Number of logical processes. They affect each other only through events. */
  lps?: number;
  /** Events that exist at any time, distributed evenly over the logical processes. */
  population?: number;
  /**
   * Expected number of executed events. The run ends at the simulated time that corresponds to it.
   */
  events?: number;
  /** Probability that an event schedules its successor on another logical process. */
  remote_share?: number;
  /**
   * Least simulated time between an event and its successor. Parallel engines need more than 0.
   */
  lookahead?: number;
  /** Mean of the random delay that is added to the lookahead, in simulated time. */
  mean_delay?: number;
  /** Distribution of the random delay. */
  delay?: DelayDistribution;
  /**
   * Data of every event. It contains the scheduling time and logical process, which are checked.
   */
  payload?: EventPayload;
  /**
   * Execute the same events with the sequential engine, compare the order, and compute the speed-
   * up. Automatic: up to 50 million events.
   */
  oracle?: OracleUse;
}

/**
 * Each source schedules an event for its sink, and the sink schedules an answer. One thread manages
 * the future event list. As a request: what has a default may be left out.
 */
export interface FelTestInput {
  kind: "fel_test";
  /** CPUs of the node that the threads may use. */
  num_cpus?: number;
  /** Number of sources. Each source and its sink have a thread each. */
  num_srcs?: number;
  /** Events of each source. The sink answers each, so the list handles twice this number. */
  src_events?: number;
  /**
   * Variance of the simulated time between a source's events, with the mean `e_dly`. 0 adds every
   * event at the end of the list.
   */
  src_var?: number;
  /** CPU time of an entity for each event, calibrated on the node. Unit: us. */
  e_dly?: number;
  /** CPU time of the manager to add an event, calibrated on the node. Unit: us. */
  f_dly?: number;
  /** How entities wait for events and the manager waits for requests. */
  waiting?: FelWaiting;
}

/**
 * Threads compute the same calibrated work each, on some of the node's CPUs, without communication.
 * As a request: what has a default may be left out.
 */
export interface ThreadTestInput {
  kind: "thread_test";
  /** CPUs of the node that the threads may use. */
  num_cpus?: number;
  /** Number of threads. Each executes all slices. */
  num_threads?: number;
  /** Slices of work of each thread. The study used 5000. */
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
  /** Measurements of each primitive. The result is their median. */
  batches?: number;
  /** Approximate duration of a batch. Unit: ms. */
  batch_ms?: number;
}

/**
 * Each event list structure holds the same population. An operation removes the first event and
 * inserts it again at a later time. As a request: what has a default may be left out.
 */
export interface HoldInput {
  kind: "hold";
  /** Events in the list at all times. Each has a payload of 32 bytes. */
  population?: number;
  /** Measured hold operations of each structure. */
  operations?: number;
}

/**
 * Interprets definitions, changes them while instances exist, and handles state: construct,
 * destruct, size, pack, unpack. Each result is the median of batches in several rounds. As a
 * request: what has a default may be left out.
 */
export interface ModelLanguageInput {
  kind: "model_language";
  /**
   * Model whose code size, memory and instance times are measured. The other results use small
   * models, as in the study.
   */
  model?: ModelSourceInput;
  /** Length of the longest measured array, in integers: 1, 10, 100 and so on up to this length. */
  array_length?: number;
  /** Levels of the deepest measured nesting of elements. */
  nesting?: number;
  /** Length of the measured string. Unit: characters. */
  string_length?: number;
  /** Instances that exist while their definition changes. */
  live_instances?: number;
  /** Number of rounds after one warm-up round. Each round measures everything once. */
  rounds?: number;
  /** Time for each measurement in a round. A longer operation is measured three times. Unit: us. */
  figure_us?: number;
}

export type WorkloadInput =
  | UniverseStepsInput
  | UniverseMigrationInput
  | ProcessActivityInput
  | MessagingInput
  | NetworkedSystemsInput
  | RtiLatencyInput
  | RtiThroughputInput
  | RtiTimeAdvanceInput
  | RtiIntegratedInput
  | RtiStressInput
  | FederationMixInput
  | PholdInput
  | FelTestInput
  | ThreadTestInput
  | PrimitivesInput
  | HoldInput
  | ModelLanguageInput;

/**
 * The best-rated nodes that are online; the fastest is the master. As a request: what has a default
 * may be left out.
 */
export interface FastestNodesInput {
  kind: "fastest";
  /** Number of nodes that take part. */
  count?: number;
  /** Only nodes whose name begins so, for example those of one Slurm job; empty: any node. */
  among?: string;
}

export type PlacementInput =
  | FastestNodesInput
  | NamedNodes;

/**
 * Repeats added until the leading metric is known well enough. As a request: what has a default may
 * be left out.
 */
export interface SettlingInput {
  /**
   * Add repeats until both ends of the 95 % interval are this near the median. 0 adds none. Unit:
   * %.
   */
  within_percent?: number;
  /** Repeats after which the run ends although its interval is too wide. */
  most_repeats?: number;
}

/** The transports of a run. As a request: what has a default may be left out. */
export interface TransportsInput {
  /**
   * Transport between a node's manager and its processes or threads. The pooled process model needs
   * none.
   */
  local?: LocalTransport;
  /**
   * Transport between nodes. Shared memory and Unix sockets need one machine. Only TLS encrypts.
   */
  nodes?: NodeTransport;
  /** Time without contact after which a peer counts as lost and the run fails. Unit: ms. */
  peer_timeout_ms?: number;
}

/**
 * Conditions under which a run is measured. They are stored with the run. As a request: what has a
 * default may be left out.
 */
export interface ConditionsInput {
  /**
   * How a process or thread waits for a message. Automatic: chosen from the number of processes and
   * cores.
   */
  wait?: WaitStrategy;
  /** Scheduling class of the processes. Real-time classes need permission on every node. */
  scheduling_class?: SchedulingClass;
  /**
   * Nice value (-20 to 19) for class other. Real-time priority (1 to 99) for the other classes.
   */
  priority?: number;
  /** Keeps each process and thread on its CPU. */
  pinning?: Pinning;
}

/** What a run records. As a request: what has a default may be left out. */
export interface TelemetryOptionsInput {
  /** Records steps and messages during the run. Off: only totals are measured. */
  enabled?: boolean;
  /** Time between two live measurements of a node. Unit: ms. */
  interval_ms?: number;
  /**
   * Samples stored per node and repeat at full resolution. Further samples are stored as windows.
   */
  max_samples?: number;
}

/** Time limits of a run. As a request: what has a default may be left out. */
export interface LimitsInput {
  /**
   * Longest time from the launch until all workers are ready. A slower start fails the run. Unit:
   * ms.
   */
  rendezvous_timeout_ms?: number;
  /** Longest duration of a repeat. A longer repeat is stopped and fails the run. Unit: s. */
  run_timeout_s?: number;
}

/** A run: its workload, nodes and conditions. As a request: what has a default may be left out. */
export interface RunSpecInput {
  schema_version: 1;
  /** Title of the run on every page. */
  name?: string;
  note?: string;
  tags?: string[];
  workload?: WorkloadInput;
  placement?: PlacementInput;
  /** Launches of the same run. Statistics need at least five repeats to show a difference. */
  repeats?: number;
  /** Seed of every random stream. The same seed gives the same state checksum. */
  seed?: BigIntString;
  /** Add repeats until the result is precise enough. */
  settling?: SettlingInput;
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

/** Fields of a run that can be changed. */
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
  /** Difference of two values. 0 multiplies by ten. */
  step?: number;
}

export type AxisInput =
  | RangeAxisInput
  | ListAxis;

/**
 * A run spec with parameters that vary. Each cell has the repeats of the spec. As a request: what
 * has a default may be left out.
 */
export interface SweepInput {
  schema_version: 1;
  name?: string;
  /** Spec, or preset and settings, from which each cell is made. */
  base: NewRunInput;
  /** Parameters that vary. The first varies slowest. No axis: a single run. */
  axes?: AxisInput[];
  /** Run all combinations of the axes' values, or pair the values in order. */
  combine?: Combine;
  /**
   * Run the first repeat of all cells before the second of any, so that drift of the machine
   * affects all cells alike.
   */
  interleaved?: boolean;
}

/** Run a suite, or a part of it. As a request: what has a default may be left out. */
export interface RunSuiteInput {
  /** Null: the first that the online nodes suffice for. */
  variant?: string | null;
  /** Names of items; empty: all of the variant. */
  items?: string[];
  /** `path=value` settings on top of every item, e.g. `conditions.pinning=compact`. */
  set?: string[];
  /** In place of each item's own number; null: as the items say. */
  repeats?: number | null;
}

/** Makes a sweep or suite a baseline, in place of the one of that name. */
export interface SetBaseline {
  /** Number or id of a sweep or suite whose runs have all ended. */
  group: string;
}

/** A metric over the repeats of a run. As a request: what has a default may be left out. */
export interface SummaryMetricInput {
  name: string;
  title: string;
  unit: string;
  better: Better;
  /**
   * One value for each finished repeat. Tests over them take time that grows with their number: a
   * baseline from a file has no more than a run can have.
   */
  values: number[];
  median: number;
  /**
   * Lower end of the 95 % BCa bootstrap interval of the median with five repeats or more; the least
   * value with fewer.
   */
  low: number;
  high: number;
  interval?: IntervalKind;
  /**
   * Two modes, the lower first, if the repeats cluster around two values; the median then
   * represents no repeat. Empty otherwise.
   */
  modes?: Mode[];
}

/** What one cell measured. As a request: what has a default may be left out. */
export interface BaselineCellInput {
  /** The suite's item; empty in a sweep. */
  item: string;
  label: string;
  settings: CellSetting[];
  /** Number of the run. */
  run: number;
  /** The leading metrics of the workload that have a better direction. */
  metrics: SummaryMetricInput[];
  /** Why its times and rates say little; empty if its repeats were quiet enough. */
  disturbed: string;
}

/** Results to compare with. As a request: what has a default may be left out. */
export interface BaselineInput {
  schema_version: 1;
  name: string;
  set_at: string;
  /** The sweep or suite at that time. */
  group: GroupSummary;
  /** Settings of all cells that were asked for beside those of the suite or preset. */
  asked: string[];
  /** Host, processor and cores of each node, in order. */
  machines: string[];
  /** Builds of the worker. */
  builds: string[];
  cells: BaselineCellInput[];
}

/** What a sweep or suite is compared with: the document of a baseline. */
export interface CompareGroup {
  baseline: BaselineInput;
  /** Least change of a metric over all cells that counts, as a share: 0.05 is 5 %. */
  tolerance?: number;
}

/** A model to check. */
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
