import { expect, it } from "vitest";
import { createActor, createMachine, fromPromise, setup, waitFor } from "xstate";

import { createLateLogic } from "./lateLogic.ts";

const child = createMachine({
  initial: "asked",
  states: { asked: { on: { answer: "answered" } }, answered: { type: "final" } },
});

/** A parent that has its child loaded before it starts it. */
function openParent(read: () => Promise<{ logic: typeof child }>) {
  const late = createLateLogic(read);
  const machine = setup({
    actors: { child: late.logic, load: fromPromise(() => late.load()) },
  }).createMachine({
    initial: "loading",
    states: {
      loading: { invoke: { src: "load", onDone: "working", onError: "failed" } },
      working: { invoke: { id: "child", src: "child", onDone: "done" } },
      failed: { on: { retry: "loading" } },
      done: {},
    },
  });
  return createActor(machine).start();
}

it("runs a child whose code came after its parent was made", async () => {
  const parent = openParent(() => Promise.resolve({ logic: child }));
  const { children } = await waitFor(parent, (snapshot) => snapshot.matches("working"));
  expect(children["child"]?.getSnapshot()).toMatchObject({ value: "asked", status: "active" });
  children["child"]?.send({ type: "answer" });
  expect(parent.getSnapshot().value).toBe("done");
});

it("asks for the code again after it could not be loaded", async () => {
  let tries = 0;
  const parent = openParent(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error("offline")) : Promise.resolve({ logic: child });
  });
  await waitFor(parent, (snapshot) => snapshot.matches("failed"));
  parent.send({ type: "retry" });
  const { children } = await waitFor(parent, (snapshot) => snapshot.matches("working"));
  expect(children["child"]?.getSnapshot()).toMatchObject({ value: "asked" });
});
