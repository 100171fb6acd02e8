import { beginCell, comment, toNano } from "@ton/core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { writeState } from "#server/db/jobState.ts";
import { depositInfo } from "#server/orders/depositInfo.ts";
import { watchStrays } from "#server/deposits/strays.ts";
import { listStrays, settleStray } from "#server/operator/strays.ts";
import { noteFuel, readKnownFuel } from "#server/payouts/watchFuel.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { OPCODES, writeTransfer } from "#tests/support/chains/jettonMessages.ts";
import { startUsdtLab, type UsdtLab } from "#tests/support/chains/usdtLab.ts";
import type { TonLabWallet } from "#tests/support/chains/tonLab.ts";
import type { TonPayment } from "#tests/support/chains/tonWallet.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { callAs } from "#tests/support/story.ts";

const DOLLAR = 1_000_000n;
const GAS = toNano("0.1");
const signal = new AbortController().signal;

let desk: ChainDesk<UsdtLab>;
let anna: TonLabWallet;
let eve: TonLabWallet;

beforeAll(async () => {
  desk = await ChainDesk.open("strays", startUsdtLab);
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.begin();
  [anna, eve] = [desk.annasWallet as TonLabWallet, await desk.lab.createWallet()];
  await desk.database.kysely.deleteFrom("stray_transfer").execute();
  await look();
});

const look = () => watchStrays.run(desk.app, signal);

/** Sends, and looks once that is final. */
async function send(wallet: TonLabWallet, ...payments: readonly TonPayment[]): Promise<void> {
  await wallet.send(...payments);
  await desk.advance(6);
  await look();
}

const readStrays = () =>
  desk.database.kysely
    .selectFrom("stray_transfer")
    .select(["coin_type", "amount_base", "from_address", "reference"])
    .orderBy("position")
    .execute();

const readTold = async () => {
  const letters = await desk.database.kysely
    .selectFrom("letter")
    .selectAll()
    .where("kind", "=", "strayMoney")
    .execute();
  return letters.map((letter) => [letter.tg_user_id ?? BigInt(letter.taker), letter.payload]);
};

const toUsdtTreasury = (amount: string, text: string | null = null) => ({
  to: desk.lab.treasury.address,
  amountBase: toNano(amount),
  comment: text,
});

function toGramTreasury(wallet: TonLabWallet, amountBase: bigint, text: string | null = null) {
  const { usdt, gramTreasury } = desk.lab;
  const owner = wallet.wallet.contract.address;
  const payload = text === null ? null : comment(text);
  const body = writeTransfer({ amountBase, to: gramTreasury, answerTo: owner, payload });
  return { to: usdt.locate(owner), amountBase: GAS, bounce: true, body };
}

it("is noted on both sides, with sender and comment, and credited to nobody", async () => {
  await send(eve, toUsdtTreasury("1.5", "a gift"), toGramTreasury(eve, 3n * DOLLAR, "hello"));
  expect(await readStrays()).toEqual([
    { coin_type: "ton", amount_base: toNano("1.5"), from_address: eve.address, reference: "a gift" },
    { coin_type: "usdt", amount_base: 3n * DOLLAR, from_address: eve.address, reference: "hello" },
  ]);
  expect(await readTold()).toEqual([]);
  expect(await desk.readOutcomes(eve)).toEqual([]);
  await look();
  expect(await readStrays()).toHaveLength(2);
  expect(await findBreaches(desk.database)).toEqual([]);
});

it("is told to whom it names: by a comment of the network, or by a proven wallet", async () => {
  await send(anna, toUsdtTreasury("0.5"));
  const { reference } = await callAs(desk.app, depositInfo, desk.bo, { query: { coinType: "usdt" } });
  await send(eve, toGramTreasury(eve, 7n * DOLLAR, reference));
  expect(await readTold()).toEqual(
    expect.arrayContaining([
      [desk.anna, { amount: "0.5", coinType: "ton" }],
      [desk.bo, { amount: "7", coinType: "usdt" }],
    ]),
  );
  expect(await Promise.all([desk.anna, desk.bo].map((person) => desk.balanceOf(person)))).toEqual([0n, 0n]);
  const { summary } = await listStrays(desk.app);
  expect(summary).toContain(`7 usdt`);
  expect(summary).toContain(`names person ${desk.bo}`);
});

it("is told once, whatever is read again", async () => {
  const { kysely } = desk.database;
  const cursors = kysely.selectFrom("job_state").selectAll().where("name", "like", "strays:%");
  const before = await cursors.execute();
  await send(anna, toUsdtTreasury("0.7"));
  await kysely.updateTable("letter").set({ sent_at: desk.app.clock.now() }).execute();
  for (const { name, value } of before) await writeState(kysely, name, value);
  await look();
  expect(await cursors.execute()).not.toEqual(before);
  expect((await readTold()).filter(([person]) => person === desk.anna)).toHaveLength(1);
});

it("is no payment to the own treasury, no excess, no notice, no fuel and no crumb", async () => {
  const { fueler, treasury } = desk.lab;
  await desk.pay(eve, "0.05");
  await send(fueler, toUsdtTreasury("5"));
  await send(eve, toUsdtTreasury("0.009"), toGramTreasury(eve, 9_999n));
  const excess = beginCell().storeUint(OPCODES.excesses, 32).storeUint(0, 64).endCell();
  await send(eve, { to: treasury.address, amountBase: GAS, body: excess });
  expect(await readStrays()).toEqual([]);
  expect(await desk.readOutcomes(eve)).toEqual(["unmatched"]);
});

it("is noted by the word of two endpoints alone, and holds up no deposit", async () => {
  const [liar] = desk.lab.endpoints;
  liar.setForgotten(desk.lab.usdt.locate(desk.lab.gramTreasury));
  await eve.send(toGramTreasury(eve, 3n * DOLLAR));
  const paid = await desk.pay(anna, "0.05");
  await desk.advance(6);
  await look();
  expect(await readStrays()).toEqual([]);
  expect(await desk.readTransfers(paid)).toEqual([[desk.toBase("0.05"), "balance"]]);
  liar.setForgotten();
  await desk.advance(1);
  await look();
  expect(await readStrays()).toHaveLength(1);
});

it("is not spent as fuel, until it was sent on", async () => {
  const { kysely } = desk.database;
  const { lab } = desk;
  await desk.fill(2n * lab.grossBase);
  const readFuel = async () => {
    await noteFuel(desk.app, desk.chain);
    return (await readKnownFuel(kysely, "usdt"))?.fuelBase ?? -1n;
  };
  // What earlier cases have sent, and what the treasury began with.
  lab.chain.adjust(lab.treasury.address, toNano("0.05") - (await readFuel()));
  await desk.advance(1);
  await send(eve, toUsdtTreasury("7"));
  expect(await readFuel()).toBeLessThan(toNano("0.06"));
  const payoutId = await desk.queue();
  await desk.sender.step();
  expect(await desk.readPayout(payoutId)).toMatchObject({ status: "held", held_reason: "treasury" });
  await kysely.updateTable("stray_transfer").set({ outcome: "moved" }).execute();
  expect(await readFuel()).toBeGreaterThan(toNano(7));
  desk.app.clock.advance(11_000);
  await desk.finish(payoutId);
  expect(await desk.listUnpaid(payoutId)).toEqual([]);
});

it("is settled once by an operator, in the log", async () => {
  await send(eve, toUsdtTreasury("1"));
  const { tx_hash: txHash } = await desk.database.kysely
    .selectFrom("stray_transfer")
    .select("tx_hash")
    .executeTakeFirstOrThrow();
  const decision = { coinType: "ton", txHash, operator: "olga", reason: "ticket 41", isDryRun: false } as const;
  const settle = (outcome: "returned" | "moved", change = {}) =>
    settleStray(desk.app, { ...decision, outcome, ...change });
  expect(await settle("returned", { isDryRun: true })).toMatchObject({ isDone: false, isRepeat: false });
  expect(await settle("returned")).toMatchObject({ isDone: true });
  expect(await settle("returned")).toMatchObject({ isDone: false, isRepeat: true });
  await expect(settle("moved")).rejects.toThrow("It was returned before.");
  await expect(settle("moved", { txHash: "0".repeat(64) })).rejects.toThrow("No such transfer");
  expect((await listStrays(desk.app)).summary).toBe("No money is at another coin's treasury.");
  expect(await findBreaches(desk.database)).toEqual([]);
  await desk.database.kysely.updateTable("stray_transfer").set({ tx_hash: "1" }).execute();
  expect(await findBreaches(desk.database)).not.toEqual([]);
});
