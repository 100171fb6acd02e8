import { beforeAll, expect, it } from "vitest";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { refundJob } from "#server/envelopes/life/refunds.ts";
import { writeCursor } from "#server/calls/pages.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addressOf, addUsers, bindWallet, callAs, claim, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { movements } from "./movements.ts";

const ETH = 10n ** 18n;
const MINUTE_MS = 60_000;
const [SENDER, CLAIMER, STRANGER] = [1n, 2n, 3n];

const { app, database } = await openAppOfFile("movements");
let envelopeId: string;

const list = (person: bigint, query: { coinType?: "eth" | "sol"; limit?: number; cursor?: string } = {}) =>
  callAs(app, movements, person, { query: { limit: 50, ...query } });

beforeAll(async () => {
  await addUsers(app, [SENDER, CLAIMER, STRANGER]);
  await bindWallet(app, SENDER);
  app.world.balances.set(addressOf(SENDER), 100n * ETH);
  await giveBalance(app, SENDER, ETH / 2n);
  app.clock.advance(MINUTE_MS);
  const sent = { type: "ordinary", count: 4, totalAmount: "0.04", passphrase: "Movements" } as const;
  ({ envelopeId } = await openEnvelope(app, SENDER, sent));
  app.clock.advance(MINUTE_MS);
  await claim(app, CLAIMER, "Movements", envelopeId);
  app.clock.advance(25 * 60 * MINUTE_MS);
  await refundJob.run(app, AbortSignal.abort());
});

it("tells each change of a person's balance, newest first, with what it belongs to", async () => {
  const { items, total, nextCursor } = await list(SENDER);
  expect(items).toMatchObject([
    { kind: "refund", coinType: "eth", amount: "0.03", envelopeId, orderId: null, payoutId: null },
    { kind: "deposit", coinType: "eth", amount: "0.5", envelopeId: null, orderId: null, payoutId: null },
  ]);
  expect([total, nextCursor]).toEqual([2, null]);
  expect((await list(CLAIMER)).items).toMatchObject([{ kind: "claim", amount: "0.01", envelopeId }]);
  expect(await list(STRANGER)).toEqual({ items: [], total: 0, nextCursor: null });
});

it("adds up to the balance, whatever moved it, and shows what was lost with a minus", async () => {
  const at = app.clock.now();
  // Two coins at the same instant.
  for (const coinType of ["eth", "sol"] as const)
    await postEntries(database.kysely, {
      transactionId: `payout:of-${coinType}`,
      kind: "payout",
      at,
      entries: [
        { account: ACCOUNTS.user(STRANGER, coinType), coinType, amountBase: -7n },
        { account: ACCOUNTS.payout(`of-${coinType}`), coinType, amountBase: 7n },
      ],
    });
  const [first] = (await list(STRANGER, { coinType: "sol" })).items;
  expect(first).toMatchObject({ kind: "payout", amount: "-0.000000007", payoutId: "of-sol" });
  for (const person of [SENDER, CLAIMER, STRANGER]) {
    const { items } = await list(person, { coinType: "eth" });
    const sum = items.reduce((all, { amount }) => all + toBase(amount), 0n);
    expect(sum).toBe(await readBalance(database.kysely, person, "eth"));
  }
});

function toBase(amount: string): bigint {
  const base = parseDecimal(amount.replace("-", ""), 18);
  return amount.startsWith("-") ? -base : base;
}

it("is paged without gaps or repeats, over coins and equal times", async () => {
  const whole = (await list(STRANGER)).items.map(({ movementId }) => movementId);
  expect(whole).toHaveLength(2);
  const first = await list(STRANGER, { limit: 1 });
  const second = await list(STRANGER, { limit: 1, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map(({ movementId }) => movementId)).toEqual(whole);
  expect([first.total, second.total, second.nextCursor]).toEqual([2, 2, null]);
});

it.each([
  ["nonsense"],
  [writeCursor(["2026-01-01T00:00:00.000Z"])],
  [writeCursor(["never", "claim:1"])],
  [writeCursor(["2026-01-01T00:00:00.000Z", "' or true"])],
  [writeCursor(["+012026-01-01T00:00:00.000Z", "claim:1"])],
])("refuses the cursor %s", async (cursor) => {
  await expect(list(SENDER, { cursor })).rejects.toMatchObject({ key: "invalidRequest" });
});
