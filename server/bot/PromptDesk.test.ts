import { expect, it } from "vitest";
import { PromptDesk } from "./PromptDesk.ts";

const LI = { kind: "open", by: "li" };
const THU = { kind: "open", by: "thu" };

/** A desk whose work ends when the test says so. */
function openDesk() {
  let nowMs = 0;
  const desk = new PromptDesk(() => nowMs);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (place: { kind: string; by: string }, name: string) =>
    desk.take(place, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { desk, begun, take, end, advance: (ms: number) => (nowMs += ms) };
}

it("works on one of a person and kind at once, and keeps the newest of those that wait", async () => {
  const { begun, take, end } = openDesk();
  for (const name of ["first", "second", "third"]) take(LI, name);
  take({ ...LI, kind: "share" }, "pressed");
  expect(begun).toEqual(["first", "pressed"]);
  await end("first");
  expect(begun).toEqual(["first", "pressed", "third"]);
  await end("third");
  expect(begun).toHaveLength(3);
});

it("drops nobody's question for another's many, and lets kinds take turns", async () => {
  const { begun, take, end } = openDesk();
  for (let place = 0; place < 8; place += 1) take({ kind: "share", by: `running ${place}` }, `running ${place}`);
  for (let press = 0; press < 3_000; press += 1) take({ kind: "share", by: `crowd ${press}` }, `crowd ${press}`);
  take(THU, "Thu's");
  await end("running 0");
  await end("running 1");
  expect(begun.slice(8)).toEqual(["crowd 0", "Thu's"]);
});

it("waits at its end for what runs and for what waits, but not for what nobody can be told any more", async () => {
  const { desk, begun, take, end, advance } = openDesk();
  take(LI, "running");
  take(LI, "replaced");
  take(LI, "waiting");
  let isOver = false;
  const finishing = desk.finish().then(() => (isOver = true));
  await end("running");
  expect([isOver, begun]).toEqual([false, ["running", "waiting"]]);
  take(LI, "late");
  advance(13_000);
  await end("waiting");
  await finishing;
  expect(begun).toEqual(["running", "waiting"]);
});
