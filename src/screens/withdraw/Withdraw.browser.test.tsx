import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES } from "#domain/coins.ts";
import app from "#locales/en/app.json";
import codes from "#locales/en/codes.json";
import errors from "#locales/en/errors.json";
import withdraw from "#locales/en/withdraw.json";
import { samplePayout, sampleSystemInfo, sampleUser, sampleWallet } from "#tests/support/samples.ts";
import type { App } from "#src/createApp.ts";
import { AppContext, useApp } from "#src/hooks/useApp.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Withdraw } from "./Withdraw.tsx";

type Payout = components["schemas"]["Payout"];

const AT = "/withdraw?coinType=eth";
const CODE = "R1ghtone";

interface Asked {
  path: string;
  query: URLSearchParams;
  key: string | null;
  body: Record<string, unknown>;
}

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
  refusal: null as { status: number; error: string; retryAfter?: string } | null,
  autoPayouts: [] as { coinType: string; maxFee: string }[],
  coins: sampleSystemInfo.coins,
  payoutCoins: COIN_TYPES.flatMap((coinType) => sampleSystemInfo.payoutCoins.map((coin) => ({ ...coin, coinType }))),
};
const FIRST = { ...server };

let product: App;
/** What a person kept in the tab: it outlives a reload. */
let drafts: Map<string, string>;
let links: string[];
let slowDown: () => void;

const answer = (data: unknown) => Response.json({ code: 200, msg: "ok", data });
const refuse = (status: number, error: string, retryAfter?: string) =>
  Response.json(
    { code: status, msg: error, error },
    { status, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } },
  );

function pay({ key, body }: Asked): Response {
  const known = server.payouts.get(key ?? "");
  if (known !== undefined) return answer({ payout: known });
  if (body["securityCode"] !== CODE) return refuse(403, "wrongSecurityCode");
  if (server.refusal !== null) {
    const { status, error, retryAfter } = server.refusal;
    return refuse(status, error, retryAfter);
  }
  const payout: Payout = { ...samplePayout, payoutId: `p${String(server.payouts.size + 1)}` };
  server.payouts.set(key ?? "", payout);
  if (!server.isAnswerLost) return answer({ payout });
  server.isAnswerLost = false;
  throw new TypeError("Failed to fetch");
}

function quote({ query }: Asked): Response {
  const gross = Number(query.get("amount"));
  if (gross <= server.fee) return refuse(400, "invalidRequest");
  server.quotes += 1;
  return answer({
    quoteId: `q${String(server.quotes)}`,
    gross: query.get("amount"),
    fee: String(server.fee),
    net: (gross - server.fee).toFixed(5),
    toAddress: sampleWallet.address,
    expiresAt: "2026-11-20T12:11:00Z",
  });
}

function change(change: Partial<Payout>): void {
  for (const [key, payout] of server.payouts) server.payouts.set(key, { ...payout, ...change });
}

const ANSWERS: Readonly<Record<string, (asked: Asked) => Response>> = {
  "/system/info": () => answer({ ...sampleSystemInfo, coins: server.coins, payoutCoins: server.payoutCoins }),
  "/user/accountAmountInfo": () =>
    answer({
      balance: server.balance,
      amountSent: "0",
      amountReceived: "1",
      quantityReceived: 1,
      coinTypes: server.coinTypes,
    }),
  "/user/getUserInfo": () => {
    const { email, hasSecurityCode, spendingBlocks } = server;
    return answer({ userItem: { ...sampleUser, email, hasSecurityCode, spendingBlocks } });
  },
  "/user/paymentCode": () => answer({ paymentUrl: "https://hongbao.example/unPaymentList#code=abc" }),
  "/wallet/list": () => answer({ items: server.wallet === null ? [] : [server.wallet], total: 1, nextCursor: null }),
  "/business/coinPrice": () => answer({ code: "ETHUSDT", price: "3000" }),
  "/wallet/payoutQuote": quote,
  "/wallet/payout": pay,
  "/wallet/payouts": ({ query }) => {
    const asked = query.get("payoutId");
    const items = [...server.payouts.values()].filter(({ payoutId }) => asked === null || asked === payoutId);
    return answer({ items, total: items.length, nextCursor: null });
  },
  "/wallet/cancelPayout": () => {
    change({ status: "cancelled", returnedAmount: "0.05", lostFee: "0" });
    return answer({ payout: [...server.payouts.values()].at(-1) });
  },
};

async function readAsked(request: Request): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url);
  const text = request.method === "POST" ? await request.text() : "";
  return {
    path: pathname.replace("/api/v1", ""),
    query: searchParams,
    key: request.headers.get("idempotency-key"),
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** One path, two calls. */
function switchAuto({ body }: Asked): Response {
  if (body["enabled"] === undefined) return answer({ items: server.autoPayouts });
  if (body["securityCode"] !== CODE) return refuse(403, "wrongSecurityCode");
  server.autoPayouts = body["enabled"] === true ? [{ coinType: "eth", maxFee: String(body["maxFee"]) }] : [];
  return answer(null);
}

beforeEach(() => {
  slowDown = hurryTime();
  Object.assign(server, FIRST, { payouts: new Map(), autoPayouts: [] });
  drafts = new Map();
  links = [];
  vi.spyOn(window, "fetch").mockImplementation(async (request) => {
    const asked = await readAsked(request as Request);
    if (asked.path === "/wallet/autoPayout") return switchAuto(asked);
    const respond = ANSWERS[asked.path];
    return respond === undefined ? new Promise<Response>(() => {}) : respond(asked);
  });
});

afterEach(async () => {
  await close();
  slowDown();
  vi.restoreAllMocks();
});

async function close(): Promise<void> {
  await cleanup();
  product.root.stop();
}

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{`${pathname}${search}`}</p>;
}

function Route() {
  const { checkedPlaces } = useApp();
  const location = useLocation();
  useEffect(() => {
    checkedPlaces.arrive(location);
  }, [checkedPlaces, location]);
  return location.pathname === "/withdraw" ? <Withdraw /> : null;
}

/** The page in a product of its own; what was kept in the tab is still there. */
async function open(at = AT): Promise<void> {
  const created = await prepareApp();
  product = {
    ...created,
    drafts: {
      read: (key) => drafts.get(key) ?? null,
      write: (key, value) => {
        if (value === "") drafts.delete(key);
        else drafts.set(key, value);
      },
      clear: () => {
        drafts.clear();
      },
    },
  };
  vi.spyOn(product.messenger, "openLink").mockImplementation((url) => {
    links.push(url);
  });
  product.root.start();
  product.root.send({ type: "app.start" });
  await renderWithTexts(
    <AppContext value={product}>
      <Route />
      <Place />
    </AppContext>,
    { errors, codes, withdraw },
    at,
  );
}

const findPlace = (): string => page.getByTestId("place").element().textContent;
const findButton = (name: string) => page.getByRole("button", { name, exact: true });

/** A press that cannot count as the second tap of a double tap. */
async function press(name: string): Promise<void> {
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000 * (pressed += 1));
  await findButton(name).click();
  clock.mockRestore();
}
let pressed = 0;

async function askFor(amount: string): Promise<void> {
  await page.getByRole("textbox", { name: withdraw.amount }).fill(amount);
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
  await expect.poll(findPlace).toBe(`${AT}&payoutId=p1`);
  change({ status: "confirming", txHash: "0xabc", confirmations: 4 });
  await expect.element(page.getByRole("progressbar", { name: "4 of 12 confirmations" })).toBeVisible();
  change({ status: "paid", confirmations: 12 });
  await expect.element(page.getByText(withdraw.note.paid)).toBeVisible();
  expect(drafts.size).toBe(0);
});

it("tells of money that came back, and lets the person begin again", async () => {
  server.payouts.set("old", { ...samplePayout, status: "returned", returnedAmount: "0.04996", lostFee: "0.00004" });
  await open(`${AT}&payoutId=${samplePayout.payoutId}`);
  const text = withdraw.note.returnedLess.replace("{{amount}}", "0.04996 ETH").replace("{{fee}}", "0.00004 ETH");
  await expect.element(page.getByText(text)).toBeVisible();
  await press(withdraw.another);
  await expect.element(page.getByRole("textbox", { name: withdraw.amount })).toHaveValue("");
  await expect.poll(findPlace).toBe(AT);
});

it("asks again for the same withdrawal after a lost answer, also after a reload, and pays once", async () => {
  await open();
  await askFor("0.05");
  server.isAnswerLost = true;
  await agree();
  await see(withdraw.unanswered);
  await close();
  await open();
  await see(withdraw.unanswered);
  await press(withdraw.askAgain);
  await enterCode();
  await see(withdraw.status.queued);
  expect([server.payouts.size, server.quotes]).toEqual([1, 1]);
});

it("gives a wrong amount the focus at the second refusal, too", async () => {
  await open();
  await askFor("0");
  const amount = page.getByRole("textbox", { name: withdraw.amount });
  await expect.element(amount).toHaveFocus();
  await press(withdraw.submit);
  await expect.element(amount).toHaveFocus();
});

it("withdraws the coin that there is most of where none is known", async () => {
  server.coins = [Object.assign({}, sampleSystemInfo.coins[0], { coinType: "sol" as const })];
  await open("/withdraw");
  await expect.poll(findPlace).toBe(AT);
});

it("withdraws an open coin where none is known and there is nothing of any", async () => {
  server.coins = [Object.assign({}, sampleSystemInfo.coins[0], { coinType: "sol" as const })];
  server.coinTypes = [];
  server.wallet = null;
  await open("/withdraw?coinType=Solana");
  const text = withdraw.unbound.replace("{{coin}}", "SOL").replace("{{wallet}}", "Solana");
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it("keeps the amount on the way back, over a reload too, and the payout that is followed", async () => {
  await open();
  await askFor("0.05");
  await see("0.04958");
  await findButton(app.back).click();
  await expect.element(page.getByRole("textbox", { name: withdraw.amount })).toHaveValue("0.05");
  await close();
  await open();
  await expect.element(page.getByRole("textbox", { name: withdraw.amount })).toHaveValue("0.05");
  await press(withdraw.submit);
  await agree();
  await see(withdraw.status.queued);
  const at = `${AT}&payoutId=p1`;
  await expect.poll(findPlace).toBe(at);
  await close();
  await open(at);
  await see(withdraw.status.queued);
});

it("opens the page that proves a wallet outside, and goes on by itself", async () => {
  server.wallet = { ...sampleWallet, proven: false };
  await open();
  await see(withdraw.proving);
  await press(withdraw.prove);
  await expect.poll(() => links).toEqual(["https://hongbao.example/unPaymentList#code=abc"]);
  server.wallet = sampleWallet;
  await expect.element(page.getByRole("textbox", { name: withdraw.amount })).toBeVisible();
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
  await expect.poll(findPlace).toBe(`/addWallet?redirect=${encodeURIComponent(at)}&type=Ton`);
  expect(links).toEqual([]);
});

it("tells a fee of its own before an amount is typed, and never calls it the network's", async () => {
  const [local] = sampleSystemInfo.payoutCoins;
  if (local === undefined) throw new Error("a coin is paid out");
  Object.assign(server, { fee: 0.1, payoutCoins: [{ ...local, coinType: "eth", fee: "0.1" }] });
  await open();
  await expect.element(page.getByText("The fee is 0.1 ETH, so withdraw more than that.")).toBeVisible();
  await askFor("0.5");
  await expect.element(page.getByText(withdraw.ownFee.label, { exact: true })).toBeVisible();
  await expect.element(page.getByText(withdraw.fee, { exact: true })).not.toBeInTheDocument();
});

it("calls the wallet that is missing by the network whose guest the coin is", async () => {
  server.wallet = null;
  await open("/withdraw?coinType=usdt");
  await expect.element(page.getByText("To withdraw USDT, add your TON wallet first.")).toBeVisible();
});

it("warns of a high fee", async () => {
  server.fee = 0.03;
  await open();
  await askFor("0.05");
  await expect.element(page.getByRole("alert")).toHaveTextContent(withdraw.feeHigh);
});

it("has the next thing that is missing as its main action: first the email, then the security code, then the amount", async () => {
  Object.assign(server, { hasSecurityCode: false, email: null });
  await open();
  const back = encodeURIComponent(AT);
  const next = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(next(withdraw.addEmail)).toHaveAttribute("href", `/updateEmai?redirect=${back}`);
  expect(findButton(withdraw.submit).elements()).toEqual([]);
  await close();
  server.email = "ann@example.com";
  await open();
  await expect.element(next(withdraw.setCode)).toHaveAttribute("href", `/updateCode?redirect=${back}`);
  // Whoever wants to see the fee first is told of the code once more, and led to it.
  await page.getByRole("textbox", { name: withdraw.amount }).fill("0.05");
  await press(withdraw.seeFee);
  await press("Withdraw 0.05 ETH");
  await page.getByRole("link", { name: withdraw.setCode }).click();
  await expect.poll(findPlace).toBe(`/updateCode?redirect=${back}`);
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
  await close();
  server.hasSecurityCode = true;
  await open();
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
  await expect.poll(findPlace).toBe("/user?coinType=eth");
});

it("says until when nothing may leave the account", async () => {
  server.refusal = { status: 403, error: "spendingBlocked", retryAfter: "7200" };
  await open();
  await askFor("0.05");
  await agree();
  await see(withdraw.state.blocked);
  await expect.element(page.getByText("are paused until", { exact: false })).toBeVisible();
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

it("says when the money of a coin arrives that was switched off", async () => {
  server.coins = [];
  await open();
  await askFor("0.05");
  await expect.element(page.getByText(withdraw.arrivalSoon, { exact: true })).toBeVisible();
});

it("says in the list why a withdrawal is held", async () => {
  server.payouts.set("old", { ...samplePayout, payoutId: "p9", status: "held", heldReason: "frozen" });
  await open();
  await expect.element(page.getByRole("link", { name: withdraw.past.held.frozen, exact: false })).toBeVisible();
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

it("says calmly that there is nothing to withdraw", async () => {
  server.balance = "0";
  await open();
  await see(withdraw.empty.title);
  expect(findButton(withdraw.submit).elements()).toEqual([]);
});
