import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import type { ExpiringPayout, ExpiryRoute, SentExpiring, TransactionStatus } from "#server/chains/payoutRoute.ts";
import { type ChainLab, makeHonest } from "#tests/support/chains/chainLab.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import { createTestClock, type TestClock } from "#tests/support/testClock.ts";

interface ExpiringChain<Lab> {
  startLab: (clock: TestClock) => Promise<Lab>;
  /** The address of a wallet that is not on the chain yet; another one for each number. */
  createReceiver: (number: number) => string;
  /** What a payout to it costs. */
  feeBase: bigint;
  amountBase: bigint;
  /** Moves the chain until the next block ends a transaction that was just signed. */
  moveToEnd: (lab: Lab, clock: TestClock, signed: ExpiringPayout) => Promise<void>;
}

/** What a case of a chain's own works with. */
export interface ExpiringScene<Lab> {
  readonly lab: Lab;
  readonly clock: TestClock;
  readonly chain: Chain;
  readonly route: ExpiryRoute;
  /** The receiver of this case. */
  readonly to: string;
  readonly sign: (amountBase?: bigint, maxFeeBase?: bigint) => Promise<ExpiringPayout>;
  readonly note: (signed: ExpiringPayout) => Promise<SentExpiring>;
  readonly look: (sent: SentExpiring) => Promise<TransactionStatus>;
}

/**
 * Every case of single transactions that expire, on one chain.
 * @param describeOwn adds the cases that only this chain has
 */
export function describeExpiring<Lab extends ChainLab>(
  name: string,
  { startLab, createReceiver, feeBase, amountBase: usualBase, moveToEnd }: ExpiringChain<Lab>,
  describeOwn: (getScene: () => ExpiringScene<Lab>) => void,
): void {
  describe(`payouts on ${name}`, () => {
    const clock = createTestClock();
    let lab: Lab;
    let chain: Chain;
    let route: ExpiryRoute;
    let to: string;
    let receivers = 0;

    beforeAll(async () => {
      lab = await startLab(clock);
      chain = await lab.connect(...lab.endpoints);
      route = requireExpiryRoute(chain);
    });
    afterAll(() => lab.stop());
    beforeEach(() => {
      receivers += 1;
      to = createReceiver(receivers);
      makeHonest(lab);
    });

    async function sign(amountBase = usualBase, maxFeeBase = feeBase): Promise<ExpiringPayout> {
      const terms = { to, amountBase };
      const signed = await (await route.prepare([terms])).sign([{ terms, maxFeeBase }]);
      if (signed === null) throw new Error("not signed");
      return signed;
    }
    async function note({ txHash, raw, validUntil }: ExpiringPayout): Promise<SentExpiring> {
      const [reading] = await route.readSender();
      const { senderKey } = route;
      return { txHash, senderKey, raw, validUntil, signedPosition: reading?.finalPosition ?? 0n };
    }
    const look = (sent: SentExpiring) => route.findTransaction([{ to, amountBase: usualBase }], [sent]);

    it("arrive once, under an id that is known before, however often they are sent", async () => {
      const signed = await sign();
      const { txHash } = signed;
      const sent = await note(signed);
      expect(await look(sent)).toEqual({ kind: "waiting" });
      await route.broadcast(signed.raw);
      await route.broadcast(signed.raw);
      await lab.advance(1);
      expect(await look(sent)).toMatchObject({ kind: "landed", txHash });
      await route.broadcast(signed.raw);
      await lab.advance(2);
      expect(await look(sent)).toMatchObject({ kind: "final", txHash, feeBase, moved: [true] });
      expect(await lab.readBalance(to)).toBe(usualBase);
      expect(await chain.readOutgoing(txHash)).toMatchObject({
        kind: "agreed",
        transaction: { to, toKey: to, amountBase: usualBase, feeBase },
      });
    });

    it("are lost when two endpoints say that their time is over, and never before", async () => {
      const signed = await sign();
      const sent = await note(signed);
      const before = await lab.readBalance(chain.treasuryAddress);
      await moveToEnd(lab, clock, signed);
      expect(await look(sent)).toEqual({ kind: "waiting" });
      lab.endpoints[1].setLie({ kind: "behind", blocks: 1 });
      await lab.advance(1);
      expect(await look(sent)).toEqual({ kind: "waiting" });
      lab.endpoints[1].setLie(null);
      expect(await look(sent)).toMatchObject({ kind: "lost", isExpired: true });
      await route.broadcast(signed.raw);
      await lab.advance(1);
      expect(await lab.readBalance(chain.treasuryAddress)).toBe(before);
    });

    describeOwn(() => ({ lab, clock, chain, route, to, sign, note, look }));
  });
}
