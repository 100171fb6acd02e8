import {
  getStateNodes,
  isMachineSnapshot,
  type ActorRefLike,
  type AnyActor,
  type AnyEventObject,
  type InspectionEvent,
  type Observer,
  type Snapshot,
} from "xstate";

import { maskValue } from "../mask.ts";
import {
  RECORDING_FORMAT,
  type RecordedActor,
  type RecordedEvent,
  type RecordedSnapshot,
  type RecordedTransition,
  type Recording,
} from "./recording.ts";
import { recordTransition } from "./recordTransition.ts";

/** About half an hour of use. */
const MAX_EVENTS = 5000;
/** Living ones, and the last that ended. */
const MAX_ACTORS = 1000;

/** An event as it is held: what came of it is added once the actor is done with it. */
class HeldEvent {
  readonly index: number;
  readonly atMs: number;
  readonly sourceId: string | null;
  readonly targetId: string;
  readonly live: AnyEventObject;
  transitions: readonly RecordedTransition[] = [];
  liveSnapshot: Snapshot<unknown> | null = null;
  #masked: RecordedEvent | null = null;

  constructor(index: number, atMs: number, sourceId: string | null, targetId: string, live: AnyEventObject) {
    this.index = index;
    this.atMs = atMs;
    this.sourceId = sourceId;
    this.targetId = targetId;
    this.live = live;
  }

  finish(transitions: readonly RecordedTransition[], snapshot: Snapshot<unknown>): void {
    this.transitions = transitions;
    this.liveSnapshot = snapshot;
    this.#masked = null;
  }

  /** Masks event and snapshot once somebody reads them: most are never looked at. */
  read(): RecordedEvent {
    this.#masked ??= readLazily(this);
    return this.#masked;
  }
}

function readLazily({ index, atMs, sourceId, targetId, live, transitions, liveSnapshot }: HeldEvent): RecordedEvent {
  let event: unknown;
  let snapshot: RecordedSnapshot | null = null;
  return {
    index,
    atMs,
    sourceId,
    targetId,
    type: live.type,
    transitions,
    get event() {
      event ??= maskValue(live);
      return event;
    },
    get snapshot() {
      if (liveSnapshot !== null) snapshot ??= maskForRecording(liveSnapshot);
      return snapshot;
    },
  };
}

function maskForRecording(live: Snapshot<unknown>): RecordedSnapshot {
  const isMachine = isMachineSnapshot(live);
  let context: unknown;
  return {
    status: live.status,
    states: isMachine ? getStateNodes(live.machine.root, live.value).map(({ id }) => id) : [],
    /** The states of all events are read at once; contexts, which are large, are looked at one by one. */
    get context() {
      context ??= maskValue(isMachine ? live.context : null);
      return context;
    },
    output: maskValue(live.output ?? null),
    error: maskValue(live.error ?? null),
  };
}

/** Null while the actor is made: it tells of itself before it has a snapshot. */
function getSnapshot(actor: AnyActor): Snapshot<unknown> | null {
  try {
    return (actor.getSnapshot() as Snapshot<unknown> | undefined) ?? null;
  } catch {
    return null;
  }
}

function getChart(actor: AnyActor): string | null {
  const snapshot: unknown = getSnapshot(actor);
  return isMachineSnapshot(snapshot) ? snapshot.machine.root.key : null;
}

interface HeldActor {
  live: AnyActor;
  /** Its chart is asked for when it is read: an actor that is being made has none yet. */
  told: Omit<RecordedActor, "chart">;
  /** Received, and not yet finished. */
  open: HeldEvent[];
  /** Taken since the last event was finished. */
  taken: RecordedTransition[];
}

/**
 * Records what the actors of a page do. It holds references while it records and masks what is read, so that recording
 * costs little and nothing leaves it unmasked.
 */
export class Recorder {
  readonly #actors = new Map<string, HeldActor>();
  readonly #events: HeldEvent[] = [];
  #eventCount = 0;
  readonly #listeners = new Set<() => void>();
  readonly #observers = new Set<Observer<InspectionEvent>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** What every actor without a parent is created with, or what its system is inspected with later. */
  readonly inspect: Observer<InspectionEvent> = {
    next: (inspected) => {
      this.#record(inspected);
      for (const observer of this.#observers) observer.next?.(inspected);
      for (const listener of this.#listeners) listener();
    },
  };

  /** Records an actor that was started before, with all its living children, from now on. */
  attach(root: AnyActor): void {
    root.system.inspect(this.inspect);
    this.#addLiving(root);
  }

  /** Calls the listener after each change; one task can bring many. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells an observer of every living actor, parents first, and then of all that happens. */
  addObserver(observer: Observer<InspectionEvent>): void {
    this.#closeFailed();
    for (const { live, told } of this.#actors.values()) {
      if (told.endedAtMs === null) observer.next?.({ type: "@xstate.actor", actorRef: live, rootId: getRootId(live) });
    }
    this.#observers.add(observer);
  }

  /** An actor that lives; null if it ended or never was. */
  findLiving(sessionId: string): AnyActor | null {
    this.#closeFailed();
    const actor = this.#actors.get(sessionId);
    return actor === undefined || actor.told.endedAtMs !== null ? null : actor.live;
  }

  read(): Recording {
    this.#closeFailed();
    return {
      format: RECORDING_FORMAT,
      actors: [...this.#actors.values()].map(({ live, told }) => Object.assign({}, told, { chart: getChart(live) })),
      events: this.#events.map((event) => event.read()),
    };
  }

  #record(inspected: InspectionEvent): void {
    const actor = this.#hold(inspected.actorRef);
    switch (inspected.type) {
      case "@xstate.event":
        this.#receive(actor, inspected.event, inspected.sourceRef?.sessionId ?? null);
        break;
      case "@xstate.microstep":
        actor.taken.push(...inspected._transitions.map(recordTransition));
        break;
      case "@xstate.snapshot":
        this.#finish(actor, inspected.event, inspected.snapshot);
        break;
      case "@xstate.actor":
      case "@xstate.action":
      case "@xstate.transition":
        break;
    }
  }

  #hold(ref: ActorRefLike): HeldActor {
    const known = this.#actors.get(ref.sessionId);
    if (known !== undefined) return known;
    // XState types the actor by what an observer of any kind may count on; it is the actor itself.
    const live = ref as AnyActor;
    const told = {
      sessionId: live.sessionId,
      name: live.id,
      parentId: live._parent?.sessionId ?? null,
      startedAtMs: this.#now(),
      endedAtMs: null,
      input: maskValue(live.options.input ?? null),
    };
    const actor: HeldActor = { live, told, open: [], taken: [] };
    this.#actors.set(told.sessionId, actor);
    if (this.#actors.size > MAX_ACTORS) this.#forgetOldest();
    return actor;
  }

  #addLiving(actor: AnyActor): void {
    const held = this.#hold(actor);
    const snapshot: unknown = actor.getSnapshot();
    if (held.told.endedAtMs === null) {
      this.#finish(held, { type: "inspector.attached" }, snapshot as Snapshot<unknown>);
    }
    if (!isMachineSnapshot(snapshot)) return;
    for (const child of Object.values(snapshot.children)) if (child !== undefined) this.#addLiving(child as AnyActor);
  }

  #receive(actor: HeldActor, event: AnyEventObject, sourceId: string | null): HeldEvent {
    const held = new HeldEvent(this.#eventCount, this.#now(), sourceId, actor.told.sessionId, event);
    this.#eventCount += 1;
    this.#events.push(held);
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    // One that ended is sent it in vain.
    if (actor.told.endedAtMs === null) actor.open.push(held);
    return held;
  }

  #finish(actor: HeldActor, event: AnyEventObject, snapshot: Snapshot<unknown>): void {
    // An actor that is stopped receives no event, but tells what it was stopped by.
    const received = actor.open.find(({ live }) => live === event);
    if (received === undefined && actor.told.endedAtMs !== null) return;
    const held = received ?? this.#receive(actor, event, null);
    actor.open = actor.open.filter((other) => other !== held);
    held.finish(actor.taken, snapshot);
    actor.taken = [];
    if (snapshot.status !== "active") end(actor, this.#now());
  }

  /** XState tells nothing of an actor that fails at its start, or whose code throws; its snapshot tells. */
  #closeFailed(): void {
    for (const actor of this.#actors.values()) {
      const [failed] = actor.open;
      if (failed === undefined) continue;
      const snapshot = getSnapshot(actor.live);
      if (snapshot?.status !== "error") continue;
      failed.finish(actor.taken, snapshot);
      end(actor, failed.atMs);
    }
  }

  #forgetOldest(): void {
    for (const [sessionId, { told }] of this.#actors) {
      if (told.endedAtMs === null) continue;
      this.#actors.delete(sessionId);
      return;
    }
    this.#closeFailed();
  }
}

function end(actor: HeldActor, atMs: number): void {
  actor.told = { ...actor.told, endedAtMs: atMs };
  actor.open = [];
}

function getRootId(actor: AnyActor): string {
  let root = actor;
  while (root._parent !== undefined) root = root._parent as AnyActor;
  return root.sessionId;
}
