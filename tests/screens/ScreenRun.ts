import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from "xstate";
import { listDeferred } from "#tests/models/deferred.ts";
import type { WalkedModel } from "#tests/models/model.ts";
import type { WalkClock } from "#tests/models/WalkClock.ts";

/** Makes happen to a chart on its screen what comes from the world: the ends of its requests and children, time, news. */
export class ScreenRun {
  readonly #model: WalkedModel;
  readonly #actor: AnyActorRef;
  readonly #clock: WalkClock;

  /** The messenger's arrow. */
  readonly pressBack: () => void;

  constructor(model: WalkedModel, actor: AnyActorRef, clock: WalkClock, pressBack: () => void) {
    this.pressBack = pressBack;
    this.#model = model;
    this.#actor = actor;
    this.#clock = clock;
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  /** @param stimulus as the walk of the model names it */
  cause(stimulus: string): void {
    const [, kind = "", id = "", index = "0"] = /^(done|error|snapshot)\((.+)\)#(\d+)$/u.exec(stimulus) ?? [];
    if (kind === "snapshot")
      return this.#send({ type: `xstate.snapshot.${id}`, snapshot: this.#model.snapshots?.[id]?.[Number(index)] });
    if (kind !== "") return this.#end(id, kind, this.#model.outcomes[id]?.[kind as "done" | "error"][Number(index)]);
    if (stimulus.startsWith("xstate.after.")) return this.#passTime(stimulus);
    const cut = stimulus.lastIndexOf("#");
    const event = this.#model.events[stimulus.slice(0, cut)]?.[Number(stimulus.slice(cut + 1))];
    if (event === undefined) throw new Error(`nothing causes ${stimulus}`);
    return this.#send(event);
  }

  #send(event: AnyEventObject): void {
    this.#actor.send(event);
  }

  #end(id: string, kind: string, end: unknown): void {
    const child = (this.snapshot.children as Record<string, AnyActorRef | undefined>)[id];
    if (child === undefined) throw new Error(`${id} does not run`);
    if ("machine" in (child.getSnapshot() as object))
      return child.send({ type: "walk.end", ...(kind === "done" ? { output: end } : { error: end }) });
    const deferred = listDeferred(child).find(({ self, isSettled }) => self === child && !isSettled);
    if (deferred === undefined) throw new Error(`${id} waits for nothing`);
    deferred.isSettled = true;
    if (kind === "done") deferred.resolve(end);
    else deferred.reject(end);
  }

  #passTime(stimulus: string): void {
    const timer = this.#clock.listTimers().find(({ id }) => id === stimulus);
    if (timer === undefined) throw new Error(`${stimulus} does not run`);
    timer.perform();
  }
}
