import { Wallet } from "ethers";
import { expect } from "vitest";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";
import type { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { getAccount } from "../support/ethereum.ts";
import type { ApiUser } from "../support/logIn.ts";
import { pressAction } from "../support/pressAction.ts";
import { preparePaymentTab } from "./support/openPaymentTab.ts";
import { runWalks, type Cause } from "./support/runWalks.ts";
import { WalkedOrder } from "./support/WalkedOrder.ts";
import { ACCOUNTS, CONNECT, WalkedWallet } from "./support/WalkedWallet.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const LIST_INTERVAL_MS = 10_000;
const POLL_PATIENCE_MS = 20_000;
const WALLET_PATIENCE_MS = 120_000;
const CHAIN_PATIENCE_MS = 1_800_000;
const PAYER = 1;

const INSIDE = "inside the messenger, a page pays one order alone, and only from a wallet of TON";

/** What the database says of the order in each world. `two`: another one is unpaid, too. */
const STATUS: Readonly<Record<string, string>> = {
  unpaid: "awaitingPayment",
  poor: "awaitingPayment",
  overdue: "awaitingPayment",
  two: "awaitingPayment",
  /** By another page; nothing comes. */
  reported: "awaitingPayment",
  /** By the wallet; no block holds it. */
  sent: "awaitingPayment",
  confirming: "confirming",
  confirmingPart: "confirming",
  partial: "partiallyPaid",
  paid: "paid",
  twoPaid: "paid",
  cancelled: "cancelled",
};

/** Where the screen shows the title of the machine's state. */
const TITLED = [
  "nothingToPay",
  "choosingOrder",
  "confirmingRepeat",
  "reviewing",
  "checking",
  "confirmingInWallet",
  "submitted",
  "confirmingOnChain",
  "success",
  "failed",
  "cancelled",
];

const FAILED_TITLES = [
  "wallet:payment.state.failed",
  "wallet:payment.state.cancelled",
  "wallet:payment.state.timedOut",
  "wallet:payment.noConnection",
  "wallet:payment.badLink",
];

type Snapshot = SnapshotFrom<typeof paymentMachine>;

let address: URL;
let order: WalkedOrder;
let wallet: WalkedWallet;
let isBound = false;

/** The payer's wallet is bound and proven. */
async function bindProven(api: ApiUser, { stack }: WalkWorld): Promise<void> {
  const account = { type: "ETH", address: getAccount(stack, 0).address };
  const asked = await api.post<{ challengeId: string; message: string }>("wallet/challenge", account);
  const signature = await new Wallet(stack.info.ethereum.fundedKeys[0] ?? "").signMessage(asked.message);
  await api.post("wallet/bind", { ...account, proof: { challengeId: asked.challengeId, signature } });
}

/** Opens the page of the world. */
async function open(scene: WalkScene, world: string): Promise<void> {
  if (world === "two") await order.addOther();
  if (world !== "none") await order.add();
  if (world === "two") await order.report();
  if (world === "confirming") await order.beginPayment();
  if (world === "badLink") address.hash = `code=${"x".repeat(32)}`;
  if (world === "noCode") address.hash = "";
  await scene.person.page.goto(address.href);
  await scene.passWhile(waitUntilHolds(async () => expect(await scene.peek()).not.toBeNull()));
}

/** Reads the order while it is followed. */
async function follow(scene: WalkScene, act: "continue" | "abort" = "continue"): Promise<void> {
  const route = await scene.passWhile(scene.calls.take("order/detail"));
  await route[act]();
}

function read(to: string, arrange: () => Promise<void>): Cause {
  return { in: ["unpaid"], to: [to], arrange };
}

/** A first block holds the payment of the order, or of a part of it. */
const CONFIRMING: Pick<Cause, "to" | "arrange"> = {
  to: ["confirming", "confirmingPart"],
  arrange: (_, world) => order.beginPayment(world === "confirmingPart" ? "part" : "whole"),
};

function followed(worlds: readonly string[], to: string | null, arrange?: Cause["arrange"]): Cause {
  return {
    in: worlds,
    ...(to === null ? {} : { to: [to] }),
    act: async (scene, world) => {
      await arrange?.(scene, world);
      await follow(scene);
    },
  };
}

async function lose({ calls }: WalkScene): Promise<void> {
  await (await calls.take("order/detail")).abort();
}

const LIST_READ_AGAIN: Cause = { in: ["unpaid"], act: (scene) => scene.pass(LIST_INTERVAL_MS) };
const LIST_SILENT: Cause = { in: ["unpaid"], act: (scene) => scene.pass(POLL_PATIENCE_MS) };

const LAST_TERMS = "done(loadLastTerms)";
const FIRST_TERMS = "done(loadFirstTerms)";
const AT_WALLET: Cause = { in: ["unpaid"] };

/** A failure can be another one than that of the model, with the same way on. */
function listTitles(snapshot: AnyMachineSnapshot): readonly string[] {
  const { titleKey, isWalletSlow, state } = viewPayment(snapshot as Snapshot);
  if (state === "failed" || state === "timedOut") return FAILED_TITLES;
  return [isWalletSlow ? "wallet:payment.slowTitle" : titleKey];
}

async function seeTitle(scene: WalkScene, keys: readonly string[]): Promise<void> {
  const { page, t } = scene.person;
  const [first, ...others] = keys.map((key) => page.getByText(t(key), { exact: true }));
  const title = others.reduce((either, other) => either?.or(other), first);
  await scene.passWhile(title?.first().waitFor({ state: "attached" }) ?? Promise.resolve());
}

await runWalks({
  name: "payment",
  calls: {
    loadPage: "order/unpaidList",
    loadOrders: "order/unpaidList",
    loadFirstTerms: "order/detail",
    loadLastTerms: "order/detail",
    submitPayment: "order/submitPayment",
  },
  startWorlds: ["linked", "linkless", null],
  open: async (world) => {
    const api = await world.logIn(PAYER);
    if (!isBound) await bindProven(api, world);
    isBound = true;
    order = await WalkedOrder.begin(world, api);
    const { paymentUrl } = await api.post<{ paymentUrl: string }>("user/paymentCode", {});
    address = new URL(paymentUrl);
    address.searchParams.set("inspect", "");
    const prepared = await preparePaymentTab(world, {
      n: PAYER,
      address,
      heldAsks: [CONNECT, ACCOUNTS],
      wallet: { isConnected: true },
    });
    wallet = new WalkedWallet(prepared.tab.page, prepared.asks);
    const held = ["order/unpaidList", "order/detail", "order/submitPayment"];
    return WalkScene.openIn(prepared.tab, world, { chart: "payment", n: PAYER, held });
  },
  causes: {
    "ui.open#0": {
      in: ["linked", "linkless"],
      to: (world) => (world === "linkless" ? ["noCode"] : ["unpaid", "none", "two", "confirming", "badLink"]),
      act: open,
    },
    "ui.chooseOrder#0": {
      in: ["two"],
      when: (snapshot) => (snapshot as Snapshot).context.orderId === null,
      act: async (scene) => {
        const { page, t } = scene.person;
        await scene.passWhile(
          page
            .getByRole("button")
            .filter({ hasText: t("wallet:payment.mark.reported") })
            .click(),
        );
      },
    },
    "ui.connect#0": { in: ["unpaid", "reported", "sent"] },
    "ui.follow#0": { in: ["two", "confirming", "reported", "sent"] },
    "ui.confirm#0": { in: ["unpaid"] },
    "ui.pay#0": {
      in: ["unpaid"],
      act: async ({ person: { page, t } }) => {
        await pressAction(page.getByRole("button", { name: t("wallet:payment.pay", { amount: "" }).trim() }));
      },
    },
    "ui.back#0": {
      act: async (scene, _, before) => {
        await scene.press("wallet:payment.back");
        if ((before as Snapshot).matches("confirmingInWallet")) await wallet.asks.lose(ACCOUNTS);
      },
    },
    "ui.retry#0": {},
    "ui.continue#0": { in: ["twoPaid"] },

    "done(loadPage)#0": { in: ["unpaid"] },
    "done(loadPage)#2": { in: ["confirming"] },
    "done(loadPage)#3": { in: ["two"] },
    "done(loadPage)#4": { in: ["none", "paid", "cancelled"], to: ["none"] },
    "error(loadPage)#0": { in: ["badLink"] },
    "error(loadPage)#1": { in: ["unpaid"] },

    "xstate.after.listInterval.payment.choosingOrder.showing": LIST_READ_AGAIN,
    "xstate.after.listInterval.payment.reviewing.showing": LIST_READ_AGAIN,
    "done(loadOrders)#0": read("confirming", () => order.beginPayment()),
    "done(loadOrders)#1": { in: ["unpaid"] },
    "error(loadOrders)#0": { in: ["unpaid"] },
    "xstate.after.pollTimeout.payment.choosingOrder.refreshing": LIST_SILENT,
    "xstate.after.pollTimeout.payment.reviewing.refreshing": LIST_SILENT,

    [`${FIRST_TERMS}#0`]: { in: ["unpaid"] },
    [`${FIRST_TERMS}#1`]: read("paid", () => order.endPayment()),
    [`${FIRST_TERMS}#2`]: { in: ["unpaid"], ...CONFIRMING },
    [`${FIRST_TERMS}#3`]: read("overdue", () => order.passTime()),
    [`${FIRST_TERMS}#4`]: read("reported", () => order.report()),
    [`${FIRST_TERMS}#5`]: read("cancelled", () => order.cancel()),
    "error(loadFirstTerms)#0": { in: ["unpaid"], act: lose },
    "error(loadFirstTerms)#1": { in: ["unpaid"] },

    "done(walletConnection)#0": { in: ["unpaid", "partial"], act: (scene) => scene.passWhile(wallet.connect()) },
    "done(walletConnection)#1": {
      in: ["unpaid"],
      act: async (scene) => {
        wallet.asks.setFree(ACCOUNTS, true);
        await scene.passWhile(wallet.asks.lose(CONNECT));
        await scene.press("wallet:connection.cancel");
      },
    },
    "done(watchWallet)#0": { in: ["unpaid"], act: () => wallet.makeTrouble("otherAccount") },
    "error(watchWallet)#0": { in: ["unpaid"], act: () => wallet.makeTrouble("locked") },

    [`${LAST_TERMS}#0`]: {
      in: ["unpaid"],
      arrange: () => {
        wallet.asks.setFree(ACCOUNTS, false);
        return Promise.resolve();
      },
    },
    [`${LAST_TERMS}#1`]: read("poor", () => order.drain()),
    [`${LAST_TERMS}#3`]: read("partial", () => order.endPayment("part")),
    [`${LAST_TERMS}#4`]: read("paid", () => order.endPayment()),
    [`${LAST_TERMS}#5`]: { in: ["unpaid"], ...CONFIRMING },
    [`${LAST_TERMS}#6`]: read("overdue", () => order.passTime()),
    [`${LAST_TERMS}#7`]: read("reported", () => order.report()),
    [`${LAST_TERMS}#8`]: read("cancelled", () => order.cancel()),
    "error(loadLastTerms)#0": { in: ["unpaid"] },
    "error(loadLastTerms)#1": { in: ["unpaid"] },

    "xstate.after.walletTimeout.payment.confirmingInWallet.prompt": {
      ...AT_WALLET,
      act: (scene) => scene.pass(WALLET_PATIENCE_MS),
    },
    "done(pay)#0": {
      ...AT_WALLET,
      to: ["sent"],
      act: async () => {
        await wallet.answerPay(true);
        order.markSent();
      },
    },
    "error(pay)#0": { ...AT_WALLET, act: () => wallet.answerPay(false) },
    "error(pay)#1": {
      ...AT_WALLET,
      act: async () => {
        await wallet.makeTrouble("otherNetwork");
        wallet.asks.setFree(ACCOUNTS, true);
        await wallet.asks.release(ACCOUNTS);
      },
    },
    "error(pay)#3": {
      ...AT_WALLET,
      act: async () => {
        await wallet.makeTrouble("locked");
        await wallet.asks.release(ACCOUNTS);
      },
    },
    "error(pay)#4": {
      ...AT_WALLET,
      act: (scene) =>
        wallet.whileCut(async () => {
          await wallet.asks.release(ACCOUNTS);
          await scene.waitForState("failed");
        }),
    },

    "done(submitPayment)#0": { in: ["sent"] },
    "error(submitPayment)#0": { in: ["sent"] },
    "order.read#0": followed(["confirming", "sent"], "confirming", () => order.beginPayment()),
    "order.read#1": followed(["reported", "sent", "two"], null),
    "order.read#2": followed(["confirmingPart"], "partial", () => order.endPayment("part")),
    "order.readFailed#0": {
      in: ["confirming", "reported", "sent", "two"],
      act: (scene) => follow(scene, "abort"),
    },
    "done(orderFollow)#0": {
      ...followed(["confirming", "sent", "two"], null, () => order.endPayment()),
      to: (world) => [world === "two" ? "twoPaid" : "paid"],
    },
    "done(orderFollow)#1": followed(["reported"], "cancelled", () => order.cancel()),
    "xstate.after.confirmationTimeout.payment.confirmingOnChain": {
      in: ["confirming", "reported", "sent"],
      act: (scene) => scene.sleep(CHAIN_PATIENCE_MS),
    },
  },
  compare: async (scene, snapshot, world) => {
    if (TITLED.some((state) => snapshot.matches(state))) await seeTitle(scene, listTitles(snapshot));
    const expected = STATUS[world];
    return expected === undefined ? null : [await order.readStatus(), expected];
  },
  unreached: {
    "sorting --always#1": INSIDE,
    "submitted --done(submitPayment)#0": INSIDE,
    "success --always#0": INSIDE,
    "failed --app.online#0": "no walk cuts the network: tests/models/online.test.ts holds who reads again",
    "connecting --done(walletConnection)#1": "the walks of the connection forget the code",
    "connecting --error(walletConnection)#0": "the connection has an end of its own for each failure",
    "checking --done(loadLastTerms)#5": "an order keeps the wallet that it was made for",
    "confirmingInWallet --done(pay)#1": "a wallet of Ethereum answers with the transaction's hash",
    "confirmingInWallet --error(pay)#1": "a payment of Ethereum is signed for no time of its own",
  },
});
