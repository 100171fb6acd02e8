import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import type { WalletFailureReason } from "../kit/failure.ts";
import {
  type ConnectedAccount,
  type ConnectionRequest,
  walletConnectionMachine,
} from "../walletConnection/walletConnection.machine.ts";
import { depositMachine } from "./deposit.machine.ts";
import { type DepositView, viewDeposit } from "./deposit.view.ts";
import { sampleDeposit, sampleTonKind } from "#tests/support/samples.ts";

type DepositInfo = components["schemas"]["DepositInfo"];

const INFO: DepositInfo = { ...sampleDeposit, minAmount: "0.01" };
const MINUTE_MS = 60_000;

/** A page with a wallet that has one account and whose answers the story decides. */
function openPage(askedAmount: string | null = null) {
  const server = {
    info: INFO,
    isOffline: false,
    networkId: INFO.network.id,
    connections: [] as ConnectionRequest[],
    coinsRead: [] as string[],
  };
  const chart = openChart(depositMachine, viewDeposit, {
    input: { info: INFO, walletKind: sampleTonKind, askedAmount },
    world: {
      walletConnection: provideWorld(walletConnectionMachine, {
        detect: () => [{ connectorId: "telegram-wallet", name: "Wallet", icon: null }],
        connect: (request) => {
          server.connections.push(request);
          return { account: { address: "payer", networkId: server.networkId }, proof: null };
        },
      }),
      loadInfo: ({ coinType }) => {
        server.coinsRead.push(coinType);
        if (server.isOffline) throw OFFLINE;
        return server.info;
      },
    },
  });
  const { see, send, press, listRequests, end } = chart;
  const type = (value: string) => send({ type: "ui.type", field: "amount", value });
  /** As far as the terms. */
  const review = (amount = "0.5") => {
    press("ui.open");
    type(amount);
    press("ui.submit");
    return see("reviewing");
  };
  /** As far as the wallet's own window. */
  const ask = async (amount?: string) => {
    await review(amount);
    press("ui.pay");
    await see("paying");
  };
  const answerPay = (failure?: WalletFailureReason) =>
    failure === undefined ? end("pay", "resolve", null) : end("pay", "reject", { kind: "wallet", reason: failure });
  const listAsked = () => listRequests("pay").map(({ input }) => input);
  const getKept = () => {
    const told = chart.emitted.filter((effect) => "id" in effect);
    return [askedAmount, ...told.map((effect) => ("text" in effect ? effect.text : null))].at(-1);
  };
  return { ...chart, server, type, review, ask, answerPay, listAsked, getKept };
}

test("a wallet is asked once for what was typed, at the address and with the reference that the server says", async () => {
  const { see, ask, look, send, answerPay, listAsked, getKept, listTold } = openPage();
  await ask();
  send({ type: "ui.pay" }, { type: "ui.submit" });
  expect(listAsked()).toEqual([
    { walletType: "Ton", connectorId: "telegram-wallet", from: "payer", amount: "0.5", info: INFO },
  ]);
  expect([getKept(), listTold("vibrate")]).toEqual(["0.5", []]);
  await answerPay();
  expect(await see("sent")).toMatchObject({ amount: "", askedAmount: null, failureKey: null });
  expect(listTold("vibrate")).toEqual([{ type: "vibrate", kind: "success" }]);
  expect(getKept()).toBeNull();
  expect(look().actions.map(({ event }) => event.type)).toEqual(["ui.close"]);
});

test("no proof is asked for: the reference says whose the money is", async () => {
  const { ask, server } = openPage();
  await ask();
  expect(server.connections).toEqual([
    {
      walletType: "Ton",
      connectorId: "telegram-wallet",
      networkId: INFO.network.id,
      expectedAddress: null,
      message: null,
    },
  ]);
});

test.each([
  ["", "withdraw:problem.amountRequired"],
  ["0.", "withdraw:problem.amountFormat"],
  ["0.1234567", "withdraw:problem.amountFormat"],
  ["0", "withdraw:payIn.belowLeast"],
  ["0.009999", "withdraw:payIn.belowLeast"],
  ["0.01", null],
  ["10.5", null],
])("an amount of %j: %s", (amount, problem) => {
  const { type, press, look } = openPage();
  press("ui.open");
  type(amount);
  expect(look().problemKey).toBeNull();
  press("ui.submit");
  expect(look()).toMatchObject({ state: problem === null ? "connecting" : "asking", problemKey: problem });
  if (problem === null) return;
  type("0");
  expect(look().problemKey).toBeNull();
});

test("a wallet on another network is asked for nothing", async () => {
  const { actor, press, type, server, look, listAsked } = openPage();
  server.networkId = "tvm:-239";
  press("ui.open");
  type("0.5");
  press("ui.submit");
  const connection = actor.getSnapshot().children.walletConnection;
  if (connection === undefined) throw new Error("no wallet is connected");
  await waitFor(connection, ({ value }) => value === "wrongNetwork");
  connection.send({ type: "ui.cancel" });
  expect(look()).toMatchObject({ state: "asking", amount: "0.5" });
  expect(listAsked()).toEqual([]);
});

test.each<[string, Partial<DepositInfo>]>([
  ["address", { address: "other" }],
  ["reference", { reference: "OTHER" }],
  ["least amount", { minAmount: "1" }],
  ["network", { network: { id: "tvm:-239", name: "TON" } }],
])("another %s than the person agreed to: they are asked again, and the wallet is not", async (_, change) => {
  const { see, press, review, server, listAsked } = openPage();
  await review("2");
  server.info = { ...INFO, ...change };
  press("ui.pay");
  const view = await see("asking");
  expect(view).toMatchObject({
    isChanged: true,
    amount: "2",
    to: server.info.address,
    minAmount: server.info.minAmount,
  });
  expect(listAsked()).toEqual([]);
  server.networkId = server.info.network.id;
  press("ui.submit");
  expect(await see("reviewing")).toMatchObject({ isChanged: false });
  press("ui.pay");
  await see("paying");
  expect(listAsked()).toMatchObject([{ info: server.info }]);
});

test("the person can go back to another amount, and to the terms", async () => {
  const { see, type, press, look, listAsked } = openPage();
  press("ui.open");
  press("ui.submit");
  press("ui.close");
  expect(look()).toMatchObject({ state: "closed", problemKey: null });
  press("ui.open");
  expect(look().problemKey).toBeNull();
  type("0.5");
  press("ui.submit");
  await see("reviewing");
  press("ui.back");
  expect(look().state).toBe("asking");
  press("ui.submit");
  await see("reviewing");
  press("ui.pay");
  press("ui.back");
  expect(look().state).toBe("asking");
  expect(listAsked()).toEqual([]);
});

test.each<[string, ConnectedAccount | null]>([
  ["another account", { address: "other", networkId: INFO.network.id }],
  ["no account any more", null],
])("a wallet that shows %s while the terms are looked at is connected again", async (_, account) => {
  const { see, review, server, end, listRequests } = openPage();
  await review();
  expect(listRequests("watchWallet").map(({ input }) => input)).toEqual([
    {
      walletType: "Ton",
      connectorId: "telegram-wallet",
      account: { address: "payer", networkId: INFO.network.id },
    },
  ]);
  const lost = { kind: "wallet", reason: "locked" };
  const ended = account === null ? end("watchWallet", "reject", lost) : end("watchWallet", "resolve", account);
  await see("connecting");
  await see("reviewing");
  await ended;
  expect(server.connections).toHaveLength(2);
});

test("without the server no wallet is asked", async () => {
  const { see, press, review, server, listAsked } = openPage();
  server.isOffline = true;
  await review();
  press("ui.pay");
  expect(await see("failed")).toMatchObject({ failureKey: "errors:network", askedAmount: null });
  expect([listAsked(), server.coinsRead]).toEqual([[], ["ton"]]);
  press("ui.retry");
  expect(await see("asking")).toMatchObject({ amount: "0.5", failureKey: null });
  press("ui.submit");
  await see("reviewing");
  press("ui.pay");
  await see("failed");
  press("ui.close");
  expect((await see("closed")).failureKey).toBeNull();
});

test.each<[WalletFailureReason, DepositView["state"], string | null]>([
  ["cancelled", "reviewing", "wallet:failure.cancelled"],
  ["denied", "reviewing", "wallet:failure.denied"],
  ["insufficientBalance", "failed", "wallet:failure.insufficientBalance"],
  ["notConnected", "failed", "wallet:failure.notConnected"],
])(
  "a wallet that answers %s has sent nothing, and is asked again only by a press",
  async (reason, state, failureKey) => {
    const { see, ask, answerPay, listAsked, getKept } = openPage();
    await ask();
    await answerPay(reason);
    expect(await see(state)).toMatchObject({ failureKey, askedAmount: null, amount: "0.5" });
    expect([getKept(), listAsked().length]).toEqual([null, 1]);
  },
);

test.each<WalletFailureReason>(["wrongNetwork", "addressMismatch"])(
  "a wallet that changed before it was asked (%s) is looked at again",
  async (reason) => {
    const { see, ask, server, answerPay, listAsked, getKept } = openPage();
    await ask();
    await answerPay(reason);
    expect(await see("reviewing")).toMatchObject({ askedAmount: null });
    expect(getKept()).toBeNull();
    expect(server.connections).toHaveLength(2);
    expect(listAsked()).toHaveLength(1);
  },
);

test("an error without a known end warns, also after a reload, and pays again only by a press", async () => {
  const { see, ask, answerPay, getKept } = openPage();
  await ask();
  await answerPay("payFailed");
  expect(await see("unanswered")).toMatchObject({ askedAmount: "0.5" });
  expect(getKept()).toBe("0.5");

  const again = openPage(getKept());
  expect(again.look().state).toBe("closed");
  again.press("ui.open");
  expect(again.look()).toMatchObject({ state: "unanswered", askedAmount: "0.5" });
  again.press("ui.close");
  again.press("ui.open");
  expect(again.look().state).toBe("unanswered");
  again.press("ui.again");
  expect(again.look()).toMatchObject({ state: "asking", amount: "", askedAmount: null });
  expect([again.getKept(), again.listAsked()]).toEqual([null, []]);
});

test("a wallet that does not answer can be left, and its late answer counts while it is waited for", async () => {
  const { clock, see, type, press, ask, look, answerPay, listAsked, getKept } = openPage();
  await ask();
  expect(look().actions).toEqual([]);
  clock.increment(2 * MINUTE_MS);
  expect(look()).toMatchObject({ state: "paying", isWalletSlow: true });
  await answerPay();
  await see("sent");
  press("ui.close");
  await ask("1");
  clock.increment(2 * MINUTE_MS);
  press("ui.back");
  await answerPay();
  expect(look()).toMatchObject({ state: "unanswered", askedAmount: "1" });
  expect([getKept(), listAsked()]).toMatchObject(["1", [{ amount: "0.5" }, { amount: "1" }]]);
  press("ui.again");
  expect(look().amount).toBe("");
  press("ui.submit");
  type("2");
  expect(look().problemKey).toBeNull();
});
