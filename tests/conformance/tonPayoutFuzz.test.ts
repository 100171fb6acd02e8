import { Address, toNano } from "@ton/core";
import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { startTonPayoutLab, type TonPayoutLab } from "#tests/support/chains/tonPayoutLab.ts";
import { chooseLiar, fuzzPayouts, type Roll } from "#tests/support/fuzzPayouts.ts";
import type { TonAccountLie, TonLie } from "#tests/support/chains/tonEndpoint.ts";

const FEES_BASE = [0n, 1n, toNano(1)];

/** Lies about heights, times, and what the treasury has sent and paid for it. */
async function chooseLie(lab: TonPayoutLab, roll: Roll): Promise<TonLie | null> {
  const kind = (["ahead", "behind", "laterTimes", "leftOut", "fee", "fee"] as const)[roll(6)] ?? "ahead";
  if (kind === "behind") return { kind, blocks: 1 + roll(5) };
  if (kind === "ahead" || kind === "laterTimes") return { kind };
  const { kysely } = lab.app.database;
  const sent = await kysely.selectFrom("payout_attempt").select("tx_hash").orderBy("signed_at", "desc").execute();
  const txId = sent[0]?.tx_hash;
  if (txId === undefined) return null;
  return kind === "fee" ? { kind, txId, feeBase: FEES_BASE[roll(FEES_BASE.length)] ?? 0n } : { kind, txId };
}

/** Of every account: what it holds, or that nobody reaches its coins. */
function chooseAccountLie(roll: Roll): TonAccountLie {
  const coins = [0n, 1n, toNano(1_000_000), 2n ** 100n][roll(5)];
  return (_, honest) => {
    const { storage } = honest.shardAccount.account ?? {};
    if (storage === undefined) return honest;
    if (coins === undefined) storage.state = { type: "frozen", stateHash: 7n };
    else storage.balance.coins = coins;
    return honest;
  };
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
    const lie = await chooseLie(lab, roll);
    for (const endpoint of [liar, other]) endpoint.setLie(null);
    liar.setLie(lie);
    if (roll(3) === 0) liar.setAccountLie(chooseAccountLie(roll));
    if (roll(3) === 0) liar.setForgotten(treasury.address);
  },
  lieAboutExpiry: (lab) => lab.lieAboutExpiry(),
  forget: (lab) => lab.forget(),
  listEvents: (lab, roll) => [
    () => lab.lab.advance(1 + roll(10)),
    () => lab.lab.drop(1 + roll(2)),
    async () => lab.app.clock.advance(400_000),
  ],
  async calmDown({ lab }) {
    makeHonest(lab);
  },
  async pass(lab) {
    lab.app.clock.advance(61_000);
    await lab.mine(2);
  },
  mostRounds: 100,
});
