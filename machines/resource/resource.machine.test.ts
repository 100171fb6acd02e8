import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { createResourceMachine, type ResourceInput } from "./resource.machine.ts";
import { viewResource } from "./resource.view.ts";

interface Letter {
  text: string;
}

function startLetter(answers: readonly (Letter | Error)[]) {
  const asked: ResourceInput<{ id: string }>[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    createResourceMachine<Letter, { id: string }>().provide({
      actors: {
        read: fromPromise(({ input }) => {
          const answer = answers[asked.push(input) - 1];
          return answer === undefined
            ? new Promise(() => undefined)
            : answer instanceof Error
              ? Promise.reject(answer)
              : Promise.resolve(answer);
        }),
      },
    }),
    { clock, input: { params: { id: "l1" } } },
  ).start();
  return { actor, asked, clock, see: () => viewResource(actor.getSnapshot()) };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("it is read when it is needed, and by its parameters", async () => {
  const { actor, asked, see } = startLetter([{ text: "hello" }]);
  expect([see().status, asked.length]).toEqual(["loading", 0]);
  actor.send({ type: "resource.load" });
  await flush();
  expect(see()).toMatchObject({ status: "ready", value: { text: "hello" }, failureKey: null });
  expect(asked).toEqual([{ params: { id: "l1" } }]);
});

test("what is there or on its way is not read again", async () => {
  const { actor, asked } = startLetter([{ text: "hello" }]);
  actor.send({ type: "resource.load" });
  actor.send({ type: "resource.load" });
  await flush();
  actor.send({ type: "resource.load" });
  expect([asked.length, actor.getSnapshot().value]).toEqual([1, "ready"]);
});

test("a failed one is read again when it is needed again", async () => {
  const { actor, see } = startLetter([new Error("down"), { text: "hello" }]);
  actor.send({ type: "resource.load" });
  await flush();
  expect(see()).toMatchObject({ status: "failed", failureKey: "errors:unexpected" });
  actor.send({ type: "resource.load" });
  await flush();
  expect(see()).toMatchObject({ status: "ready", failureKey: null });
});

test("one that never comes fails after the request's time", () => {
  const { actor, clock, see } = startLetter([]);
  actor.send({ type: "resource.load" });
  clock.increment(99_999);
  expect(see().status).toBe("loading");
  clock.increment(1);
  expect(see()).toMatchObject({ status: "failed", failureKey: "errors:timeout" });
});
