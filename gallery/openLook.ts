import { openScreen } from "#tests/screens/openScreen.tsx";
import { unfold } from "#tests/screens/controls.ts";
import { canOpen } from "#tests/screens/describePress.ts";
import { OPENING, type ScreenWalk } from "#tests/screens/screenWalk.ts";

import type { Look } from "./listLooks.ts";
import type { Draw } from "./picture.ts";

const SETTLED_MS = 5_000;
/** Parts that are loaded late come within it. */
const STILL_MS = 120;
const LOOK_AGAIN_MS = 20;

/** Opens the screen, leads its chart to the look, and waits until nothing changes any more. */
export async function openLook({ walk, input, steps }: Look, draw: Draw): Promise<() => Promise<void>> {
  const { run, close } = await openScreen(walk, input, draw);
  for (const { stimulus, snapshot } of steps) {
    const goal = JSON.stringify(snapshot.value);
    const fault = `${stimulus} does not lead to ${goal}`;
    const isThere = () => JSON.stringify(run.snapshot.value) === goal;
    if (stimulus === OPENING) await waitUntil(() => isThere() || canOpen(walk.model, run.snapshot), fault);
    if (stimulus !== OPENING || !isThere()) run.cause(stimulus);
    await waitUntil(isThere, fault);
  }
  await waitUntilStill(walk);
  return close;
}

async function waitUntil(isDone: () => boolean, fault: string): Promise<void> {
  const until = performance.now() + SETTLED_MS;
  while (!isDone()) {
    if (performance.now() > until) throw new Error(fault);
    await wait(0);
  }
}

async function waitUntilStill(walk: ScreenWalk): Promise<void> {
  const until = performance.now() + SETTLED_MS;
  let shown = "";
  let stillMs = 0;
  while (stillMs < STILL_MS && performance.now() < until) {
    unfold(walk);
    const { innerHTML } = document.body;
    stillMs = innerHTML === shown ? stillMs + LOOK_AGAIN_MS : 0;
    shown = innerHTML;
    await wait(LOOK_AGAIN_MS);
  }
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
