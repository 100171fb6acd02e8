import { SimulatedClock, type AnyActor, type AnyEventObject } from "xstate";
import type { Stimulus } from "./LiveRun.ts";

interface ScheduledEvent {
  event: AnyEventObject;
}

/** Simulated time of one run, and the timers that run in it, so that a walk can stop exactly where one is due. */
export class WalkClock extends SimulatedClock {
  readonly #dueMs = new WeakMap<ScheduledEvent, number>();
  #actor: AnyActor | null = null;

  /** @param actor before it starts */
  follow(actor: AnyActor): void {
    this.#actor = actor;
  }

  /** That time passes until a timer is due, for each that runs. */
  listTimers(): Stimulus[] {
    return this.#listScheduled().map((scheduled) => ({
      id: scheduled.event.type,
      perform: () => {
        this.increment(Math.max(0, (this.#dueMs.get(scheduled) ?? 0) - this.now()));
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
