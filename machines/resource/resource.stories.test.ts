import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { createResourceMachine, type ResourceEvent } from "./resource.machine.ts";
import { viewResource } from "./resource.view.ts";

/** A server with an account's balance, which is out of reach while `isDown`. */
function openAccount() {
  const server = { balance: "1", isDown: false };
  const clock = new SimulatedClock();
  const actor = createActor(
    createResourceMachine<{ balance: string }, { coinType: string }>().provide({
      actors: {
        read: fromPromise(async () => {
          if (server.isDown) throw { kind: "network" };
          return { balance: server.balance };
        }),
      },
    }),
    { clock, input: { params: { coinType: "eth" } } },
  ).start();
  const see = () => {
    const { status, value, failureKey, actions } = viewResource(actor.getSnapshot());
    return { status, balance: value?.balance, failureKey, controls: actions.map(({ event }) => event.type) };
  };
  const act = async (type: ResourceEvent["type"]) => {
    actor.send({ type });
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  return { server, see, act };
}

test("a person sees the balance, and the present one after a refresh", async () => {
  const { server, act } = openAccount();
  expect(await act("resource.load")).toMatchObject({ status: "ready", balance: "1", controls: ["ui.refresh"] });
  server.balance = "2";
  expect(await act("ui.refresh")).toMatchObject({ balance: "2", failureKey: null });
});

test("without a network there is nothing but a retry, which helps once the network is back", async () => {
  const { server, act } = openAccount();
  server.isDown = true;
  expect(await act("resource.load")).toMatchObject({
    status: "failed",
    failureKey: "errors:network",
    controls: ["ui.retry"],
  });
  server.isDown = false;
  expect(await act("ui.retry")).toMatchObject({ status: "ready", balance: "1", failureKey: null });
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
