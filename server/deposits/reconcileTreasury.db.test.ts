import { parseEther } from "ethers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { COINS } from "#domain/coins.ts";
import { formatMetrics } from "#server/operator/formatMetrics.ts";
import { readState } from "#server/db/jobState.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { openTreasuryOfFile } from "#tests/support/treasuryOfFile.ts";
import { compareTreasury, readHolding } from "./reconcileTreasury.ts";

const HELD_BEFORE = parseEther("3");
/** What is worth less is dust. */
const LEAST = COINS.eth.minBase;

const { app, database } = await openAppOfFile("reconciliation");
const treasury = await openTreasuryOfFile(app, HELD_BEFORE);

describe("the treasury's reconciliation", () => {
  const { address: TREASURY, anvil, chain, setTreasury, mineAndLook } = treasury;
  let logged: string[];

  beforeEach(() => {
    logged = [];
    const record = (level: string) => (_: unknown, message: string) => void logged.push(`${level}: ${message}`);
    app.logger = { ...silentLogger, warn: record("warn"), error: record("error") };
  });
  afterEach(expectSoundBooks);

  async function expectSoundBooks(): Promise<void> {
    expect(await findBreaches(database)).toEqual([]);
  }

  const holdInChain = async () => BigInt(String(await anvil.call("eth_getBalance", [TREASURY, "latest"])));

  async function compareAt(position: bigint): Promise<void> {
    const holding = await readHolding(app, chain, position);
    if (holding !== null) await compareTreasury(app, "eth", holding);
  }

  async function pay(amountBase: bigint): Promise<string> {
    const [payer] = anvil.wallets;
    if (payer === undefined) throw new Error("anvil must fund accounts");
    return anvil.pay(payer, TREASURY, amountBase);
  }

  async function readBooked(): Promise<string[]> {
    const rows = await database.kysely
      .selectFrom("ledger_entry")
      .select(["kind", "transaction_id", "amount_base"])
      .where("account", "=", "unmatched:eth")
      .orderBy("created_at")
      .execute();
    return rows.map((row) => `${row.kind === "deposit" ? "deposit" : row.transaction_id} ${row.amount_base}`);
  }

  const readMissing = () => readState(database.kysely, "payoutsStopped:eth");

  it("books the treasury's earlier balance, once, and no transfer of the same block", async () => {
    await treasury.watcher.poll();
    expect(await readBooked()).toEqual([]);
    await pay(5n * LEAST);
    await mineAndLook(1);
    const finalized = await chain.readFinal();
    expect(await readBooked()).toEqual([`opening:eth:${finalized} ${HELD_BEFORE}`]);
    await mineAndLook(3);
    expect(await readBooked()).toEqual([`opening:eth:${finalized} ${HELD_BEFORE}`, `deposit ${5n * LEAST}`]);
    expect(logged).toEqual(["warn: the treasury holds more than the books: booked as unmatched"]);
  });

  it("books money without a transfer at its block, once", async () => {
    const { position } = await chain.readHead();
    await setTreasury((await holdInChain()) + 7n);
    await pay(9n * LEAST);
    await mineAndLook(3);
    expect((await readBooked()).slice(2)).toEqual(
      expect.arrayContaining([`surplus:eth:${position} 7`, `deposit ${9n * LEAST}`]),
    );
    // Again at this block, and late at an older one, in parallel.
    await Promise.all([position, position - 1n, position].map(compareAt));
    await mineAndLook(2);
    expect(await readBooked()).toHaveLength(4);
    expect(logged).toHaveLength(1);
  });

  it("stops sends, openings and payouts while money is missing, and logs each change once", async () => {
    const held = await holdInChain();
    await setTreasury(held - 11n);
    await mineAndLook(4);
    expect(await readMissing()).toBe("11");
    expect(await formatMetrics(app)).toContain('hongbao_treasury_missing_base{coin="eth"} 11\n');
    expect(logged).toEqual(["error: the treasury holds less than the books: sends, openings and payouts stop"]);
    // A transfer adds to both sides.
    await pay(11n * LEAST);
    await mineAndLook(3);
    expect(await readMissing()).toBe("11");

    await setTreasury((await holdInChain()) + 11n);
    await mineAndLook(3);
    expect(await readMissing()).toBeNull();
    expect(await formatMetrics(app)).toContain('hongbao_treasury_missing_base{coin="eth"} 0\n');
    expect(logged.slice(1)).toEqual([
      "warn: the treasury holds what the books say again: sends, openings and payouts resume",
    ]);
    expect(await readBooked()).toHaveLength(5);
  });

  it("excludes what another process has settled above the block", async () => {
    const txHash = await pay(13n * LEAST);
    await anvil.mine(1);
    await treasury.watcher.poll();
    const { position } = await chain.readHead();
    const [payer] = anvil.wallets;
    const fromKey = payer?.address.toLowerCase() ?? "";
    await settleTransfer(app, { coinType: "eth", txHash, index: 0 }, fromKey);
    await mineAndLook(1);
    expect(await chain.readFinal()).toBe(position - 1n);
    await mineAndLook(2);
    expect(logged).toEqual([]);
    expect(await readMissing()).toBeNull();
    expect(await readBooked()).toHaveLength(6);
  });

  it("continues without the balance, logs that once, and catches up later", async () => {
    let failure: ChainUnavailable | null = null;
    treasury.watcher = new TestWatcher(app, {
      ...chain,
      readTreasury: async () => {
        if (failure !== null) throw failure;
        return null;
      },
    });
    await setTreasury((await holdInChain()) + 17n);
    await pay(19n * LEAST);
    await mineAndLook(3);
    failure = new ChainUnavailable("eth");
    await mineAndLook(2);
    expect(logged).toEqual([
      "warn: the treasury's balance at a settled block is unknown: the ledger is not compared with the chain",
    ]);
    expect((await readBooked()).slice(6)).toEqual([`deposit ${19n * LEAST}`]);
    treasury.watcher = new TestWatcher(app, chain);
    await mineAndLook(1);
    expect((await readBooked()).slice(7)).toEqual([expect.stringMatching(/^surplus:eth:[0-9]+ 17$/)]);
  });

  describe("of what contracts send", () => {
    /** A contract that forwards its value to the address in its input. */
    const FORWARDER = "0x00000000000000000000000000000000000000c0";
    const forward = "0x5f5f5f5f345f355af1";
    /** A contract that forwards the money and then reverts, so that nothing moves. */
    const FAILING = "0x00000000000000000000000000000000000000c1";

    async function payThrough(contract: string, amountBase: bigint): Promise<string> {
      const [payer] = anvil.wallets;
      if (payer === undefined) throw new Error("anvil must fund accounts");
      const nonce = Number(await anvil.call("eth_getTransactionCount", [payer.address, "pending"]));
      const raw = await payer.signTransaction({
        to: contract,
        value: amountBase,
        data: `0x${TREASURY.slice(2).toLowerCase().padStart(64, "0")}`,
        nonce,
        chainId: 31_337,
        gasLimit: 200_000,
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 10n ** 9n,
      });
      return String(await anvil.call("eth_sendRawTransaction", [raw]));
    }
    const readInternal = () =>
      database.kysely
        .selectFrom("chain_transfer")
        .select(["tx_hash", "transfer_index", "from_address_key", "amount_base", "outcome"])
        .where("transfer_index", ">", 0)
        .orderBy("position")
        .execute();

    beforeAll(async () => {
      await anvil.call("anvil_setCode", [FORWARDER, forward]);
      await anvil.call("anvil_setCode", [FAILING, `${forward}5f5ffd`]);
    });

    it("stores the transfer and its sender, and books no other surplus", async () => {
      const before = await readBooked();
      const txHash = await payThrough(FORWARDER, 23n * LEAST);
      await payThrough(FAILING, 29n * LEAST);
      await pay(31n * LEAST);
      await setTreasury((await holdInChain()) + 37n);
      await mineAndLook(4);
      expect(await readInternal()).toEqual([
        {
          tx_hash: txHash,
          transfer_index: 1,
          from_address_key: FORWARDER,
          amount_base: 23n * LEAST,
          outcome: "unmatched",
        },
      ]);
      const booked = (await readBooked()).slice(before.length).map((line) => line.replace(/eth:[0-9]+/, "eth"));
      expect(booked.toSorted()).toEqual([`deposit ${23n * LEAST}`, `deposit ${31n * LEAST}`, "surplus:eth 37"]);
    });

    it("books nothing that another process booked as a surplus during the trace", async () => {
      const before = await readBooked();
      treasury.watcher = new TestWatcher(app, {
        ...chain,
        omitted: {
          kind: "internal",
          async readTransfers(position) {
            await compareAt(position);
            return chain.omitted.kind === "internal" ? chain.omitted.readTransfers(position) : null;
          },
        },
      });
      await payThrough(FORWARDER, 39n);
      await mineAndLook(4);
      const booked = (await readBooked()).slice(before.length);
      expect(booked).toEqual([expect.stringMatching(/^surplus:eth:[0-9]+ 39$/)]);
      expect(logged.filter((line) => line.startsWith("error"))).toEqual([]);
    });

    it("books a surplus if a node has no traces", async () => {
      const before = await readBooked();
      treasury.watcher = new TestWatcher(app, {
        ...chain,
        omitted: { kind: "internal", readTransfers: async () => null },
      });
      await payThrough(FORWARDER, 41n);
      await mineAndLook(4);
      const booked = (await readBooked()).slice(before.length);
      expect(booked).toEqual([expect.stringMatching(/^surplus:eth:[0-9]+ 41$/)]);
      expect(await readInternal()).toHaveLength(1);
    });
  });
});
