import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Failure, WalletFailureReason } from "../kit/failure.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type ConnectionAnswer,
  type ConnectionRequest,
  walletConnectionMachine,
  type WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import { depositMachine, type DepositPayment } from "./deposit.machine.ts";
import { type DepositView, viewDeposit } from "./deposit.view.ts";

type DepositInfo = components["schemas"]["DepositInfo"];

const INFO: DepositInfo = {
  coinType: "ton",
  network: { id: "tvm:-3", name: "TON Testnet" },
  address: "treasury",
  reference: "8KQ2VN4XT68KQ2VN",
  minAmount: "0.01",
};
const MINUTE_MS = 60_000;
const walletKind = {
  capabilities: { discovery: true, networkSwitch: false, messageSigning: false, proofWhileConnecting: true },
  installUrl: "https://ton.org/wallets",
};

interface Answer {
  resolve: (value: null) => void;
  reject: (failure: Failure) => void;
}

/** A page with a wallet that has one account and whose answers the story decides. */
function openPage(askedAmount: string | null = null) {
  const clock = new SimulatedClock();
  const world = {
    info: INFO,
    isOffline: false,
    networkId: INFO.network.id,
    connections: [] as ConnectionRequest[],
    asked: [] as DepositPayment[],
    answers: [] as Answer[],
    kept: askedAmount,
    coinsRead: [] as string[],
    watched: [] as WalletWatch[],
    /** Has the watched wallet change, or end. */
    change: (_account: ConnectedAccount | null): void => {},
  };
  const machine = depositMachine.provide({
    actors: {
      walletConnection: walletConnectionMachine.provide({
        actors: {
          detect: fromPromise<readonly AnnouncedWallet[], { walletType: DepositPayment["walletType"] }>(async () => [
            { connectorId: "telegram-wallet", name: "Wallet", icon: null },
          ]),
          connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async ({ input }) => {
            world.connections.push(input);
            return { account: { address: "payer", networkId: world.networkId }, proof: null };
          }),
          watch: fromPromise<ConnectedAccount, WalletWatch>(() => new Promise(() => {})),
        },
      }),
      watchWallet: fromPromise<ConnectedAccount, WalletWatch>(
        ({ input }) =>
          new Promise((resolve, reject) => {
            world.watched.push(input);
            world.change = (account) => {
              if (account === null) reject({ kind: "wallet", reason: "locked" });
              else resolve(account);
            };
          }),
      ),
      loadInfo: fromPromise<DepositInfo, { coinType: DepositInfo["coinType"] }>(async ({ input }) => {
        world.coinsRead.push(input.coinType);
        if (world.isOffline) throw { kind: "network" } satisfies Failure;
        return world.info;
      }),
      pay: fromPromise<null, DepositPayment>(
        ({ input }) =>
          new Promise((resolve, reject) => {
            world.asked.push(input);
            world.answers.push({ resolve, reject });
          }),
      ),
    },
  });
  const actor = createActor(machine, { input: { info: INFO, walletKind, askedAmount }, clock });
  actor.on("asked.changed", (event) => {
    world.kept = event.askedAmount;
  });
  actor.start();
  const view = () => viewDeposit(actor.getSnapshot());
  const see = async (state: DepositView["state"]) => {
    await waitFor(actor, () => view().state === state);
    return view();
  };
  const type = (value: string) => {
    actor.send({ type: "ui.type", field: "amount", value });
  };
  const press = (type: DepositView["actions"][number]["event"]["type"]) => {
    const action = view().actions.find(({ event }) => event.type === type);
    if (action === undefined) throw new Error(`${type} is not offered in ${view().state}`);
    actor.send(action.event);
  };
  /** As far as the terms. */
  const review = async (amount = "0.5") => {
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
  const answer = (failure?: WalletFailureReason) => {
    const last = world.answers.at(-1);
    if (failure === undefined) last?.resolve(null);
    else last?.reject({ kind: "wallet", reason: failure });
  };
  return { world, clock, actor, view, see, type, press, review, ask, answer };
}

test("a wallet is asked once for what was typed, at the address and with the reference that the server says", async () => {
  const { world, actor, view, see, ask, answer } = openPage();
  await ask();
  actor.send({ type: "ui.pay" });
  actor.send({ type: "ui.submit" });
  expect(world.asked).toEqual([
    { walletType: "Ton", connectorId: "telegram-wallet", from: "payer", amount: "0.5", info: INFO },
  ]);
  expect(world.kept).toBe("0.5");
  answer();
  expect(await see("sent")).toMatchObject({ amount: "", askedAmount: null, failureKey: null });
  expect(world.kept).toBeNull();
  expect(view().actions.map(({ event }) => event.type)).toEqual(["ui.close"]);
});

test("no proof is asked for: the reference says whose the money is", async () => {
  const { world, ask } = openPage();
  await ask();
  expect(world.connections).toEqual([
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
  const { view, type, press } = openPage();
  press("ui.open");
  type(amount);
  expect(view().problemKey).toBeNull();
  press("ui.submit");
  expect(view()).toMatchObject({ state: problem === null ? "connecting" : "asking", problemKey: problem });
  if (problem === null) return;
  type("0");
  expect(view().problemKey).toBeNull();
});

test("a wallet on another network is asked for nothing", async () => {
  const { world, actor, view, press, type } = openPage();
  world.networkId = "tvm:-239";
  press("ui.open");
  type("0.5");
  press("ui.submit");
  const connection = actor.getSnapshot().children.walletConnection;
  if (connection === undefined) throw new Error("no wallet is connected");
  await waitFor(connection, ({ value }) => value === "wrongNetwork");
  connection.send({ type: "ui.cancel" });
  expect(view()).toMatchObject({ state: "asking", amount: "0.5" });
  expect(world.asked).toEqual([]);
});

test.each<[string, Partial<DepositInfo>]>([
  ["address", { address: "other" }],
  ["reference", { reference: "OTHER" }],
  ["least amount", { minAmount: "1" }],
  ["network", { network: { id: "tvm:-239", name: "TON" } }],
])("another %s than the person agreed to: they are asked again, and the wallet is not", async (_, change) => {
  const { world, see, press, review } = openPage();
  await review("2");
  world.info = { ...INFO, ...change };
  press("ui.pay");
  const view = await see("asking");
  expect(view).toMatchObject({ isChanged: true, amount: "2", to: world.info.address, minAmount: world.info.minAmount });
  expect(world.asked).toEqual([]);
  world.networkId = world.info.network.id;
  press("ui.submit");
  expect(await see("reviewing")).toMatchObject({ isChanged: false });
  press("ui.pay");
  await see("paying");
  expect(world.asked.map(({ info }) => info)).toEqual([world.info]);
});

test("the person can go back to another amount, and to the terms", async () => {
  const { view, see, type, press, world } = openPage();
  press("ui.open");
  press("ui.submit");
  press("ui.close");
  expect(view()).toMatchObject({ state: "closed", problemKey: null });
  press("ui.open");
  expect(view().problemKey).toBeNull();
  type("0.5");
  press("ui.submit");
  await see("reviewing");
  press("ui.back");
  expect(view().state).toBe("asking");
  press("ui.submit");
  await see("reviewing");
  press("ui.pay");
  press("ui.back");
  expect(view().state).toBe("asking");
  expect(world.asked).toEqual([]);
});

test.each<[string, ConnectedAccount | null]>([
  ["another account", { address: "other", networkId: INFO.network.id }],
  ["no account any more", null],
])("a wallet that shows %s while the terms are looked at is connected again", async (_, account) => {
  const { world, see, review } = openPage();
  await review();
  expect(world.watched).toEqual([
    {
      walletType: "Ton",
      connectorId: "telegram-wallet",
      account: { address: "payer", networkId: INFO.network.id },
    },
  ]);
  world.change(account);
  await see("connecting");
  await see("reviewing");
  expect(world.connections).toHaveLength(2);
});

test("without the server no wallet is asked", async () => {
  const { world, see, press, review } = openPage();
  world.isOffline = true;
  await review();
  press("ui.pay");
  expect(await see("failed")).toMatchObject({ failureKey: "errors:network", askedAmount: null });
  expect(world).toMatchObject({ asked: [], coinsRead: ["ton"] });
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
    const { world, see, ask, answer } = openPage();
    await ask();
    answer(reason);
    expect(await see(state)).toMatchObject({ failureKey, askedAmount: null, amount: "0.5" });
    expect(world).toMatchObject({ kept: null, asked: [expect.anything()] });
  },
);

test.each<WalletFailureReason>(["wrongNetwork", "addressMismatch"])(
  "a wallet that changed before it was asked (%s) is looked at again",
  async (reason) => {
    const { world, see, ask, answer } = openPage();
    await ask();
    answer(reason);
    expect(await see("reviewing")).toMatchObject({ askedAmount: null });
    expect(world.kept).toBeNull();
    expect(world.connections).toHaveLength(2);
    expect(world.asked).toHaveLength(1);
  },
);

test("an error without a known end warns, also after a reload, and pays again only by a press", async () => {
  const { world, see, ask, answer } = openPage();
  await ask();
  answer("payFailed");
  expect(await see("unanswered")).toMatchObject({ askedAmount: "0.5" });
  expect(world.kept).toBe("0.5");

  const again = openPage(world.kept);
  expect(again.view().state).toBe("closed");
  again.press("ui.open");
  expect(again.view()).toMatchObject({ state: "unanswered", askedAmount: "0.5" });
  again.press("ui.close");
  again.press("ui.open");
  expect(again.view().state).toBe("unanswered");
  again.press("ui.again");
  expect(again.view()).toMatchObject({ state: "asking", amount: "", askedAmount: null });
  expect(again.world).toMatchObject({ kept: null, asked: [] });
});

test("a wallet that does not answer can be left, and its late answer counts while it is waited for", async () => {
  const { world, clock, view, see, type, press, ask, answer } = openPage();
  await ask();
  expect(view().actions).toEqual([]);
  clock.increment(2 * MINUTE_MS);
  expect(view()).toMatchObject({ state: "paying", isWalletSlow: true });
  answer();
  await see("sent");
  press("ui.close");
  await ask("1");
  clock.increment(2 * MINUTE_MS);
  press("ui.back");
  answer();
  expect(view()).toMatchObject({ state: "unanswered", askedAmount: "1" });
  expect(world).toMatchObject({ kept: "1", asked: [{ amount: "0.5" }, { amount: "1" }] });
  press("ui.again");
  expect(view().amount).toBe("");
  press("ui.submit");
  type("2");
  expect(view().problemKey).toBeNull();
});
