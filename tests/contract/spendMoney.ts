import { Wallet } from "ethers";
import { expect } from "vitest";
import type { ErrorKey } from "#contract/errors.ts";
import type { OperationId } from "#contract/operations.ts";
import { hurryTime } from "#tests/support/hurryTime.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { PayoutSender } from "#server/payouts/payoutSender.ts";
import { markMissingMoney, reopenAnswers } from "./apiWalkthrough.ts";
import type { World } from "./world.ts";

const ETHER = 10n ** 18n;
const UNKNOWN_ID = "unknownunknownunknown1";
const CODE = "Abcdefg1";
const WRONG = "Bcdefgh2";

/** Pays a balance out and pays with it, with everything that can go wrong. Answers the ids of the payouts. */
export async function spendMoney(world: World): Promise<string[]> {
  const { chain, chainState, app } = world;
  const bearer = await world.logIn(7001);
  const type = "ETH";
  const wallet = Wallet.createRandom();
  const { payouts: route } = chain;
  const watcher = new TestWatcher(app, chain);

  async function pass<T>(operationId: OperationId, ask: object = {}): Promise<T> {
    const answer = await world.ask(operationId, { bearer, ...ask });
    expect(answer, operationId).toMatchObject({ status: 200, error: null });
    return answer.data as T;
  }
  async function refuse(operationId: OperationId, error: ErrorKey, ask: object): Promise<void> {
    expect(await world.ask(operationId, { bearer, ...ask }), `${operationId} ${error}`).toMatchObject({ error });
  }
  const quoteOf = (amount: string, coinType = "eth") => ({ query: { coinType, amount } });
  async function quote(): Promise<{ quoteId: string; securityCode: string }> {
    const { quoteId } = await pass<{ quoteId: string }>("payoutQuote", quoteOf("0.1"));
    return { quoteId, securityCode: CODE };
  }
  async function bind(): Promise<string> {
    const bound = { type, address: wallet.address, securityCode: CODE };
    return (await pass<{ wallet: { walletId: string } }>("bindWallet", { body: bound })).wallet.walletId;
  }
  async function prove(): Promise<string> {
    const { challengeId, message } = await pass<{ challengeId: string; message: string }>("walletChallenge", {
      body: { type, address: wallet.address },
    });
    const proof = { challengeId, signature: await wallet.signMessage(message) };
    const body = { type, address: wallet.address, proof, securityCode: CODE };
    return (await pass<{ wallet: { walletId: string } }>("bindWallet", { body })).wallet.walletId;
  }
  const send = async () => {
    const body = { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.2" };
    return (await pass<{ order: { orderId: string } }>("sendRedEnvelope", { body })).order.orderId;
  };

  // Without a wallet, a code, a balance.
  await refuse("payoutQuote", "walletNotBound", quoteOf("0.1"));
  await refuse("payoutQuote", "coinNotEnabled", quoteOf("0.1", "sol"));
  await refuse("payout", "securityCodeRequired", { body: { quoteId: UNKNOWN_ID, securityCode: CODE } });
  const asked = { coinType: "eth", enabled: true, maxFee: "0.01", securityCode: CODE };
  await refuse("autoPayout", "securityCodeRequired", { body: asked });
  await refuse("payFromBalance", "notFound", { body: { orderId: UNKNOWN_ID, securityCode: CODE } });
  const email = "spender@example.com";
  await pass("sendVerificationCode", { body: { purpose: "updateEmail", email } });
  await pass("updateEmail", { body: { email, verificationCode: world.readMailedCode(email) } });
  await pass("changeSecurityCode", { body: { newSecurityCode: CODE } });
  await refuse("autoPayout", "walletNotBound", { body: asked });
  await bind();
  await refuse("payoutQuote", "walletNotProven", quoteOf("0.1"));
  await refuse("autoPayout", "walletNotProven", { body: asked });
  await prove();
  await refuse("payoutQuote", "insufficientBalance", quoteOf("0.1"));
  chain.pay(wallet.address, ETHER);
  await watcher.poll();

  // Quotes.
  for (const amount of ["0", "0.000001"]) await refuse("payoutQuote", "invalidRequest", quoteOf(amount));
  chainState.contracts.add(wallet.address);
  await refuse("payoutQuote", "walletUnsupported", quoteOf("0.1"));
  chainState.contracts.delete(wallet.address);
  chainState.isChainDown = true;
  await refuse("payoutQuote", "chainUnavailable", quoteOf("0.1"));
  chainState.isChainDown = false;
  const unsigned = await quote();
  chain.payouts = null;
  await refuse("payoutQuote", "notAvailable", quoteOf("0.1"));
  await refuse("payout", "notAvailable", { body: unsigned });
  await refuse("autoPayout", "notAvailable", { body: asked });
  chain.payouts = route;

  // Payouts.
  const old = await quote();
  world.advance(60_000);
  await refuse("payout", "quoteExpired", { body: old });
  const headers = { "idempotency-key": "once" };
  const agreed = await quote();
  await refuse("payout", "wrongSecurityCode", { body: { ...agreed, securityCode: WRONG } });
  const first = await pass<{ payout: { payoutId: string } }>("payout", { body: agreed, headers });
  expect(await pass("payout", { body: agreed, headers })).toEqual(first);
  await refuse("payout", "quoteExpired", { body: agreed });
  await refuse("payout", "idempotencyConflict", { body: { ...agreed, quoteId: UNKNOWN_ID }, headers });
  const second = await pass<{ payout: { payoutId: string } }>("payout", { body: await quote() });
  await pass("cancelPayout", { body: { payoutId: second.payout.payoutId } });
  await pass("cancelPayout", { body: { payoutId: second.payout.payoutId } });
  await refuse("cancelPayout", "notFound", { body: { payoutId: UNKNOWN_ID } });
  if (route === null) throw new Error("the chain must pay out");
  await new PayoutSender(app, chain, route).step();
  await refuse("cancelPayout", "notAvailable", { body: { payoutId: first.payout.payoutId } });
  await pass("payouts");
  await pass("payouts", { query: { payoutId: first.payout.payoutId, coinType: "eth", limit: 1 } });

  // Automatic payouts.
  await refuse("autoPayout", "invalidRequest", { body: { ...asked, maxFee: "0" } });
  await refuse("autoPayout", "coinNotEnabled", { body: { ...asked, coinType: "sol" } });
  await refuse("autoPayout", "wrongSecurityCode", { body: { ...asked, securityCode: WRONG } });
  await pass("autoPayout", { body: asked });
  expect(await pass("autoPayoutList")).toEqual({ items: [{ coinType: "eth", maxFee: "0.01" }] });
  await pass("autoPayout", { body: { ...asked, enabled: false } });

  // Orders.
  const order = { orderId: await send(), securityCode: CODE };
  await refuse("payFromBalance", "wrongSecurityCode", { body: { ...order, securityCode: WRONG } });
  await markMissingMoney(world, true);
  await refuse("payFromBalance", "serviceUnavailable", { body: order });
  await markMissingMoney(world, false);
  await pass("payFromBalance", { body: order, headers });
  await pass("payFromBalance", { body: order });
  await refuse("payFromBalance", "idempotencyConflict", { body: { ...order, orderId: UNKNOWN_ID }, headers });
  const given = await send();
  await pass("cancelOrder", { body: { orderId: given } });
  await refuse("payFromBalance", "orderNotPayable", { body: { orderId: given, securityCode: CODE } });
  const [left, spent] = [await quote(), [await send(), await send(), await send()]];
  for (const orderId of spent) await pass("payFromBalance", { body: { orderId, securityCode: CODE } });
  await refuse("payout", "insufficientBalance", { body: await exhaust() });
  await reopenAnswers(world);
  const letTimePass = hurryTime();
  await Promise.all([
    refuse("payout", "serviceUnavailable", { body: agreed, headers }),
    refuse("payFromBalance", "serviceUnavailable", { body: order, headers }),
  ]);
  letTimePass();

  /** Quotes what is left, and spends part of it before the quote is used. */
  async function exhaust(): Promise<object> {
    const quoted = await quote();
    await pass("payout", { body: left });
    return quoted;
  }

  const walletId = (await pass<{ items: { walletId: string }[] }>("walletList")).items[0]?.walletId;
  chain.pay(wallet.address, ETHER);
  await watcher.poll();
  const unbound = await quote();
  await pass("unbindWallet", { body: { walletId, securityCode: CODE } });
  await refuse("payout", "walletNotBound", { body: unbound });
  await bind();
  await refuse("payout", "walletNotProven", { body: unbound });
  await prove();

  // Too little is left for another order, and after a recovery nothing is spent for a day.
  chainState.balances.set(wallet.address, 100n * ETHER);
  const dear = await pass<{ order: { orderId: string } }>("sendRedEnvelope", {
    body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "9" },
  });
  await refuse("payFromBalance", "insufficientBalance", { body: { orderId: dear.order.orderId, securityCode: CODE } });
  const blocked = await quote();
  await pass("sendVerificationCode", { body: { purpose: "recoverSecurityCode" } });
  const verificationCode = world.readMailedCode(email);
  await pass("recoverSecurityCode", { body: { newSecurityCode: CODE, verificationCode } });
  await refuse("payout", "spendingBlocked", { body: blocked });
  await refuse("autoPayout", "spendingBlocked", { body: asked });
  const dearOrder = { orderId: dear.order.orderId, securityCode: CODE };
  await refuse("payFromBalance", "spendingBlocked", { body: dearOrder });
  for (let wrong = 0; wrong < 5; wrong++) {
    await refuse("payout", "wrongSecurityCode", { body: { ...blocked, securityCode: WRONG } });
  }
  for (const [operationId, body] of [
    ["payout", blocked],
    ["autoPayout", asked],
    ["payFromBalance", dearOrder],
  ] as const) {
    await refuse(operationId, "securityCodeLocked", { body });
  }
  const { items } = await pass<{ items: { kind: string }[] }>("movements", { query: { limit: 100 } });
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(["deposit", "payout", "payoutBack", "balance"]));
  // Books and chain are compared up to where payouts are followed.
  await new PayoutSender(app, chain, route).step();
  await watcher.poll();
  return [first.payout.payoutId, second.payout.payoutId];
}
