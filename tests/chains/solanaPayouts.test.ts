import { Keypair } from "@solana/web3.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { PayoutRoute, SentPayout, SignedPayout } from "#server/chains/payoutRoute.ts";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { type SolanaLab, startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const AMOUNT = 5_000_000n;
const RENT = 890_880n;
const FEE = 10_000n;
const PLACE = { sequence: null, replaces: null };
/** A blockhash is read at the newest block, and lives for so many. */
const LIFE = 150;
/** It counts as ended so many later: nodes may be apart. */
const MARGIN = 150;

describe("payouts on Solana", () => {
  let lab: SolanaLab;
  let chain: Chain;
  let route: PayoutRoute;
  let to: string;

  beforeAll(async () => {
    lab = await startSolanaLab(createTestClock());
    chain = await lab.connect(...lab.endpoints);
    if (chain.payouts === null) throw new Error("the lab has a signer");
    route = chain.payouts;
  });
  afterAll(() => lab.stop());
  beforeEach(() => {
    to = Keypair.generate().publicKey.toBase58();
    makeHonest(lab);
  });

  async function sign(amountBase = AMOUNT, maxFeeBase = FEE): Promise<SignedPayout> {
    const terms = { to, amountBase };
    const signed = await (await route.prepare([terms])).sign([{ terms, maxFeeBase }], PLACE);
    if (signed === null) throw new Error("not signed");
    return signed;
  }

  async function note({ txHash, raw, validUntil }: SignedPayout): Promise<SentPayout> {
    const [reading] = await route.readSender();
    return {
      txHash,
      senderKey: route.senderKey,
      sequence: null,
      raw,
      validUntil,
      signedPosition: reading?.finalPosition ?? 0n,
    };
  }

  const look = (...sent: readonly SentPayout[]) => route.findTransaction([{ to, amountBase: AMOUNT }], sent);

  it("arrive once, under an id that is known before, however often they are sent", async () => {
    const signed = await sign();
    const sent = await note(signed);
    expect(await look(sent)).toEqual({ kind: "waiting" });
    await route.broadcast(signed.raw);
    await route.broadcast(signed.raw);
    await lab.advance(1);
    expect(await look(sent)).toMatchObject({ kind: "landed", txHash: signed.txHash });
    await route.broadcast(signed.raw);
    await lab.advance(2);
    expect(await look(sent)).toMatchObject({ kind: "final", txHash: signed.txHash, feeBase: FEE, moved: [true] });
    expect(lab.readBalance(to)).toBe(AMOUNT);
    expect(await chain.readOutgoing(signed.txHash)).toMatchObject({
      kind: "agreed",
      transaction: { to, amountBase: AMOUNT, feeBase: FEE },
    });
  });

  it("take the fee that they offer, and no more than agreed", async () => {
    const terms = { to, amountBase: AMOUNT };
    const prepared = await route.prepare([terms]);
    expect(prepared.offers).toMatchObject([{ offeredBase: FEE, leastBase: 5_000n }]);
    expect(await prepared.sign([{ terms, maxFeeBase: 4_999n }], PLACE)).toBeNull();
    const signed = await sign(AMOUNT, 5_000n);
    expect(signed.maxFeeBase).toBe(5_000n);
    // Another transaction would land beside it.
    expect(await prepared.sign([{ terms, maxFeeBase: FEE }], { ...PLACE, replaces: signed.raw })).toBeNull();
  });

  it("of several leave each what it costs alone, and fit into a transaction", async () => {
    const terms = { to, amountBase: AMOUNT };
    const others = Array.from({ length: 19 }, () => Keypair.generate().publicKey.toBase58());
    const group = [terms, ...others.map((receiver) => ({ to: receiver, amountBase: AMOUNT }))];
    const prepared = await route.prepare(group);
    const sign = (count: number, maxFeeBase: bigint) =>
      prepared.sign(
        group.slice(0, count).map((part) => ({ terms: part, maxFeeBase })),
        PLACE,
      );
    expect((await sign(2, FEE))?.maxFeeBase).toBe(2n * (FEE - 5_000n));
    expect((await sign(4, FEE))?.maxFeeBase).toBe(13_000n);
    expect(await sign(2, 7_499n)).toBeNull();
    const all = await sign(20, FEE);
    expect(all?.raw.length).toBeLessThanOrEqual(1_232);
    expect(all?.maxFeeBase).toBe(29_000n);
  });

  it("are signed with a blockhash that two endpoints know, and cost what the cheaper one says", async () => {
    const [liar] = lab.endpoints;
    liar.setAnswerLie((method, honest) => {
      if (method === "getRecentPrioritizationFees") return [{ slot: 1, prioritizationFee: 10 ** 9 }];
      return honest;
    });
    expect((await route.prepare([{ to, amountBase: AMOUNT }])).offers).toEqual([
      { offeredBase: FEE, leastBase: 5_000n },
    ]);
    liar.setAnswerLie((method, honest) =>
      method === "getLatestBlockhash" ? { ...(honest as object), value: { blockhash: to } } : honest,
    );
    await expect(sign()).rejects.toThrow(ChainUnavailable);
  });

  it("are lost when their blockhash has expired at the final height on two endpoints, and never before", async () => {
    const signed = await sign();
    const sent = await note(signed);
    const before = lab.readBalance(lab.treasury.publicKey.toBase58());
    await lab.advance(LIFE + MARGIN + 2);
    expect(await look(sent)).toEqual({ kind: "waiting" });
    lab.endpoints[1].setLie({ kind: "behind", blocks: 2 });
    await lab.advance(1);
    expect(await look(sent)).toEqual({ kind: "waiting" });
    lab.endpoints[1].setLie(null);
    expect(await look(sent)).toMatchObject({ kind: "lost", isExpired: true });
    await route.broadcast(signed.raw);
    await lab.advance(1);
    expect(lab.readBalance(lab.treasury.publicKey.toBase58())).toBe(before);
  });

  it("are not lost by the word of an endpoint that leaves them out, nor without their history", async () => {
    const signed = await sign();
    const sent = await note(signed);
    await route.broadcast(signed.raw);
    lab.endpoints[1].setLie({ kind: "leftOut", txId: signed.txHash });
    await lab.advance(LIFE + MARGIN + 5);
    expect(await look(sent)).toMatchObject({ kind: "landed" });
    const early = { ...(await note(await sign())), signedPosition: -1n, validUntil: 0n };
    expect(await look(early)).toEqual({ kind: "waiting" });
  });

  it("are found again after a fork below finality", async () => {
    const signed = await sign();
    const sent = await note(signed);
    await lab.advance(2);
    await route.broadcast(signed.raw);
    await lab.advance(1);
    await lab.drop(1);
    expect(await look(sent)).toEqual({ kind: "waiting" });
    await route.broadcast(signed.raw);
    await lab.advance(3);
    expect(await look(sent)).toMatchObject({ kind: "final", moved: [true] });
    expect(lab.readBalance(to)).toBe(AMOUNT);
  });

  it("pay no new wallet less than its rent", async () => {
    expect((await route.prepare([{ to, amountBase: RENT - 1n }])).offers).toEqual([null]);
    const signed = await sign(RENT);
    await route.broadcast(signed.raw);
    await lab.advance(1);
    expect(lab.readBalance(to)).toBe(RENT);
    const other = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
    const { offers } = await route.prepare([
      { to, amountBase: 1n },
      { to: other, amountBase: AMOUNT },
    ]);
    expect(offers).toEqual([{ offeredBase: FEE, leastBase: 5_000n }, null]);
  });

  it("leave the treasury its rent, and one that takes it costs its fee alone", async () => {
    await lab.advance(1);
    const held = lab.readBalance(lab.treasury.publicKey.toBase58());
    const readings = await route.readSender();
    expect(readings.map(({ balanceBase }) => balanceBase)).toEqual([held - RENT, held - RENT]);
    const tooMuch = held - RENT - FEE + 1n;
    const signed = await sign(tooMuch);
    const sent = await note(signed);
    await route.broadcast(signed.raw);
    await lab.advance(3);
    const sighting = await route.findTransaction([{ to, amountBase: tooMuch }], [sent]);
    expect(sighting).toMatchObject({ kind: "final", moved: [false], feeBase: FEE });
    expect(lab.readBalance(to)).toBe(0n);
  });

  it("are disputed, not final, where two endpoints tell a final one differently", async () => {
    const signed = await sign();
    const sent = await note(signed);
    await route.broadcast(signed.raw);
    await lab.advance(3);
    lab.endpoints[1].setLie({ kind: "amount", txId: signed.txHash });
    expect(await look(sent)).toMatchObject({ kind: "disputed" });
  });
});
