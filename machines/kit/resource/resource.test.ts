import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { createResourceMachine, type ResourceEvent, type ResourceInput } from "./resource.machine.ts";
import { viewResource } from "./resource.view.ts";

interface Letter {
  text: string;
}

function startLetter(answers: readonly (Letter | Error)[]) {
  const asked: ResourceInput<{ id: string }>[] = [];
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
    { input: { params: { id: "l1" } } },
  ).start();
  return { actor, asked, see: () => viewResource(actor.getSnapshot()) };
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

/** A server with an account's balance, which is out of reach while `isDown`; followed until it is 3, or not at all. */
function openAccount({ isFollowed = false } = {}) {
  const server = { balance: "1", isDown: false };
  const clock = new SimulatedClock();
  const actor = createActor(
    createResourceMachine<{ balance: string }, { coinType: string }>().provide({
      actors: {
        read: fromPromise(async ({ input }) => {
          expect(input.params).toEqual({ coinType: "eth" });
          if (server.isDown) throw { kind: "network" };
          return { balance: server.balance };
        }),
      },
      guards: { isFollowed: ({ context }) => isFollowed && context.value?.balance !== "3" },
    }),
    { clock, input: { params: { coinType: "eth" } } },
  ).start();
  const see = () => {
    const { status, value, failureKey, actions } = viewResource(actor.getSnapshot());
    return { status, balance: value?.balance, failureKey, controls: actions.map(({ event }) => event.type) };
  };
  const settle = async () => {
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  const act = (type: ResourceEvent["type"]) => {
    actor.send({ type });
    return settle();
  };
  const wait = (ms: number) => {
    clock.increment(ms);
    return settle();
  };
  return { server, see, act, wait };
}

test("a person sees the balance, and the present one after a refresh", async () => {
  const { server, act } = openAccount();
  expect(await act("resource.load")).toMatchObject({ status: "ready", balance: "1", controls: ["ui.refresh"] });
  server.balance = "2";
  expect(await act("ui.refresh")).toMatchObject({ balance: "2", failureKey: null });
});

test.each(["ui.retry", "app.online"] as const)(
  "without a network there is nothing but a retry; %s reads the balance",
  async (type) => {
    const { server, act } = openAccount();
    server.isDown = true;
    expect(await act("resource.load")).toMatchObject({
      status: "failed",
      failureKey: "errors:network",
      controls: ["ui.retry"],
    });
    server.isDown = false;
    expect(await act(type)).toMatchObject({ status: "ready", balance: "1", failureKey: null });
  },
);

test("a refresh that failed for want of a network is made again once there is one", async () => {
  const { server, act } = openAccount();
  await act("resource.load");
  server.isDown = true;
  await act("ui.refresh");
  server.isDown = false;
  server.balance = "2";
  expect(await act("app.online")).toMatchObject({ status: "ready", balance: "2", failureKey: null });
});

test("a refresh that fails takes nothing away and can be asked for again", async () => {
  const { server, act } = openAccount();
  await act("resource.load");
  server.isDown = true;
  expect(await act("ui.refresh")).toMatchObject({
    status: "ready",
    balance: "1",
    failureKey: "errors:network",
    controls: ["ui.refresh"],
  });
  server.isDown = false;
  expect(await act("ui.refresh")).toMatchObject({ balance: "1", failureKey: null });
});

test("what changes by itself is seen without asking, until it cannot change any more", async () => {
  const { server, act, wait } = openAccount({ isFollowed: true });
  await act("resource.load");
  server.balance = "2";
  expect(await wait(2_999)).toMatchObject({ balance: "1" });
  expect(await wait(1)).toMatchObject({ balance: "2" });
  server.balance = "3";
  expect(await wait(3_000)).toMatchObject({ balance: "3" });
  server.balance = "4";
  expect(await wait(60_000)).toMatchObject({ balance: "3" });
});

test("without a network what was seen last stays, and why it is old is said until it is new again", async () => {
  const { server, see, act, wait } = openAccount({ isFollowed: true });
  await act("resource.load");
  server.isDown = true;
  expect(await wait(3_000)).toMatchObject({ balance: "1", failureKey: "errors:network" });
  const again = wait(3_000);
  expect(see()).toMatchObject({ balance: "1", failureKey: "errors:network" });
  await again;
  server.isDown = false;
  server.balance = "2";
  expect(await wait(3_000)).toMatchObject({ balance: "2", failureKey: null });
});

test("what only the person changes is read no more often than the person asks", async () => {
  const { server, act, wait } = openAccount();
  await act("resource.load");
  server.balance = "2";
  expect(await wait(60_000)).toMatchObject({ balance: "1" });
});
