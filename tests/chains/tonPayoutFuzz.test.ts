import { Address, toNano } from "@ton/core";
import { startTonPayoutLab, type TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { chooseLiar, fuzzPayouts, type Roll } from "#tests/support/fuzzPayouts.ts";
import type { Lie } from "#tests/support/chains/chainLab.ts";

/** Lies about heights, times, and what the treasury has sent. */
async function chooseLie(lab: TonPayoutLab, roll: Roll): Promise<Lie | null> {
  const kind = (["ahead", "behind", "laterTimes", "leftOut"] as const)[roll(4)] ?? "ahead";
  if (kind === "behind") return { kind, blocks: 1 + roll(5) };
  if (kind !== "leftOut") return { kind };
  const { kysely } = lab.app.database;
  const sent = await kysely.selectFrom("payout_attempt").select("tx_hash").orderBy("signed_at", "desc").execute();
  const txId = sent[0]?.tx_hash;
  return txId === undefined ? null : { kind, txId };
}

fuzzPayouts("TON", {
  start: startTonPayoutLab,
  grossBase: toNano("0.5"),
  feeBase: 6_000_000n,
  // The masterchain takes several times the fee.
  createOddReceiver({ lab }, number) {
    const address = new Address(-1, Buffer.alloc(32, 0x50 + number));
    lab.chain.fund(address, toNano(1));
    return address.toString({ bounceable: false });
  },
  async lie(lab, roll) {
    const { endpoints, treasury } = lab.lab;
    const [liar, other] = chooseLiar(endpoints, roll);
    other.setLie(null);
    other.setForgotten();
    liar.setLie(await chooseLie(lab, roll));
    if (roll(3) === 0) liar.setForgotten(treasury.address);
    else liar.setForgotten();
  },
  lieAboutExpiry: (lab) => lab.lieAboutExpiry(),
  forget: (lab) => lab.forget(),
  listEvents: (lab, roll) => [
    () => lab.lab.advance(1 + roll(10)),
    () => lab.lab.drop(1 + roll(2)),
    async () => lab.app.clock.advance(400_000),
  ],
  async calmDown({ lab }) {
    for (const endpoint of lab.endpoints) {
      endpoint.setLie(null);
      endpoint.setForgotten();
    }
  },
  async pass(lab) {
    lab.app.clock.advance(21_000);
    await lab.mine(2);
  },
  mostRounds: 100,
});
