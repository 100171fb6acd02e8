import { SimulatedClock, type AnyActor, type AnyEventObject } from "xstate";
import type { Stimulus } from "./LiveRun.ts";

interface ScheduledEvent {
  event: AnyEventObject;
}

/** Simulated time of one run, and the timers that run in it, so that a walk can stop exactly where one is due. */
export class WalkClock extends SimulatedClock {
  readonly #dueMs = new WeakMap<ScheduledEvent, number>();
  #actor: Pick<AnyActor, "system"> | null = null;

  /** Call it before the actor starts. */
  follow(actor: Pick<AnyActor, "system">): void {
    this.#actor = actor;
  }

  /** One stimulus for each timer that runs: time passes until it is due. */
  listTimers(): Stimulus[] {
    return this.#listScheduled().map((scheduled) => ({
      id: scheduled.event.type,
      perform: () => {
        const dueMs = this.#dueMs.get(scheduled);
        if (dueMs === undefined) throw new Error(`no due time of ${scheduled.event.type}`);
        this.increment(Math.max(0, dueMs - this.now()));
      },
    }));
  }

  override setTimeout(handler: (...args: never[]) => void, timeoutMs: number): number {
    const dueMs = this.now() + timeoutMs;
    for (const scheduled of this.#listScheduled()) if (!this.#dueMs.has(scheduled)) this.#dueMs.set(scheduled, dueMs);
    return super.setTimeout(handler as (...args: unknown[]) => void, timeoutMs);
  }

  #listScheduled(): ScheduledEvent[] {
    const system = this.#actor?.system.getSnapshot() as
      | { _scheduledEvents: Record<string, ScheduledEvent> }
      | undefined;
    return Object.values(system?._scheduledEvents ?? {});
  }
}
