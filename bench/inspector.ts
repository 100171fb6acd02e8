import type { Frame } from "playwright";
import { type Person, findAppFrame, openFromGroup, openPerson } from "#tests/e2e/support/person.ts";
import { type World, openWorld } from "#tests/e2e/support/world.ts";
import { type Figure, median } from "./figure.ts";
import type { BenchOptions } from "./options.ts";
import { findMark, listTaskTimes, parseTrace } from "./parseTrace.ts";

const EVENTS_PER_SECOND = 60;
const TYPING_MS = 3_000;
const BEGUN_MARK = "typing.begun";
const ENDED_MARK = "typing.ended";

/** `off`: a page without `?inspect`. */
const STATES = ["off", "closed", "open"] as const;
type State = (typeof STATES)[number];

/**
 * What the built-in inspector costs while sixty letters a second are typed into the send form, each an event of its chart:
 * the main thread's time beyond that of a page that is not inspected. Processor time, which other work does not lengthen.
 */
export async function measureInspector({ rounds }: BenchOptions): Promise<readonly Figure[]> {
  const world = await openWorld();
  try {
    const spent: Record<State, number[]> = { off: [], closed: [], open: [] };
    for (let round = 1; round <= rounds; round += 1) {
      for (const state of STATES) spent[state].push(await spendTyping(world, state));
    }
    const share = (state: State) => (100 * median(spent[state])) / TYPING_MS;
    const measured = (state: State) =>
      `${share(state).toFixed(1)} % of the main thread at ${String(EVENTS_PER_SECOND)} events a second, median of ${String(rounds)}`;
    const floor = `${share("off").toFixed(1)} % without an inspector`;
    return [
      {
        name: "inspector: recording, its panel closed",
        measured: measured("closed"),
        floor,
        value: share("closed") - share("off"),
        bar: { atMost: 5 },
        unit: "% of a frame",
      },
      {
        name: "inspector: its panel open",
        measured: measured("open"),
        floor,
        value: share("open") - share("off"),
        bar: { atMost: 5 },
        unit: "% of a frame",
      },
    ];
  } finally {
    await world.close();
  }
}

/** Processor time of the main thread while somebody types, in milliseconds. */
async function spendTyping(world: World, state: State): Promise<number> {
  const person = await openPerson(world, 1, { query: state === "off" ? {} : { inspect: "" } });
  await openFromGroup(person);
  await person.app.getByRole("link", { name: "Friday lunch" }).click();
  await person.app.getByLabel(person.t("envelope:send.totalAmount")).waitFor();
  if (state === "open") await openEvents(person);
  const frame = await findAppFrame(person);
  await type(frame, person.t("envelope:send.totalAmount"));
  await world.browser.startTracing(person.page, { categories: ["toplevel", "blink.user_timing"] });
  await type(frame, person.t("envelope:send.totalAmount"));
  const events = parseTrace(await world.browser.stopTracing());
  const recorded = await frame.evaluate(() => window.inspector?.read().events.length ?? 0);
  await person.close();
  const expected = state === "off" ? 0 : (TYPING_MS / 1000) * EVENTS_PER_SECOND;
  if (recorded < expected) throw new Error(`only ${String(recorded)} events came`);
  const tasksMs = listTaskTimes(events, findMark(events, BEGUN_MARK), findMark(events, ENDED_MARK));
  return tasksMs.reduce((sum, ms) => sum + ms, 0);
}

async function openEvents({ app }: Person): Promise<void> {
  await app.getByRole("button", { name: "Inspector" }).click();
  await app.getByRole("tab", { name: "Events" }).click();
}

/** Types into a field at an even pace, as a keyboard does that is held. */
async function type(frame: Frame, label: string): Promise<void> {
  const field = await frame.getByLabel(label).elementHandle();
  await frame.evaluate(
    async ([input, everyMs, durationMs, begun, ended]) => {
      if (!(input instanceof HTMLInputElement)) throw new Error("there is no such field");
      performance.mark(begun);
      const startMs = performance.now();
      for (let count = 1; count * everyMs <= durationMs; count += 1) {
        // Past React's own setter, which would see no change.
        Reflect.set(HTMLInputElement.prototype, "value", `0.0${String((count % 9) + 1)}`, input);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, startMs + count * everyMs - performance.now()));
      }
      performance.mark(ended);
    },
    [field, 1000 / EVENTS_PER_SECOND, TYPING_MS, BEGUN_MARK, ENDED_MARK] as const,
  );
}
