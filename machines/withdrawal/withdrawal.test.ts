import { expect, test } from "vitest";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { samplePayout, sampleQuote, sampleWallet } from "#tests/support/samples.ts";
import { openChart, provideWorld, settle } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { payoutFollowChild } from "../kit/follow/payoutFollow.ts";
import type { SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import type { SavedWithdrawal } from "./savedWithdrawal.ts";
import { withdrawalMachine } from "./withdrawal.machine.ts";
import type { WithdrawalAccount } from "./withdrawalAccount.ts";
import { viewWithdrawal } from "./withdrawal.view.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];

/** What is kept says by which format. */
function dropVersion(name: string, value: unknown): unknown {
  return name === "version" ? undefined : value;
}

const NOON_MS = Date.UTC(2026, 10, 20, 12);

/** What a server knows: it makes at most one payout for a quote, whatever answers are lost. */
function openServer() {
  return {
    account: {
      balance: "1.2",
      wallet: sampleWallet,
      email: "ann@example.com",
      hasSecurityCode: true,
      spendingBlocks: [],
      payout: null,
    } as WithdrawalAccount,
    quotes: [] as string[],
    payouts: new Map<string, Payout>(),
    /** How often the account was read. */
    looks: 0,
    /** The coins that links were made for. */
    links: [] as CoinType[],
    /** Why neither the account nor a payout can be read now. */
    outage: null as Failure | null,
    /** Whether no link can be made. */
    isLinkRefused: false,
    /** Whether the account is read without an answer. */
    isSilent: false,
    /** What a cancellation waits for before it is refused; null lets it pass. */
    lateness: null as Promise<void> | null,
    /** Whether the question for the code breaks. */
    isQuestionBroken: false,
    /** Whether the answer to the next payout gets lost after the payout was made. */
    isAnswerLost: false,
    /** Whether the quotes made so far have run out. */
    areQuotesOver: false,
    refusal: null as Failure | null,
    /** Why nothing can be quoted. */
    quoteRefusal: null as Failure | null,
    fee: "0.00042",
  };
}

type Server = ReturnType<typeof openServer>;

function findPayout(server: Server, payoutId: string | null): [string, Payout] | undefined {
  return [...server.payouts].find(([, payout]) => payout.payoutId === payoutId);
}

function askQuote(server: Server, amount: string): PayoutQuote {
  if (server.quoteRefusal !== null) throw server.quoteRefusal;
  if (Number(amount) <= Number(server.fee)) throw refuse("invalidRequest");
  const quoteId = `q${String(server.quotes.push(amount))}`;
  server.areQuotesOver = false;
  const net = (Number(amount) - Number(server.fee)).toFixed(5);
  return { ...sampleQuote, quoteId, gross: amount, fee: server.fee, net, expiresAt: "2026-11-20T12:01:00Z" };
}

function payOut(server: Server, quoteId: string, securityCode: string): SecuredResult {
  if (securityCode !== "R1ghtone") throw refuse("wrongSecurityCode");
  const known = server.payouts.get(quoteId);
  if (known !== undefined) return { kind: "payout", payout: known };
  if (server.refusal !== null) throw server.refusal;
  if (server.areQuotesOver) throw refuse("quoteExpired");
  const payout: Payout = { ...samplePayout, payoutId: `p-${quoteId}` };
  server.payouts.set(quoteId, payout);
  if (!server.isAnswerLost) return { kind: "payout", payout };
  server.isAnswerLost = false;
  throw OFFLINE;
}

function open(
  server: Server,
  { saved = null, payoutId = null }: { saved?: SavedWithdrawal | null; payoutId?: string | null } = {},
) {
  const { countdown, pass } = openHandClock(NOON_MS);
  const securityCodePrompt = scriptPrompt(async (attempt, securityCode) => {
    if (attempt.kind !== "payout") throw new Error("only payouts are tried");
    return payOut(server, attempt.quoteId, securityCode);
  }, countdown).provide({
    guards: {
      isPossible: () => {
        if (server.isQuestionBroken) throw new Error("broken");
        return true;
      },
    },
  });
  const chart = openChart(withdrawalMachine, viewWithdrawal, {
    input: { coinType: "eth", payoutId, saved },
    world: {
      countdown,
      securityCodePrompt,
      loadAccount: ({ payoutId: followed }) => {
        server.looks += 1;
        if (server.isSilent) return new Promise(() => {});
        if (server.outage !== null) throw server.outage;
        return { ...server.account, payout: findPayout(server, followed)?.[1] ?? null };
      },
      makeProofLink: ({ coinType }) => {
        if (server.isLinkRefused) throw OFFLINE;
        return { paymentUrl: `https://hongbao.example/unPaymentList#code=${String(server.links.push(coinType))}` };
      },
      loadQuote: ({ amount }) => askQuote(server, amount),
      cancelPayout: async (input) => {
        const [quoteId, payout] = findPayout(server, input.payoutId) ?? ["", samplePayout];
        if (server.lateness !== null) {
          await server.lateness;
          throw refuse("notAvailable");
        }
        server.payouts.set(quoteId, { ...payout, status: "cancelled" });
        return { ...payout, status: "cancelled" };
      },
      payoutFollow: provideWorld(payoutFollowChild, {
        read: ({ id }) => {
          if (server.outage !== null) throw server.outage;
          const [, payout] = findPayout(server, id) ?? [];
          if (payout === undefined) throw refuse("notFound");
          return payout;
        },
      }),
    },
    events: [{ type: "ui.open" }],
  });
  const { actor, clock, see, press, send, listTold } = chart;
  const findPrompt = () => actor.getSnapshot().children.securityCodePrompt;
  const enter = (securityCode: string): void => {
    findPrompt()?.send({ type: "ui.type", field: "securityCode", value: securityCode });
    findPrompt()?.send({ type: "ui.submit" });
  };
  const type = (value: string) => send({ type: "ui.type", field: "amount", value });
  const ask = async (amount: string) => {
    await see("editing");
    type(amount);
    press("ui.submit");
    return see("reviewingQuote");
  };
  const agree = async (securityCode: string) => {
    press("ui.agree");
    await see("askingCode");
    enter(securityCode);
  };
  /** Time for the next reading of the payout, whose fate changed before. */
  const passFate = async (change: Partial<Payout>): Promise<void> => {
    await settle();
    for (const [quoteId, payout] of server.payouts) server.payouts.set(quoteId, { ...payout, ...change });
    clock.increment(3_000);
  };
  /** The draft as it is kept on the device. */
  const getKept = (): SavedWithdrawal | null => {
    const text = listTold("draft.changed").at(-1)?.text;
    if (text === undefined) return saved;
    return text === "" ? null : (JSON.parse(text, dropVersion) as SavedWithdrawal);
  };
  return { ...chart, passTime: pass, findPrompt, enter, type, ask, agree, passFate, getKept };
}

test("an amount is quoted, agreed to with the code, and seen until it is in the wallet", async () => {
  const server = openServer();
  const { reach, see, ask, agree, emitted, passFate, getKept } = open(server);
  expect(await ask("0.05")).toMatchObject({
    quote: { gross: "0.05", fee: "0.00042", net: "0.04958", toAddress: sampleWallet.address },
    isFeeHigh: false,
  });
  await agree("R1ghtone");
  expect((await see("following")).payout?.status).toBe("queued");
  expect([getKept(), emitted.at(-1)]).toEqual([null, { type: "navigate", to: "?coinType=eth&payoutId=p-q1" }]);
  await passFate({ status: "confirming", txHash: "0xabc", confirmations: 4 });
  await reach(({ state, payout }) => state === "following" && payout?.confirmations === 4);
  await passFate({ status: "paid", confirmations: 12 });
  expect((await see("paid")).payout).toMatchObject({ status: "paid", txHash: "0xabc" });
  expect(emitted.at(-1)).toEqual({ type: "vibrate", kind: "success" });
});

test("all of it is the balance, cut to six decimals", async () => {
  const server = openServer();
  server.account = { ...server.account, balance: "0.123456789" };
  const { see, press, getKept } = open(server);
  await see("editing");
  press("ui.takeAll");
  expect(getKept()).toEqual({ amount: "0.123456", quote: null });
  press("ui.submit");
  expect((await see("reviewingQuote")).quote?.gross).toBe("0.123456");
});

test("a quote that runs out renews itself, and the amount stays", async () => {
  const server = openServer();
  const { ask, see, passTime } = open(server);
  expect((await ask("0.05")).quote?.quoteId).toBe("q1");
  passTime(59_000);
  expect(await see("reviewingQuote")).toMatchObject({ quoteEndsAt: "2026-11-20T12:01:00.000Z" });
  server.fee = "0.03";
  passTime(1_000);
  expect(await see("quoting")).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" }, isFeeHigh: true });
});

test("a code that comes too late for its quote shows the fresh one, and nothing was paid", async () => {
  const server = openServer();
  const { see, ask, enter, press, getKept } = open(server);
  await ask("0.05");
  press("ui.agree");
  await see("askingCode");
  server.areQuotesOver = true;
  enter("R1ghtone");
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" }, failureKey: null });
  expect([server.payouts.size, getKept()]).toEqual([0, { amount: "0.05", quote: null }]);
});

test.each([
  ["by a press", false],
  ["after a reload", true],
])("a lost answer is asked for again %s under the same quote, and pays once", async (_, isReloaded) => {
  const server = openServer();
  const first = open(server);
  await first.ask("0.05");
  server.isAnswerLost = true;
  await first.agree("R1ghtone");
  const unknown = await first.see("outcomeUnknown");
  expect(unknown).toMatchObject({ failureKey: "errors:network", quote: { quoteId: "q1" } });
  if (isReloaded) first.actor.stop();
  const { see, enter, listControls, press, getKept } = isReloaded ? open(server, { saved: first.getKept() }) : first;
  expect((await see("outcomeUnknown")).balance).toBe("1.2");
  expect(listControls()).toEqual(["ui.retry"]);
  press("ui.retry");
  expect((await see("askingCode")).failureKey).toBeNull();
  enter("R1ghtone");
  expect((await see("following")).payout?.payoutId).toBe("p-q1");
  expect([server.payouts.size, server.quotes, getKept()]).toEqual([1, ["0.05"], null]);
});

test("a look at a former payout leaves what has no answer open", async () => {
  const server = openServer();
  server.payouts.set("q0", { ...samplePayout, payoutId: "p0" });
  const quote = askQuote(server, "0.05");
  const { see, passFate, press } = open(server, { payoutId: "p0", saved: { amount: "0.05", quote } });
  await see("following");
  await passFate({ status: "paid" });
  await see("paid");
  press("ui.another");
  expect(await see("outcomeUnknown")).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
});

test("a reload while the code is checked knows the quote, and one while it is typed knows the amount only", async () => {
  const server = openServer();
  const { see, ask, enter, shown, press, look, getKept, findPrompt } = open(server);
  await ask("0.05");
  press("ui.agree");
  await see("askingCode");
  expect([getKept(), shown.includes("submitting")]).toEqual([{ amount: "0.05", quote: null }, false]);
  enter("Wr0ngone");
  expect(look().state).toBe("submitting");
  expect(getKept()).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
  await see("askingCode");
  expect(getKept()).toEqual({ amount: "0.05", quote: null });
  findPrompt()?.send({ type: "ui.cancel" });
  expect((await see("reviewingQuote")).quote?.quoteId).toBe("q1");
});

test.each([
  ["ui.cancel", []],
  ["ui.forgot", [{ type: "code.wanted", isForgotten: true }]],
] as const)("who leaves the code by %s after a lost answer is not led to a second payout", async (type, news) => {
  const server = openServer();
  const { see, ask, agree, emitted, press, findPrompt } = open(server);
  await ask("0.05");
  server.isAnswerLost = true;
  await agree("R1ghtone");
  await see("outcomeUnknown");
  press("ui.retry");
  await see("askingCode");
  emitted.length = 0;
  findPrompt()?.send({ type });
  expect((await see("outcomeUnknown")).quote?.quoteId).toBe("q1");
  expect(emitted).toMatchObject([...news, { type: "draft.changed", text: expect.stringContaining('"quoteId":"q1"') }]);
});

test("a question for the code that breaks counts as sent", async () => {
  const server = openServer();
  const { see, ask, agree, getKept } = open(server);
  await ask("0.05");
  server.isQuestionBroken = true;
  await agree("R1ghtone");
  expect((await see("outcomeUnknown")).failureKey).not.toBeNull();
  expect(getKept()).toMatchObject({ quote: { quoteId: "q1" } });
});

test.each([
  ["walletNotBound", "unbound", "unbound"],
  ["walletNotProven", "proving", "proving"],
  ["spendingBlocked", "blocked", "blocked"],
  ["insufficientBalance", "editing", "failed"],
] as const)("a payout that is refused by %s leads on, and nothing of it is open", async (error, first, afterLoss) => {
  const refusal = refuse(error);
  for (const isLost of [false, true]) {
    const server = openServer();
    const { see, ask, agree, enter, press, getKept } = open(server);
    await ask("0.05");
    server.refusal = isLost ? OFFLINE : refusal;
    await agree("R1ghtone");
    if (isLost) {
      await see("outcomeUnknown");
      server.refusal = refusal;
      press("ui.retry");
      await see("askingCode");
      enter("R1ghtone");
    }
    const { failureKey } = await see(isLost ? afterLoss : first);
    expect([failureKey !== null, getKept()]).toEqual([
      ["spendingBlocked", "insufficientBalance"].includes(error),
      { amount: "0.05", quote: null },
    ]);
  }
});

test("a payout that was never made begins again with its amount", async () => {
  const server = openServer();
  const { see, ask, agree, enter, press, getKept } = open(server);
  await ask("0.05");
  server.refusal = OFFLINE;
  await agree("R1ghtone");
  await see("outcomeUnknown");
  server.refusal = null;
  server.areQuotesOver = true;
  press("ui.retry");
  await see("askingCode");
  enter("R1ghtone");
  expect((await see("editing")).amount).toBe("0.05");
  expect([server.payouts.size, getKept()]).toEqual([0, { amount: "0.05", quote: null }]);
});

test("a balance that cannot be read is read again by a press", async () => {
  const server = openServer();
  server.outage = OFFLINE;
  const { see, press } = open(server);
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.outage = null;
  press("ui.retry");
  expect((await see("editing")).failureKey).toBeNull();
});

test("an empty balance has nothing to take", async () => {
  const server = openServer();
  server.account = { ...server.account, balance: "0.0000001" };
  const { see, listControls } = open(server);
  expect((await see("editing")).isEmpty).toBe(true);
  expect(listControls()).not.toContain("ui.takeAll");
});

test("a problem shows once the form was sent, until something is typed", async () => {
  const { see, press, type, getKept } = open(openServer());
  await see("editing");
  type("5");
  expect(getKept()).toEqual({ amount: "5", quote: null });
  expect((await see("editing")).problemKey).toBeNull();
  press("ui.submit");
  expect(await see("editing")).toMatchObject({ problemKey: "withdraw:problem.amountTooLarge", rejectedSubmits: 1 });
  type("6");
  expect((await see("editing")).problemKey).toBeNull();
  press("ui.submit");
  expect((await see("editing")).rejectedSubmits).toBe(2);
  type("0.5");
  expect((await see("editing")).problemKey).toBeNull();
});

test.each([
  [OFFLINE, "editing", "errors:network"],
  [refuse("walletNotBound"), "unbound", null],
  [refuse("walletNotProven"), "proving", null],
] as const)(
  "where no fee can be told by %o the page shows %s, and the amount stays",
  async (refusal, state, failureKey) => {
    const server = openServer();
    const { see, ask, listControls, press, send, type, look } = open(server);
    await ask("0.05");
    press("ui.edit", "ui.submit");
    expect([look().state, listControls()]).toEqual(["quoting", ["ui.edit"]]);
    press("ui.edit");
    server.quoteRefusal = refusal;
    press("ui.submit");
    expect(look()).toMatchObject({ state: "quoting", isBusy: true, hasUnsavedInput: true, quote: null });
    expect(await see(state)).toMatchObject({ amount: "0.05", quote: null, failureKey });
    type("0.06");
    expect(look().failureKey).toBeNull();
    send({ type: "ui.submit" });
    expect(look()).toMatchObject({ state: state === "editing" ? "quoting" : state, failureKey: null });
  },
);

test("an amount that the fee eats is refused, and another one can be typed", async () => {
  const server = openServer();
  const { see, ask, press, type } = open(server);
  await see("editing");
  type("0.0004");
  press("ui.submit");
  await see("quoting");
  const tooSmall = { problemKey: "withdraw:problem.amountTooSmall", rejectedSubmits: 1, failureKey: null };
  expect(await see("editing")).toMatchObject({ amount: "0.0004", ...tooSmall });
  press("ui.takeAll");
  expect((await see("editing")).problemKey).toBeNull();
  type("9");
  press("ui.submit");
  expect((await see("editing")).problemKey).toBe("withdraw:problem.amountTooLarge");
  await ask("0.05");
});

test("a payout is held and goes on as its readings say, also beneath the question, and can be cancelled", async () => {
  const server = openServer();
  const { reach, see, ask, agree, passFate, listControls, press, look } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  server.outage = OFFLINE;
  await passFate({});
  expect((await reach(({ failureKey }) => failureKey !== null)).state).toBe("following");
  server.outage = null;
  await passFate({ status: "held", heldReason: "treasury" });
  expect(await see("held")).toMatchObject({ payout: { heldReason: "treasury" }, failureKey: null });
  await passFate({ heldReason: "limit" });
  expect((await reach(({ payout }) => payout?.heldReason === "limit")).state).toBe("held");
  await passFate({ status: "queued", heldReason: null });
  expect((await see("following")).payout?.status).toBe("queued");
  press("ui.cancel");
  expect(listControls(await see("confirmingCancel"))).toEqual(["ui.confirm", "ui.back"]);
  await passFate({ status: "held", heldReason: "fee" });
  expect((await reach(({ payout }) => payout?.heldReason === "fee")).state).toBe("confirmingCancel");
  press("ui.back");
  expect(look().state).toBe("held");
  expect(listControls()).toEqual(["ui.cancel"]);
  press("ui.cancel", "ui.confirm");
  expect(look()).toMatchObject({ state: "cancelling", isBusy: true });
  expect((await see("cancelled")).payout?.status).toBe("cancelled");
});

test("what is signed cannot be cancelled any more, nor what is signed before the server is asked", async () => {
  const server = openServer();
  const { reach, see, ask, agree, passFate, listControls, press, look } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  await passFate({ status: "held", heldReason: "limit" });
  await see("held");
  const refused = Promise.withResolvers<void>();
  server.lateness = Promise.resolve();
  press("ui.cancel", "ui.confirm");
  expect(await see("held")).toMatchObject({ failureKey: "errors:notAvailable" });
  server.lateness = refused.promise;
  press("ui.cancel", "ui.confirm");
  await passFate({ status: "queued", heldReason: null });
  expect((await reach(({ payout }) => payout?.status === "queued")).state).toBe("cancelling");
  refused.resolve();
  await see("following");
  press("ui.cancel");
  expect(look().state).toBe("confirmingCancel");
  await passFate({ status: "sending" });
  expect((await see("following")).payout?.status).toBe("sending");
  expect(listControls()).toEqual([]);
});

test.each(["paid", "returned", "cancelled"] as const)(
  "a payout that is %s is told, and another withdrawal begins with an empty form",
  async (status) => {
    const server = openServer();
    const { see, agree, enter, passFate, emitted, listControls, press, type, look } = open(server);
    await see("editing");
    server.fee = "0.06";
    type("0.05");
    press("ui.submit");
    await see("quoting");
    expect((await see("editing")).problemKey).toBe("withdraw:problem.amountTooSmall");
    server.fee = "0.00042";
    press("ui.submit");
    await see("reviewingQuote");
    press("ui.edit");
    expect(look().problemKey).toBeNull();
    press("ui.submit");
    await see("reviewingQuote");
    server.isAnswerLost = true;
    await agree("R1ghtone");
    await see("outcomeUnknown");
    press("ui.retry");
    await see("askingCode");
    enter("R1ghtone");
    await see("following");
    await passFate({ status });
    const end = await see(status);
    expect([end.payout?.status, listControls(end)]).toEqual([status, ["ui.another"]]);
    press("ui.another");
    expect(emitted.at(-1)).toEqual({ type: "navigate", to: "?coinType=eth" });
    expect(await see("editing")).toMatchObject({ amount: "", payout: null, problemKey: null });
    press("ui.submit");
    expect(look().problemKey).toBe("withdraw:problem.amountRequired");
  },
);

test("a reload while a payout is followed follows it on", async () => {
  const server = openServer();
  server.payouts.set("q1", { ...samplePayout, status: "held", heldReason: "limit" });
  const { see, shown } = open(server, { payoutId: "p1" });
  expect(await see("held")).toMatchObject({ payout: { heldReason: "limit" }, balance: "1.2" });
  expect(shown).not.toContain("following");
});

test("the page waits for a wallet and its proof, outlives outages and old links, and goes on by itself", async () => {
  const server = openServer();
  const typed = { ...sampleWallet, proven: false };
  server.outage = OFFLINE;
  const { clock, reach, see, emitted, listControls, look, press, send, pass } = open(server, {
    saved: { amount: "0.05", quote: null },
  });
  expect(await see("failed")).toMatchObject({ failureKey: "errors:network", balance: null });
  server.outage = null;
  server.account = { ...server.account, wallet: null };
  expect(send({ type: "app.online" })).toMatchObject({ state: "loading", failureKey: null });
  const unbound = await see("unbound");
  expect([unbound.balance, listControls(unbound)]).toEqual(["1.2", ["ui.retry"]]);
  server.account = { ...server.account, wallet: typed };
  server.isLinkRefused = true;
  press("ui.retry");
  const proving = await see("proving");
  expect([proving.wallet, listControls(proving)]).toEqual([typed, []]);
  const noLink = await reach(({ failureKey }) => failureKey !== null);
  expect([noLink.state, listControls(noLink)]).toEqual(["proving", ["ui.retry"]]);
  server.isLinkRefused = false;
  press("ui.retry");
  expect([look().failureKey, listControls()]).toEqual([null, []]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  press("ui.openProof");
  expect(emitted.at(-1)).toEqual({ type: "openLink", url: "https://hongbao.example/unPaymentList#code=1" });
  const openedCount = emitted.length;
  send({ type: "ui.openProof" });
  expect([emitted.length, listControls()]).toEqual([openedCount, []]);
  clock.increment(1_500);
  server.isSilent = true;
  await pass(3_000);
  await pass(20_000);
  server.isSilent = false;
  server.outage = OFFLINE;
  await pass(3_000);
  server.outage = null;
  await pass(3_000);
  expect([server.looks, server.links, look().state]).toEqual([6, ["eth"], "proving"]);
  clock.increment(1_500_000 - 30_500);
  expect(listControls()).toEqual([]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  expect(server.links).toEqual(["eth", "eth"]);
  server.account = { ...server.account, wallet: null };
  await pass(3_000);
  expect(look()).toMatchObject({ state: "unbound", wallet: null });
  server.account = { ...server.account, wallet: typed };
  press("ui.retry");
  expect(listControls(await see("proving"))).toEqual([]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  server.account = { ...server.account, wallet: sampleWallet };
  await pass(3_000);
  expect(look()).toMatchObject({ state: "editing", wallet: sampleWallet, amount: "0.05" });
});

test("a link to the page that proves a wallet is made anew each time it grows old, and opens while it is looked", async () => {
  const server = openServer();
  server.account = { ...server.account, wallet: { ...sampleWallet, proven: false } };
  const { clock, reach, see, listControls, listTold, press, pass } = open(server);
  const waitForLink = () => reach((seen) => listControls(seen).includes("ui.openProof"));
  await see("proving");
  await waitForLink();
  server.isSilent = true;
  for (const count of [2, 3]) {
    clock.increment(1_500_000);
    await waitForLink();
    expect(server.links).toHaveLength(count);
  }
  await pass(3_000);
  press("ui.openProof");
  expect(listTold("openLink").at(-1)?.url).toBe("https://hongbao.example/unPaymentList#code=3");
});

test("without a security code the way to one is shown before it is asked for", async () => {
  const server = openServer();
  server.account = { ...server.account, hasSecurityCode: false };
  const { see, ask, press } = open(server);
  await ask("0.05");
  press("ui.agree");
  await see("codeMissing");
  press("ui.back");
  expect((await see("reviewingQuote")).amount).toBe("0.05");
});

test("a block says until when it lasts", async () => {
  const server = openServer();
  server.refusal = refuse("spendingBlocked", { retryAfterSeconds: 7_200 });
  const { see, ask, agree, passTime } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("blocked");
  passTime(0);
  expect(await see("blocked")).toMatchObject({ amount: "0.05", blockedUntil: "2026-11-20T14:00:00.000Z" });
  passTime(7_200_000);
  expect(await see("editing")).toMatchObject({ amount: "0.05", blockedUntil: null, failureKey: null });
});

test("a known block stops a withdrawal before the fee is asked for, and ends by itself", async () => {
  const server = openServer();
  const until = "2026-11-20T14:00:00.000Z";
  server.account = { ...server.account, spendingBlocks: [{ coinType: "eth", cause: "walletChanged", until }] };
  const { see, listControls, press, type, passTime } = open(server);
  expect((await see("editing")).spendingBlocks).toHaveLength(1);
  type("0.05");
  press("ui.submit");
  passTime(0);
  expect(await see("blocked")).toMatchObject({ amount: "0.05", blockedUntil: until, failureKey: null });
  expect([server.quotes, listControls()]).toEqual([[], ["ui.back"]]);
  press("ui.back");
  expect(await see("editing")).toMatchObject({ amount: "0.05", blockedUntil: null });
  press("ui.submit");
  server.account = { ...server.account, spendingBlocks: [] };
  passTime(7_200_000);
  expect(await see("editing")).toMatchObject({ amount: "0.05", spendingBlocks: [] });
});

test.each([
  ["0.05", true],
  ["1.2", false],
])("a paid withdrawal knows what is left of %s", async (balance, isEmpty) => {
  const server = openServer();
  server.account = { ...server.account, balance };
  const { see, ask, agree, passFate } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  await passFate({ status: "paid" });
  expect((await see("paid")).isEmpty).toBe(isEmpty);
});

test("who has forgotten the code is led to its recovery, and the quote stays", async () => {
  const server = openServer();
  const { see, ask, emitted, press, findPrompt } = open(server);
  await ask("0.05");
  press("ui.agree");
  await see("askingCode");
  findPrompt()?.send({ type: "ui.forgot" });
  expect((await see("reviewingQuote")).quote?.quoteId).toBe("q1");
  expect(emitted.at(-1)).toEqual({ type: "code.wanted", isForgotten: true });
});
