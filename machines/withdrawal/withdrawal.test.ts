import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { samplePayout } from "#tests/models/samples.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { Failure } from "../kit/failure.ts";
import { payoutFollowChild } from "../kit/follow/payoutFollow.ts";
import type { SecuredAttempt, SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import { withdrawalMachine } from "./withdrawal.machine.ts";
import type { SavedWithdrawal, WithdrawalAccount } from "./withdrawal.types.ts";
import { viewWithdrawal, type WithdrawalState } from "./withdrawal.view.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];

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
        async ({ input }) => ({
          ...server.account,
          payout: [...server.payouts.values()].find((payout) => payout.payoutId === input.payoutId) ?? null,
        }),
      ),
      makeProofLink: fromPromise(async () => ({ paymentUrl: "https://hongbao.example/unPaymentList#code=abc" })),
      loadQuote: fromPromise<PayoutQuote, { coinType: CoinType; amount: string }>(async ({ input }) =>
        askQuote(server, input.amount),
      ),
      cancelPayout: fromPromise<Payout, { payoutId: string }>(async ({ input }) => {
        const [quoteId, payout] = [...server.payouts].find(([, one]) => one.payoutId === input.payoutId) ?? [
          "",
          samplePayout,
        ];
        server.payouts.set(quoteId, { ...payout, status: "cancelled" });
        return { ...payout, status: "cancelled" as const };
      }),
      securityCodePrompt: securityCodePromptMachine.provide({
        actors: {
          countdown,
          tryCode: fromPromise<SecuredResult, { attempt: SecuredAttempt; securityCode: string }>(async ({ input }) => {
            if (input.attempt.kind !== "payout") throw new Error("only payouts are tried");
            return payOut(server, input.attempt.quoteId, input.securityCode);
          }),
        },
      }),
      payoutFollow: payoutFollowChild.provide({
        actors: {
          read: fromPromise<Payout, { id: string }>(async ({ input }) => {
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
  actor.start();
  actor.send({ type: "ui.open" });
  const see = async (state: WithdrawalState) =>
    viewWithdrawal(await waitFor(actor, (snapshot) => viewWithdrawal(snapshot).state === state));
  const enter = (securityCode: string): void => {
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    prompt?.send({ type: "ui.type", field: "securityCode", value: securityCode });
    prompt?.send({ type: "ui.submit" });
  };
  const listControls = () =>
    viewWithdrawal(actor.getSnapshot())
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type);
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
  return { actor, clock, pass, told, kept, see, enter, listControls, ask, agree, passFate };
}

test("an amount is quoted, agreed to with the code, and seen until it is in the wallet", async () => {
  const server = openServer();
  const { see, ask, agree, told, kept, passFate } = open(server);
  expect(await ask("0.05")).toMatchObject({
    quote: { gross: "0.05", fee: "0.00042", net: "0.04958", toAddress: WALLET.address },
    isFeeHigh: false,
  });
  await agree("R1ghtone");
  expect((await see("following")).payout?.status).toBe("queued");
  expect([kept.saved, told.at(-1)]).toEqual([null, { type: "payout.changed", payoutId: "p-q1" }]);
  await passFate({ status: "confirming", txHash: "0xabc", confirmations: 4 });
  await passFate({ status: "paid", confirmations: 12 });
  expect((await see("paid")).payout).toMatchObject({ status: "paid", txHash: "0xabc" });
});

test("all of it is the balance, cut to six decimals", async () => {
  const server = openServer();
  server.account = { ...server.account, balance: "0.123456789" };
  const { actor, see } = open(server);
  await see("editing");
  actor.send({ type: "ui.takeAll" });
  actor.send({ type: "ui.submit" });
  expect((await see("reviewingQuote")).quote?.gross).toBe("0.123456");
});

test("a quote that runs out renews itself, and the amount stays", async () => {
  const server = openServer();
  const { ask, see, pass } = open(server);
  expect((await ask("0.05")).quote?.quoteId).toBe("q1");
  pass(59_000);
  expect(await see("reviewingQuote")).toMatchObject({ secondsLeft: 1 });
  server.fee = "0.03";
  pass(1_000);
  expect(await see("quoting")).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" }, isFeeHigh: true });
});

test("a code that comes too late for its quote shows the fresh one, and nothing was paid", async () => {
  const server = openServer();
  const { actor, see, ask, enter } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("askingCode");
  server.areQuotesOver = true;
  enter("R1ghtone");
  expect(await see("reviewingQuote")).toMatchObject({ amount: "0.05", quote: { quoteId: "q2" } });
  expect(server.payouts.size).toBe(0);
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
  await see("askingCode");
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
  await see("outcomeUnknown");
  actor.send({ type: "ui.retry" });
  await see("askingCode");
  enter("R1ghtone");
  expect((await see("following")).payout?.payoutId).toBe("p-q1");
  expect([server.payouts.size, kept.saved]).toEqual([1, null]);
});

test("a reload while the code is checked knows the quote, and one while it is typed knows the amount only", async () => {
  const server = openServer();
  const { actor, see, ask, enter, kept } = open(server);
  await ask("0.05");
  actor.send({ type: "ui.agree" });
  await see("askingCode");
  expect(kept.saved).toEqual({ amount: "0.05", quote: null });
  enter("R1ghtone");
  expect(viewWithdrawal(actor.getSnapshot()).state).toBe("submitting");
  expect(kept.saved).toMatchObject({ amount: "0.05", quote: { quoteId: "q1" } });
});

test("who gives up the code after a lost answer is not led to a second payout", async () => {
  const server = openServer();
  const { actor, see, ask, agree } = open(server);
  await ask("0.05");
  server.isAnswerLost = true;
  await agree("R1ghtone");
  await see("outcomeUnknown");
  actor.send({ type: "ui.retry" });
  await see("askingCode");
  actor.getSnapshot().children.securityCodePrompt?.send({ type: "ui.cancel" });
  expect((await see("outcomeUnknown")).quote?.quoteId).toBe("q1");
});

test("a payout that was never made begins again with its amount", async () => {
  const server = openServer();
  const { actor, see, ask, agree, enter } = open(server);
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
  expect(server.payouts.size).toBe(0);
});

test("an empty balance has nothing to take", async () => {
  const server = openServer();
  server.account = { ...server.account, balance: "0.0000001" };
  const { see, listControls } = open(server);
  expect((await see("editing")).isEmpty).toBe(true);
  expect(listControls()).not.toContain("ui.takeAll");
});

test("a problem shows once the form was sent, until something is typed", async () => {
  const { actor, see } = open(openServer());
  await see("editing");
  actor.send({ type: "ui.type", field: "amount", value: "5" });
  expect((await see("editing")).problemKey).toBeNull();
  actor.send({ type: "ui.submit" });
  expect((await see("editing")).problemKey).toBe("withdraw:problem.amountTooLarge");
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
    const { actor, see, ask } = open(server);
    await ask("0.05");
    server.quoteRefusal = refusal;
    actor.send({ type: "ui.edit" });
    actor.send({ type: "ui.submit" });
    expect(await see("quoting")).toMatchObject({ isBusy: true, hasUnsavedInput: true });
    expect(await see(state)).toMatchObject({ amount: "0.05", quote: null, failureKey });
  },
);

test("an amount that the fee eats is refused, and another one can be typed", async () => {
  const server = openServer();
  const { actor, see, ask } = open(server);
  await see("editing");
  actor.send({ type: "ui.type", field: "amount", value: "0.0004" });
  actor.send({ type: "ui.submit" });
  await see("quoting");
  expect(await see("editing")).toMatchObject({ amount: "0.0004", problemKey: "withdraw:problem.amountTooSmall" });
  await ask("0.05");
});

test("a held payout says so, and can be cancelled", async () => {
  const server = openServer();
  const { actor, see, ask, agree, passFate, listControls } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  await passFate({ status: "held", heldReason: "treasury" });
  expect((await see("held")).payout?.heldReason).toBe("treasury");
  expect(listControls()).toEqual(["ui.cancel"]);
  actor.send({ type: "ui.cancel" });
  await see("confirmingCancel");
  actor.send({ type: "ui.confirm" });
  expect((await see("cancelled")).payout?.status).toBe("cancelled");
});

test("what is signed cannot be cancelled any more", async () => {
  const server = openServer();
  const { actor, see, ask, agree, passFate, listControls } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  actor.send({ type: "ui.cancel" });
  await see("confirmingCancel");
  await passFate({ status: "sending" });
  await see("following");
  expect(listControls()).toEqual([]);
});

test("money that comes back is told, and another withdrawal can begin", async () => {
  const server = openServer();
  const { actor, see, ask, agree, passFate, told } = open(server);
  await ask("0.05");
  await agree("R1ghtone");
  await see("following");
  await passFate({ status: "returned" });
  await see("returned");
  actor.send({ type: "ui.another" });
  expect(await see("editing")).toMatchObject({ amount: "", payout: null });
  expect(told.at(-1)).toEqual({ type: "payout.changed", payoutId: null });
});

test("a reload while a payout is followed follows it on", async () => {
  const server = openServer();
  server.payouts.set("q1", { ...samplePayout, status: "held", heldReason: "limit" });
  const { see } = open(server, { payoutId: "p1" });
  expect((await see("held")).payout?.heldReason).toBe("limit");
});

test("a wallet that is only typed is proven outside, and the page goes on by itself", async () => {
  const server = openServer();
  server.account = { ...server.account, wallet: { ...WALLET, proven: false } };
  const { actor, clock, see, told } = open(server);
  await see("proving");
  await waitFor(actor, (snapshot) => snapshot.matches({ proving: "waiting" }));
  actor.send({ type: "ui.openProof" });
  expect(told.at(-1)).toEqual({ type: "openProof", url: "https://hongbao.example/unPaymentList#code=abc" });
  server.account = { ...server.account, wallet: WALLET };
  clock.increment(3_000);
  await see("editing");
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
  expect((await see("editing")).amount).toBe("0.05");
});

test("a known block stops a withdrawal before the fee is asked for, and ends by itself", async () => {
  const server = openServer();
  const until = "2026-11-20T14:00:00.000Z";
  server.account = { ...server.account, spendingBlocks: [{ coinType: "eth", cause: "walletChanged", until }] };
  const { actor, see, pass } = open(server);
  expect((await see("editing")).spendingBlocks).toHaveLength(1);
  actor.send({ type: "ui.type", field: "amount", value: "0.05" });
  actor.send({ type: "ui.submit" });
  pass(0);
  expect(await see("blocked")).toMatchObject({ amount: "0.05", blockedUntil: until, failureKey: null });
  expect(server.quotes).toEqual([]);
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
