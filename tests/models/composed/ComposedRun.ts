import {
  createActor,
  enqueueActions,
  StateMachine,
  type AnyActor,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from "xstate";
import { maskSnapshot } from "#src/inspector/mask.ts";
import { listActivePaths, nameTransition } from "../chartEdges.ts";
import { checkView } from "../checkView.ts";
import { deferredLogic, listDeferred, listEnds, provideEach, type Deferred } from "../deferred.ts";
import type { Stimulus } from "../LiveRun.ts";
import type { Context, WalkedModel } from "../model.ts";
import { plantSecrets, SECRET } from "../plantSecrets.ts";
import { MODELS } from "../registry.ts";
import { checkJson, toCanonical } from "../toCanonical.ts";
import { WalkClock } from "../WalkClock.ts";
import type { Composition } from "./composition.ts";
import { listLiveMachines, type LiveMachine } from "./listLiveMachines.ts";

/** Promises of a child pass through those of its parents. */
const FLUSH_TURNS = 10;

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
  readonly #clock = new WalkClock();
  readonly #edges: Map<string, Set<string>>;
  /** What ran when a snapshot was judged; the snapshot itself never changes. */
  readonly #judged = new WeakMap<AnyMachineSnapshot, string>();

  /** @param edges gets the transitions that are taken, by chart */
  constructor(composition: Composition, input: unknown, edges: Map<string, Set<string>>) {
    this.#composition = composition;
    this.#edges = edges;
    this.#actor = createActor(provideComposition(composition), {
      input,
      clock: this.#clock,
      inspect: (event) => this.#record(event),
    });
    this.#clock.follow(this.#actor);
    this.#actor.subscribe({ error: () => undefined });
    this.#actor.start();
    this.#judge();
  }

  /** All that can happen now and is answered: what people do, what the world tells, how its requests end, and time. */
  listStimuli(): string[] {
    const live = listLiveMachines(this.#actor);
    return [...live.flatMap((machine) => this.#listOf(machine)), ...this.#clock.listTimers()].map(({ id }) => id);
  }

  /** Of the chart that it names; a timer's name has no chart before it. */
  #findStimulus(stimulusId: string): Stimulus | undefined {
    const path = stimulusId.slice(0, Math.max(0, stimulusId.indexOf(" ")));
    const machine = listLiveMachines(this.#actor).find((live) => live.path === path);
    const stimuli = machine === undefined ? this.#clock.listTimers() : this.#listOf(machine);
    return stimuli.find(({ id }) => id === stimulusId);
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
    await this.repeat(stimulusId);
    this.#judge();
  }

  /** What was judged before, after the same steps, is not judged again. */
  async repeat(stimulusId: string): Promise<void> {
    const stimulus = this.#findStimulus(stimulusId);
    if (stimulus === undefined) throw new Error(`${stimulusId} cannot happen`);
    stimulus.perform();
    for (let turn = 0; turn < FLUSH_TURNS; turn += 1) await Promise.resolve();
  }

  /** Stops the root; everything that runs must be aborted. */
  stop(): void {
    this.#actor.stop();
    for (const { self } of this.#listOpen()) throw new BrokenRule(`${self.id} is not aborted by a stop`);
  }

  #record(event: InspectionEvent): void {
    if (event.type !== "@xstate.microstep") return;
    const { machine } = event.snapshot as AnyMachineSnapshot;
    const walked = this.#edges.get(machine.id) ?? new Set();
    this.#edges.set(machine.id, walked);
    for (const transition of event._transitions) walked.add(nameTransition(transition));
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
                    perform: () => actor.send(event),
                  },
                ]
              : [],
          )
        : [],
    );
    const ends = this.#listOpen()
      .filter(({ self }) => getParent(self) === actor && isRunning(self))
      .flatMap((deferred) => {
        const { id } = deferred.self;
        const outcomes = this.#composition.outcomes?.[`${actor.id} ${id}`] ?? model.outcomes[id];
        // A callback never ends by itself, and so has no outcomes.
        return outcomes === undefined ? [] : listEnds(outcomes, deferred);
      });
    const { isWalked } = model;
    const running = listRunningIds(snapshot);
    return [...sends, ...ends]
      .filter(({ id }) => isWalked?.(id, snapshot.context as Context, running) ?? true)
      .map(({ id, perform }) => ({ id: `${path} ${id}`, perform }));
  }

  #judge(): void {
    for (const { path, name, snapshot } of listLiveMachines(this.#actor)) {
      const running = listRunningIds(snapshot).join(" ");
      if (this.#judged.get(snapshot) === running) continue;
      this.#judged.set(snapshot, running);
      judgeMachine(path, getModel(name), snapshot);
    }
    for (const { self } of this.#listOpen())
      if (!isRunning(self)) throw new BrokenRule(`${self.id} is left and not aborted`);
  }

  /** Requests that still run: they have not ended, and nobody has aborted them. */
  #listOpen(): Deferred[] {
    return listDeferred(this.#actor).filter(({ isSettled, signal }) => !isSettled && !signal.aborted);
  }
}

const provided = new WeakMap<Composition, AnyStateMachine>();

function provideComposition(composition: Composition): AnyStateMachine {
  const known = provided.get(composition);
  if (known !== undefined) return known;
  const { flows } = composition;
  const machine = provideDeferred(composition.machine);
  const whole = flows === undefined ? machine : machine.provide({ actions: { spawnFlow: createSpawnFlow(flows) } });
  provided.set(composition, whole);
  return whole;
}

function provideDeferred(machine: AnyStateMachine): AnyStateMachine {
  return provideEach(machine, (_, logic) =>
    logic instanceof StateMachine ? provideDeferred(logic as AnyStateMachine) : deferredLogic,
  );
}

/** As the app's composition root does it. */
function createSpawnFlow(flows: Readonly<Record<string, AnyStateMachine>>) {
  const logics = Object.fromEntries(Object.entries(flows).map(([name, machine]) => [name, provideDeferred(machine)]));
  return enqueueActions(({ enqueue }, { id, flow, input }: { id: string; flow: string; input: unknown }) => {
    const options: object = { id, input };
    enqueue.spawnChild(logics[flow] ?? flow, options);
  });
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

function judgeMachine(path: string, model: WalkedModel, snapshot: AnyMachineSnapshot): void {
  if (snapshot.status === "error") throw new BrokenRule(`${path} broke`, `: ${String(snapshot.error)}`);
  const { value, tags, status } = snapshot;
  const context = snapshot.context as Context;
  checkJson(context, `${path} context`);
  const active = listActivePaths(snapshot);
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
