import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "#server/chains/chain.ts";
import { bookOutgoing } from "#server/operator/bookOutgoing.ts";
import { readComparison } from "#server/deposits/reconcileTreasury.ts";
import { ChainDesk } from "#tests/support/chains/chainDesk.ts";
import type { RotatingLab } from "#tests/support/chains/chainLab.ts";
import { startSolanaLab } from "#tests/support/chains/solanaLab.ts";
import { startTonLab } from "#tests/support/chains/tonLab.ts";
import { startTronLab } from "#tests/support/chains/tronLab.ts";
import { startFuelledLab } from "#tests/support/chains/usdtTreasury.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { linkChain } from "#tests/support/linkChain.ts";
import { requireExpiryRoute } from "#tests/support/payoutRoutes.ts";
import type { TestClock } from "#tests/support/testClock.ts";
import { TestWatcher } from "#tests/support/testWatcher.ts";

/** Longer than what is signed waits until it is sent again, and than what is held waits until it is looked at again. */
const AGAIN_MS = 21_000;

describe.each<[name: string, startLab: (clock: TestClock) => Promise<RotatingLab>]>([
  ["Solana", startSolanaLab],
  ["TON", startTonLab],
  ["Tron", startTronLab],
  ["USDT on TON", startFuelledLab],
])("another treasury on %s", (name, startLab) => {
  let desk: ChainDesk<RotatingLab>;
  let former: Chain;
  let next: Chain;
  /** Signed by the former key. */
  let signedBefore: string;

  beforeAll(async () => {
    desk = await ChainDesk.open(`${name} rotation`, startLab);
    await desk.begin();
    await desk.fill(10n * desk.lab.grossBase);
    signedBefore = await desk.queue();
    await desk.sender.step();
    await desk.lab.forget();
    former = desk.chain;
    next = await desk.lab.connectSuccessor();
    desk.chain = next;
    desk.app.chains = linkChain(next);
    desk.watcher = new TestWatcher(desk.app, next);
    desk.sender = desk.createSender();
  });
  afterAll(() => desk.stop());

  async function finish(payoutId: string): Promise<void> {
    for (let round = 0; round < 8 && (await desk.readPayout(payoutId)).settled_at === null; round += 1) {
      desk.app.clock.advance(AGAIN_MS);
      await desk.sender.step();
      await desk.advance(1);
    }
    expect(await desk.listUnpaid(payoutId)).toEqual([]);
  }
  const readKeys = async () =>
    (await desk.database.kysely.selectFrom("payout_attempt").select("sender_key").execute()).map(
      ({ sender_key: senderKey }) => senderKey,
    );

  it("leaves what the former key signed to land, and signs it under no other", async () => {
    await finish(signedBefore);
    expect(await readKeys()).toEqual([former.payouts?.senderKey]);
  });

  it("credits what still arrives at the former address, and takes neither address for a wallet", async () => {
    const before = await desk.balanceOf(desk.anna);
    await desk.fill(desk.lab.grossBase);
    expect(await desk.balanceOf(desk.anna)).toBe(before + desk.lab.grossBase);
    for (const own of [next, former]) expect(next.parsePayer(own.treasuryAddress)).toBeNull();
  });

  it("pays once the rest is moved to it, and the books count both", async () => {
    const txHash = await moveRest();
    await desk.advance((desk.lab.endingBlocks ?? 3) + 1);
    await bookFee(txHash);
    const payoutId = await desk.queue();
    await finish(payoutId);
    await desk.advance(4);
    expect(await readKeys()).toContain(next.payouts?.senderKey);
    const compared = await readComparison(desk.database.kysely, next.coinType);
    expect(compared?.heldBase).toBeGreaterThan(8n * desk.lab.grossBase);
    expect(await findBreaches(desk.database)).toEqual([]);
  });

  /** Leaves little at the former address. */
  async function moveRest(): Promise<string> {
    const { grossBase, feeBase } = desk.lab;
    const route = requireExpiryRoute(former);
    const heldBase = await desk.lab.readBalance(former.treasuryAddress);
    const payoutId = Buffer.alloc(16, 1).toString("base64url");
    const terms = { payoutId, to: next.treasuryAddress, amountBase: heldBase - grossBase / 20n };
    const signed = await (await route.prepare([terms])).sign([{ terms, maxFeeBase: feeBase }]);
    if (signed === null) throw new Error("the former key signs");
    await route.broadcast(signed.raw);
    return signed.txHash;
  }

  /** Nothing has left the treasuries but the fee, where there is one. */
  async function bookFee(txHash: string): Promise<void> {
    const reading = await next.readOutgoing(txHash);
    if (reading?.kind !== "agreed") throw new Error("both endpoints have it");
    expect(reading.transaction).toMatchObject({ amountBase: 0n });
    if (reading.transaction?.feeBase === 0n) return;
    const decision = { operator: "ann", reason: "the key is rotated", isDryRun: false };
    await bookOutgoing(desk.app, next, { ...decision, coinType: next.coinType, txHash, against: "unmatched" });
  }
});
