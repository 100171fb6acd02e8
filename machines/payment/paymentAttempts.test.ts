import { expect, test } from "vitest";
import { FIRST, goBack, HASH, openPage, type Page, SECOND, startPaying } from "#tests/support/paymentPage.ts";

const MINUTE_MS = 60_000;

test("an order may be paid on a phone instead until a wallet was asked here or a payment of it was reported", async () => {
  const page = openPage(FIRST, { ...SECOND, reportedTxHash: HASH });
  expect((await page.see("choosingOrder")).canMoveToPhone).toBe(false);
  page.actor.send({ type: "ui.chooseOrder", orderId: "second" });
  expect(page.look().canMoveToPhone).toBe(false);
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  expect(page.look().canMoveToPhone).toBe(true);
  page.actor.send({ type: "ui.connect" });
  await page.openWallet();
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).canMoveToPhone).toBe(false);
});

test("a wallet that answers after ten minutes is heard, and its hash is reported", async () => {
  const page = await startPaying();
  const prompt = await page.openWallet();
  page.clock.increment(2 * MINUTE_MS - 1);
  expect(page.look().isWalletSlow).toBe(false);
  page.clock.increment(1);
  expect(page.look().isWalletSlow).toBe(true);
  page.clock.increment(8 * MINUTE_MS);
  expect([page.look().state, page.look().isWalletSlow]).toEqual(["confirmingInWallet", true]);
  prompt.resolve(HASH);
  expect(await page.see("confirmingOnChain")).toMatchObject({ txHash: HASH });
  expect(page.look().order?.reportedTxHash).toBe(HASH);
});

test.each([
  ["leaves a silent wallet", goBack],
  ["reloads the page before the wallet has answered", async (page: Page) => page.reload()],
])("who %s is warned before it may pay twice", async (_, leave) => {
  const page = await startPaying();
  await page.openWallet();
  await leave(page);
  expect((await page.see("choosingOrder")).order?.mark).toBe("unanswered");
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  expect(page.wallet.prompts).toHaveLength(1);
  page.actor.send({ type: "ui.back" });
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  page.actor.send({ type: "ui.confirm" });
  await page.openWallet();
  expect(page.wallet.prompts).toHaveLength(2);
});

test("a payment whose report was lost is followed after a reload", async () => {
  const page = await startPaying();
  (await page.openWallet()).resolve(HASH);
  await page.see("confirmingOnChain");
  page.change("first", { reportedTxHash: null });
  page.reload();
  expect((await page.see("confirmingOnChain")).txHash).toBe(HASH);
});

test("an error of the wallet that may follow a payment leaves the warning; a refusal leaves none", async () => {
  const page = await startPaying();
  expect((await page.see("connecting")).moneyKey).toBe("wallet:payment.money.nothing");
  (await page.openWallet()).reject({ kind: "wallet", reason: "payFailed" });
  expect((await page.see("failed")).moneyKey).toBe("wallet:payment.money.unknown");
  page.actor.send({ type: "ui.back" });
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  page.actor.send({ type: "ui.confirm" });
  expect((await page.see("connecting")).moneyKey).toBe("wallet:payment.money.unknown");
  (await page.openWallet()).reject({ kind: "wallet", reason: "cancelled" });
  await page.see("cancelled");
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("a failed try of a partly paid order does not say that nothing was paid", async () => {
  const page = await startPaying({ ...FIRST, status: "partiallyPaid", paidAmount: "0.02" });
  (await page.openWallet()).reject({ kind: "wallet", reason: "insufficientBalance" });
  expect((await page.see("failed")).moneyKey).toBe("wallet:payment.money.nothingMore");
});

test.each([
  ["cancelled", "cancelled"],
  ["insufficientBalance", "failed"],
  ["signedTooLate", "reviewing"],
] as const)("after the wallet's %s one can go back, and pays anew", async (reason, state) => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason });
  await page.see(state);
  await goBack(page);
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("after a refusal the terms can be looked at again", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "cancelled" });
  await page.see("cancelled");
  page.actor.send({ type: "ui.retry" });
  await page.openWallet();
  expect(page.wallet.prompts).toHaveLength(2);
});

test("who is warned of a second payment can follow the first one where there is one to follow", async () => {
  const page = openPage({ ...FIRST, reportedTxHash: HASH }, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  page.actor.send({ type: "ui.follow" });
  expect(page.look().state).toBe("confirmingOnChain");

  const silent = await startPaying();
  await silent.openWallet();
  await goBack(silent);
  silent.actor.send({ type: "ui.connect" });
  await silent.see("confirmingRepeat");
  silent.actor.send({ type: "ui.follow" });
  expect(silent.look().state).toBe("confirmingRepeat");
});

test("a wallet that changed before it was asked is connected again, and was asked for nothing", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "wrongNetwork" });
  expect((await page.see("connecting")).moneyKey).toBe("wallet:payment.money.nothing");
  await page.see("reviewing");
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});
