import { fromCallback } from "xstate";

import type { CountdownEvent } from "#machines/countdown/countdown.machine.ts";
import { readServerTimeMs } from "#src/adapters/serverClock.ts";

const SECOND_MS = 1000;

export function createCountdownActors() {
  return {
    clock: fromCallback<CountdownEvent>(({ sendBack }) => {
      const report = () => {
        sendBack({ type: "clock.ticked", nowMs: readServerTimeMs() });
      };
      report();
      const timer = setInterval(report, SECOND_MS);
      // The timers of a page that slept may wake late.
      document.addEventListener("visibilitychange", report);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", report);
      };
    }),
  };
}
