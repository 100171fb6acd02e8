import { expect, it } from "vitest";
import type { AnswerLie } from "#tests/support/chains/solanaEndpoint.ts";
import { startSolanaPayoutLab } from "#tests/support/chains/solanaPayoutLab.ts";
import { describePayouts } from "./describePayouts.ts";

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

describePayouts("Solana by its sender", { startLab: startSolanaPayoutLab }, (getScene) => {
  it.each(HEIGHT_LIES)("pays once, although one endpoint tells %s", async (_, lie) => {
    const { lab, anna, step, finish } = getScene();
    const [liar] = lab.lab.endpoints;
    const before = lab.readTreasury();
    const payoutId = await lab.queue(anna, lab.grossBase);
    liar.setAnswerLie(lie);
    for (let round = 0; round < 5; round += 1) {
      // It may refuse to sign at all.
      await step().catch(() => undefined);
      if (round > 1) await lab.lab.advance(1);
    }
    liar.setLie(null);
    await finish(payoutId);
    expect(await lab.readStatus(payoutId)).toBe("paid");
    expect(await lab.readArrived(payoutId)).toBe(lab.grossBase - lab.feeBase);
    const payout = await lab.read(payoutId);
    expect(before - lab.readTreasury()).toBe(payout.spent_base);
  });
});
