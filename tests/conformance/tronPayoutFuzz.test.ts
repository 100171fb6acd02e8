import { makeHonest } from "#tests/support/chains/chainLab.ts";
import { createStranger, toHex, writeOwners } from "#tests/support/chains/tronLab.ts";
import type { TronAnswerLie, TronLie } from "#tests/support/chains/tronEndpoint.ts";
import { startTronPayoutLab, type TronPayoutLab } from "#tests/support/chains/tronPayoutLab.ts";
import { chooseLiar, fuzzPayouts, type Roll } from "#tests/support/fuzzPayouts.ts";

/** What a chain's parameters may be told to be. */
const TOLD = [0, 1, 1_000, 10 ** 9, Number.MAX_SAFE_INTEGER];
/** As much as its owner likes, beyond what a number of JSON holds exactly. */
const WEIGHT = 2 ** 60;

/** Lies about heights, times, and what the treasury has sent. */
async function chooseLie(lab: TronPayoutLab, roll: Roll): Promise<TronLie | null> {
  const kind = (["ahead", "behind", "laterTimes", "leftOut", "failed"] as const)[roll(5)] ?? "ahead";
  if (kind === "behind") return { kind, blocks: 1 + roll(5) };
  if (kind === "ahead" || kind === "laterTimes") return { kind };
  const { kysely } = lab.app.database;
  const sent = await kysely.selectFrom("payout_attempt").select("tx_hash").orderBy("signed_at", "desc").execute();
  const txId = sent[0]?.tx_hash;
  return txId === undefined ? null : { kind, txId };
}

fuzzPayouts("Tron", {
  start: startTronPayoutLab,
  grossBase: 50_000_000n,
  feeBase: 1_100_000n,
  // Given to another key, or to its own and another one.
  async createOddReceiver({ lab }, number) {
    const { key, hex, address } = await lab.createWallet();
    const other = toHex(createStranger(`key ${number}`));
    const weights = number % 2 === 0 ? { [other]: WEIGHT } : { [hex]: WEIGHT, [other]: 1 };
    lab.send(key, writeOwners(hex, WEIGHT, weights));
    await lab.advance(1);
    return address;
  },
  async lie(lab, roll) {
    const [liar, other] = chooseLiar(lab.lab.endpoints, roll);
    const lie = await chooseLie(lab, roll);
    for (const endpoint of [liar, other]) endpoint.setLie(null);
    liar.setLie(lie);
    const told = TOLD[roll(TOLD.length)] ?? 0;
    const lieOfPrices: TronAnswerLie = (method, honest) => {
      if (!method.endsWith("/getchainparameters")) return honest;
      const parameters = honest["chainParameter"] as { key: string }[];
      return { chainParameter: parameters.map(({ key }) => ({ key, value: told })) };
    };
    if (roll(3) === 0) liar.setAnswerLie(lieOfPrices);
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
