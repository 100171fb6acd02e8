import {
  createActor,
  type AnyActor,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type InspectionEvent,
} from "xstate";
import { getEdgeId, getEventKey, identifyTransition } from "./chartEdges.ts";
import { getPath } from "../../scripts/charts/listTransitions.ts";
import { checkView } from "./checkView.ts";
import { deferredLogic, listDeferred, listEnds, type Deferred } from "./deferred.ts";
import type { Context, WalkedModel, WalkedTable } from "./model.ts";
import { getRows, selectRows, type PlacedRow } from "./tableRows.ts";
import { checkJson, toCanonical } from "./toCanonical.ts";
import { WalkClock } from "./WalkClock.ts";

const FLUSH_TURNS = 6;

/** An event that a row expects, by its type or whole. */
type ExpectedEvent = string | { type: string };

interface Microstep {
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  transitions: readonly AnyTransitionDefinition[];
}

interface ScheduledEvent {
  event: AnyEventObject;
}

/** Something that can happen to a running machine. */
export interface Stimulus {
  id: string;
  perform: () => void;
}

export interface Step {
  /** Edges taken, in order; none: the event was ignored. */
  edges: readonly string[];
  key: string;
}

/** One live actor with deferred actors and simulated time, judged after every step. */
export class LiveRun {
  readonly #model: WalkedModel;
  readonly #actor: AnyActor;
  readonly #clock: WalkClock;
  readonly #dueMs = new WeakMap<ScheduledEvent, number>();
  readonly #checkedInputs = new WeakSet<Deferred>();
  readonly #trail: string[] = [];
  #microsteps: Microstep[] = [];
  #emitted: AnyEventObject[] = [];
  #sent: AnyEventObject[] = [];
  #judged: AnyMachineSnapshot | null = null;

  constructor(model: WalkedModel, input: unknown) {
    this.#model = model;
    this.#clock = new WalkClock((dueMs) => {
      for (const scheduled of this.#listScheduled()) if (!this.#dueMs.has(scheduled)) this.#dueMs.set(scheduled, dueMs);
    });
    this.#actor = createActor(provideDeferred(model), {
      input,
      clock: this.#clock,
      inspect: (event) => this.#record(event),
    });
    this.#actor.on("*", (emitted: AnyEventObject) => this.#emitted.push(emitted));
    this.#actor.subscribe({ error: () => undefined });
    this.#trail.push(`start ${JSON.stringify(input)}`);
    this.#actor.start();
    this.#checkStart(input);
  }

  get trail(): readonly string[] {
    return this.#trail;
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  /** Where the run is: states, what guards read, timers, running actors. */
  getKey(): string {
    const { snapshot } = this;
    return JSON.stringify({
      state: snapshot.value,
      status: snapshot.status,
      context: this.#model.key(snapshot.context as Context),
      running: this.#listRunningIds(),
      timers: this.#listScheduled()
        .map((scheduled) => scheduled.event.type)
        .sort(),
    });
  }

  /** All that can happen now: every event sample, every end of a running actor, every timer. */
  listStimuli(): Stimulus[] {
    return this.#listPossible().filter(this.#createIsWalked());
  }

  /** Undefined where it cannot happen now. */
  findStimulus(id: string): Stimulus | undefined {
    return this.#listPossible()
      .filter((stimulus) => stimulus.id === id)
      .find(this.#createIsWalked());
  }

  #createIsWalked(): (stimulus: Stimulus) => boolean {
    const { isWalked = () => true } = this.#model;
    const context = this.snapshot.context as Context;
    const running = this.#listRunningIds();
    return ({ id }) => isWalked(id, context, running);
  }

  #listPossible(): Stimulus[] {
    if (this.snapshot.status !== "active") return [];
    const sends = Object.entries(this.#model.events).flatMap(([type, samples]) =>
      samples.map((event, index) => ({ id: `${type}#${String(index)}`, perform: () => this.#actor.send(event) })),
    );
    const timers = this.#listScheduled().map((scheduled) => ({
      id: scheduled.event.type,
      perform: () => this.#clock.increment((this.#dueMs.get(scheduled) ?? 0) - this.#clock.now()),
    }));
    return [...sends, ...this.#listRunning().flatMap((deferred) => this.#listEnds(deferred)), ...timers];
  }

  async perform(stimulus: Stimulus): Promise<Step> {
    const before = this.snapshot;
    this.#trail.push(stimulus.id);
    this.#microsteps = [];
    this.#emitted = [];
    this.#sent = [];
    stimulus.perform();
    await flush();
    const edges = this.#microsteps.flatMap(({ transitions }) => transitions.map(nameTransition));
    const { table } = this.#model;
    if (table !== undefined) {
      this.#checkMicrosteps(table, before, edges);
      this.#checkInputs(table, this.#microsteps.at(-1)?.event ?? { type: stimulus.id });
    }
    await this.#checkLateEnds();
    this.#checkRules();
    // Ignored events stay out of the trail.
    if (edges.length === 0) this.#trail.pop();
    return { edges, key: this.getKey() };
  }

  /** Stops the actor; everything that it had running must be aborted. */
  async stop(): Promise<void> {
    const running = this.#listRunning();
    this.#actor.stop();
    await flush();
    for (const deferred of running)
      if (!deferred.signal.aborted) this.#fail(`${deferred.self.id} is not aborted by a stop`);
  }

  #fail(text: string): never {
    throw new Error(`${text}\n    after: ${this.#trail.join(" → ")}\n    in: ${JSON.stringify(this.snapshot.value)}`);
  }

  #record(event: InspectionEvent): void {
    if (event.type === "@xstate.microstep" && event.actorRef.sessionId === event.rootId) {
      this.#microsteps.push({
        event: event.event,
        snapshot: event.snapshot as AnyMachineSnapshot,
        transitions: event._transitions,
      });
    }
    if (
      event.type === "@xstate.event" &&
      event.sourceRef?.sessionId === event.rootId &&
      event.actorRef.sessionId !== event.rootId &&
      !event.event.type.startsWith("xstate.")
    ) {
      this.#sent.push(event.event);
    }
  }

  #listScheduled(): ScheduledEvent[] {
    return Object.values(
      (this.#actor.system.getSnapshot() as { _scheduledEvents: Record<string, ScheduledEvent> })._scheduledEvents,
    );
  }

  #isRunning(deferred: Deferred): boolean {
    return (
      !deferred.isSettled &&
      (this.snapshot.children as Record<string, AnyActorRef | undefined>)[deferred.self.id] === deferred.self
    );
  }

  #listRunning(): Deferred[] {
    return listDeferred(this.#actor).filter((deferred) => this.#isRunning(deferred));
  }

  #listRunningIds(): string[] {
    return this.#listRunning()
      .map(({ self }) => self.id)
      .sort();
  }

  #listEnds(deferred: Deferred): Stimulus[] {
    const { id } = deferred.self;
    const outcomes = this.#model.outcomes[id];
    if (outcomes === undefined) return this.#fail(`no outcomes for ${id}`);
    return [
      ...listEnds(outcomes, deferred),
      ...(this.#model.snapshots?.[id] ?? []).map((snapshot, index) => ({
        id: `snapshot(${id})#${String(index)}`,
        perform: () => this.#actor.send({ type: `xstate.snapshot.${id}`, snapshot } as AnyEventObject),
      })),
    ];
  }

  #checkStart(input: unknown): void {
    const { table } = this.#model;
    if (table !== undefined) {
      let expected = table.context(input);
      for (const microstep of this.#microsteps) {
        for (const { row } of this.#listRows(table, microstep)) expected = applyChanges(row, expected, microstep.event);
      }
      this.#compareContexts("start", expected, this.snapshot.context as Context);
      this.#checkInputs(table, { type: "xstate.init" });
    }
    this.#checkRules();
  }

  #listRows(table: WalkedTable, microstep: Microstep): PlacedRow[] {
    return microstep.transitions.map((transition) => {
      const { source, key, index } = identifyTransition(transition);
      const id = getEdgeId(source, key, index);
      const row = getRows(table, source, key)[index];
      if (row === undefined) return this.#fail(`${id} is taken and has no row in the table`);
      return { id, row };
    });
  }

  #checkMicrosteps(table: WalkedTable, start: AnyMachineSnapshot, edges: readonly string[]): void {
    let before = start;
    const emits: ExpectedEvent[] = [];
    const sends: ExpectedEvent[] = [];
    for (const microstep of this.#microsteps) {
      const taken = this.#listRows(table, microstep);
      const isEventless = taken.length > 0 && taken.every(({ id }) => id.includes("--always#"));
      this.#compareRows(selectRows(table, before, microstep.event, isEventless), taken, microstep.event);
      let expected = before.context as Context;
      for (const { row } of taken) {
        emits.push(...getExpectedEvents(row.emits, expected, microstep.event));
        sends.push(...getExpectedEvents(row.sends, expected, microstep.event));
        expected = applyChanges(row, expected, microstep.event);
      }
      this.#compareContexts(
        taken.map(({ id }) => id).join(", ") || "an ignored event",
        expected,
        microstep.snapshot.context as Context,
      );
      before = microstep.snapshot;
    }
    this.#compareEvents(`${edges.join(", ")} emits`, emits, this.#emitted);
    this.#compareEvents(`${edges.join(", ")} sends`, sends, this.#sent);
  }

  #checkInputs(table: WalkedTable, event: AnyEventObject): void {
    const active = this.#listActivePaths();
    for (const deferred of listDeferred(this.#actor)) {
      if (this.#checkedInputs.has(deferred)) continue;
      this.#checkedInputs.add(deferred);
      const { self, input } = deferred;
      const expected = table.asks?.[self.id]?.(this.snapshot.context as Context, {
        isIn: (path) => active.has(path),
        event,
      });
      const wanted = expected === undefined ? "nothing" : toCanonical(expected);
      const got = input === undefined ? "nothing" : toCanonical(input);
      if (wanted !== got) this.#fail(`${self.id} is asked ${got}, table says ${wanted}`);
    }
  }

  #listActivePaths(): Set<string> {
    return new Set(this.snapshot._nodes.map((node) => getPath(node)));
  }

  #compareRows(expected: readonly PlacedRow[], taken: readonly PlacedRow[], event: AnyEventObject): void {
    const toIds = (rows: readonly PlacedRow[]): string =>
      rows
        .map(({ id }) => id)
        .sort()
        .join(", ") || "nothing";
    if (toIds(expected) !== toIds(taken))
      this.#fail(
        `${getEventKey(event.type)} ${JSON.stringify(event)} takes ${toIds(taken)}, table says ${toIds(expected)}`,
      );
  }

  #compareEvents(place: string, expected: readonly ExpectedEvent[], actual: readonly AnyEventObject[]): void {
    const wanted = toCanonical(expected);
    const got = toCanonical(actual.map((event, index) => (typeof expected[index] === "string" ? event.type : event)));
    if (wanted !== got) this.#fail(`${place} ${got}, table says ${wanted}`);
  }

  #compareContexts(place: string, expected: Context, actual: Context): void {
    for (const field of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      // Most fields are left alone by a step; all of them are checked to be JSON by the rules.
      if (expected[field] === actual[field]) continue;
      const wanted = toCanonical(expected[field] ?? null, field);
      const got = toCanonical(actual[field] ?? null, field);
      if (wanted !== got) this.#fail(`${place}: context.${field} is ${got}, table says ${wanted}`);
    }
  }

  /** What was left must be aborted, and its late end must change nothing. */
  async #checkLateEnds(): Promise<void> {
    const late = listDeferred(this.#actor).filter((deferred) => !deferred.isSettled && !this.#isRunning(deferred));
    if (late.length === 0) return;
    const before = this.snapshot;
    for (const [index, deferred] of late.entries()) {
      if (!deferred.signal.aborted) this.#fail(`${deferred.self.id} is left and not aborted`);
      deferred.isSettled = true;
      const outcomes = this.#model.outcomes[deferred.self.id];
      if ((this.#trail.length + index) % 2 === 0) deferred.resolve(outcomes?.done[0]);
      else deferred.reject(outcomes?.error[0]);
    }
    await flush();
    if (this.snapshot !== before)
      this.#fail(`a late end of ${late.map(({ self }) => self.id).join(", ")} changes the state`);
  }

  #checkRules(): void {
    const { snapshot } = this;
    // An ignored event leaves the snapshot as it was.
    if (snapshot === this.#judged) return;
    this.#judged = snapshot;
    if (snapshot.status === "error") this.#fail(`the machine broke: ${String(snapshot.error)}`);
    const context = snapshot.context as Context;
    checkJson(context, "context");
    const active = this.#listActivePaths();
    for (const [name, holds] of Object.entries(this.#model.invariants)) {
      if (!holds(context, (path) => active.has(path), this.#listRunningIds()))
        this.#fail(`invariant broken: ${name}; context ${toCanonical(context)}`);
    }
    const fault = checkView(this.#model, snapshot);
    if (fault !== undefined) this.#fail(fault);
  }
}

const provided = new WeakMap<WalkedModel, AnyStateMachine>();

function provideDeferred(model: WalkedModel): AnyStateMachine {
  const known = provided.get(model);
  if (known !== undefined) return known;
  const { machine, snapshots } = model;
  const logic = {
    ...deferredLogic,
    getInitialSnapshot: (scope: AnyActorScope, input: unknown) => ({
      ...deferredLogic.getInitialSnapshot(scope, input),
      ...snapshots?.[scope.self.id]?.[0],
    }),
  };
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, logic]));
  const withDeferred = machine.provide({ actors });
  provided.set(model, withDeferred);
  return withDeferred;
}

function nameTransition(transition: AnyTransitionDefinition): string {
  const { source, key, index } = identifyTransition(transition);
  return getEdgeId(source, key, index);
}

function applyChanges(row: PlacedRow["row"], before: Context, event: AnyEventObject): Context {
  return { ...before, ...(typeof row.changes === "function" ? row.changes(before, event) : row.changes) };
}

function getExpectedEvents(
  expected: PlacedRow["row"]["emits"],
  before: Context,
  event: AnyEventObject,
): readonly ExpectedEvent[] {
  return typeof expected === "function" ? expected(before, event) : (expected ?? []);
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < FLUSH_TURNS; turn += 1) await Promise.resolve();
}
