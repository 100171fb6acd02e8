import {
  createActor,
  enqueueActions,
  fromPromise,
  StateMachine,
  type AnyActor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from "xstate";
import { maskSnapshot } from "#src/inspector/mask.ts";
import { getPath } from "../../../scripts/charts/listTransitions.ts";
import { getEdgeId, identifyTransition } from "../chartEdges.ts";
import { checkView } from "../checkView.ts";
import type { Stimulus } from "../LiveRun.ts";
import type { Context, WalkedModel } from "../model.ts";
import { plantSecrets, SECRET } from "../plantSecrets.ts";
import { MODELS } from "../registry.ts";
import { toCanonical } from "../toCanonical.ts";
import { WalkClock } from "../WalkClock.ts";
import type { Composition } from "./composition.ts";
import { listLiveMachines, type LiveMachine } from "./listLiveMachines.ts";

/** Promises of a child pass through those of its parents. */
const FLUSH_TURNS = 10;

interface Leaf {
  self: AnyActorRef;
  signal: AbortSignal;
  isSettled: boolean;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

interface ScheduledEvent {
  event: AnyEventObject;
}

/** What a step may not bring about; two with the same rule are the same fault. */
export class BrokenRule extends Error {
  readonly rule: string;

  constructor(rule: string, details = "") {
    super(`${rule}${details}`);
    this.rule = rule;
  }
}

/** Parents and children live together: only what comes from the world is deferred. Each is judged after every step. */
export class ComposedRun {
  readonly #composition: Composition;
  readonly #actor: AnyActor;
  readonly #clock: WalkClock;
  readonly #dueMs = new WeakMap<ScheduledEvent, number>();
  readonly #edges: Map<string, Set<string>>;
  /** Judged already: a snapshot never changes. */
  readonly #judged = new WeakSet<AnyMachineSnapshot>();
  #leaves: Leaf[] = [];

  /** @param edges gets the transitions that are taken, by chart */
  constructor(composition: Composition, input: unknown, edges: Map<string, Set<string>>) {
    this.#composition = composition;
    this.#edges = edges;
    this.#clock = new WalkClock((dueMs) => {
      for (const scheduled of this.#listScheduled()) if (!this.#dueMs.has(scheduled)) this.#dueMs.set(scheduled, dueMs);
    });
    this.#actor = createActor(this.#provideLeaves(composition.machine), {
      input,
      clock: this.#clock,
      inspect: (event) => {
        this.#record(event);
      },
    });
    this.#actor.subscribe({ error: () => undefined });
    this.#actor.start();
    this.#judge();
  }

  /** All that can happen now and is answered: what people do, what the world tells, how its requests end, and time. */
  listStimuli(): string[] {
    return this.#findStimuli().map(({ id }) => id);
  }

  #findStimuli(): Stimulus[] {
    const live = listLiveMachines(this.#actor);
    const timers = this.#listScheduled().map((scheduled) => ({
      id: scheduled.event.type,
      perform: () => {
        this.#clock.increment(Math.max(0, (this.#dueMs.get(scheduled) ?? 0) - this.#clock.now()));
      },
    }));
    return [...live.flatMap((machine) => this.#listOf(machine)), ...timers];
  }

  /** The states of the charts in focus. */
  getPlace(): string {
    const { focus } = this.#composition;
    return JSON.stringify(
      listLiveMachines(this.#actor)
        .filter(({ name }) => focus?.includes(name) ?? true)
        .map(({ path, snapshot }) => [path, snapshot.value]),
    );
  }

  async perform(stimulusId: string): Promise<void> {
    const stimulus = this.#findStimuli().find(({ id }) => id === stimulusId);
    if (stimulus === undefined) throw new Error(`${stimulusId} cannot happen`);
    stimulus.perform();
    for (let turn = 0; turn < FLUSH_TURNS; turn += 1) await Promise.resolve();
    this.#judge();
  }

  /** Stops the root; everything that runs must be aborted. */
  stop(): void {
    this.#actor.stop();
    for (const { isSettled, signal, self } of this.#leaves)
      if (!isSettled && !signal.aborted) throw new BrokenRule(`${self.id} is not aborted by a stop`);
  }

  #provideLeaves(machine: AnyStateMachine): AnyStateMachine {
    const { flows } = this.#composition;
    const isRoot = machine === this.#composition.machine;
    return machine.provide({
      actors: Object.fromEntries(
        Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>).map(([name, logic]) => [
          name,
          logic instanceof StateMachine ? this.#provideLeaves(logic as AnyStateMachine) : this.#createLeaf(),
        ]),
      ),
      ...(isRoot && flows !== undefined && { actions: { spawnFlow: this.#spawnFlow(flows) } }),
    });
  }

  /** As the app's composition root does it. */
  #spawnFlow(flows: Readonly<Record<string, AnyStateMachine>>) {
    const logics = Object.fromEntries(
      Object.entries(flows).map(([name, machine]) => [name, this.#provideLeaves(machine)]),
    );
    return enqueueActions(({ enqueue }, { id, flow, input }: { id: string; flow: string; input: unknown }) => {
      const options: object = { id, input };
      enqueue.spawnChild(logics[flow] ?? flow, options);
    });
  }

  #createLeaf(): AnyActorLogic {
    return fromPromise(
      ({ self, signal }) =>
        new Promise<unknown>((resolve, reject) => {
          this.#leaves.push({ self, signal, isSettled: false, resolve, reject });
        }),
    );
  }

  #record(event: InspectionEvent): void {
    if (event.type !== "@xstate.microstep") return;
    const { machine } = event.snapshot as AnyMachineSnapshot;
    const walked = this.#edges.get(machine.id) ?? new Set();
    this.#edges.set(machine.id, walked);
    for (const transition of event._transitions) {
      const { source, key, index } = identifyTransition(transition);
      walked.add(getEdgeId(source, key, index));
    }
  }

  #listScheduled(): ScheduledEvent[] {
    return Object.values(
      (this.#actor.system.getSnapshot() as { _scheduledEvents: Record<string, ScheduledEvent> })._scheduledEvents,
    );
  }

  #listOf({ path, name, actor, snapshot }: LiveMachine): Stimulus[] {
    if (snapshot.status !== "active") return [];
    const model = getModel(name);
    const sends = Object.entries(model.events).flatMap(([type, samples]) =>
      type.startsWith("ui.") || this.#composition.fromWorld.includes(`${name} ${type}`)
        ? samples.flatMap((event, index) =>
            snapshot.can(event)
              ? [
                  {
                    id: `${type}#${String(index)}`,
                    perform: () => {
                      actor.send(event);
                    },
                  },
                ]
              : [],
          )
        : [],
    );
    const leaves = this.#leaves.filter((leaf) => !leaf.isSettled && getParent(leaf.self) === actor);
    const ends = leaves
      .filter((leaf) => isRunning(leaf.self))
      .flatMap((leaf) => {
        const { id } = leaf.self;
        return listEnds(this.#composition.outcomes?.[`${actor.id} ${id}`] ?? model.outcomes[id], leaf);
      });
    const { isWalked } = model;
    const running = listRunningIds(snapshot);
    return [...sends, ...ends]
      .filter(({ id }) => isWalked?.(id, snapshot.context as Context, running) ?? true)
      .map(({ id, perform }) => ({ id: `${path} ${id}`, perform }));
  }

  #judge(): void {
    for (const { path, name, snapshot } of listLiveMachines(this.#actor)) {
      if (this.#judged.has(snapshot)) continue;
      this.#judged.add(snapshot);
      judgeMachine(path, getModel(name), snapshot);
    }
    this.#leaves = this.#leaves.filter((leaf) => !leaf.isSettled);
    for (const { self, signal } of this.#leaves)
      if (!isRunning(self) && !signal.aborted) throw new BrokenRule(`${self.id} is left and not aborted`);
    this.#leaves = this.#leaves.filter(({ signal }) => !signal.aborted);
  }
}

function getModel(name: string): WalkedModel {
  const model = MODELS.get(name);
  if (model === undefined) throw new Error(`no model of ${name}`);
  return model;
}

function getParent(actor: AnyActorRef): AnyActorRef | undefined {
  return (actor as AnyActorRef & { _parent?: AnyActorRef })._parent;
}

function isRunning(actor: AnyActorRef): boolean {
  const parent = getParent(actor)?.getSnapshot() as AnyMachineSnapshot | undefined;
  const children = (parent?.children ?? {}) as Record<string, AnyActorRef | undefined>;
  return parent?.status === "active" && children[actor.id] === actor;
}

function listRunningIds({ children }: AnyMachineSnapshot): string[] {
  return Object.entries(children as Record<string, AnyActorRef | undefined>)
    .filter(([, child]) => (child?.getSnapshot() as { status: string } | undefined)?.status === "active")
    .map(([id]) => id)
    .sort();
}

/** A callback never ends by itself, and so has no outcomes. */
function listEnds(outcomes: WalkedModel["outcomes"][string] | undefined, leaf: Leaf): Stimulus[] {
  const { id } = leaf.self;
  if (outcomes === undefined) return [];
  const settle = (end: () => void) => () => {
    leaf.isSettled = true;
    end();
  };
  return [
    ...outcomes.done.map((output, index) => ({
      id: `done(${id})#${String(index)}`,
      perform: settle(() => {
        leaf.resolve(output);
      }),
    })),
    ...outcomes.error.map((error, index) => ({
      id: `error(${id})#${String(index)}`,
      perform: settle(() => {
        leaf.reject(error);
      }),
    })),
  ];
}

function judgeMachine(path: string, model: WalkedModel, snapshot: AnyMachineSnapshot): void {
  if (snapshot.status === "error") throw new BrokenRule(`${path} broke`, `: ${String(snapshot.error)}`);
  const { value, tags, status } = snapshot;
  const context = snapshot.context as Context;
  toCanonical(context, `${path} context`);
  const active = new Set(snapshot._nodes.map((node) => getPath(node)));
  const running = listRunningIds(snapshot);
  for (const [name, holds] of Object.entries(model.invariants)) {
    if (!holds(context, (state) => active.has(state), running))
      throw new BrokenRule(`${path}: ${name}`, `; in ${JSON.stringify(value)}, context ${toCanonical(context)}`);
  }
  const fault = checkView(model, snapshot);
  if (fault !== undefined) throw new BrokenRule(`${path}: ${fault}`, `; in ${JSON.stringify(value)}`);
  const masked = maskSnapshot({ status, value, tags, children: {}, context: plantSecrets(context) });
  if (JSON.stringify(masked).includes(SECRET)) throw new BrokenRule(`${path} tells an inspector a secret`);
}
