import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { nameMissing } from "#server/ledger/missingMoney.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { watchForAlarms } from "#server/operator/alarms/watchForAlarms.ts";
import { SHOWN_AFTER, type WorkName } from "#server/outbox/failedWork.ts";
import { isOnCitus } from "#tests/support/isOnCitus.ts";
import { openStories } from "./openStories.ts";

const DAY_MINUTES = 24 * 60;
const story = openStories("numbered");

interface Poisoned {
  /** Its id among what failed. */
  item: string;
  isDone: (which: 0 | 1) => Promise<boolean>;
}

interface PoisonedWork {
  job: WorkName;
  /** Makes one item for each of two people, and has the database refuse to work on the first one. */
  prepare: () => Promise<Poisoned>;
}

let free: () => Promise<unknown> = async () => undefined;
afterEach(() => free());

/** Makes the database refuse some rows until `free`. */
async function refuse(event: string, condition: string): Promise<void> {
  const { tables } = story.world;
  await sql
    .raw(
      `create or replace function refuse_poison() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
       create trigger poison before ${event} for each row when (${condition}) execute function refuse_poison()`,
    )
    .execute(tables);
  free = () => sql.raw(`drop trigger if exists poison on ${/ on ([a-z_]+)/u.exec(` ${event}`)?.[1]}`).execute(tables);
}

/** Everything that is due now. */
async function work(): Promise<void> {
  const { app } = story.world;
  const { signal } = new AbortController();
  await story.world.work();
  await cleanUp.run(app, signal);
  await watchForAlarms(() => []).run(app, signal);
}

const meetTwo = async () => [await story.meet(), await story.meet()] as const;
const isEnvelope =
  (sent: readonly Parameters<typeof story.readEnvelope>[0][], status: string) => async (which: 0 | 1) =>
    sent[which] !== undefined && (await story.readEnvelope(sent[which])) === status;
/** Two open envelopes whose time is over, the older one first. */
async function openTwo() {
  const [anna, ben] = await meetTwo();
  const opened = [await story.open(anna, 2), await story.open(ben, 2)] as const;
  story.world.pass(DAY_MINUTES);
  story.world.chain.mine(1);
  return opened;
}
async function fillTwo() {
  const [anna, ben] = await meetTwo();
  for (const person of [anna, ben]) await story.fill(person, 2);
  return [anna, ben] as const;
}

/** For each job that sets items aside in the database: one that fails, before another one. */
const POISONED: Readonly<Record<string, PoisonedWork>> = {
  "the expiry of envelopes": {
    job: "refund",
    async prepare() {
      const opened = await openTwo();
      const item = opened[0].envelopeId;
      await refuse("update on envelope", `new.envelope_id = '${item}' and new.status = 'expired'`);
      return { item, isDone: isEnvelope(opened, "refunded") };
    },
  },
  refunds: {
    job: "refund",
    async prepare() {
      const opened = await openTwo();
      const item = opened[0].envelopeId;
      await refuse("insert on ledger_entry", `new.transaction_id = 'refund:${item}'`);
      return { item, isDone: isEnvelope(opened, "refunded") };
    },
  },
  totals: {
    job: "totals",
    async prepare() {
      const opened = await openTwo();
      const item = opened[0].envelopeId;
      await refuse("update on envelope", `new.envelope_id = '${item}' and new.is_summed`);
      const readSummed = (envelopeId: string) =>
        story.world.tables.selectFrom("envelope").select("is_summed").where("envelope_id", "=", envelopeId);
      return {
        item,
        isDone: async (which) => (await readSummed(opened[which].envelopeId).executeTakeFirstOrThrow()).is_summed,
      };
    },
  },
  openings: {
    job: "openEnvelopes",
    async prepare() {
      const { world } = story;
      const [anna, ben] = await meetTwo();
      const sent = [await story.send(anna, 2), await story.send(ben, 2)] as const;
      const name = nameMissing(world.coinType);
      await world.tables.insertInto("job_state").values({ name, value: "1" }).execute();
      for (const person of [anna, ben]) story.pay(person, 2);
      world.chain.mine(4);
      await refuse("insert on ledger_entry", `new.transaction_id = 'open:${sent[0].envelopeId}'`);
      return { item: sent[0].orderId, isDone: isEnvelope(sent, "open") };
    },
  },
  "the expiry of orders": {
    job: "expireOrders",
    async prepare() {
      const [anna, ben] = await meetTwo();
      const sent = [await story.send(anna, 2), await story.send(ben, 2)] as const;
      const item = sent[0].orderId;
      await refuse("update on payment_order", `new.order_id = '${item}' and new.status = 'expired'`);
      story.world.pass(DAY_MINUTES);
      story.world.chain.mine(4);
      return { item, isDone: isEnvelope(sent, "cancelled") };
    },
  },
  deposits: {
    job: "settleTransfer",
    async prepare() {
      const { coinType, chain } = story.world;
      const people = await meetTwo();
      await refuse("insert on ledger_entry", `new.account = 'user:${people[0]}:${coinType}'`);
      const [tx] = people.map((person) => story.pay(person, 2));
      chain.mine(4);
      return { item: `${coinType}:${tx}:0`, isDone: async (which) => (await story.readSum(people[which])) === 2 };
    },
  },
  payouts: {
    job: "sendPayouts",
    async prepare() {
      const [anna, ben] = await fillTwo();
      const queued = [await story.withdraw(anna, 1), await story.withdraw(ben, 1)] as const;
      await refuse("insert on payout_attempt", `new.payout_id = '${queued[0].id}'`);
      return {
        item: queued[0].id,
        isDone: async (which) => (await story.readAttempts(queued[which])).length > 0,
      };
    },
  },
  "automatic payouts": {
    job: "autoPayouts",
    async prepare() {
      const { coinType, tables, stepBase, clock } = story.world;
      const people = await fillTwo();
      await refuse("insert on payout", `new.tg_user_id = ${people[0]}`);
      for (const person of people) {
        const asked = { tg_user_id: person, coin_type: coinType, max_fee_base: stepBase, created_at: clock.now() };
        await tables.insertInto("auto_payout").values(asked).execute();
      }
      return { item: `${coinType}:${people[0]}`, isDone: async (which) => (await story.readSum(people[which])) === 0 };
    },
  },
  "the clean-up": {
    job: "cleanUp",
    async prepare() {
      const { coinType, tables, clock } = story.world;
      const person = await story.meet();
      const at = clock.now();
      await tables
        .insertInto("wallet_challenge")
        .values({
          challenge_id: "c",
          tg_user_id: person,
          type: "ETH",
          address_key: "0x",
          message: "",
          created_at: at,
          expires_at: at,
        })
        .execute();
      const block = { tg_user_id: person, coin_type: coinType, cause: "walletChanged", until: at } as const;
      await tables.insertInto("spending_block").values(block).execute();
      const names = ["wallet_challenge", "spending_block"] as const;
      await refuse("delete on wallet_challenge", "true");
      return {
        item: names[0],
        isDone: async (which) =>
          (await tables.selectFrom(names[which]).select("tg_user_id").where("tg_user_id", "=", person).execute())
            .length === 0,
      };
    },
  },
  alarms: {
    job: "watchForAlarms",
    async prepare() {
      const { tables } = story.world;
      const subjects = ["ton", "tron"] as const;
      const values = subjects.map((coin) => ({ name: `uncompared:${coin}`, value: "x" }));
      await tables.insertInto("job_state").values(values).execute();
      await refuse("insert on alarm", "new.subject = 'ton'");
      return {
        item: "booksUncompared:ton",
        isDone: async (which) =>
          (await tables.selectFrom("alarm").select("kind").where("subject", "=", subjects[which]).execute()).length > 0,
      };
    },
  },
};

// Triggers of a test cannot be made on shards.
describe.skipIf(isOnCitus)("what the database refuses", () => {
  it.each(Object.entries(POISONED))(
    "of %s is set aside, holds up no other, is shown to operators, and done once when they say so",
    async (_, { job, prepare }) => {
      const { item, isDone } = await prepare();
      const { tables } = story.world;
      const readFailed = () =>
        tables
          .selectFrom("failed_work")
          .select(["item", "attempts", sql<boolean>`failed_at is not null`.as("isShown")])
          .where("job", "=", job)
          .execute();
      await work();
      expect([await isDone(0), await isDone(1)]).toEqual([false, true]);
      await work();
      expect(await readFailed()).toEqual([{ item, attempts: 1, isShown: false }]);
      for (let tries = 1; tries < SHOWN_AFTER; tries += 1) {
        story.world.clock.advance(600_000);
        story.world.chain.mine(1);
        await work();
      }
      expect(await readFailed()).toEqual([{ item, attempts: SHOWN_AFTER, isShown: true }]);
      const raised = tables.selectFrom("alarm").select("subject").where("kind", "=", "workFailed");
      expect(await raised.execute()).toContainEqual({ subject: job });

      await free();
      await work();
      expect(await isDone(0)).toBe(false);
      await story.operate("redeliver", { queue: "failed_work", letter: `${job}:${item}` });
      await work();
      expect(await isDone(0)).toBe(true);
      expect(await readFailed()).toEqual([]);
    },
  );

  it("to store is set aside as a transaction that cannot be read, and those behind it are settled at once", async () => {
    const { world } = story;
    const [anna, ben] = await meetTwo();
    const tx = story.pay(anna, 2);
    await refuse("insert on chain_transfer", `new.tx_hash = '${tx}'`);
    story.pay(ben, 2);
    await story.mine(5);
    expect([await story.readSum(anna), await story.readSum(ben)]).toEqual([0, 2]);
    expect(await world.tables.selectFrom("unread_transaction").select("tx_hash").execute()).toEqual([{ tx_hash: tx }]);
    const cursor = await world.tables.selectFrom("chain_cursor").select("settled_position").executeTakeFirstOrThrow();
    expect(cursor.settled_position).toBe(world.chain.final.position);
    await free();
  });

  it("to show as about to be paid is paid all the same", async () => {
    const { world } = story;
    const anna = await story.meet();
    const sent = await story.send(anna, 3);
    await refuse("update on chain_transfer", "new.settled_at is null and new.order_id is not null");
    const readFailed = () => world.tables.selectFrom("failed_work").select("job").execute();
    await story.payWholly(anna, 3);
    expect(await story.readOrder(sent)).toBe("paid 3");
    expect(await readFailed()).toEqual([{ job: "reviewOrders" }]);
    await free();
    world.pass(1);
    await story.mine(1);
    expect(await readFailed()).toEqual([]);
  });
});
