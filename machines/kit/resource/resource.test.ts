import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { createResourceMachine, type ResourceEvent } from "./resource.machine.ts";
import { viewResource } from "./resource.view.ts";

/** A server with an account's balance, which is out of reach while `isDown`; followed until it is 3, or not at all. */
function openAccount({ isFollowed = false } = {}) {
  const server = { balance: "1", isDown: false, looks: 0 };
  const machine = createResourceMachine<{ balance: string }, { coinType: string }>().provide({
    guards: { isFollowed: ({ context }) => isFollowed && context.value?.balance !== "3" },
  });
  const chart = openChart(machine, viewResource<{ balance: string }, { coinType: string }>, {
    input: { params: { coinType: "eth" } },
    world: {
      read: (input) => {
        expect(input).toEqual({ params: { coinType: "eth" } });
        server.looks += 1;
        if (server.isDown) throw OFFLINE;
        return { balance: server.balance };
      },
    },
  });
  const see = () => {
    const { status, value, failureKey } = chart.look();
    return { status, balance: value?.balance, failureKey, controls: chart.listControls() };
  };
  const act = async (...types: ResourceEvent["type"][]) => {
    await chart.act(...types.map((type) => ({ type })));
    return see();
  };
  const pass = async (ms: number) => {
    await chart.pass(ms);
    return see();
  };
  return { server, clock: chart.clock, see, act, pass };
}

test("a person sees the balance once it is needed, and the present one after a refresh", async () => {
  const { server, see, act } = openAccount();
  expect([see().status, server.looks]).toEqual(["loading", 0]);
  expect(await act("resource.load")).toMatchObject({ status: "ready", balance: "1", controls: ["ui.refresh"] });
  server.balance = "2";
  expect(await act("ui.refresh")).toMatchObject({ balance: "2", failureKey: null });
});

test("what is there or on its way is not read again", async () => {
  const { server, see, act } = openAccount();
  await act("resource.load", "resource.load");
  await act("resource.load");
  expect([server.looks, see().status]).toEqual([1, "ready"]);
});

test.each(["ui.retry", "app.online", "resource.load"] as const)(
  "without a network there is nothing but a retry; %s reads the balance",
  async (type) => {
    const { server, act } = openAccount();
    server.isDown = true;
    const failed = { status: "failed", failureKey: "errors:network", controls: ["ui.retry"] };
    expect(await act("resource.load")).toMatchObject(failed);
    server.isDown = false;
    expect(await act(type)).toMatchObject({ status: "ready", balance: "1", failureKey: null });
  },
);

test.each(["ui.refresh", "app.online"] as const)(
  "a refresh that fails takes nothing away, and is made again by %s",
  async (type) => {
    const { server, act } = openAccount();
    await act("resource.load");
    server.isDown = true;
    const failed = { status: "ready", balance: "1", failureKey: "errors:network", controls: ["ui.refresh"] };
    expect(await act("ui.refresh")).toMatchObject(failed);
    server.isDown = false;
    server.balance = "2";
    expect(await act(type)).toMatchObject({ status: "ready", balance: "2", failureKey: null });
  },
);

test("what changes by itself is seen without asking, until it cannot change any more", async () => {
  const { server, act, pass } = openAccount({ isFollowed: true });
  await act("resource.load");
  server.balance = "2";
  expect(await pass(2_999)).toMatchObject({ balance: "1" });
  expect(await pass(1)).toMatchObject({ balance: "2" });
  server.balance = "3";
  expect(await pass(3_000)).toMatchObject({ balance: "3" });
  server.balance = "4";
  expect(await pass(60_000)).toMatchObject({ balance: "3" });
});

test("without a network what was seen last stays, and why it is old is said until it is new again", async () => {
  const { server, clock, see, act, pass } = openAccount({ isFollowed: true });
  await act("resource.load");
  server.isDown = true;
  expect(await pass(3_000)).toMatchObject({ balance: "1", failureKey: "errors:network" });
  clock.increment(3_000);
  expect(see()).toMatchObject({ balance: "1", failureKey: "errors:network" });
  await act();
  server.isDown = false;
  server.balance = "2";
  expect(await pass(3_000)).toMatchObject({ balance: "2", failureKey: null });
});

test("what only the person changes is read no more often than the person asks", async () => {
  const { server, act, pass } = openAccount();
  await act("resource.load");
  server.balance = "2";
  expect(await pass(60_000)).toMatchObject({ balance: "1" });
});
