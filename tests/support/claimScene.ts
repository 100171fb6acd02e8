import type { DrawRule } from "#domain/envelope/validateSend.ts";
import { createSession } from "#server/accounts/sessions.ts";
import { systemClock } from "#server/clock.ts";
import { openDatabase } from "#server/db/openDatabase.ts";
import { systemRandom } from "#server/random.ts";
import type { TestDatabase } from "./database.ts";
import { silentLogger } from "./silentLogger.ts";
import { addressOf, addUsers, bindWallet, openEnvelope } from "./story.ts";
import { createTestApp } from "./testApp.ts";

export interface ClaimScene {
  /** One logged-in person each; none of them is the sender. */
  people: readonly { tgUserId: bigint; token: string }[];
  envelopes: readonly { envelopeId: string; passphrase: string; totalBase: bigint }[];
}

const SENDER = 1n;
const FIRST_PERSON = 1000n;

interface Size {
  people: number;
  envelopes: number;
  shares: number;
  /** How the shares are given; at once where it is left out. */
  drawRule?: DrawRule;
}

/** Fills a database that no process has open: people with sessions, and open lucky draws of 1 ETH each. */
export async function prepareClaimScene({ location }: TestDatabase, size: Size): Promise<ClaimScene> {
  const database = await openDatabase(location, { logger: silentLogger });
  try {
    const app = { ...createTestApp(database, "scene"), clock: systemClock, random: systemRandom };
    const ids = Array.from({ length: size.people }, (_, index) => FIRST_PERSON + BigInt(index));
    await addUsers(app, [SENDER, ...ids]);
    await bindWallet(app, SENDER);
    app.world.balances.set(addressOf(SENDER), 10n ** 24n);
    const people = [];
    for (const tgUserId of ids) people.push({ tgUserId, token: (await createSession(app, tgUserId)).token });
    const envelopes = [];
    for (let number = 1; number <= size.envelopes; number += 1) {
      const passphrase = `Storm number ${number}`;
      const asked = { count: size.shares, totalAmount: "1", passphrase, drawRule: size.drawRule ?? "instant" } as const;
      const { envelopeId } = await openEnvelope(app, SENDER, asked);
      envelopes.push({ envelopeId, passphrase, totalBase: 10n ** 18n });
    }
    return { people, envelopes };
  } finally {
    await database.close();
  }
}
