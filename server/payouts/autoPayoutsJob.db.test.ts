import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CoinType } from "#domain/coins.ts";
import { ChainUnavailable } from "#server/chains/chainUnavailable.ts";
import type { NonceRoute } from "#server/chains/payoutRoute.ts";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addressOf, addUsers, bindWallet, giveBalance } from "#tests/support/story.ts";
import { payAutomatically } from "./autoPayoutsJob.ts";

const STINGY = Array.from({ length: 200 }, (_, place) => BigInt(1_000 + place));
const ANNA = 1n;
const BO = 2n;
const FEE_BASE = 10n ** 15n;
const BALANCE_BASE = 10n ** 18n;

const { app, database } = await openAppOfFile("automatic payouts");

describe("automatic payouts", () => {
  /** Receivers whose price was asked. */
  let asked: string[];
  let fail: (to: string) => void;
  let isAway = false;

  beforeAll(async () => {
    const { eth } = app.chains;
    if (eth?.chain == null) throw new Error("no chain");
    const payouts = {
      model: "nonce",
      senderKey: "0x1",
      readSender: async () => {
        if (isAway) throw new ChainUnavailable("eth");
        return [];
      },
      prepare: async ({ to }) => {
        asked.push(to);
        fail(to);
        return {
          offer: { offeredBase: FEE_BASE, leastBase: FEE_BASE },
          replacementLeastBase: () => FEE_BASE,
          sign: async () => null,
        };
      },
    } as Partial<NonceRoute> as NonceRoute;
    const chain = { ...eth.chain, payouts };
    app.chains = { eth: { facts: chain, state: "ready", chain } };
    const everybody = [ANNA, BO, ...STINGY];
    await addUsers(app, everybody);
    for (const person of everybody) {
      await bindWallet(app, person);
      await giveBalance(app, person, BALANCE_BASE);
    }
  });
  beforeEach(async () => {
    asked = [];
    fail = () => {};
    await database.kysely.deleteFrom("auto_payout").execute();
  });

  const run = () => payAutomatically("eth").run(app, new AbortController().signal);
  async function ask(person: bigint, maxFeeBase: bigint, coinType: CoinType = "eth"): Promise<void> {
    app.clock.advance(1);
    await database.kysely
      .insertInto("auto_payout")
      .values({ tg_user_id: person, coin_type: coinType, max_fee_base: maxFeeBase, created_at: app.clock.now() })
      .execute();
  }
  const readPaid = async () =>
    (await database.kysely.selectFrom("payout").select("tg_user_id").orderBy("tg_user_id").execute()).map(
      ({ tg_user_id: tgUserId }) => tgUserId,
    );
  const isOf = (person: bigint) => (to: string) => to === addressOf(person);

  it("pay somebody behind two hundred who allow too small a fee, and rest before they ask about those again", async () => {
    for (const person of STINGY) await ask(person, 1n);
    await ask(ANNA, FEE_BASE);
    await run();
    await run();
    expect(await readPaid()).toEqual([ANNA]);
    expect(asked).toHaveLength(STINGY.length + 1);
    await run();
    expect(asked).toHaveLength(STINGY.length + 1);
    app.clock.advance(5 * 60_000);
    await run();
    expect(asked).toHaveLength(2 * STINGY.length + 1);
  });

  it("pay the others where one fails, also as if the chain were away", async () => {
    await ask(STINGY[0] ?? 0n, FEE_BASE);
    await ask(STINGY[1] ?? 0n, FEE_BASE);
    await ask(BO, FEE_BASE);
    fail = (to) => {
      if (isOf(STINGY[0] ?? 0n)(to)) throw new TypeError("unreadable");
      if (isOf(STINGY[1] ?? 0n)(to)) throw new ChainUnavailable("eth");
    };
    await run();
    expect(await readPaid()).toContain(BO);
  });

  it("ask nobody else while the chain is away, and do not count that as anybody's failure", async () => {
    for (const person of [STINGY[2] ?? 0n, STINGY[3] ?? 0n]) await ask(person, FEE_BASE);
    isAway = true;
    fail = () => {
      throw new ChainUnavailable("eth");
    };
    await database.kysely.deleteFrom("failed_work").execute();
    await run();
    expect(asked).toHaveLength(1);
    expect(await database.kysely.selectFrom("failed_work").selectAll().execute()).toEqual([]);
    isAway = false;
  });
});
