import { expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import {
  type HandoffLink,
  type HandoffLinkRequest,
  type WalletAppChoice,
  type WalletHandoffEvent,
  walletHandoffMachine,
} from "./walletHandoff.machine.ts";
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

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

type Answer = string | Failure | null;

/** A browser without a wallet, at a server that gives each request the next answer; null: none ever. */
function openBrowser(apps: readonly WalletAppChoice[], answers: Answer[]) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const asked: object[] = [];
  const machine = walletHandoffMachine.provide({
    actors: {
      requestLink: fromPromise<HandoffLink, HandoffLinkRequest>(async ({ input }) => {
        asked.push(input);
        const answer = answers.shift();
        if (answer === null) return await new Promise(() => undefined);
        if (typeof answer !== "string") throw answer;
        return { handoffLink: answer };
      }),
      countdown,
    },
  });
  const actor = createActor(machine, { input: { orderId: "o1", walletType: "ETH", apps } }).start();
  const opened: string[] = [];
  actor.on("link.made", ({ handoffLink }) => opened.push(handoffLink));
  const settle = () => new Promise((resolve) => void setTimeout(resolve));
  const send = async (event: WalletHandoffEvent) => {
    actor.send(event);
    await settle();
  };
  return { pass, settle, asked, opened, send, see: () => viewWalletHandoff(actor.getSnapshot()) };
}

function openPhone(...answers: Answer[]) {
  const browser = openBrowser(APPS, answers);
  return { ...browser, press: (appId: string) => browser.send({ type: "ui.chooseApp", appId }) };
}

function openDesktop(...answers: Answer[]) {
  const browser = openBrowser([], answers);
  return { ...browser, press: () => browser.send({ type: "ui.showCode" }) };
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
  const { opened, press, see } = openPhone({ kind: "timeout" }, "https://a/#2");
  await press("metamask");
  expect(see()).toMatchObject({ state: "failed", busyAppId: null });
  await press("metamask");
  expect(see()).toMatchObject({ state: "left", failureKey: null });
  expect(opened).toEqual(["https://a/#2"]);
});

test("a desktop shows the order's own link as a code, and opens nothing", async () => {
  const { asked, opened, press, see } = openDesktop("https://a/#handoff=1");
  await press();
  expect(asked).toEqual([{ orderId: "o1", walletType: "ETH", appId: null }]);
  expect(see()).toMatchObject({ state: "showingCode", code: { link: "https://a/#handoff=1", endsAt: inSeconds(290) } });
  expect(opened).toEqual([]);
});

test("a code that has run out is replaced by another one, before the server refuses it", async () => {
  const { asked, pass, settle, press, see } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  pass(289_000);
  expect(see().code).toEqual({ link: "https://a/#handoff=1", endsAt: inSeconds(290) });
  pass(1000);
  expect(see()).toMatchObject({ state: "asking", code: null });
  await settle();
  expect(see().code).toEqual({ link: "https://a/#handoff=2", endsAt: inSeconds(580) });
  expect(asked).toHaveLength(2);
});

test("a desktop that slept past the code shows another one when it wakes", async () => {
  const { pass, settle, press, see } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  pass(7_200_000);
  await settle();
  expect(see().code?.link).toBe("https://a/#handoff=2");
});

test("a code that was scanned with the wrong phone is replaced on request", async () => {
  const { press, see } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  await press();
  expect(see().code?.link).toBe("https://a/#handoff=2");
});

test("an order that is paid on the phone meanwhile gets no other code", async () => {
  const { pass, settle, press, see } = openDesktop("https://a/#handoff=1", {
    kind: "api",
    error: "orderNotPayable",
    message: "",
  });
  await press();
  pass(290_000);
  await settle();
  expect(see()).toMatchObject({ state: "failed", code: null, failureKey: "errors:orderNotPayable" });
});

test("a code that could not be made is made by the next press, and the failure is forgotten meanwhile", async () => {
  const { press, see } = openDesktop({ kind: "timeout" }, "https://a/#handoff=2");
  await press();
  expect(see()).toMatchObject({ state: "failed", code: null });
  const pressed = press();
  expect(see()).toMatchObject({ state: "asking", failureKey: null });
  await pressed;
  expect(see().code?.link).toBe("https://a/#handoff=2");
});

test("a desktop offers no app, and a phone with apps no code", async () => {
  expect(openDesktop().see().actions).toEqual([
    { event: { type: "ui.showCode" }, labelKey: "wallet:handoff.byPhone", enabled: true },
  ]);
  const phone = openPhone();
  await phone.send({ type: "ui.showCode" });
  expect(phone.asked).toEqual([]);
});
