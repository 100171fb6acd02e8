import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { walletHandoffMachine, type HandoffLink, type HandoffLinkRequest } from "./walletHandoff.machine.ts";
import { viewWalletHandoff } from "./walletHandoff.view.ts";

const APPS = [
  { appId: "metamask", name: "MetaMask" },
  { appId: "trust", name: "Trust Wallet" },
];

test("no control of it can be pressed while a link is made, and the app in question is marked", () => {
  const machine = walletHandoffMachine.provide({
    actors: { requestLink: fromPromise<HandoffLink, HandoffLinkRequest>(() => new Promise(() => undefined)) },
  });
  const actor = createActor(machine, { input: { orderId: "o1", walletType: "ETH", apps: APPS } }).start();
  const see = () => viewWalletHandoff(actor.getSnapshot());
  expect(see().actions.map(({ enabled }) => enabled)).toEqual([true, true]);
  actor.send({ type: "ui.chooseApp", appId: "trust" });
  expect(see()).toMatchObject({ state: "asking", busyAppId: "trust" });
  expect(see().actions.map(({ enabled }) => enabled)).toEqual([false, false]);
});
