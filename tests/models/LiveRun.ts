import {
  createActor,
  type AnyActor,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from "xstate";
import { listActivePaths, nameTransition } from "./chartEdges.ts";
import { checkView } from "./checkView.ts";
import { deferredLogic, listDeferred, listEnds, provideEach, type Deferred } from "./deferred.ts";
import type { Context, WalkedModel } from "./model.ts";
import { checkJson, toCanonical } from "./toCanonical.ts";
import { WalkClock } from "./WalkClock.ts";

const FLUSH_TURNS = 6;

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
  readonly #clock = new WalkClock();
  readonly #trail: string[] = [];
  #edges: string[] = [];
  #judged: { snapshot: AnyMachineSnapshot; running: string } | null = null;

  constructor(model: WalkedModel, input: unknown) {
    this.#model = model;
    this.#actor = createActor(provideDeferred(model), {
      input,
      clock: this.#clock,
      inspect: (event) => this.#record(event),
    });
    this.#clock.follow(this.#actor);
    this.#actor.subscribe({ error: () => undefined });
    this.#trail.push(`start ${JSON.stringify(input)}`);
    this.#actor.start();
    this.#checkRules();
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
      state: toCanonical(snapshot.value),
      status: snapshot.status,
      context: toCanonical(this.#model.key(snapshot.context as Context)),
      running: this.#listRunningIds(),
      timers: this.#clock
        .listTimers()
        .map(({ id }) => id)
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
    const ends = this.#listRunning().flatMap((deferred) => this.#listEnds(deferred));
    return [...sends, ...ends, ...this.#clock.listTimers()];
  }

  async perform(stimulus: Stimulus): Promise<Step> {
    this.#trail.push(stimulus.id);
    this.#edges = [];
    stimulus.perform();
    await flush();
    const edges = this.#edges;
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
    if (event.type === "@xstate.microstep" && event.actorRef.sessionId === event.rootId)
      this.#edges.push(...event._transitions.map(nameTransition));
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
    const running = this.#listRunningIds();
    const ids = running.join(" ");
    // The rules read the snapshot and what runs; the end of a request may be ignored, and changes only what runs.
    if (snapshot === this.#judged?.snapshot && ids === this.#judged.running) return;
    this.#judged = { snapshot, running: ids };
    if (snapshot.status === "error") this.#fail(`the machine broke: ${String(snapshot.error)}`);
    const context = snapshot.context as Context;
    checkJson(context, "context");
    const active = listActivePaths(snapshot);
    for (const [name, holds] of Object.entries(this.#model.invariants)) {
      if (!holds(context, (path) => active.has(path), running))
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
  const withDeferred = provideEach(machine, () => logic);
  provided.set(model, withDeferred);
  return withDeferred;
}

async function flush(): Promise<void> {
  for (let turn = 0; turn < FLUSH_TURNS; turn += 1) await Promise.resolve();
}
