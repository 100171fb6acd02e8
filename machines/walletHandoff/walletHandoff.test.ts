import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { type WalletAppChoice, walletHandoffMachine } from "./walletHandoff.machine.ts";
import { viewWalletHandoff } from "./walletHandoff.view.ts";

const APPS = [
  { appId: "metamask", name: "MetaMask" },
  { appId: "trust", name: "Trust Wallet" },
];
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const inSeconds = (seconds: number) => new Date(NOON_MS + 1000 * seconds).toISOString();

type Answer = string | Failure | null;

/** A browser without a wallet, at a server that gives each request the next answer; null: none ever. */
function openBrowser(apps: readonly WalletAppChoice[], answers: Answer[]) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const asked: object[] = [];
  const chart = openChart(walletHandoffMachine, viewWalletHandoff, {
    input: { orderId: "o1", walletType: "ETH", apps },
    world: {
      requestLink: (request) => {
        asked.push(request);
        const answer = answers.shift();
        if (answer === null) return new Promise(() => undefined);
        if (typeof answer !== "string") throw answer;
        return { handoffLink: answer };
      },
      countdown,
    },
  });
  const listOpened = () => chart.listTold("leaveApp").map(({ url }) => url);
  return { ...chart, passTime: pass, asked, listOpened };
}

function openPhone(...answers: Answer[]) {
  const browser = openBrowser(APPS, answers);
  return { ...browser, press: (appId: string) => browser.act({ type: "ui.chooseApp", appId }) };
}

function openDesktop(...answers: Answer[]) {
  const browser = openBrowser([], answers);
  return { ...browser, press: () => browser.act({ type: "ui.showCode" }) };
}

test("no control of it can be pressed while a link is made, and the app in question is marked", () => {
  const { look, send } = openPhone(null);
  expect(look().actions.map(({ enabled }) => enabled)).toEqual([true, true]);
  expect(send({ type: "ui.chooseApp", appId: "trust" })).toMatchObject({ state: "asking", busyAppId: "trust" });
  expect(look().actions.map(({ enabled }) => enabled)).toEqual([false, false]);
});

test("a press opens the app with a link for this order, and another press with another link", async () => {
  const { asked, press, listOpened, look } = openPhone("https://a/#1", "https://a/#2");
  await press("metamask");
  expect(look().state).toBe("left");
  await press("metamask");
  expect(listOpened()).toEqual(["https://a/#1", "https://a/#2"]);
  expect(asked[0]).toEqual({ orderId: "o1", walletType: "ETH", appId: "metamask" });
});

test("a second tap while the link is made asks for nothing", async () => {
  const { asked, press } = openPhone(null);
  await press("metamask");
  await press("trust");
  expect(asked).toHaveLength(1);
});

test("an order that cannot be paid any more opens nothing and says so", async () => {
  const { press, listOpened, look } = openPhone(refuse("orderNotPayable"));
  await press("trust");
  expect(look()).toMatchObject({ state: "failed", failureKey: "errors:orderNotPayable" });
  expect(listOpened()).toEqual([]);
});

test("without an answer in time the next press tries again", async () => {
  const { press, listOpened, look } = openPhone({ kind: "timeout" }, "https://a/#2");
  await press("metamask");
  expect(look()).toMatchObject({ state: "failed", busyAppId: null });
  await press("metamask");
  expect(look()).toMatchObject({ state: "left", failureKey: null });
  expect(listOpened()).toEqual(["https://a/#2"]);
});

test("a desktop shows the order's own link as a code, and opens nothing", async () => {
  const { asked, press, listOpened, look } = openDesktop("https://a/#handoff=1");
  await press();
  expect(asked).toEqual([{ orderId: "o1", walletType: "ETH", appId: null }]);
  expect(look()).toMatchObject({
    state: "showingCode",
    code: { link: "https://a/#handoff=1", endsAt: inSeconds(290) },
  });
  expect(listOpened()).toEqual([]);
});

test("a code that has run out is replaced by another one, before the server refuses it", async () => {
  const { asked, press, look, act, passTime } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  passTime(289_000);
  expect(look().code).toEqual({ link: "https://a/#handoff=1", endsAt: inSeconds(290) });
  passTime(1000);
  expect(look()).toMatchObject({ state: "asking", code: null });
  await act();
  expect(look().code).toEqual({ link: "https://a/#handoff=2", endsAt: inSeconds(580) });
  expect(asked).toHaveLength(2);
});

test("a desktop that slept past the code shows another one when it wakes", async () => {
  const { press, look, act, passTime } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  passTime(7_200_000);
  await act();
  expect(look().code?.link).toBe("https://a/#handoff=2");
});

test("a code that was scanned with the wrong phone is replaced on request", async () => {
  const { press, look } = openDesktop("https://a/#handoff=1", "https://a/#handoff=2");
  await press();
  await press();
  expect(look().code?.link).toBe("https://a/#handoff=2");
});

test("an order that is paid on the phone meanwhile gets no other code", async () => {
  const { press, look, act, passTime } = openDesktop("https://a/#handoff=1", refuse("orderNotPayable"));
  await press();
  passTime(290_000);
  await act();
  expect(look()).toMatchObject({ state: "failed", code: null, failureKey: "errors:orderNotPayable" });
});

test("a code that could not be made is made by the next press, and the failure is forgotten meanwhile", async () => {
  const { press, look } = openDesktop({ kind: "timeout" }, "https://a/#handoff=2");
  await press();
  expect(look()).toMatchObject({ state: "failed", code: null });
  const pressed = press();
  expect(look()).toMatchObject({ state: "asking", failureKey: null });
  await pressed;
  expect(look().code?.link).toBe("https://a/#handoff=2");
});

test("a desktop offers no app, and a phone with apps no code", async () => {
  expect(openDesktop().look().actions).toEqual([
    { event: { type: "ui.showCode" }, labelKey: "wallet:handoff.byPhone", enabled: true },
  ]);
  const phone = openPhone();
  await phone.act({ type: "ui.showCode" });
  expect(phone.asked).toEqual([]);
});
