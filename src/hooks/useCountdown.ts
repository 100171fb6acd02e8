import { useLayoutEffect, useState } from "react";
import { createActor, type ActorRefFrom } from "xstate";

import { countdownMachine } from "#machines/countdown/countdown.machine.ts";
import { viewCountdown, type CountdownView } from "#machines/countdown/countdown.view.ts";
import { createCountdownActors } from "#src/adapters/actors/countdown.ts";
import type { App } from "#src/createApp.ts";

import { useApp } from "./useApp.ts";
import { useOptionalSnapshot } from "./useOptionalSnapshot.ts";

const logic = countdownMachine.provide({ actors: createCountdownActors() });

export function startCountdown(endsAtMs: number, inspect: App["inspect"]): ActorRefFrom<typeof countdownMachine> {
  return createActor(logic, { input: { endsAtMs }, ...(inspect === null ? {} : { inspect }) }).start();
}

/** Counts down to a moment as long as the component is mounted. Null until the first paint. */
export function useCountdown(endsAtMs: number): CountdownView | null {
  const { inspect } = useApp();
  const [actor, setActor] = useState<ActorRefFrom<typeof countdownMachine> | null>(null);
  useLayoutEffect(() => {
    const started = startCountdown(endsAtMs, inspect);
    // A layout effect renders again before the paint, so the time never appears late.
    // oxlint-disable-next-line react/set-state-in-effect -- see the line above
    setActor(started);
    return () => {
      started.stop();
    };
  }, [endsAtMs, inspect]);
  const snapshot = useOptionalSnapshot(actor);
  return snapshot === null ? null : viewCountdown(snapshot);
}
