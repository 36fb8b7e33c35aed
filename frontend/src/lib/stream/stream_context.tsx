/**
 * The live stream in React. `StreamProvider` owns the page's one connection; hooks follow a topic while a component is
 * mounted and re-render at most once a frame. Without a provider every topic stays `ready: false`.
 */
import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { browserPorts } from './browser_ports'
import type { Connection } from './client'
import type { GroupTopic } from './group_topic'
import { StreamHub, type HubPorts } from './hub'
import type { Observable } from './observable'
import type { FleetState, RunsState, RunTopic, TopicStore } from './topics'

const StreamContext = createContext<StreamHub | null>(null)

export function StreamProvider({ ports, children }: { ports?: HubPorts; children: ReactNode }) {
  const [hub] = useState(() => new StreamHub(ports ?? browserPorts()))
  useEffect(() => {
    const seen = () => hub.setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', seen)
    hub.start()
    return () => {
      document.removeEventListener('visibilitychange', seen)
      hub.stop()
    }
  }, [hub])
  return <StreamContext value={hub}>{children}</StreamContext>
}

const no_subscription = () => () => undefined
const FLEET_NOT_READY: FleetState = { ready: false, nodes: [], join_command: '' }
const RUNS_NOT_READY: RunsState = { ready: false, items: [], total: 0, groups: new Map() }
const NO_CONNECTION: Connection = {
  phase: 'idle',
  since: 0,
  attempts: 0,
  retry_at: null,
  faults: 0,
  last_fault: '',
}

/** The newest state of `fleet` (all nodes) or `runs` (the newest 500 runs), live. */
export function useTopic(topic: 'fleet'): FleetState
export function useTopic(topic: 'runs'): RunsState
export function useTopic(topic: 'fleet' | 'runs'): FleetState | RunsState {
  const hub = use(StreamContext)
  const store: TopicStore<FleetState | RunsState> | null =
    hub === null ? null : topic === 'fleet' ? hub.fleet() : hub.runs()
  useHeld(hub, store)
  const none = topic === 'fleet' ? FLEET_NOT_READY : RUNS_NOT_READY
  return useSyncExternalStore(store?.state.subscribe ?? no_subscription, store?.state.snapshot ?? (() => none))
}

/** The live topic of a run; null without a provider. Follow its parts with `useObservable`. */
export function useRunTopic(id: string): RunTopic | null {
  const hub = use(StreamContext)
  const store = hub?.run(id) ?? null
  useHeld(hub, store)
  return store
}

/** The live topic of a sweep or suite; null without a provider. */
export function useGroupTopic(id: string): GroupTopic | null {
  const hub = use(StreamContext)
  const store = hub?.group(id) ?? null
  useHeld(hub, store)
  return store
}

/** Re-renders when an observable changes; `none` is what there is while there is no observable. */
export function useObservable<T>(observable: Observable<T> | null | undefined, none: T): T {
  const subscribe = observable?.subscribe ?? no_subscription
  return useSyncExternalStore(
    subscribe,
    useCallback(() => (observable ? observable.snapshot() : none), [observable, none]),
  )
}

/** The connection's state, and how to try again at once. */
export function useConnection(): { connection: Connection; retryNow: () => void } {
  const hub = use(StreamContext)
  const connection = useObservable(hub?.connection, NO_CONNECTION)
  return { connection, retryNow: () => hub?.retryNow() }
}

function useHeld(hub: StreamHub | null, store: TopicStore<unknown> | null): void {
  useEffect(() => (hub !== null && store !== null ? hub.hold(store) : undefined), [hub, store])
}
