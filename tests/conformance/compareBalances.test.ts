import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { CoinStatement, Statement } from "#domain/solvency/statement.ts";
import type { ChainLab } from "#tests/support/chains/chainLab.ts";
import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { startTonLab } from "#tests/support/chains/tonLab.ts";
import { createTestClock, type TestClock } from "#tests/support/testClock.ts";
import { compareBalances } from "../../scripts/verify/compareBalances.ts";

const OWED = { people: "0", envelopes: "0", orders: "0", payouts: "0", unmatched: "0", fees: "0", total: "0" };

function write(number: number, coin: CoinStatement): Statement {
  return {
    number,
    day: `2026-01-0${number}`,
    madeAt: "2026-01-01T00:00:00.000Z",
    coins: [coin],
    previousHash: null,
    publicKey: "",
    hash: "",
    signature: "",
  };
}

describe.each<[name: string, start: (clock: TestClock) => Promise<ChainLab>]>([
  ["Solana", startSolanaLab],
  ["TON", startTonLab],
])("balances of %s that statements give", (_, start) => {
  let lab: ChainLab;
  /** The statements of three days, the newest first. Money arrives on each day. */
  let statements: Statement[];

  beforeAll(async () => {
    lab = await start(createTestClock());
    const chain = await lab.connect(...lab.endpoints);
    const wallet = await lab.createWallet();
    statements = [];
    for (const number of [1, 2, 3]) {
      await wallet.pay({ amountBase: 30_000_000n * BigInt(number) });
      await lab.advance(4);
      const position = await chain.readFinal();
      const confirmation = await chain.confirmPosition(position);
      const holding = await chain.readTreasury(position, null);
      if (confirmation.kind !== "agreed" || holding === null) throw new Error("the lab tells its own state");
      const coin: CoinStatement = {
        coinType: lab.coinType,
        network: chain.network.id,
        treasuryAddress: chain.treasuryAddress,
        oldTreasuryAddresses: [],
        position: Number(position),
        blockTime: confirmation.time.toISOString(),
        treasuryBalance: formatAmount(holding.balanceBase, COINS[lab.coinType].baseDecimals),
        coldBalance: "0",
        owed: OWED,
      };
      statements.unshift(write(number, coin));
    }
  });
  afterAll(() => lab?.stop());

  const change = (index: number, changed: Partial<CoinStatement>): Statement[] =>
    statements.map((statement, at) =>
      at === index ? { ...statement, coins: statement.coins.map((coin) => ({ ...coin, ...changed })) } : statement,
    );

  it("are those of the chain, also of days before the last payment", async () => {
    expect(new Set(statements.map(({ coins }) => coins[0]?.treasuryBalance)).size).toBe(3);
    expect(await compareBalances(statements, lab.coinType, lab.endpoints[0].url)).toEqual({
      agreed: 3,
      unknown: 0,
      contradicted: [],
    });
  });

  it("are contradicted where the amount or the time of the block is another one", async () => {
    const [newest] = statements;
    const treasuryBalance = newest?.coins[0]?.treasuryBalance ?? null;
    for (const changed of [change(2, { treasuryBalance }), change(2, { blockTime: "2020-01-01T00:00:00.000Z" })]) {
      const { agreed, contradicted } = await compareBalances(changed, lab.coinType, lab.endpoints[0].url);
      expect(agreed).toBe(2);
      expect(contradicted).toEqual([expect.stringContaining("statement 1 (2026-01-01)")]);
    }
  });

  it("are not compared with another network", async () => {
    const changed = change(0, { network: "other:1" });
    await expect(compareBalances(changed, lab.coinType, lab.endpoints[0].url)).rejects.toThrow(
      "statement 3 of other:1",
    );
  });

  it("are unknown where the endpoint has no such block", async () => {
    const { agreed, unknown } = await compareBalances(
      change(0, { position: 1_000_000 }),
      lab.coinType,
      lab.endpoints[0].url,
    );
    expect([agreed, unknown]).toEqual([2, 1]);
  });
});
