/**
 * The live stream: one WebSocket for the page, its topics as state outside React.
 *
 * `useTopic('fleet')`, `useTopic('runs')` give the newest state; `useRunTopic(id)` gives a run's document, log and live
 * windows; `useGroupTopic(id)` a sweep's or suite's document; `useConnection()` says whether the console is there. Memory is bounded everywhere; a hidden tab follows nothing.
 */
export type { Connection } from './client'
export type { GroupTopic, GroupTopicState } from './group_topic'
export { type FrameHeader, type RawFrame } from './frame'
export { FlushQueue, Store, type Observable } from './observable'
export type { EntityMoment } from './run_entities'
export type { RunWindows } from './run_windows'
export { StreamProvider, useConnection, useGroupTopic, useObservable, useRunTopic, useTopic } from './stream_context'
export type { FleetState, RunsState, RunTopic, RunTopicState } from './topics'
export { WindowRing } from './window_ring'
