import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { Failure } from "../failure.ts";
import { walletHandoffMachine, type AppLink, type AppLinkRequest } from "./walletHandoff.machine.ts";
import { viewWalletHandoff } from "./walletHandoff.view.ts";

const APPS = [
  { appId: "metamask", name: "MetaMask" },
  { appId: "trust", name: "Trust Wallet" },
];

type Answer = string | Failure | null;

/** A phone without a wallet, at a server that gives each request the next answer; null: none ever. */
function openPhone(...answers: Answer[]) {
  const clock = new SimulatedClock();
  const asked: object[] = [];
  const machine = walletHandoffMachine.provide({
    actors: {
      requestLink: fromPromise<AppLink, AppLinkRequest>(async ({ input }) => {
        asked.push(input);
        const answer = answers.shift();
        if (answer === null) return await new Promise(() => undefined);
        if (typeof answer !== "string") throw answer;
        return { appLink: answer };
      }),
    },
  });
  const actor = createActor(machine, { input: { orderId: "o1", walletType: "ETH", apps: APPS }, clock }).start();
  const opened: string[] = [];
  actor.on("link.made", ({ appLink }) => opened.push(appLink));
  const press = async (appId: string) => {
    actor.send({ type: "ui.chooseApp", appId });
    await new Promise((resolve) => void setTimeout(resolve));
  };
  return { clock, asked, opened, press, see: () => viewWalletHandoff(actor.getSnapshot()) };
}

test("a press opens the app with a link for this order, and another press with another link", async () => {
  const { asked, opened, press, see } = openPhone("https://a/#1", "https://a/#2");
  await press("metamask");
  expect(see().state).toBe("left");
  await press("metamask");
  expect(opened).toEqual(["https://a/#1", "https://a/#2"]);
  expect(asked[0]).toEqual({ orderId: "o1", walletType: "ETH", appId: "metamask" });
});

test("a second tap while the link is made asks for nothing", async () => {
  const { asked, press } = openPhone(null);
  await press("metamask");
  await press("trust");
  expect(asked).toHaveLength(1);
});

test("an order that cannot be paid any more opens nothing and says so", async () => {
  const { opened, press, see } = openPhone({ kind: "api", error: "orderNotPayable", message: "" });
  await press("trust");
  expect(see()).toMatchObject({ state: "failed", failureKey: "errors:orderNotPayable" });
  expect(opened).toEqual([]);
});

test("without an answer in time the next press tries again", async () => {
  const { clock, opened, press, see } = openPhone(null, "https://a/#2");
  await press("metamask");
  clock.increment(100_000);
  expect(see()).toMatchObject({ state: "failed", busyAppId: null });
  await press("metamask");
  expect(see()).toMatchObject({ state: "left", failureKey: null });
  expect(opened).toEqual(["https://a/#2"]);
});
