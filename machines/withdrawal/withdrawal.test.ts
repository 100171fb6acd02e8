import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { samplePayout } from "#tests/models/samples.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import { payoutFollowChild } from "../kit/follow/payoutFollow.ts";
import type { SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { type SavedWithdrawal, type WithdrawalAccount, withdrawalMachine } from "./withdrawal.machine.ts";
import { viewWithdrawal, type WithdrawalState, type WithdrawalView } from "./withdrawal.view.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type WalletType = components["schemas"]["WalletType"];

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const WALLET = { walletId: "w1", type: "ETH", address: samplePayout.toAddress, proven: true } as const;
const LOST: Failure = { kind: "network" };

/** What a server knows: it makes at most one payout for a quote, whatever answers are lost. */
function openServer() {
  return {
    account: {
      balance: "1.2",
      wallet: WALLET,
      email: "ann@example.com",
      hasSecurityCode: true,
      spendingBlocks: [],
      payout: null,
    } as WithdrawalAccount,
    quotes: [] as string[],
    payouts: new Map<string, Payout>(),
    /** How often the account was read. */
    looks: 0,
    /** The wallets' types that links were made for. */
    links: [] as WalletType[],
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

function askQuote(server: Server, amount: string): PayoutQuote {
  if (server.quoteRefusal !== null) throw server.quoteRefusal;
  if (Number(amount) <= Number(server.fee))
    throw { kind: "api", error: "invalidRequest", message: "" } satisfies Failure;
  const quoteId = `q${String(server.quotes.push(amount))}`;
  server.areQuotesOver = false;
  const net = (Number(amount) - Number(server.fee)).toFixed(5);
  return { quoteId, gross: amount, fee: server.fee, net, toAddress: WALLET.address, expiresAt: "2026-11-20T12:01:00Z" };
}

function payOut(server: Server, quoteId: string, securityCode: string): SecuredResult {
  if (securityCode !== "R1ghtone") throw { kind: "api", error: "wrongSecurityCode", message: "" } satisfies Failure;
  const known = server.payouts.get(quoteId);
  if (known !== undefined) return { kind: "payout", payout: known };
  if (server.refusal !== null) throw server.refusal;
  if (server.areQuotesOver) throw { kind: "api", error: "quoteExpired", message: "" } satisfies Failure;
  const payout: Payout = { ...samplePayout, payoutId: `p-${quoteId}` };
  server.payouts.set(quoteId, payout);
  if (!server.isAnswerLost) return { kind: "payout", payout };
  server.isAnswerLost = false;
  throw LOST;
}

function open(
  server: Server,
  { saved = null, payoutId = null }: { saved?: SavedWithdrawal | null; payoutId?: string | null } = {},
) {
  const clock = new SimulatedClock();
  const { countdown, pass } = openHandClock(NOON_MS);
  const machine = withdrawalMachine.provide({
    actors: {
      loadAccount: fromPromise<WithdrawalAccount, { coinType: CoinType; payoutId: string | null }>(
        async ({ input: { payoutId: followed } }) => {
          server.looks += 1;
          if (server.isSilent) return new Promise(() => {});
          if (server.outage !== null) throw server.outage;
          return {
            ...server.account,
            payout: [...server.payouts.values()].find((payout) => payout.payoutId === followed) ?? null,
          };
        },
      ),
      makeProofLink: fromPromise<{ paymentUrl: string }, { walletType: WalletType }>(
        async ({ input: { walletType } }) => {
          if (server.isLinkRefused) throw LOST;
          return { paymentUrl: `https://hongbao.example/unPaymentList#code=${String(server.links.push(walletType))}` };
        },
      ),
      loadQuote: fromPromise<PayoutQuote, { coinType: CoinType; amount: string }>(async ({ input }) =>
        askQuote(server, input.amount),
      ),
      cancelPayout: fromPromise<Payout, { payoutId: string }>(async ({ input }) => {
        const [quoteId, payout] = [...server.payouts].find(([, one]) => one.payoutId === input.payoutId) ?? [
          "",
          samplePayout,
        ];
        if (server.lateness !== null) {
          await server.lateness;
          throw { kind: "api", error: "notAvailable", message: "" } satisfies Failure;
        }
        server.payouts.set(quoteId, { ...payout, status: "cancelled" });
        return { ...payout, status: "cancelled" as const };
      }),
      securityCodePrompt: scriptPrompt(async (attempt, securityCode) => {
        if (attempt.kind !== "payout") throw new Error("only payouts are tried");
        return payOut(server, attempt.quoteId, securityCode);
      }, countdown).provide({
        guards: {
          isPossible: () => {
            if (server.isQuestionBroken) throw new Error("broken");
            return true;
          },
        },
      }),
      payoutFollow: payoutFollowChild.provide({
        actors: {
          read: fromPromise<Payout, { id: string }>(async ({ input }) => {
            if (server.outage !== null) throw server.outage;
            const payout = [...server.payouts.values()].find((one) => one.payoutId === input.id);
            if (payout === undefined) throw { kind: "api", error: "notFound", message: "" } satisfies Failure;
            return payout;
          }),
        },
      }),
      countdown,
    },
  });
  const told: { type: string }[] = [];
  const kept: { saved: SavedWithdrawal | null } = { saved };
  const actor = createActor(machine, { clock, input: { coinType: "eth", payoutId, saved } });
  actor.on("*", (event) => {
    told.push(event);
    if (event.type === "draft.changed") kept.saved = event.saved;
  });
  const shown: WithdrawalState[] = [];
  actor.subscribe((snapshot) => void shown.push(viewWithdrawal(snapshot).state));
  actor.start();
  actor.send({ type: "ui.open" });
  const view = () => viewWithdrawal(actor.getSnapshot());
  const reach = async (isThere: (seen: WithdrawalView) => boolean) =>
    viewWithdrawal(await waitFor(actor, (snapshot) => isThere(viewWithdrawal(snapshot))));
  const see = (state: WithdrawalState) => reach((seen) => seen.state === state);
  const enter = (securityCode: string): void => {
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    prompt?.send({ type: "ui.type", field: "securityCode", value: securityCode });
    prompt?.send({ type: "ui.submit" });
  };
  const listControls = ({ actions } = view()) =>
    actions.filter(({ enabled }) => enabled).map(({ event }) => event.type);
  const ask = async (amount: string) => {
    await see("editing");
    actor.send({ type: "ui.type", field: "amount", value: amount });
    actor.send({ type: "ui.submit" });
    return see("reviewingQuote");
  };
  const agree = async (securityCode: string) => {
    actor.send({ type: "ui.agree" });
    await see("askingCode");
    enter(securityCode);
  };
  /** Time for the next reading of the payout, whose fate changed before. */
  const passFate = async (change: Partial<Payout>): Promise<void> => {
    await new Promise((resolve) => void setTimeout(resolve));
    for (const [quoteId, payout] of server.payouts) server.payouts.set(quoteId, { ...payout, ...change });
    clock.increment(3_000);
  };
  return { actor, clock, pass, told, kept, shown, view, reach, see, enter, listControls, ask, agree, passFate };
}

test("an amount is quoted, agreed to with the code, and seen until it is in the wallet", async () => {
  const server = openServer();
  const { reach, see, ask, agree, told, kept, passFate } = open(server);
  expect(await ask("0.05")).toMatchObject({
    quote: { gross: "0.05", fee: "0.00042", net: "0.04958", toAddress: WALLET.address },
    isFeeHigh: false,
  });
  await agree("R1ghtone");
  expect((await see("following")).payout?.status).toBe("queued");
  expect([kept.saved, told.at(-1)]).toEqual([null, { type: "payout.changed", payoutId: "p-q1" }]);
  await passFate({ status: "confirming", txHash: "0xabc", confirmations: 4 });
  await reach(({ state, payout }) => state === "following" && payout?.confirmations === 4);
  await passFate({ status: "paid", confirmations: 12 });
  expect((await see("paid")).payout).toMatchObject({ status: "paid", txHash: "0xabc" });
  expect(told.at(-1)).toEqual({ type: "vibrate", kind: "success" });
});

test("all of it is the balance, cut to six decimals", async () => {
  const server = openServer();
  server.account = { ...server.account, balance: "0.123456789" };
  const { actor, see, kept } = open(server);
  await see("editing");
  actor.send({ type: "ui.takeAll" });
  expect(kept.saved).toEqual({ amount: "0.123456", quote: null });
  actor.send({ type: "ui.submit" });
  expect((await see("reviewingQuote")).quote?.gross).toBe("0.123456");
});

test("a quote that runs out renews itself, and the amount stays", async () => {
  const server = openServer();
  const { ask, see, pass } = open(server);
  expect((await ask("0.05")).quote?.quoteId).toBe("q1");
  pass(59_000);
  expect(await see("reviewingQuote")).toMatchObject({ quoteEndsAt: "2026-11-20T12:01:00.000Z" });
  server.fee = "0.03";
  pass(1_000);
  expect(await see("quoting")).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" }, isFeeHigh: true });
});

test("a code that comes too late for its quote shows the fresh one, and nothing was paid", async () => {
  const server = openServer();
  const { actor, see, ask, enter, kept } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("askingCode");
  server.areQuotesOver = true;
  enter("R1ghtone");
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" } });
  expect([server.payouts.size, kept.saved]).toEqual([0, { amount: "0.05", quote: null }]);
});

test("a lost answer is asked for again under the same quote, and pays once", async () => {
  const server = openServer();
  const { actor, see, ask, agree, enter, listControls } = open(server);
  await ask("0.05");
  server.isAnswerLost = true;
  await agree("R1ghtone");
  expect(await see("outcomeUnknown")).toMatchObject({ failureKey: "errors:network", quote: { quoteId: "q1" } });
  expect(listControls()).toEqual(["ui.retry"]);
  actor.send({ type: "ui.retry" });
  expect((await see("askingCode")).failureKey).toBeNull();
  enter("R1ghtone");
  await see("following");
  expect([server.payouts.size, server.quotes]).toEqual([1, ["0.05"]]);
});

test("a reload after a lost answer goes on with the same quote, and pays once", async () => {
  const server = openServer();
  const first = open(server);
  await first.ask("0.05");
  server.isAnswerLost = true;
  await first.agree("R1ghtone");
  await first.see("outcomeUnknown");
  first.actor.stop();
  const { actor, see, enter, kept } = open(server, { saved: first.kept.saved });
  expect((await see("outcomeUnknown")).balance).toBe("1.2");
  actor.send({ type: "ui.retry" });
  await see("askingCode");
  enter("R1ghtone");
  expect((await see("following")).payout?.payoutId).toBe("p-q1");
  expect([server.payouts.size, kept.saved]).toEqual([1, null]);
});

test("a look at a former payout leaves what has no answer open", async () => {
  const server = openServer();
  server.payouts.set("q0", { ...samplePayout, payoutId: "p0" });
  const quote = askQuote(server, "0.05");
  const { actor, see, passFate } = open(server, { payoutId: "p0", saved: { amount: "0.05", quote } });
  await see("following");
  await passFate({ status: "paid" });
  await see("paid");
  actor.send({ type: "ui.another" });
  expect(await see("outcomeUnknown")).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
});

test("a reload while the code is checked knows the quote, and one while it is typed knows the amount only", async () => {
  const server = openServer();
  const { actor, see, ask, enter, kept, shown, view } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("askingCode");
  expect([kept.saved, shown.includes("submitting")]).toEqual([{ amount: "0.05", quote: null }, false]);
  enter("Wr0ngone");
  expect(view().state).toBe("submitting");
  expect(kept.saved).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
  await see("askingCode");
  expect(kept.saved).toEqual({ amount: "0.05", quote: null });
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.cancel" });
  expect((await see("reviewingQuote")).quote?.quoteId).toBe("q1");
});

test.each([
  ["ui.cancel", []],
  ["ui.forgot", [{ type: "recovery.wanted" }]],
] as const)("who leaves the code by %s after a lost answer is not led to a second payout", async (type, emitted) => {
  const server = openServer();
  const { actor, see, ask, agree, told } = open(server);
  await ask("0.05");
  server.isAnswerLost = true;
  await agree("R1ghtone");
  await see("outcomeUnknown");
  actor.send({ type: "ui.retry" });
  await see("askingCode");
  told.length = 0;
  actor.getSnapshot().children.securityCodePrompt?.send({ type });
  expect((await see("outcomeUnknown")).quote?.quoteId).toBe("q1");
  expect(told).toMatchObject([...emitted, { type: "draft.changed", saved: { quote: { quoteId: "q1" } } }]);
});

test("a question for the code that breaks counts as sent", async () => {
  const server = openServer();
  const { see, ask, agree, kept } = open(server);
  await ask("0.05");
  server.isQuestionBroken = true;
  await agree("R1ghtone");
  expect((await see("outcomeUnknown")).failureKey).not.toBeNull();
  expect(kept.saved).toMatchObject({ quote: { quoteId: "q1" } });
});

test.each([
  ["walletNotBound", "unbound", "unbound"],
  ["walletNotProven", "proving", "proving"],
  ["spendingBlocked", "blocked", "blocked"],
  ["insufficientBalance", "editing", "failed"],
] as const)("a payout that is refused by %s leads on, and nothing of it is open", async (error, first, afterLoss) => {
  const refusal: Failure = { kind: "api", error, message: "" };
  for (const isLost of [false, true]) {
    const server = openServer();
    const { actor, see, ask, agree, enter, kept } = open(server);
    await ask("0.05");
    server.refusal = isLost ? LOST : refusal;
    await agree("R1ghtone");
    if (isLost) {
      await see("outcomeUnknown");
      server.refusal = refusal;
      actor.send({ type: "ui.retry" });
      await see("askingCode");
      enter("R1ghtone");
    }
    const { failureKey } = await see(isLost ? afterLoss : first);
    expect([failureKey !== null, kept.saved]).toEqual([
      ["spendingBlocked", "insufficientBalance"].includes(error),
      { amount: "0.05", quote: null },
    ]);
  }
});

test("a payout that was never made begins again with its amount", async () => {
  const server = openServer();
  const { actor, see, ask, agree, enter, kept } = open(server);
  await ask("0.05");
  server.refusal = LOST;
  await agree("R1ghtone");
  await see("outcomeUnknown");
  server.refusal = null;
  server.areQuotesOver = true;
  actor.send({ type: "ui.retry" });
  await see("askingCode");
  enter("R1ghtone");
  expect((await see("editing")).amount).toBe("0.05");
  expect([server.payouts.size, kept.saved]).toEqual([0, { amount: "0.05", quote: null }]);
});

test("a balance that cannot be read is read again by a press", async () => {
  const server = openServer();
  server.outage = LOST;
  const { actor, see } = open(server);
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.outage = null;
  actor.send({ type: "ui.retry" });
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
  const { actor, see, kept } = open(openServer());
  await see("editing");
  actor.send({ type: "ui.type", field: "amount", value: "5" });
  expect(kept.saved).toEqual({ amount: "5", quote: null });
  expect((await see("editing")).problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect(await see("editing")).toMatchObject({ problemKey: "withdraw:problem.amountTooLarge", rejectedSubmits: 1 });
  actor.send({ type: "ui.type", field: "amount", value: "6" });
  expect((await see("editing")).problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect((await see("editing")).rejectedSubmits).toBe(2);
  actor.send({ type: "ui.type", field: "amount", value: "0.5" });
  expect((await see("editing")).problemKey).toBeNull();
});

test.each([
  [LOST, "editing", "errors:network"],
  [{ kind: "api", error: "walletNotBound", message: "" }, "unbound", null],
  [{ kind: "api", error: "walletNotProven", message: "" }, "proving", null],
] as const)(
  "where no fee can be told by %o the page shows %s, and the amount stays",
  async (refusal, state, failureKey) => {
    const server = openServer();
    const { actor, see, ask, view, listControls } = open(server);
    await ask("0.05");
    actor.send({ type: "ui.edit" });
    actor.send({ type: "ui.submit" });
    expect([view().state, listControls()]).toEqual(["quoting", ["ui.edit"]]);
    actor.send({ type: "ui.edit" });
    server.quoteRefusal = refusal;
    actor.send({ type: "ui.submit" });
    expect(view()).toMatchObject({ state: "quoting", isBusy: true, hasUnsavedInput: true, quote: null });
    expect(await see(state)).toMatchObject({ amount: "0.05", quote: null, failureKey });
    actor.send({ type: "ui.type", field: "amount", value: "0.06" });
    expect(view().failureKey).toBeNull();
    actor.send({ type: "ui.submit" });
    expect(view()).toMatchObject({ state: state === "editing" ? "quoting" : state, failureKey: null });
  },
);

test("an amount that the fee eats is refused, and another one can be typed", async () => {
  const server = openServer();
  const { actor, see, ask } = open(server);
  await see("editing");
  actor.send({ type: "ui.type", field: "amount", value: "0.0004" });
  actor.send({ type: "ui.submit" });
  await see("quoting");
  const tooSmall = { problemKey: "withdraw:problem.amountTooSmall", rejectedSubmits: 1 };
  expect(await see("editing")).toMatchObject({ amount: "0.0004", ...tooSmall });
  actor.send({ type: "ui.takeAll" });
  expect((await see("editing")).problemKey).toBeNull();
  actor.send({ type: "ui.type", field: "amount", value: "9" });
  actor.send({ type: "ui.submit" });
  expect((await see("editing")).problemKey).toBe("withdraw:problem.amountTooLarge");
  await ask("0.05");
});

test("a payout is held and goes on as its readings say, also beneath the question, and can be cancelled", async () => {
  const server = openServer();
  const { actor, reach, see, ask, agree, passFate, listControls, view } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  server.outage = LOST;
  await passFate({});
  expect((await reach(({ failureKey }) => failureKey !== null)).state).toBe("following");
  server.outage = null;
  await passFate({ status: "held", heldReason: "treasury" });
  expect(await see("held")).toMatchObject({ payout: { heldReason: "treasury" }, failureKey: null });
  await passFate({ heldReason: "limit" });
  expect((await reach(({ payout }) => payout?.heldReason === "limit")).state).toBe("held");
  await passFate({ status: "queued", heldReason: null });
  expect((await see("following")).payout?.status).toBe("queued");
  actor.send({ type: "ui.cancel" });
  expect(listControls(await see("confirmingCancel"))).toEqual(["ui.confirm", "ui.back"]);
  await passFate({ status: "held", heldReason: "fee" });
  expect((await reach(({ payout }) => payout?.heldReason === "fee")).state).toBe("confirmingCancel");
  actor.send({ type: "ui.back" });
  expect(view().state).toBe("held");
  expect(listControls()).toEqual(["ui.cancel"]);
  actor.send({ type: "ui.cancel" });
  actor.send({ type: "ui.confirm" });
  expect(view()).toMatchObject({ state: "cancelling", isBusy: true });
  expect((await see("cancelled")).payout?.status).toBe("cancelled");
});

test("what is signed cannot be cancelled any more, nor what is signed before the server is asked", async () => {
  const server = openServer();
  const { actor, reach, see, ask, agree, passFate, listControls, view } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  await passFate({ status: "held", heldReason: "limit" });
  await see("held");
  const refused = Promise.withResolvers<void>();
  server.lateness = Promise.resolve();
  actor.send({ type: "ui.cancel" });
  actor.send({ type: "ui.confirm" });
  expect(await see("held")).toMatchObject({ failureKey: "errors:notAvailable" });
  server.lateness = refused.promise;
  actor.send({ type: "ui.cancel" });
  actor.send({ type: "ui.confirm" });
  await passFate({ status: "queued", heldReason: null });
  expect((await reach(({ payout }) => payout?.status === "queued")).state).toBe("cancelling");
  refused.resolve();
  await see("following");
  actor.send({ type: "ui.cancel" });
  expect(view().state).toBe("confirmingCancel");
  await passFate({ status: "sending" });
  expect((await see("following")).payout?.status).toBe("sending");
  expect(listControls()).toEqual([]);
});

test.each(["paid", "returned", "cancelled"] as const)(
  "a payout that is %s is told, and another withdrawal begins with an empty form",
  async (status) => {
    const server = openServer();
    const { actor, see, agree, enter, passFate, told, listControls, view } = open(server);
    await see("editing");
    server.fee = "0.06";
    actor.send({ type: "ui.type", field: "amount", value: "0.05" });
    actor.send({ type: "ui.submit" });
    await see("quoting");
    expect((await see("editing")).problemKey).toBe("withdraw:problem.amountTooSmall");
    server.fee = "0.00042";
    actor.send({ type: "ui.submit" });
    await see("reviewingQuote");
    actor.send({ type: "ui.edit" });
    expect(view().problemKey).toBeNull();
    actor.send({ type: "ui.submit" });
    await see("reviewingQuote");
    server.isAnswerLost = true;
    await agree("R1ghtone");
    await see("outcomeUnknown");
    actor.send({ type: "ui.retry" });
    await see("askingCode");
    enter("R1ghtone");
    await see("following");
    await passFate({ status });
    const end = await see(status);
    expect([end.payout?.status, listControls(end)]).toEqual([status, ["ui.another"]]);
    actor.send({ type: "ui.another" });
    expect(told.at(-1)).toEqual({ type: "payout.changed", payoutId: null });
    expect(await see("editing")).toMatchObject({ amount: "", payout: null, problemKey: null });
    actor.send({ type: "ui.submit" });
    expect(view().problemKey).toBe("withdraw:problem.amountRequired");
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
  const typed = { ...WALLET, proven: false };
  const look = async (afterMs = 3_000) => {
    clock.increment(afterMs);
    await new Promise((resolve) => void setTimeout(resolve));
  };
  server.outage = LOST;
  const { actor, clock, reach, see, told, listControls, view } = open(server, {
    saved: { amount: "0.05", quote: null },
  });
  expect(await see("failed")).toMatchObject({ failureKey: "errors:network", balance: null });
  server.outage = null;
  server.account = { ...server.account, wallet: null };
  actor.send({ type: "app.online" });
  expect(view()).toMatchObject({ state: "loading", failureKey: null });
  const unbound = await see("unbound");
  expect([unbound.balance, listControls(unbound)]).toEqual(["1.2", ["ui.retry"]]);
  server.account = { ...server.account, wallet: typed };
  server.isLinkRefused = true;
  actor.send({ type: "ui.retry" });
  const proving = await see("proving");
  expect([proving.wallet, listControls(proving)]).toEqual([typed, []]);
  const noLink = await reach(({ failureKey }) => failureKey !== null);
  expect([noLink.state, listControls(noLink)]).toEqual(["proving", ["ui.retry"]]);
  server.isLinkRefused = false;
  actor.send({ type: "ui.retry" });
  expect([view().failureKey, listControls()]).toEqual([null, []]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  actor.send({ type: "ui.openProof" });
  expect(told.at(-1)).toEqual({ type: "openProof", url: "https://hongbao.example/unPaymentList#code=1" });
  const openedCount = told.length;
  actor.send({ type: "ui.openProof" });
  expect([told.length, listControls()]).toEqual([openedCount, []]);
  clock.increment(1_500);
  server.isSilent = true;
  await look();
  await look(20_000);
  server.isSilent = false;
  server.outage = LOST;
  await look();
  server.outage = null;
  await look();
  expect([server.looks, server.links, view().state]).toEqual([6, ["ETH"], "proving"]);
  clock.increment(1_500_000 - 30_500);
  expect(listControls()).toEqual([]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  expect(server.links).toEqual(["ETH", "ETH"]);
  server.account = { ...server.account, wallet: null };
  await look();
  expect(view()).toMatchObject({ state: "unbound", wallet: null });
  server.account = { ...server.account, wallet: typed };
  actor.send({ type: "ui.retry" });
  expect(listControls(await see("proving"))).toEqual([]);
  await reach((seen) => listControls(seen).includes("ui.openProof"));
  server.account = { ...server.account, wallet: WALLET };
  await look();
  expect(view()).toMatchObject({ state: "editing", wallet: WALLET, amount: "0.05" });
});

test("without a security code the way to one is shown before it is asked for", async () => {
  const server = openServer();
  server.account = { ...server.account, hasSecurityCode: false };
  const { actor, see, ask } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("codeMissing");
  actor.send({ type: "ui.back" });
  expect((await see("reviewingQuote")).amount).toBe("0.05");
});

test("a block says until when it lasts", async () => {
  const server = openServer();
  server.refusal = { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 7_200 };
  const { see, ask, agree, pass } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("blocked");
  pass(0);
  expect(await see("blocked")).toMatchObject({ amount: "0.05", blockedUntil: "2026-11-20T14:00:00.000Z" });
  pass(7_200_000);
  expect(await see("editing")).toMatchObject({ amount: "0.05", blockedUntil: null, failureKey: null });
});

test("a known block stops a withdrawal before the fee is asked for, and ends by itself", async () => {
  const server = openServer();
  const until = "2026-11-20T14:00:00.000Z";
  server.account = { ...server.account, spendingBlocks: [{ coinType: "eth", cause: "walletChanged", until }] };
  const { actor, see, pass, listControls } = open(server);
  expect((await see("editing")).spendingBlocks).toHaveLength(1);
  actor.send({ type: "ui.type", field: "amount", value: "0.05" });
  actor.send({ type: "ui.submit" });
  pass(0);
  expect(await see("blocked")).toMatchObject({ amount: "0.05", blockedUntil: until, failureKey: null });
  expect([server.quotes, listControls()]).toEqual([[], ["ui.back"]]);
  actor.send({ type: "ui.back" });
  expect(await see("editing")).toMatchObject({ amount: "0.05", blockedUntil: null });
  actor.send({ type: "ui.submit" });
  server.account = { ...server.account, spendingBlocks: [] };
  pass(7_200_000);
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
  const { actor, see, ask, told } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("askingCode");
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect((await see("reviewingQuote")).quote?.quoteId).toBe("q1");
  expect(told.at(-1)).toEqual({ type: "recovery.wanted" });
});
