import { expect, test, vi } from "vitest";

import type { Effect } from "#machines/kit/effects.ts";
import type { App } from "#src/createApp.ts";

import { carryOut } from "./flow.ts";

test.each<[Effect | { type: "left" }, felt: unknown[], told: unknown[]]>([
  [{ type: "vibrate", kind: "heavy" }, ["heavy"], []],
  [{ type: "app.userChanged" }, [], [{ type: "app.userChanged" }]],
  [{ type: "toast.show", tone: "info", labelKey: "key" }, [], [{ type: "toast.show", tone: "info", labelKey: "key" }]],
  [{ type: "left" }, [], []],
])("%o is carried out by whom it concerns, and what is the screen's is left to it", (effect, felt, told) => {
  const vibrate = vi.fn<(kind: string) => void>();
  const send = vi.fn<(event: object) => void>();
  const isDone = carryOut({ root: { send }, messenger: { vibrate } } as unknown as App, effect as Effect);
  expect(isDone).toBe(effect.type !== "left");
  expect([vibrate.mock.calls.flat(), send.mock.calls.flat()]).toEqual([felt, told]);
});
