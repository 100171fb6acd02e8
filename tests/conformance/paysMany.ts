import { expect, it } from "vitest";
import type { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";

/**
 * The case of a wallet whose transaction pays several.
 * @param mostParts payouts that one takes
 */
export function paysMany(mostParts: number, getDesk: () => ChainDesk): void {
  it("pays as many people as a transaction takes, and tells the nodes once", async () => {
    const desk = getDesk();
    const { lab } = desk;
    const grossBase = lab.grossBase / 10n;
    const netBase = grossBase - lab.feeBase;
    const payoutIds: string[] = [];
    for (let place = 0; place <= mostParts; place += 1) payoutIds.push(await desk.queue(grossBase));
    const route = requireExpiryRoute(desk.chain);
    const told: Uint8Array[] = [];
    const broadcast = async (raw: Uint8Array) => {
      told.push(raw);
      await route.broadcast(raw);
    };
    desk.sender = desk.createSender({ ...desk.chain, payouts: { ...route, broadcast } });
    await desk.sender.step();
    await desk.sender.step();
    const attempts = await desk.readAttempts(...payoutIds);
    expect(attempts.map(({ part }) => part)).toEqual(Array.from({ length: mostParts }, (_, place) => place));
    expect(new Set(attempts.map(({ tx_hash: txHash }) => txHash)).size).toBe(1);
    expect(told).toHaveLength(1);
    await desk.finish(...payoutIds);
    expect(await desk.listUnpaid(...payoutIds)).toEqual([]);
    const spent = await Promise.all(payoutIds.slice(0, mostParts).map((payoutId) => desk.readPayout(payoutId)));
    const [firstFee = 0n, ...fees] = spent.map(({ spent_base: spentBase }) => (spentBase ?? 0n) - netBase);
    expect(new Set(fees).size).toBe(1);
    expect(firstFee - (fees[0] ?? 0n)).toBeGreaterThanOrEqual(0n);
    expect(firstFee - (fees[0] ?? 0n)).toBeLessThan(BigInt(mostParts));
    expect([...desk.alarms, ...desk.warnings]).toEqual([]);
  });
}
