import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseHexTransaction } from "#devnet/tron/parseTransaction.ts";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import { createChain } from "#server/chains/createChain.ts";
import { TRON } from "#server/chains/tron/index.ts";
import { createKeySigner } from "#server/signers/signer.ts";
import { createStranger, startTronLab, toHex, type TronLab, writeOwners } from "#tests/support/chains/tronLab.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { createTestClock, type TestClock } from "#tests/support/testClock.ts";
import { describeExpiring } from "./describeExpiring.ts";
import { describePayouts } from "./describePayouts.ts";

const AMOUNT = 5_000_000n;
const ACTIVATION_BASE = 1_100_000n;
const LIFE_MS = 300_000;
/** How far a node behind an endpoint may be behind the others. */
const MARGIN_MS = 60_000;
const DAY_MS = 86_400_000;

/** Seals the next block at a time. */
function sealAt(lab: TronLab, clock: TestClock, timeMs: number): Promise<void> {
  clock.advance(timeMs - clock.now().getTime() - 1_000);
  return lab.advance(1);
}

describeExpiring(
  "Tron",
  {
    async startLab(clock) {
      const lab = await startTronLab(clock);
      lab.chain.fund(lab.treasury.hex, 10_000_000_000);
      return lab;
    },
    createReceiver: (number) => createStranger(`receiver ${number}`),
    feeBase: ACTIVATION_BASE,
    amountBase: AMOUNT,
    async moveToEnd(lab, clock, { validUntil }) {
      await sealAt(lab, clock, Number(validUntil) + MARGIN_MS);
      await lab.advance(2);
    },
  },
  (getScene) => {
    it("are as the network's own library reads them, without a memo, and name a solid block", async () => {
      const { lab, to, sign } = getScene();
      await lab.advance(1);
      const signed = await sign();
      const transaction = parseHexTransaction(Buffer.from(signed.raw).toString("hex"));
      expect(transaction).toMatchObject({ txId: signed.txHash, type: "TransferContract" });
      expect(transaction.value).toEqual({
        owner_address: lab.treasury.hex,
        to_address: toHex(to),
        amount: Number(AMOUNT),
      });
      const { rawData } = transaction;
      expect(rawData.data).toBeUndefined();
      expect(rawData.ref_block_hash).toBe(lab.chain.readSolid().id.slice(16, 32));
      expect(rawData.expiration).toBe(lab.chain.readHead().timeMs + LIFE_MS);
      expect(BigInt(rawData.expiration)).toBe(signed.validUntil);
    });

    it("are not signed by the clock of one endpoint alone", async () => {
      const { lab, sign } = getScene();
      lab.endpoints[0].setLie({ kind: "laterTimes" });
      await expect(sign()).rejects.toMatchObject({ cause: { message: "the RPC endpoints disagree on the time" } });
      lab.endpoints[0].setLie({ kind: "behind", blocks: 1 });
      const { validUntil } = await sign();
      expect(validUntil).toBeLessThan(BigInt(lab.chain.readHead().timeMs + LIFE_MS));
    });

    it("name no block by the word of one endpoint alone: they would never land", async () => {
      const { lab, chain, sign } = getScene();
      const inventBlock = (method: string, honest: Record<string, unknown>) =>
        method === "walletsolidity/getblock"
          ? { ...honest, blockID: `${String(honest["blockID"]).slice(0, 16)}${"e".repeat(48)}` }
          : honest;
      const order = {
        from: (await lab.createWallet()).address,
        to: lab.treasury.address,
        amountBase: AMOUNT,
        reference: null,
      };
      const [liar] = lab.endpoints;
      liar.setAnswerLie(inventBlock);
      await expect(sign()).rejects.toThrow(ChainUnavailable);
      await expect(chain.buildPayment(order)).rejects.toThrow(ChainUnavailable);
      liar.setLie(null);
    });

    it("are not free for a payer by the word of one endpoint alone", async () => {
      const { lab, chain } = getScene();
      const order = {
        from: (await lab.createWallet()).address,
        to: lab.treasury.address,
        amountBase: AMOUNT,
        reference: null,
      };
      expect(await chain.buildPayment(order)).toMatchObject({ maxFeeBase: 0n });
      for (const poor of lab.endpoints) {
        poor.setAnswerLie((method, honest) => (method === "wallet/getaccountresource" ? {} : honest));
        expect((await chain.buildPayment(order)).maxFeeBase).toBeGreaterThan(0n);
        poor.setLie(null);
      }
    });

    it("cost activation for a new address, and bandwidth at most for one that is there", async () => {
      const { lab, route, to } = getScene();
      expect(await route.prepare([{ to, amountBase: AMOUNT }])).toMatchObject({
        offers: [{ offeredBase: ACTIVATION_BASE, leastBase: ACTIVATION_BASE }],
      });
      const { address } = await lab.createWallet();
      const terms = { to: address, amountBase: AMOUNT };
      const prepared = await route.prepare([terms]);
      const [offer] = prepared.offers;
      expect(offer?.offeredBase).toBeGreaterThan(250_000n);
      expect(offer?.offeredBase).toBeLessThan(300_000n);
      const leastBase = offer?.leastBase ?? 0n;
      expect(await prepared.sign([{ terms, maxFeeBase: leastBase - 1n }])).toBeNull();
      const signed = await prepared.sign([{ terms, maxFeeBase: leastBase }]);
      expect(signed?.maxFeeBase).toBe(leastBase);
    });

    it("cost nothing while the treasury has free bandwidth, and exactly what was offered after that", async () => {
      const { lab, clock, route, note } = getScene();
      clock.advance(DAY_MS);
      await lab.advance(1);
      const { address: to } = await lab.createWallet();
      const fees: bigint[] = [];
      for (let payout = 0; payout < 3; payout += 1) {
        const terms = { to, amountBase: AMOUNT };
        const prepared = await route.prepare([terms]);
        const maxFeeBase = prepared.offers[0]?.offeredBase ?? 0n;
        const signed = await prepared.sign([{ terms, maxFeeBase }]);
        if (signed === null) throw new Error("not signed");
        await route.broadcast(signed.raw);
        await lab.advance(3);
        const sighting = await route.findTransaction([terms], [await note(signed)]);
        if (sighting.kind !== "final") throw new Error(sighting.kind);
        fees.push(sighting.feeBase);
        expect(sighting.feeBase === 0n || sighting.feeBase === maxFeeBase).toBe(true);
      }
      expect(fees.slice(0, 2)).toEqual([0n, 0n]);
      expect(fees[2]).toBeGreaterThan(250_000n);
    });

    it("go to no contract", async () => {
      const { lab, route, to } = getScene();
      lab.chain.deploy(toHex(to));
      expect((await route.prepare([{ to, amountBase: AMOUNT }])).offers).toEqual([null]);
    });

    it("are disputed, not final, where one endpoint says that nothing moved", async () => {
      const { lab, chain, route, sign, note, look } = getScene();
      const signed = await sign();
      const sent = await note(signed);
      await route.broadcast(signed.raw);
      await lab.advance(3);
      lab.endpoints[1].setLie({ kind: "failed", txId: signed.txHash });
      expect(await look(sent)).toMatchObject({ kind: "disputed" });
      expect(await chain.readOutgoing(signed.txHash)).toMatchObject({ kind: "disputed" });
      lab.endpoints[0].setLie({ kind: "failed", txId: signed.txHash });
      expect(await look(sent)).toMatchObject({ kind: "final", moved: [false], feeBase: ACTIVATION_BASE });
    });

    it("are covered by what the treasury holds at the newest block, as both endpoints have it", async () => {
      const { lab, route } = getScene();
      const balanceBase = lab.readBalance(lab.treasury.address);
      const finalPosition = BigInt(lab.chain.readSolid().number);
      const reading = { balanceBase, finalPosition };
      expect(await route.readSender()).toEqual([reading, reading]);
    });

    it("are signed by the treasury's key alone", async () => {
      const { lab, to } = getScene();
      const config = {
        endpoints: [{ url: lab.nodeUrl, apiKey: null }],
        treasuryAddress: lab.treasury.address,
        oldTreasuryAddresses: [],
        confirmations: 3,
        explorerTx: null,
        signer: createKeySigner(`0x${"1".repeat(64)}`),
      };
      const other = await createChain(TRON, config, silentLogger);
      const terms = { to, amountBase: AMOUNT };
      const prepared = await requireExpiryRoute(other).prepare([terms]);
      await expect(prepared.sign([{ terms, maxFeeBase: ACTIVATION_BASE }])).rejects.toThrow(/another key/);
    });
  },
);

describe("what the treasury sent on Tron by other hands", () => {
  const clock = createTestClock();
  let lab: TronLab;
  let chain: Chain;

  beforeAll(async () => {
    lab = await startTronLab(clock);
    lab.chain.fund(lab.treasury.hex, 10_000_000_000);
    chain = await lab.connect(...lab.endpoints);
  });
  afterAll(() => lab.stop());

  const contract = createStranger("a contract");
  const call = () => ({
    type: "TriggerSmartContract" as const,
    value: { owner_address: lab.treasury.hex, contract_address: toHex(contract), data: "d0e30db0", call_value: 7 },
  });
  async function readOutgoing(txId: string) {
    const reading = await chain.readOutgoing(txId);
    if (reading?.kind !== "agreed") throw new Error("the endpoints agree");
    return reading.transaction;
  }

  it("is a call of a contract with its coins, or with its fee alone where it failed", async () => {
    lab.chain.deploy(toHex(contract));
    const taken = lab.send(lab.treasury.key, call());
    await lab.advance(1);
    lab.chain.deploy(toHex(contract), "REVERT");
    const failed = lab.send(lab.treasury.key, call(), "00");
    await lab.advance(1);
    expect(await readOutgoing(failed)).toBeNull();
    await lab.advance(2);
    expect(await readOutgoing(taken)).toMatchObject({ to: contract, amountBase: 7n, feeBase: 0n });
    expect(await readOutgoing(failed)).toMatchObject({ to: contract, amountBase: 0n, feeBase: 1_000_000n });
  });

  it("is nothing that another account sent to it, and nothing that is on no chain", async () => {
    const txId = await (await lab.createWallet()).pay({ amountBase: AMOUNT });
    await lab.advance(3);
    expect(await readOutgoing(txId)).toBeNull();
    expect(await readOutgoing("ab".repeat(32))).toBeNull();
  });
});

describePayouts("Tron", startTronLab, (getDesk) =>
  it("pays in spite of weights of 64 bits, and holds what cannot be read without holding up those behind it", async () => {
    const desk = getDesk();
    const heavy = await desk.lab.createWallet();
    desk.lab.send(heavy.key, writeOwners(heavy.hex, 2 ** 60, { [heavy.hex]: 2 ** 60 }));
    await desk.advance(1);
    const { address: odd, hex: oddHex } = await desk.lab.createWallet();
    for (const endpoint of desk.lab.endpoints) {
      endpoint.setAnswerLie((_, honest) =>
        honest["address"] === oddHex ? { ...honest, owner_permission: { threshold: -1 } } : honest,
      );
    }
    const poison = [await desk.queue(desk.lab.grossBase, odd), await desk.queue(desk.lab.grossBase, odd)];
    const payoutIds = [await desk.queue(desk.lab.grossBase, heavy.address), await desk.queue()];
    await desk.sender.step();
    for (const payoutId of poison) expect(await desk.readPayoutStatus(payoutId)).toBe("held");
    await desk.finish(...payoutIds);
    expect(await Promise.all(payoutIds.map((id) => desk.readPayoutStatus(id)))).toEqual(["paid", "paid"]);
  }),
);
