import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES } from "#domain/coins.ts";
import app from "#locales/en/app.json";
import codes from "#locales/en/codes.json";
import withdraw from "#locales/en/withdraw.json";
import type { Failure } from "#machines/kit/failure.ts";
import { createDrafts } from "#src/adapters/drafts.ts";
import { createMemoryStorage } from "#src/adapters/storage.ts";
import type { App } from "#src/createApp.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { openRoute } from "#tests/support/openRoute.tsx";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { samplePayout, sampleQuote, sampleSystemInfo, sampleUser, sampleWallet } from "#tests/support/samples.ts";
import { listOf } from "#tests/screens/answers.ts";
import { type Asked, standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { Withdraw } from "./Withdraw.tsx";

type Payout = components["schemas"]["Payout"];

const AT = "/withdraw?coinType=eth";
const CODE = "R1ghtone";

/** A server that makes one payout for each key, and whose answers can be lost. */
const server = {
  balance: "1.2345678",
  coinTypes: ["eth"],
  wallet: sampleWallet as typeof sampleWallet | null,
  hasSecurityCode: true,
  email: "ann@example.com" as string | null,
  spendingBlocks: [] as components["schemas"]["SpendingBlock"][],
  fee: 0.00042,
  quotes: 0,
  payouts: new Map<string, Payout>(),
  isAnswerLost: false,
  refusal: null as Failure | null,
  autoPayouts: [] as { coinType: string; maxFee: string }[],
  coins: sampleSystemInfo.coins,
  payoutCoins: COIN_TYPES.flatMap((coinType) => sampleSystemInfo.payoutCoins.map((coin) => ({ ...coin, coinType }))),
};
const FIRST = { ...server };

let product: App;
/** What a person kept in the tab: it outlives a reload. */
let storage: Storage;
let links: string[];
let readPlace: () => string;

function requireCode({ body }: Asked): void {
  if (body["securityCode"] !== CODE) throw refuse("wrongSecurityCode");
}

function pay(asked: Asked): object {
  const known = server.payouts.get(asked.key ?? "");
  if (known !== undefined) return { payout: known };
  requireCode(asked);
  if (server.refusal !== null) throw server.refusal;
  const payout: Payout = { ...samplePayout, payoutId: `p${String(server.payouts.size + 1)}` };
  server.payouts.set(asked.key ?? "", payout);
  if (!server.isAnswerLost) return { payout };
  server.isAnswerLost = false;
  throw OFFLINE;
}

function quote({ query }: Asked): object {
  const gross = query.get("amount") ?? "";
  const { fee } = server;
  if (Number(gross) <= fee) throw refuse("invalidRequest");
  server.quotes += 1;
  const net = (Number(gross) - fee).toFixed(5);
  return { ...sampleQuote, quoteId: `q${String(server.quotes)}`, gross, fee: String(fee), net };
}

/** One path, two calls. */
function switchAuto(asked: Asked): object | null {
  const { enabled, maxFee } = asked.body;
  if (enabled === undefined) return { items: server.autoPayouts };
  requireCode(asked);
  server.autoPayouts = enabled === true ? [{ coinType: "eth", maxFee: String(maxFee) }] : [];
  return null;
}

function change(change: Partial<Payout>): void {
  for (const [key, payout] of server.payouts) server.payouts.set(key, { ...payout, ...change });
}

beforeEach(() => {
  onTestFinished(hurryTime());
  Object.assign(server, FIRST, { payouts: new Map(), autoPayouts: [] });
  storage = createMemoryStorage();
  links = [];
  standInServer({
    "/system/info": () => ({ ...sampleSystemInfo, coins: server.coins, payoutCoins: server.payoutCoins }),
    "/user/accountAmountInfo": () => ({ balance: server.balance, amountSent: "0", coinTypes: server.coinTypes }),
    "/user/getUserInfo": () => ({ userItem: { ...sampleUser, ...server } }),
    "/user/paymentCode": { paymentUrl: "https://hongbao.example/unPaymentList#code=abc" },
    "/wallet/list": () => listOf(server.wallet === null ? [] : [server.wallet]),
    "/business/coinPrice": { code: "ETHUSDT", price: "3000" },
    "/wallet/payoutQuote": quote,
    "/wallet/payout": pay,
    "/wallet/payouts": ({ query }) => {
      const wanted = query.get("payoutId");
      return listOf([...server.payouts.values()].filter(({ payoutId }) => wanted === null || wanted === payoutId));
    },
    "/wallet/autoPayout": switchAuto,
  });
});

afterEach(cleanup);

/** The page in a product of its own; what was kept in the tab is still there. */
async function open(at = AT): Promise<void> {
  product = await startApp({ drafts: createDrafts({ storage, getUserId: () => "42" }) });
  vi.spyOn(product.messenger, "openLink").mockImplementation((url) => void links.push(url));
  ({ readPlace } = await openRoute(<Withdraw />, at, product));
}

async function reopen(at = AT): Promise<void> {
  await cleanup();
  product.root.stop();
  await open(at);
}

const findButton = (name: string) => page.getByRole("button", { name, exact: true });
const amountField = () => page.getByRole("textbox", { name: withdraw.amount });

async function press(name: string): Promise<void> {
  lookAtButton();
  await findButton(name).click();
}

async function askFor(amount: string): Promise<void> {
  await amountField().fill(amount);
  await press(withdraw.submit);
}

async function agree(amount = "0.05 ETH"): Promise<void> {
  await press(`Withdraw ${amount}`);
  await enterCode();
}

async function enterCode(): Promise<void> {
  await page.getByLabelText(codes.prompt.label, { exact: true }).fill(CODE);
  await press(codes.prompt.submit);
}

async function see(text: string): Promise<void> {
  await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
}

it("pays out what was agreed to, and follows it into the wallet", async () => {
  await open();
  await askFor("0.05");
  await see(withdraw.net);
  await see("0.04958");
  await agree();
  await see(withdraw.status.queued);
  await expect.poll(readPlace).toBe(`${AT}&payoutId=p1`);
  change({ status: "confirming", txHash: "0xabc", confirmations: 4 });
  await expect.element(page.getByRole("progressbar", { name: "4 of 12 confirmations" })).toBeVisible();
  change({ status: "paid", confirmations: 12 });
  await expect.element(page.getByText(withdraw.note.paid)).toBeVisible();
  expect(storage).toHaveLength(0);
});

it("tells of money that came back, and lets the person begin again", async () => {
  server.payouts.set("old", { ...samplePayout, status: "returned", returnedAmount: "0.04996", lostFee: "0.00004" });
  await open(`${AT}&payoutId=${samplePayout.payoutId}`);
  const text = withdraw.note.returnedLess.replace("{{amount}}", "0.04996 ETH").replace("{{fee}}", "0.00004 ETH");
  await expect.element(page.getByText(text)).toBeVisible();
  await press(withdraw.another);
  await expect.element(amountField()).toHaveValue("");
  await expect.poll(readPlace).toBe(AT);
});

it("asks again for the same withdrawal after a lost answer, also after a reload, and pays once", async () => {
  await open();
  await askFor("0.05");
  server.isAnswerLost = true;
  await agree();
  await see(withdraw.unanswered);
  await reopen();
  await see(withdraw.unanswered);
  await press(withdraw.askAgain);
  await enterCode();
  await see(withdraw.status.queued);
  expect([server.payouts.size, server.quotes]).toEqual([1, 1]);
});

it("withdraws the coin that there is most of where none is known", async () => {
  server.coins = [Object.assign({}, sampleSystemInfo.coins[0], { coinType: "sol" as const })];
  await open("/withdraw");
  await expect.poll(readPlace).toBe(AT);
});

it("keeps the amount on the way back, over a reload too, and the payout that is followed", async () => {
  await open();
  await askFor("0.05");
  await see("0.04958");
  await findButton(app.back).click();
  await expect.element(amountField()).toHaveValue("0.05");
  await reopen();
  await expect.element(amountField()).toHaveValue("0.05");
  await press(withdraw.submit);
  await agree();
  await see(withdraw.status.queued);
  const at = `${AT}&payoutId=p1`;
  await expect.poll(readPlace).toBe(at);
  await reopen(at);
  await see(withdraw.status.queued);
});

it("opens the page that proves a wallet outside, and goes on by itself", async () => {
  server.wallet = { ...sampleWallet, proven: false };
  await open();
  await see(withdraw.proving);
  await press(withdraw.prove);
  await expect.poll(() => links).toEqual(["https://hongbao.example/unPaymentList#code=abc"]);
  server.wallet = sampleWallet;
  await expect.element(amountField()).toBeVisible();
});

it("proves a wallet of the messenger's own coin inside it, and comes back", async () => {
  const at = "/withdraw?coinType=ton";
  server.wallet = {
    ...sampleWallet,
    type: "Ton",
    address: "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA",
    proven: false,
  };
  await open(at);
  await see(withdraw.provingHere);
  await press(withdraw.prove);
  await expect.poll(readPlace).toBe(`/addWallet?redirect=${encodeURIComponent(at)}&type=Ton`);
  expect(links).toEqual([]);
});

it("has the next thing that is missing as its main action: first the email, then the security code, then the amount", async () => {
  Object.assign(server, { hasSecurityCode: false, email: null });
  await open();
  const back = encodeURIComponent(AT);
  const next = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(next(withdraw.addEmail)).toHaveAttribute("href", `/updateEmai?redirect=${back}`);
  expect(findButton(withdraw.submit).elements()).toEqual([]);
  server.email = "ann@example.com";
  await reopen();
  await expect.element(next(withdraw.setCode)).toHaveAttribute("href", `/updateCode?redirect=${back}`);
  // Whoever wants to see the fee first is told of the code once more, and led to it.
  await amountField().fill("0.05");
  await press(withdraw.seeFee);
  await press("Withdraw 0.05 ETH");
  await page.getByRole("link", { name: withdraw.setCode }).click();
  await expect.poll(readPlace).toBe(`/updateCode?redirect=${back}`);
});

const findNeed = (name: string) => page.getByRole("link", { name, exact: false });

it("names what a withdrawal needs before a wallet is bound, each with the way there and back", async () => {
  Object.assign(server, { wallet: null, hasSecurityCode: false, email: null });
  await open();
  const back = encodeURIComponent(AT);
  const { wallet, walletUnbound, email, code, isMissing } = withdraw.needs;
  for (const name of [`${wallet} ${walletUnbound}`, withdraw.bind])
    await expect.element(findNeed(name)).toHaveAttribute("href", `/addWallet?redirect=${back}&type=ETH`);
  await expect.element(findNeed(`${email} ${isMissing}`)).toHaveAttribute("href", `/updateEmai?redirect=${back}`);
  await expect.element(findNeed(`${code} ${isMissing}`)).toHaveAttribute("href", `/updateCode?redirect=${back}`);
});

it("names below the form what is missing and what is done, and nothing once all is", async () => {
  server.hasSecurityCode = false;
  await open();
  await expect.element(findNeed(`${withdraw.needs.code} ${withdraw.needs.isMissing}`)).toBeVisible();
  await expect.element(findNeed(`${withdraw.needs.email} a•••@example.com`)).toBeVisible();
  server.hasSecurityCode = true;
  await reopen();
  await see(withdraw.auto.title);
  expect(page.getByText(withdraw.needs.title).elements()).toEqual([]);
});

it("says on top why the coin is paused, and stops before the fee is asked for", async () => {
  const until = new Date(Date.now() + 7_200_000).toISOString();
  server.spendingBlocks = [
    { coinType: "eth", cause: "walletChanged", until },
    { coinType: "ton", cause: "walletChanged", until },
  ];
  await open();
  const text = page.getByText("withdrawals and payments from your ETH balance start again", { exact: false });
  await expect.element(text).toBeVisible();
  expect(page.getByText("GRAM", { exact: false }).elements()).toEqual([]);
  await askFor("0.05");
  await see(withdraw.state.blocked);
  await expect.element(text).toBeVisible();
  expect(server.quotes).toBe(0);
});

it("is done once nothing is left", async () => {
  server.balance = "0.05";
  await open();
  await askFor("0.05");
  await agree();
  await see(withdraw.status.queued);
  change({ status: "paid", confirmations: 12 });
  await see(withdraw.note.paid);
  expect(findButton(withdraw.another).elements()).toEqual([]);
  await press(withdraw.done);
  await expect.poll(readPlace).toBe("/user?coinType=eth");
});

it.each([
  ["with a wallet", sampleWallet],
  ["without one", null],
])("asks for nothing where no coin is paid out, and keeps what was withdrawn before: %s", async (_, wallet) => {
  server.wallet = wallet;
  server.payoutCoins = [];
  server.payouts.set("old", { ...samplePayout, payoutId: "p9", status: "paid" });
  await open();
  await see(withdraw.closed.title);
  await expect
    .element(page.getByRole("link", { name: withdraw.status.paid, exact: false }))
    .toHaveAttribute("href", "/statePage?payoutId=p9");
  expect(findButton(withdraw.submit).elements()).toEqual([]);
  expect(page.getByRole("link", { name: withdraw.bind, exact: true }).elements()).toEqual([]);
});

it("switches automatic withdrawing on with a highest fee, and off again, with the code", async () => {
  await open();
  const toggle = page.getByRole("switch", { name: withdraw.auto.label });
  await toggle.click();
  // It shows on only once it is, and says what the fee would be now.
  await expect.element(toggle).not.toBeChecked();
  await expect.element(page.getByText("0.00042 ETH (≈ $1.26)", { exact: false })).toBeVisible();
  await page.getByRole("textbox", { name: withdraw.auto.maxFee }).fill("0.0005");
  await userEvent.keyboard("{Enter}");
  await enterCode();
  await expect.element(page.getByText("0.0005 ETH (≈ $1.50)", { exact: false })).toBeVisible();
  expect(server.autoPayouts).toEqual([{ coinType: "eth", maxFee: "0.0005" }]);
  await toggle.click();
  await enterCode();
  await see(withdraw.auto.off);
  expect(server.autoPayouts).toEqual([]);
});

const [LOCAL] = sampleSystemInfo.payoutCoins;
const SOLANA = [Object.assign({}, sampleSystemInfo.coins[0], { coinType: "sol" as const })];

it.each<[string, Partial<typeof server>, text: string, at?: string]>([
  ["there is nothing to withdraw", { balance: "0" }, withdraw.empty.title],
  [
    "the wallet is missing of an open coin, where none is known and there is nothing of any",
    { coins: SOLANA, coinTypes: [], wallet: null },
    "To withdraw SOL, add your Solana wallet first.",
    "/withdraw?coinType=Solana",
  ],
  [
    "the wallet is missing of the network whose guest the coin is",
    { wallet: null },
    "To withdraw USDT, add your TON wallet first.",
    "/withdraw?coinType=usdt",
  ],
  [
    "the fee is our own, before an amount is typed",
    { payoutCoins: [Object.assign({}, LOCAL, { coinType: "eth", fee: "0.1" })] },
    "The fee is 0.1 ETH, so withdraw more than that.",
  ],
  [
    "a withdrawal is held, and why",
    { payouts: new Map([["old", { ...samplePayout, status: "held", heldReason: "frozen" }]]) },
    withdraw.past.held.frozen,
  ],
])("says that %s", async (_, given, text, at) => {
  Object.assign(server, given);
  await open(at);
  await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
});

it.each<[string, Partial<typeof server>, text: string]>([
  ["of a high fee", { fee: 0.03 }, withdraw.feeHigh],
  ["when the money of a coin arrives that was switched off", { coins: [] }, withdraw.arrivalSoon],
  [
    "that the fee is our own, not the network's",
    { payoutCoins: [Object.assign({}, LOCAL, { coinType: "eth", fee: "0.00042" })] },
    withdraw.ownFee.label,
  ],
])("tells beside the quote %s", async (_, given, text) => {
  Object.assign(server, given);
  await open();
  await askFor("0.05");
  await see(text);
  expect(page.getByText(withdraw.fee, { exact: true }).elements()).toHaveLength(text === withdraw.ownFee.label ? 0 : 1);
});

it("says until when nothing may leave the account", async () => {
  server.refusal = refuse("spendingBlocked", { retryAfterSeconds: 7200 });
  await open();
  await askFor("0.05");
  await agree();
  await see(withdraw.state.blocked);
  await expect.element(page.getByText("are paused until", { exact: false })).toBeVisible();
});
