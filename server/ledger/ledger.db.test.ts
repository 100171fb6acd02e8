import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openDatabaseOfFile } from "#tests/support/ofFile.ts";
import type { CoinType } from "#domain/coins.ts";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { ACCOUNTS, readBalance, selectBalance } from "./accounts.ts";
import { type LedgerEntry, postEntries } from "./postEntries.ts";
import { sumPeople } from "./readBooks.ts";

const database = await openDatabaseOfFile();
const at = new Date("2026-11-20T12:00:00Z");

function lines(amountBase: bigint, userId = 1n): LedgerEntry[] {
  return [
    { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: -amountBase },
    { account: ACCOUNTS.user(userId, "eth"), coinType: "eth", amountBase },
  ];
}

const post = (transactionId: string, entries: LedgerEntry[]) =>
  postEntries(database.kysely, { transactionId, kind: "deposit", at, entries });

async function readKept(coinType: CoinType) {
  const { rows } = await sql`
    select ${selectBalance("treasury", coinType)} as treasury, ${selectBalance("cold", coinType)} as cold,
      ${selectBalance("fees", coinType)} as fees, ${selectBalance("unmatched", coinType)} as unmatched
  `.execute(database.kysely);
  return rows[0];
}

describe("the ledger", () => {
  it("keeps the largest amounts exactly", async () => {
    const huge = 10n ** 77n + 1n;
    await post("huge", lines(huge, 2n));
    expect(await readBalance(database.kysely, 2n, "eth")).toBe(huge);
    expect(await readBalance(database.kysely, 2n, "sol")).toBe(0n);
  });

  it("refuses the same transaction with other lines", async () => {
    await post("once", lines(5n));
    await expect(post("once", lines(6n))).rejects.toThrow("other lines");
    await expect(post("once", lines(5n, 3n))).rejects.toThrow("other lines");
    const longer = [...lines(5n), { account: ACCOUNTS.fees("eth"), coinType: "eth" as const, amountBase: 1n }];
    await expect(post("once", longer)).rejects.toThrow("unbalanced");
    expect(await readBalance(database.kysely, 1n, "eth")).toBe(5n);
  });

  it("refuses what does not balance, per coin too", async () => {
    await expect(post("lopsided", lines(5n).slice(1))).rejects.toThrow("unbalanced");
    const twoCoins: LedgerEntry[] = [
      { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: -5n },
      { account: ACCOUNTS.user(1n, "sol"), coinType: "sol", amountBase: 5n },
    ];
    await expect(post("two coins", twoCoins)).rejects.toThrow("unbalanced");
    await expect(post("nothing", lines(0n))).rejects.toThrow("check constraint");
  });

  it("keeps what a coin's accounts hold", async () => {
    const sol = (kind: "treasury" | "cold" | "fees" | "unmatched", amountBase: bigint): LedgerEntry => ({
      account: ACCOUNTS[kind]("sol"),
      coinType: "sol",
      amountBase,
    });
    const deposit = [sol("treasury", -100n), sol("unmatched", 60n), sol("fees", 40n)];
    await Promise.all(Array.from({ length: 4 }, () => post("sol: deposit", deposit)));
    await post("sol: swept", [sol("cold", -30n), sol("treasury", 30n)]);
    const kept = { treasury: -70n, cold: -30n, fees: 40n, unmatched: 60n };
    expect(await readKept("sol")).toEqual(kept);
    await post("sol: unmatched", [sol("treasury", -5n), sol("unmatched", 5n)]);
    expect(await readKept("sol")).toEqual({ ...kept, treasury: -75n, unmatched: 65n });
    expect(await readKept("ton")).toEqual({ treasury: 0n, cold: 0n, fees: 0n, unmatched: 0n });
    expect(await sumPeople(database.kysely, "sol")).toBe(0n);
  });

  it("lets nobody wait in a circle who books several movements at once", async () => {
    const userA = (amountBase: bigint): LedgerEntry => ({
      account: ACCOUNTS.user(7n, "ton"),
      coinType: "ton",
      amountBase,
    });
    const ofCoin = (kind: "treasury" | "fees" | "unmatched", amountBase: bigint): LedgerEntry => ({
      account: ACCOUNTS[kind]("ton"),
      coinType: "ton",
      amountBase,
    });
    const plans = [
      [
        [ofCoin("treasury", -1n), ofCoin("unmatched", 1n)],
        [ofCoin("treasury", -1n), userA(1n)],
      ],
      [
        [ofCoin("unmatched", -1n), userA(1n)],
        [ofCoin("fees", -1n), ofCoin("treasury", 1n)],
      ],
    ];
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        database.kysely.transaction().execute(async (trx) => {
          for (const [step, entries] of (plans[number % 2] ?? []).entries()) {
            await postEntries(trx, { transactionId: `ton:${number}:${step}`, kind: "deposit", at, entries });
          }
        }),
      ),
    );
    expect(await readKept("ton")).toEqual({ treasury: -20n, cold: 0n, fees: -20n, unmatched: 0n });
    expect(await readBalance(database.kysely, 7n, "ton")).toBe(40n);
  });

  it("allows neither updates nor deletes", async () => {
    const { pool } = database;
    await expect(pool.query("update ledger_entry set amount_base = 7 where line = 1")).rejects.toThrow("append-only");
    await expect(pool.query("delete from ledger_entry")).rejects.toThrow("append-only");
    await expect(pool.query("truncate ledger_entry")).rejects.toThrow("append-only");
  });
});

it("the database's edges are those of the charts", async () => {
  const charts = [envelopeLifecycle, orderLifecycle, payoutLifecycle];
  const expected = charts.flatMap((chart) =>
    listLifecycleEdges(chart).map(({ source, event, target }) => `${chart.id}: ${source} ${event} ${target}`),
  );
  const rows = await database.kysely.selectFrom("lifecycle_edge").selectAll().execute();
  const stored = rows.map(({ chart, source, event, target }) => `${chart}: ${source} ${event} ${target}`);
  expect(stored.toSorted()).toEqual(expected.toSorted());
});
