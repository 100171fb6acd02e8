import { Keypair } from "@solana/web3.js";
import { expect, it } from "vitest";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { AnswerLie } from "#tests/support/chains/solanaEndpoint.ts";
import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { describeExpiring } from "./describeExpiring.ts";
import { describePayouts } from "./describePayouts.ts";

const AMOUNT = 5_000_000n;
const RENT = 890_880n;
const FEE = 10_000n;
/** A blockhash is read at the newest block, and lives for so many. */
const LIFE = 150;
/** It counts as ended so many later: nodes may be apart. */
const MARGIN = 150;

describeExpiring(
  "Solana",
  {
    startLab: startSolanaLab,
    createReceiver: () => Keypair.generate().publicKey.toBase58(),
    feeBase: FEE,
    amountBase: AMOUNT,
    moveToEnd: (lab) => lab.advance(LIFE + MARGIN + 2),
  },
  (getScene) => {
    it("take the fee that they offer, and no more than agreed", async () => {
      const { route, to, sign } = getScene();
      const terms = { to, amountBase: AMOUNT };
      const prepared = await route.prepare([terms]);
      expect(prepared.offers).toMatchObject([{ offeredBase: FEE, leastBase: 5_000n }]);
      expect(await prepared.sign([{ terms, maxFeeBase: 4_999n }])).toBeNull();
      const signed = await sign(AMOUNT, 5_000n);
      expect(signed.maxFeeBase).toBe(5_000n);
    });

    it("are signed with a blockhash that two endpoints know, and cost what the cheaper one says", async () => {
      const { lab, route, to, sign } = getScene();
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

    it("are not lost without the history in which they may have landed", async () => {
      const { sign, note, look } = getScene();
      const early = { ...(await note(await sign())), signedPosition: -1n, validUntil: 0n };
      expect(await look(early)).toEqual({ kind: "waiting" });
    });

    it("pay no new wallet less than its rent", async () => {
      const { lab, route, to, sign } = getScene();
      expect((await route.prepare([{ to, amountBase: RENT - 1n }])).offers).toEqual([null]);
      expect(await route.readLeastAmount(to)).toBe(RENT);
      const signed = await sign(RENT);
      await route.broadcast(signed.raw);
      await lab.advance(1);
      expect(lab.readBalance(to)).toBe(RENT);
      const other = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
      const offer = { offeredBase: FEE, leastBase: 5_000n };
      expect((await route.prepare([{ to, amountBase: 1n }])).offers).toEqual([offer]);
      expect(await route.readLeastAmount(to)).toBe(1n);
      expect((await route.prepare([{ to: other, amountBase: AMOUNT }])).offers).toEqual([null]);
    });

    it("leave the treasury its rent, and one that takes it costs its fee alone", async () => {
      const { lab, route, to, sign, note } = getScene();
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
      const { lab, route, sign, note, look } = getScene();
      const signed = await sign();
      const sent = await note(signed);
      await route.broadcast(signed.raw);
      await lab.advance(3);
      lab.endpoints[1].setLie({ kind: "amount", txId: signed.txHash });
      expect(await look(sent)).toMatchObject({ kind: "disputed" });
    });
  },
);

/** What a dishonest endpoint tells of heights, and of what follows from them. */
const HEIGHT_LIES: readonly (readonly [name: string, lie: AnswerLie])[] = [
  ["that a new blockhash never ends", (method, honest) => changeLife(method, honest, 10 ** 12)],
  ["a low height", (method, honest) => (method === "getBlockHeight" ? 1 : changeLife(method, honest, 1))],
  [
    "a height that no block has yet, where every blockhash has ended",
    (method, honest) => {
      if (method === "getBlockHeight") return 10 ** 12;
      return method === "isBlockhashValid" ? { ...(honest as object), value: false } : changeLife(method, honest, 1);
    },
  ],
];

function changeLife(method: string, honest: unknown, lastValidBlockHeight: number): unknown {
  if (method !== "getLatestBlockhash") return honest;
  const { context, value } = honest as { context: unknown; value: object };
  return { context, value: { ...value, lastValidBlockHeight } };
}

describePayouts("Solana", startSolanaLab, (getDesk) => {
  it.each(HEIGHT_LIES)("pays once, although one endpoint tells %s", async (_, lie) => {
    const desk = getDesk();
    const [liar] = desk.lab.endpoints;
    const before = await desk.readTreasury();
    const payoutId = await desk.queue();
    liar.setAnswerLie(lie);
    for (let round = 0; round < 5; round += 1) {
      // It may refuse to sign at all.
      await desk.sender.step().catch(() => undefined);
      if (round > 1) await desk.lab.advance(1);
    }
    liar.setLie(null);
    await desk.finish(payoutId);
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
    const payout = await desk.readPayout(payoutId);
    expect(before - (await desk.readTreasury())).toBe(payout.spent_base);
  });
});
