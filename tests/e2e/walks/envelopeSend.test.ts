import { expect, vi } from "vitest";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";
import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { getAccount, setBalanceWei } from "../support/ethereum.ts";
import { fundUser, SECURITY_CODE, type FundedUser } from "../support/fundedUser.ts";
import { goBack, goTo } from "../support/person.ts";
import { findPersonId } from "./support/prepareAccount.ts";
import { LEFT, runWalks, type Cause } from "./support/runWalks.ts";
import { WalkScene } from "./support/WalkScene.ts";
import type { WalkWorld } from "./support/walkWorld.ts";

const FOLLOW_MS = 5000;
const ETHER_WEI = 10n ** 18n;
const PAYER = 1;
/** Has ether in the app alone. */
const RICH = 2;
/** Has a wallet alone. */
const WALKER = 4;
const WALLET_INDEX = 3;
const LEAVE = "editing --ui.leave#0";
const OUTSIDE = "a wallet of Ethereum is connected outside the messenger; taps.test.ts connects one inside";
const TOGGLE = "editing --ui.toggleMore#0";

/** Where something is written. `wallet`, `balance`: a right form, and what can pay it. `several`: the page for several groups. */
const WRITING = ["form", "wallet", "balance", "several", "asked"];

let rich: FundedUser;
/** Status of each order of the walk, oldest first. */
let orders: string[] = [];
let ordersBefore = 0;
let envelopeId = "";

interface Unpaid {
  readonly items: readonly { readonly orderId: string; readonly envelopeIds: readonly string[] }[];
}

function getDraft(snapshot: AnyMachineSnapshot) {
  return (snapshot as SnapshotFrom<typeof envelopeSendMachine>).context.draft;
}

function isInDollars(snapshot: AnyMachineSnapshot): boolean {
  return (snapshot as SnapshotFrom<typeof envelopeSendMachine>).context.dollars !== null;
}

async function readOrders({ world, person }: WalkScene): Promise<readonly string[]> {
  const rows = await world.database
    .selectFrom("payment_order")
    .select("status")
    .where("tg_user_id", "=", findPersonId(world, person.n))
    .orderBy("created_at")
    .execute();
  return rows.map(({ status }) => status);
}

async function cancelUnpaid({ api }: WalkScene): Promise<void> {
  const { items } = await api.get<Unpaid>("order/unpaidList");
  for (const { orderId } of items) await api.post("order/cancel", { orderId });
  orders = orders.map((status) => (status === "awaitingPayment" ? "cancelled" : status));
}

/** One order waits to be paid. */
async function leaveOneUnpaid(scene: WalkScene): Promise<void> {
  const { items } = await scene.api.get<Unpaid>("order/unpaidList");
  if (items.length === 1) return;
  await cancelUnpaid(scene);
  const wish = { type: "luckyDraw", count: 3, coinType: "eth", totalAmount: "0.0123", passphrase: "Left Behind" };
  const sent = await scene.api.post<{ envelopes: { envelopeId: string }[] }>("redpackage/sendRedEnvelope", wish);
  envelopeId = sent.envelopes[0]?.envelopeId ?? "";
  orders.push("awaitingPayment");
}

/** What the server keeps of the balance that it read last is over at the end. */
async function setWallet({ world, api }: WalkScene, wei: bigint): Promise<void> {
  await setBalanceWei(world.stack, getAccount(world.stack, WALLET_INDEX), wei);
  const expected = formatAmount(wei, COINS.eth.baseDecimals);
  await vi.waitFor(
    async () => {
      const { balance } = await api.get<{ balance: string }>("wallet/balance", { coinType: "eth" });
      expect(balance).toBe(expected);
    },
    { timeout: 60_000, interval: 500 },
  );
}

const open: Cause = {
  in: ["nothing", "gift", "link", "groups", "same"],
  to: (world) =>
    ({ nothing: ["form"], gift: ["wallet", "balance"], link: ["asked"], groups: ["several"], same: ["repeated"] })[
      world
    ] ?? [],
  arrange: leaveOneUnpaid,
  act: ({ person, world }, state) => {
    const form = `/sendPacket?chatId=${String(world.stack.info.groupChatId)}`;
    const pages: Readonly<Record<string, string>> = {
      form,
      asked: `/sendPacket?envelopeId=${envelopeId}`,
      several: "/multiSend",
      repeated: `/sendPacket?again=${envelopeId}`,
    };
    return goTo(person, pages[state] ?? `${form}&coinType=eth&amount=0.05`);
  },
};

/** Types another one of two right values. */
async function type(
  { person: { app, t } }: WalkScene,
  labelKey: string,
  values: readonly [string, string],
): Promise<void> {
  const field = app.getByLabel(t(labelKey), { exact: true });
  const [first, second] = values;
  await field.fill((await field.inputValue()) === first ? second : first);
}

async function choose({ person: { app, t } }: WalkScene, labelKey: string): Promise<void> {
  await app
    .locator("label")
    .filter({ has: app.getByRole("radio", { name: t(labelKey), exact: true }) })
    .click();
}

/** Once more is shown, if it is not yet. */
async function unfold({ person: { app, t } }: WalkScene): Promise<void> {
  const more = app.getByRole("button", { name: t("envelope:send.options") });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

async function chooseFolded(scene: WalkScene, labelKey: string): Promise<void> {
  await unfold(scene);
  await choose(scene, labelKey);
}

/** Another cover or text, from its sheet. */
async function chooseLook(scene: WalkScene, cellKey: string): Promise<void> {
  const { app, t } = scene.person;
  await unfold(scene);
  await app.getByRole("button", { name: t(cellKey) }).click();
  const sheet = app.getByRole("dialog");
  await sheet
    .locator("label")
    .filter({ has: app.locator("input:not(:checked)") })
    .first()
    .click();
  await scene.press("app:clipboard.dismiss");
  await sheet.waitFor({ state: "hidden" });
}

async function resume({ person: { app, t } }: WalkScene): Promise<void> {
  const [before = ""] = t("envelope:send.unpaidUntil", { time: "|" }).split("|");
  await app.getByRole("button").filter({ hasText: before.trim() }).first().click();
}

/** The order that is followed is cancelled, and its page leads back. */
async function goBackToForm(scene: WalkScene): Promise<void> {
  await scene.press("envelope:send.cancelOrder");
  await scene.press("envelope:send.confirmCancel");
  orders[orders.lastIndexOf("awaitingPayment")] = "cancelled";
  await scene.press("envelope:send.edit");
}

/** The newest order is paid, and another envelope wanted. */
async function wantAnother(scene: WalkScene): Promise<void> {
  const { items } = await scene.api.get<Unpaid>("order/unpaidList");
  await scene.api.post("order/payFromBalance", { orderId: items[0]?.orderId ?? "", securityCode: SECURITY_CODE });
  orders[orders.lastIndexOf("awaitingPayment")] = "paid";
  const { app, t } = scene.person;
  await vi.waitFor(
    async () => {
      await scene.pass(FOLLOW_MS);
      expect(await app.getByText(t("envelope:send.state.live")).count()).toBe(1);
    },
    { timeout: 60_000, interval: 500 },
  );
  await scene.press("envelope:send.another");
}

async function wantCode(scene: WalkScene): Promise<void> {
  await scene.press("envelope:balance.pay");
  await scene.press("codes:prompt.forgot");
}

function write({ act, ...cause }: Cause = {}): Cause {
  const acting: Cause =
    act === undefined ? {} : { act: (scene, world, before) => scene.passWhile(act(scene, world, before)) };
  return { in: WRITING, ...cause, ...acting };
}

await runWalks({
  name: "envelopeSend",
  calls: {
    loadOptions: ["chat/list", "order/unpaidList", "system/info"],
    readFunds: "wallet/list",
    loadFunds: "wallet/list",
    sendEnvelope: "redpackage/sendRedEnvelope",
  },
  settings: { COINS: "eth,sol" },
  startWorlds: ["nothing", null, "gift", "link", null, "groups", "same"],
  open: async (world: WalkWorld, { steps }) => {
    if (rich === undefined) {
      rich = await fundUser(world.stack, PAYER, await world.logIn(RICH));
      const walker = await world.logIn(WALKER);
      await walker.post("wallet/bind", { type: "ETH", address: getAccount(world.stack, WALLET_INDEX).address });
    }
    await world.openCoins(["eth", "sol"]);
    const n = steps.some((step) => step.world === "balance") ? RICH : WALKER;
    const held = ["chat/list", "order/unpaidList", "system/info", "wallet/list", "redpackage/sendRedEnvelope"];
    const scene = await WalkScene.open(world, { chart: "envelopeSend", n, held, asides: [LEAVE, TOGGLE] });
    if (n === WALKER) await setWallet(scene, ETHER_WEI);
    orders = [];
    await cancelUnpaid(scene);
    ordersBefore = (await readOrders(scene)).length;
    return scene;
  },
  causes: {
    "ui.open#0": open,
    "ui.reload#0": write({
      act: (scene, world) => scene.press(world === "several" ? "home:groups.checkAgain" : "envelope:send.reload"),
    }),
    "ui.chooseType#0": write({
      when: (snapshot) => getDraft(snapshot).type !== "ordinary",
      act: (scene) => choose(scene, "envelope:type.ordinary"),
    }),
    "ui.chooseType#1": write({
      when: (snapshot) => getDraft(snapshot).type !== "luckyDraw",
      act: (scene) => choose(scene, "envelope:type.luckyDraw"),
    }),
    "ui.chooseRule#0": write({
      when: (snapshot) => getDraft(snapshot).claimRule !== "members",
      act: (scene) => chooseFolded(scene, "envelope:rule.members"),
    }),
    "ui.chooseRule#1": write({
      when: (snapshot) => getDraft(snapshot).claimRule !== "passphrase",
      act: (scene) => chooseFolded(scene, "envelope:rule.passphrase"),
    }),
    "ui.chooseDraw#0": write({
      when: (snapshot) => getDraft(snapshot).drawRule !== "together",
      act: (scene) => chooseFolded(scene, "envelope:draw.together"),
    }),
    "ui.chooseDraw#1": write({
      when: (snapshot) => getDraft(snapshot).drawRule !== "instant",
      act: (scene) => chooseFolded(scene, "envelope:draw.instant"),
    }),
    "ui.chooseWindow#0": write({
      when: (snapshot) => getDraft(snapshot).drawWindowS !== 15,
      act: (scene) => chooseFolded(scene, "envelope:draw.window.15"),
    }),
    "ui.chooseWindow#1": write({
      when: (snapshot) => getDraft(snapshot).drawWindowS !== 300,
      act: (scene) => chooseFolded(scene, "envelope:draw.window.300"),
    }),
    // A group that gets the only envelope is not among them.
    "ui.toggleRequired#0": write({
      in: ["several"],
      when: (snapshot) => (snapshot as SnapshotFrom<typeof envelopeSendMachine>).context.chatIds.length !== 1,
      act: async (scene) => {
        const { app, t } = scene.person;
        await unfold(scene);
        await app
          .getByRole("group", { name: t("envelope:rule.required") })
          .getByRole("checkbox")
          .first()
          .click();
      },
    }),
    // Its wallet is not there.
    "ui.chooseCoin#0": write({
      to: (world) => [`${world}, sol`],
      act: async (scene) => {
        const { app, t } = scene.person;
        await app.getByRole("button", { name: t("envelope:send.coin") }).click();
        await app
          .getByRole("dialog")
          .getByRole("button", { name: t("envelope:coin.sol") })
          .click();
      },
    }),
    "ui.chooseAmount#0": write({
      when: (snapshot) => getDraft(snapshot).singleAmount === null,
      act: (scene) => chooseFolded(scene, "envelope:send.singleAmount"),
    }),
    "ui.toggleChat#0": write({
      act: async ({ person: { app, t } }) => {
        const folded = app.locator("button[aria-expanded=false]").filter({ hasText: t("envelope:send.chat") });
        if ((await folded.count()) > 0) await folded.click();
        await app
          .getByRole("group", { name: t("envelope:send.chat"), exact: true })
          .getByRole("checkbox")
          .first()
          .click();
      },
    }),
    "ui.chooseCover#0": write({ act: (scene) => chooseLook(scene, "personal:send.cover") }),
    "ui.chooseMessage#0": write({ act: (scene) => chooseLook(scene, "personal:send.text") }),
    "ui.type#0": write({ act: (scene) => type(scene, "envelope:send.count", ["5", "4"]) }),
    "ui.type#1": write({
      when: (snapshot) => getDraft(snapshot).totalAmount !== null && !isInDollars(snapshot),
      act: (scene) => type(scene, "envelope:send.totalAmount", ["0.05", "0.06"]),
    }),
    "ui.type#2": write({
      when: (snapshot) => getDraft(snapshot).totalAmount !== null && isInDollars(snapshot),
      act: (scene) => type(scene, "envelope:send.totalAmount", ["150", "120"]),
    }),
    "ui.chooseUnit#0": write(),
    "ui.chooseUnit#1": write(),
    "ui.toggleMore#0": write({
      act: ({ person: { app, t } }) => app.getByRole("button", { name: t("envelope:send.options") }).click(),
    }),
    "ui.leave#0": write({
      act: async ({ person: { app, t } }) => {
        const field = app.getByLabel(t("envelope:send.count"), { exact: true });
        await field.focus();
        await field.blur();
      },
    }),
    "ui.submit#0": write(),
    "ui.resume#0": write({ act: resume }),
    "ui.retry#0": write(),
    "ui.toForm#0": write({ act: ({ person }) => goBack(person) }),
    "app.online#0": write({
      act: async ({ person }) => {
        await person.page.context().setOffline(true);
        await person.page.context().setOffline(false);
      },
    }),
    "code.wanted#0": { in: ["balance"], to: [LEFT], act: wantCode },

    "done(loadOptions)#0": write({
      arrange: async (scene) => {
        await scene.world.openCoins(["eth", "sol"]);
        await leaveOneUnpaid(scene);
      },
    }),
    "done(loadOptions)#1": {
      in: ["asked"],
      when: ({ context }) => (context as { asked: unknown }).asked !== null,
      arrange: cancelUnpaid,
    },
    "done(loadOptions)#2": write({
      arrange: async (scene) => {
        await leaveOneUnpaid(scene);
        await scene.world.openCoins([]);
      },
    }),
    "done(loadOptions)#5": { in: ["repeated"], to: ["wallet"], arrange: leaveOneUnpaid },
    "done(loadOptions)#3": { in: ["several"], arrange: leaveOneUnpaid },
    "error(loadOptions)#0": write(),
    "done(readFunds)#0": { in: [...WRITING, "wallet, sol", "balance, sol"] },
    "error(readFunds)#0": { in: [...WRITING, "wallet, sol", "balance, sol"] },
    "done(loadFunds)#0": { in: ["wallet"], arrange: (scene) => setWallet(scene, ETHER_WEI) },
    "done(loadFunds)#3": { in: ["wallet"], arrange: (scene) => setWallet(scene, 1n) },
    "done(loadFunds)#4": { in: ["balance"] },
    "error(loadFunds)#0": write(),
    "done(sendEnvelope)#0": write({
      arrange: () => {
        orders.push("awaitingPayment");
        return Promise.resolve();
      },
    }),
    "error(sendEnvelope)#0": { in: ["wallet"], arrange: (scene) => setWallet(scene, 1n) },
    "done(envelopeOrder)#0": write({ act: goBackToForm }),
    "done(envelopeOrder)#1": { in: ["balance"], act: wantAnother },
  },
  // An order a send, and none for what was refused.
  compare: async (scene) => [(await readOrders(scene)).slice(ordersBefore), orders],
  unreached: {
    "checkingBalance --done(loadFunds)#1": OUTSIDE,
    "connecting --ui.toForm#0": OUTSIDE,
    "connecting.loading --done(loadConnection)#0": OUTSIDE,
    "connecting.loading --error(loadConnection)#0": OUTSIDE,
    "connecting.open --done(walletConnection)#0": OUTSIDE,
    "connecting.open --done(walletConnection)#1": OUTSIDE,
    "connecting.open --done(walletConnection)#2": OUTSIDE,
    "connecting.open --error(walletConnection)#0": OUTSIDE,
    "ordered --done(envelopeOrder)#1": "nobody opens the envelopes of a walk, so their page does not end",
  },
});
