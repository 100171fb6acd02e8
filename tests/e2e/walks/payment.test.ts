import { JsonRpcProvider, parseEther, Wallet } from "ethers";
import { expect } from "vitest";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";
import type { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import { waitUntilHolds } from "#tests/support/waitUntilHolds.ts";
import { getAccount, mineBlock, pauseMining, setBalanceWei } from "../support/ethereum.ts";
import type { ApiUser } from "../support/logIn.ts";
import { pressAction } from "../support/pressAction.ts";
import { answerWallet, setWallet, toggleWalletLock } from "../support/walletWindow.ts";
import type { HeldAsks } from "./support/HeldAsks.ts";
import { preparePaymentTab } from "./support/openPaymentTab.ts";
import { runWalks, type Cause } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const CONNECT = "eth_requestAccounts";
const ACCOUNTS = "eth_accounts";
const LOCAL_NETWORK = "31337";
const OTHER_NETWORK = "1";
const OTHER_INDEX = 1;
const LIST_INTERVAL_MS = 10_000;
const POLL_PATIENCE_MS = 20_000;
const WALLET_PATIENCE_MS = 120_000;
const CHAIN_PATIENCE_MS = 1_800_000;
const PAYER = 1;
const CONFIRMATIONS = 3;
const AMOUNT = "0.0123";
const OTHER_AMOUNT = "0.0145";
const PART = "0.0023";
const PLENTY_WEI = 10n ** 21n;
const LITTLE_WEI = 10n ** 16n;

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
  "timedOut",
];

const FAILED_TITLES = [
  "wallet:payment.state.failed",
  "wallet:payment.state.cancelled",
  "wallet:payment.noConnection",
  "wallet:payment.badLink",
];

type Snapshot = SnapshotFrom<typeof paymentMachine>;

let asks: HeldAsks;
let address: URL;
let orderId = "";
let orders = 0;
/** Of the wallet, which does not fit until it is put right. */
let trouble: "none" | "otherAccount" | "otherNetwork" | "locked" = "none";
let isBound = false;

function getWindow({ person: { page } }: WalkScene) {
  return { page, wallet: "wallet" };
}

async function readStatus({ world }: WalkScene): Promise<string | undefined> {
  const { database } = world;
  const row = await database
    .selectFrom("payment_order")
    .select("status")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.status;
}

async function waitForStatus(scene: WalkScene, status: string): Promise<void> {
  await waitUntilHolds(async () => {
    expect(await readStatus(scene)).toBe(status);
  });
}

/** The payer's wallet is bound and proven. */
async function bindProven(api: ApiUser, { stack }: WalkWorld): Promise<void> {
  const account = { type: "ETH", address: getAccount(stack, 0).address };
  const asked = await api.post<{ challengeId: string; message: string }>("wallet/challenge", account);
  const signature = await new Wallet(stack.info.ethereum.fundedKeys[0] ?? "").signMessage(asked.message);
  await api.post("wallet/bind", { ...account, proof: { challengeId: asked.challengeId, signature } });
}

async function mine({ stack }: WalkWorld, blocks: number): Promise<void> {
  for (let mined = 0; mined < blocks; mined += 1) await mineBlock(stack);
}

/** Nothing is left of the walk before: neither on its way nor to be paid. */
async function clearOrders(api: ApiUser, world: WalkWorld): Promise<void> {
  await mine(world, CONFIRMATIONS + 1);
  await waitUntilHolds(async () => {
    const { items } = await api.get<{ items: { orderId: string; status: string }[] }>("order/unpaidList");
    for (const item of items)
      if (item.status !== "confirming") await api.post("order/cancel", { orderId: item.orderId });
    expect(items).toEqual([]);
  });
}

async function addOrder({ api }: WalkScene, totalAmount = AMOUNT): Promise<void> {
  orders += 1;
  const wish = {
    type: "luckyDraw",
    count: 3,
    coinType: "eth",
    totalAmount,
    passphrase: `Gold ${String(orders)}`,
  };
  const sent = await api.post<{ order: { orderId: string } }>("redpackage/sendRedEnvelope", wish);
  ({ orderId } = sent.order);
}

/** The payer pays from the wallet elsewhere; a block holds it. */
async function pay({ world }: WalkScene, amount = AMOUNT): Promise<void> {
  const { rpcUrl, fundedKeys } = world.stack.info.ethereum;
  const provider = new JsonRpcProvider(rpcUrl);
  const { treasury_address: to } = await world.database
    .selectFrom("payment_order")
    .select("treasury_address")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await new Wallet(fundedKeys[0] ?? "", provider).sendTransaction({ to, value: parseEther(amount) });
  provider.destroy();
}

/** A payment is on its way, and the first block holds it. */
async function beginPayment(scene: WalkScene, world: string): Promise<void> {
  if ((await readStatus(scene)) === "confirming") return;
  if (!isSent) await pay(scene, world === "confirmingPart" ? PART : AMOUNT);
  await mine(scene.world, 1);
  await waitForStatus(scene, "confirming");
}

/** The page's wallet has sent it. */
let isSent = false;

async function endPayment(scene: WalkScene, status = "paid"): Promise<void> {
  await beginPayment(scene, status === "paid" ? "confirming" : "confirmingPart");
  await mine(scene.world, CONFIRMATIONS);
  await waitForStatus(scene, status);
}

async function payPart(scene: WalkScene): Promise<void> {
  await endPayment(scene, "partiallyPaid");
}

async function report({ api }: WalkScene): Promise<void> {
  const txHash = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex")}`;
  await api.post("order/submitPayment", { orderId, txHash });
}

async function cancel({ api }: WalkScene): Promise<void> {
  await api.post("order/cancel", { orderId });
}

/** The order's time is over, but not the time in which its payment may still arrive. */
async function passTime({ world: { database } }: WalkScene): Promise<void> {
  const over = new Date(Date.now() - 1000);
  await database.updateTable("payment_order").set({ expires_at: over }).where("order_id", "=", orderId).execute();
}

/** What the server keeps of the balance that it read last is over at the end. */
async function drain({ world, api }: WalkScene): Promise<void> {
  await setBalanceWei(world.stack, getAccount(world.stack, 0), LITTLE_WEI);
  await waitUntilHolds(async () => {
    const { balance } = await api.get<{ balance: string }>("wallet/balance", { coinType: "eth" });
    expect(balance).toBe("0.01");
  });
}

/** Opens the page of the world. */
async function open(scene: WalkScene, world: string): Promise<void> {
  // The amount tells which of two is paid.
  if (world === "two") await addOrder(scene, OTHER_AMOUNT);
  if (world !== "none") await addOrder(scene);
  if (world === "two") await report(scene);
  if (world === "confirming") await beginPayment(scene, world);
  if (world === "badLink") address.hash = `code=${"x".repeat(32)}`;
  if (world === "noCode") address.hash = "";
  await scene.person.page.goto(address.href);
  await scene.passWhile(
    waitUntilHolds(async () => {
      expect(await scene.peek()).not.toBeNull();
    }),
  );
}

/** Puts the wallet right before it is asked. */
async function connect(scene: WalkScene): Promise<void> {
  const wallet = getWindow(scene);
  if (trouble === "otherAccount") await setWallet(wallet, { accountIndex: 0 });
  if (trouble === "otherNetwork") await setWallet(wallet, { network: LOCAL_NETWORK });
  if (trouble === "locked") await toggleWalletLock(wallet);
  trouble = "none";
  asks.setFree(ACCOUNTS, true);
  await scene.passWhile(asks.release(CONNECT));
}

async function makeTrouble(scene: WalkScene, next: typeof trouble): Promise<void> {
  const wallet = getWindow(scene);
  trouble = next;
  if (next === "otherAccount") await setWallet(wallet, { accountIndex: OTHER_INDEX });
  if (next === "otherNetwork") await setWallet(wallet, { network: OTHER_NETWORK });
  if (next === "locked") await toggleWalletLock(wallet);
}

/** The wallet asks its owner to pay. */
async function answerPay(scene: WalkScene, isAllowed: boolean): Promise<void> {
  await asks.release(ACCOUNTS);
  await answerWallet(getWindow(scene), "send", isAllowed);
}

/** Reads the order while it is followed. */
async function follow(scene: WalkScene, act: "continue" | "abort" = "continue"): Promise<void> {
  const route = await scene.passWhile(scene.calls.take("order/detail"));
  await route[act]();
}

function read(to: string, arrange: (scene: WalkScene, world: string) => Promise<void>): Cause {
  return { in: ["unpaid"], to: [to], arrange };
}

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

const LAST_TERMS = "done(loadLastTerms)";
const FIRST_TERMS = "done(loadFirstTerms)";
const AT_WALLET: Cause = { in: ["unpaid"] };

/** A failure can be another one than that of the model, with the same way on. */
function listTitles(snapshot: AnyMachineSnapshot): readonly string[] {
  const { titleKey, isWalletSlow, state } = viewPayment(snapshot as Snapshot);
  if (state === "failed") return FAILED_TITLES;
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
    [trouble, orderId, isSent] = ["none", "", false];
    const api = await world.logIn(PAYER);
    if (!isBound) await bindProven(api, world);
    isBound = true;
    await pauseMining(world.stack);
    await setBalanceWei(world.stack, getAccount(world.stack, 0), PLENTY_WEI);
    await clearOrders(api, world);
    const { paymentUrl } = await api.post<{ paymentUrl: string }>("user/paymentCode", {});
    address = new URL(paymentUrl);
    address.searchParams.set("inspect", "");
    const prepared = await preparePaymentTab(world, {
      n: PAYER,
      address,
      heldAsks: [CONNECT, ACCOUNTS],
      wallet: { isConnected: true },
    });
    ({ asks } = prepared);
    asks.setFree(ACCOUNTS, true);
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
        if ((before as Snapshot).matches("confirmingInWallet")) await asks.lose(ACCOUNTS);
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

    "xstate.after.listInterval.payment.choosingOrder.showing": {
      in: ["unpaid"],
      act: (scene) => scene.pass(LIST_INTERVAL_MS),
    },
    "done(loadOrders)#0": read("confirming", beginPayment),
    "error(loadOrders)#0": { in: ["unpaid"] },
    "xstate.after.pollTimeout.payment.choosingOrder.refreshing": {
      in: ["unpaid"],
      act: (scene) => scene.pass(POLL_PATIENCE_MS),
    },

    [`${FIRST_TERMS}#0`]: { in: ["unpaid"] },
    [`${FIRST_TERMS}#1`]: read("paid", (scene) => endPayment(scene)),
    [`${FIRST_TERMS}#2`]: { in: ["unpaid"], to: ["confirming", "confirmingPart"], arrange: beginPayment },
    [`${FIRST_TERMS}#3`]: read("overdue", passTime),
    [`${FIRST_TERMS}#4`]: read("reported", report),
    [`${FIRST_TERMS}#5`]: read("cancelled", cancel),
    "error(loadFirstTerms)#0": { in: ["unpaid"], act: lose },
    "error(loadFirstTerms)#1": { in: ["unpaid"] },

    "done(walletConnection)#0": { in: ["unpaid", "partial"], act: connect },
    "done(walletConnection)#1": {
      in: ["unpaid"],
      act: async (scene) => {
        asks.setFree(ACCOUNTS, true);
        await scene.passWhile(asks.lose(CONNECT));
        await scene.press("wallet:connection.cancel");
      },
    },
    "done(watchWallet)#0": { in: ["unpaid"], act: (scene) => makeTrouble(scene, "otherAccount") },
    "error(watchWallet)#0": { in: ["unpaid"], act: (scene) => makeTrouble(scene, "locked") },

    [`${LAST_TERMS}#0`]: {
      in: ["unpaid"],
      arrange: () => {
        asks.setFree(ACCOUNTS, false);
        return Promise.resolve();
      },
    },
    [`${LAST_TERMS}#1`]: read("poor", drain),
    [`${LAST_TERMS}#3`]: read("partial", payPart),
    [`${LAST_TERMS}#4`]: read("paid", (scene) => endPayment(scene)),
    [`${LAST_TERMS}#5`]: { in: ["unpaid"], to: ["confirming", "confirmingPart"], arrange: beginPayment },
    [`${LAST_TERMS}#6`]: read("overdue", passTime),
    [`${LAST_TERMS}#7`]: read("reported", report),
    [`${LAST_TERMS}#8`]: read("cancelled", cancel),
    "error(loadLastTerms)#0": { in: ["unpaid"] },
    "error(loadLastTerms)#1": { in: ["unpaid"] },

    "xstate.after.walletTimeout.payment.confirmingInWallet.prompt": {
      ...AT_WALLET,
      act: (scene) => scene.pass(WALLET_PATIENCE_MS),
    },
    "done(pay)#0": {
      ...AT_WALLET,
      to: ["sent"],
      act: async (scene) => {
        await answerPay(scene, true);
        isSent = true;
      },
    },
    "error(pay)#0": { ...AT_WALLET, act: (scene) => answerPay(scene, false) },
    "error(pay)#1": {
      ...AT_WALLET,
      act: async (scene) => {
        await makeTrouble(scene, "otherNetwork");
        asks.setFree(ACCOUNTS, true);
        await asks.release(ACCOUNTS);
      },
    },
    "error(pay)#3": {
      ...AT_WALLET,
      act: async (scene) => {
        await makeTrouble(scene, "locked");
        await asks.release(ACCOUNTS);
      },
    },
    "error(pay)#4": {
      ...AT_WALLET,
      act: async (scene) => {
        await setWallet(getWindow(scene), { mood: "cut" });
        await asks.release(ACCOUNTS);
        await scene.waitForState("failed");
        await setWallet(getWindow(scene), { mood: "usual" });
      },
    },

    "done(submitPayment)#0": { in: ["sent"] },
    "error(submitPayment)#0": { in: ["sent"] },
    "order.read#0": followed(["confirming", "sent"], "confirming", beginPayment),
    "order.read#1": followed(["reported", "sent", "two"], null),
    "order.read#2": followed(["confirmingPart"], "partial", payPart),
    "order.readFailed#0": {
      in: ["confirming", "reported", "sent", "two"],
      act: (scene) => follow(scene, "abort"),
    },
    "done(orderFollow)#0": {
      ...followed(["confirming", "sent", "two"], null, (scene) => endPayment(scene)),
      to: (world) => [world === "two" ? "twoPaid" : "paid"],
    },
    "done(orderFollow)#1": followed(["reported"], "cancelled", cancel),
    "xstate.after.confirmationTimeout.payment.confirmingOnChain": {
      in: ["confirming", "reported", "sent"],
      act: (scene) => scene.sleep(CHAIN_PATIENCE_MS),
    },
  },
  compare: async (scene, snapshot, world) => {
    if (TITLED.some((state) => snapshot.matches(state))) await seeTitle(scene, listTitles(snapshot));
    const expected = STATUS[world];
    return expected === undefined ? null : [await readStatus(scene), expected];
  },
  unreached: {
    "loading --done(loadPage)#2": INSIDE,
    "submitted --done(submitPayment)#0": INSIDE,
    "success --always#0": INSIDE,
    "connecting --error(walletConnection)#0": "the connection has an end of its own for each failure",
    "checking --done(loadLastTerms)#5": "an order keeps the wallet that it was made for",
    "confirmingInWallet --done(pay)#1": "a wallet of Ethereum answers with the transaction's hash",
    "confirmingInWallet --error(pay)#2": "a payment of Ethereum is signed for no time of its own",
  },
});
