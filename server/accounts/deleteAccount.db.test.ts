import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { antiFraudReport } from "#server/antiFraud/antiFraud.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { storeTransfer } from "#tests/support/storeTransfer.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { thankSender } from "#server/envelopes/thanks/thankSender.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { freeze, unfreeze } from "#server/operator/freeze.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { ensurePaymentCode } from "#server/orders/paymentCodes.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { history } from "#server/records/history.ts";
import { giveEmail } from "#tests/support/giveEmail.ts";
import { outcomeOf, openPeople } from "#tests/support/people.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import { addGroup, addressOf, bindWallet, callAs, claim, giveBalance, openEnvelope } from "#tests/support/story.ts";
import { deleteAccount, accountDeletion } from "./deleteAccount.ts";
import { finishDepartures } from "./renameRows.ts";
import { changeSecurityCode } from "./securityCode.ts";
import { authenticateBearer, createSession } from "./sessions.ts";
import { upsertUser } from "./users.ts";

const FRIEND = 2n;
const CODE = "Lucky814";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const people = openPeople("deleted accounts");
let leaver = 7_123_456_000n;

beforeAll(() => people.addWithSender(FRIEND));
afterEach(() => requireSoundBooks(people.database));

const user = (id: bigint) => ({
  id,
  firstName: "Zelda",
  lastName: "Quux",
  username: "zelda_quux",
  photoUrl: "https://t.me/i/userpic/zelda.svg",
  languageCode: "en",
  allowsWriteToPm: true,
});
/** As the messenger tells of them at a login. */
const meet = (id: bigint) => {
  const at = people.app.clock.now();
  return upsertUser(people.database.kysely, user(id), { authDate: at, at });
};
const wait = (ms: number) => people.app.clock.advance(ms);

/** Somebody with all that an account can have but money. */
async function addLeaver(): Promise<bigint> {
  leaver += 1n;
  await meet(leaver);
  await bindWallet(people.app, leaver);
  people.app.world.balances.set(addressOf(leaver), 10n ** 21n);
  await giveEmail(people.database.kysely, leaver, "zelda@quux.example");
  await callAs(people.app, changeSecurityCode, leaver, { body: { newSecurityCode: CODE } });
  await createSession(people.app, leaver);
  await ensurePaymentCode(people.app, leaver);
  return leaver;
}

const remove = (tgUserId: bigint, securityCode: string | undefined = CODE) =>
  callAs(people.app, deleteAccount, tgUserId, { body: securityCode === undefined ? {} : { securityCode } });
const listObstacles = async (tgUserId: bigint) => (await callAs(people.app, accountDeletion, tgUserId, {})).obstacles;
/** Ends an own envelope and adds it up. */
async function close(tgUserId: bigint, envelopeId: string): Promise<void> {
  wait(HOUR_MS);
  await callAs(people.app, closeEnvelope, tgUserId, { body: { envelopeId } });
  await sumEnded(people.app);
}

/** Gives a whole balance away, in an envelope for a friend. */
async function empty(tgUserId: bigint): Promise<void> {
  const balanceBase = await readBalance(people.database.kysely, tgUserId, "eth");
  const passphrase = "gift for a friend";
  const gift = { type: "ordinary", coinType: "eth", count: 1, totalAmount: formatAmount(balanceBase, 18) } as const;
  const { order, envelopes } = await callAs(people.app, sendRedEnvelope, tgUserId, { body: { ...gift, passphrase } });
  await callAs(people.app, payFromBalance, tgUserId, { body: { orderId: order.orderId, securityCode: CODE } });
  await claim(people.app, FRIEND, passphrase, envelopes[0]?.envelopeId);
  await sumEnded(people.app);
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(people.database.kysely);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        people.database.kysely,
      );
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return texts.flat().join("\n");
}

const findIn = (text: string, word: string) => text.split("\n").filter((line) => line.includes(word));

describe("deleting an account", () => {
  it("leaves nothing that tells who it was, in any table", async () => {
    const zelda = await addLeaver();
    await addGroup(people.app, zelda, -55n, [FRIEND]);
    const own = await openEnvelope(people.app, zelda, {
      count: 2,
      passphrase: "zelda's phrase",
      remark: "from Zelda with love",
      chatIds: ["-55"],
    });
    const { kysely } = people.database;
    const posted = { message_id: 9n, posted_text: "Zelda Quux sent", is_stale: false };
    await kysely.updateTable("group_post").set(posted).where("envelope_id", "=", own.envelopeId).execute();
    const at = people.app.clock.now();
    const inline = makeLetter("inline_message", own.envelopeId, at, { sent_at: at });
    await kysely.insertInto("letter").values(inline).execute();
    const leaf = { tg_user_id: zelda, coin_type: "eth" as const, leaves: Buffer.alloc(1) };
    await kysely.insertInto("solvency_leaf").values(leaf).execute();
    const friends = await openEnvelope(people.app, FRIEND, { count: 1, passphrase: "of a friend" });
    await claim(people.app, zelda, friends.passphrase, friends.envelopeId);
    await callAs(people.app, thankSender, zelda, { body: { envelopeId: friends.envelopeId, reaction: "heart" } });
    await claim(people.app, FRIEND, own.passphrase, own.envelopeId);
    await callAs(people.app, antiFraudReport, zelda, { body: { account: "@swindler", reason: "zelda saw it" } });
    await claim(people.app, zelda, "a wrong phrase", friends.envelopeId).catch(() => {});
    await close(zelda, own.envelopeId);
    await sumEnded(people.app);
    while ((await sumEnded(people.app)) > 0);
    await empty(zelda);
    expect(await listObstacles(zelda)).toEqual([]);
    const before = await dump();
    for (const word of [String(zelda), "Zelda", "zelda_quux", addressOf(zelda)]) {
      expect(findIn(before, word), word).not.toEqual([]);
    }

    expect(await outcomeOf(remove(zelda))).toBe("ok");
    const details = await callAs(people.app, claimDetail, FRIEND, {
      query: { envelopeId: friends.envelopeId, limit: 20 },
    });
    expect(details.claims).toMatchObject([{ user: { name: "Deleted account", url: null }, reaction: "heart" }]);
    const { items } = await callAs(people.app, history, FRIEND, { query: { limit: 20 } });
    expect(items.find(({ envelopeId }) => envelopeId === own.envelopeId)?.sender.name).toBe("Deleted account");
    // The messages that name her are written anew.
    const post = await kysely.selectFrom("group_post").selectAll().executeTakeFirstOrThrow();
    expect(post).toMatchObject({ is_stale: true, posted_text: null, message_id: 9n });
    const messages = kysely.selectFrom("letter").select("sent_at").where("queue", "=", "inline_message");
    expect(await messages.execute()).toEqual([{ sent_at: null }]);

    wait(2 * DAY_MS);
    await cleanUp.run(people.app, new AbortController().signal);
    const after = await dump();
    for (const word of [String(zelda), "Zelda", "zelda"]) expect(findIn(after, word), word).toEqual([]);
    // What anybody reads on the chain stays, as the chain tells it.
    expect(findIn(after, addressOf(zelda)).map((line) => line.split(":")[0])).toEqual(["chain_transfer"]);

    // The same person begins anew.
    expect(await meet(zelda)).toEqual({ isNew: true });
    expect((await callAs(people.app, history, zelda, { query: { limit: 20 } })).items).toEqual([]);
  });

  it("waits for all that is owed, and names it", async () => {
    const zelda = await addLeaver();
    const refuse = async (...kinds: string[]) => {
      expect((await listObstacles(zelda)).map(({ kind }) => kind)).toEqual(kinds);
      expect(await outcomeOf(remove(zelda))).toBe("notAvailable");
    };
    const { order } = await callAs(people.app, sendRedEnvelope, zelda, {
      body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" },
    });
    await refuse("order");
    expect(await listObstacles(zelda)).toMatchObject([{ coinType: "eth", amount: "0.01", id: order.orderId }]);
    await callAs(people.app, cancelOrder, zelda, { body: { orderId: order.orderId } });

    const own = await openEnvelope(people.app, zelda, { count: 2, passphrase: "own phrase" });
    await refuse("envelope");
    await claim(people.app, zelda, own.passphrase, own.envelopeId);
    await refuse("balance", "envelope");
    await close(zelda, own.envelopeId);
    await refuse("balance");
    await empty(zelda);

    // Else the same person could claim once more from an envelope that is still open.
    const friends = await openEnvelope(people.app, FRIEND, { count: 2, passphrase: "shared" });
    await claim(people.app, zelda, friends.passphrase, friends.envelopeId);
    await empty(zelda);
    await refuse("claimedEnvelope");
    await close(FRIEND, friends.envelopeId);

    const from = { from_address: addressOf(zelda), amount_base: 5n * 10n ** 15n };
    const transfer = await storeTransfer(people.app, from);
    await refuse("deposit");
    await settleTransfer(people.app, transfer, from.from_address);
    await refuse("balance");
    await empty(zelda);

    const decision = { scope: `person:${zelda}`, operator: "ann", reason: "ticket 9", isDryRun: false };
    await freeze(people.app, decision);
    await refuse("underReview");
    await unfreeze(people.app, decision);
    expect(await listObstacles(zelda)).toEqual([]);
    expect(await outcomeOf(remove(zelda))).toBe("ok");
    expect(findIn(await dump(), `person:${zelda}`)).toEqual([]);
  });

  it("of many movements ends at once, and a job renames the lines by short statements, whole or not at all", async () => {
    const zelda = await addLeaver();
    const lines = 25_000;
    for (const [name, sign] of [
      ["many", 1],
      ["back", -1],
    ] as const) {
      await sql`
        insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
        select ${name} || ':' || n, l.line, 'deposit', l.account, 'eth', l.amount, ${people.app.clock.now()}, ${name} || ':' || n
        from generate_series(1, ${lines / 2}::int) n
        cross join lateral (values
          (1, ${`user:${zelda}:eth`}, ${sign}::int), (2, ${`user:${FRIEND}:eth`}, ${-sign}::int)) l (line, account, amount)
      `.execute(people.database.kysely);
    }
    await sql`
      insert into account_total as t (tg_user_id, coin_type, entry_count)
      values (${zelda}, 'eth', ${lines}), (${FRIEND}, 'eth', ${lines})
      on conflict (tg_user_id, coin_type) do update set entry_count = t.entry_count + excluded.entry_count`.execute(
      people.database.kysely,
    );
    await requireSoundBooks(people.database);
    const { token } = await createSession(people.app, zelda);
    expect(await outcomeOf(remove(zelda))).toBe("ok");
    expect(await authenticateBearer(people.app, token)).toBe("missing");
    const left = findIn(await dump(), String(zelda)).join("\n");
    for (const word of ["Zelda", "zelda"]) expect(findIn(left, word), word).toEqual([]);
    await requireSoundBooks(people.database);
    expect(await outcomeOf(remove(zelda))).toBe("unauthorized");
    const comeBack = () => outcomeOf(meet(zelda));
    expect(await comeBack()).toBe("serviceUnavailable");

    // It is cut off, and begins anew. The rankings wait for none of the lines.
    const bounds: number[] = [];
    const cutting = (isCutOff: boolean): Promise<void> => {
      const timed = people.database.kysely.withPlugin({
        transformQuery({ node }) {
          bounds.push(performance.now());
          if (isCutOff && bounds.length > 4) throw new Error("cut off");
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      bounds.length = 0;
      const failing = { ...people.app, database: { ...people.database, kysely: timed } };
      return finishDepartures.run(failing, new AbortController().signal).catch(() => {});
    };
    await cutting(true);
    await requireSoundBooks(people.database);
    expect(findIn(await dump(), `user:${zelda}:eth`)).not.toEqual([]);
    wait(HOUR_MS);
    await cutting(false);
    const longest = Math.max(...bounds.map((bound, place) => (bounds[place + 1] ?? bound) - bound));
    expect(longest).toBeLessThan(5_000);
    expect(findIn(await dump(), `user:${zelda}:`)).toEqual([]);
    expect(await comeBack()).toBe("ok");
    await people.database.kysely.deleteFrom("tg_user").where("tg_user_id", "=", zelda).execute();
  });

  it("needs the security code once one is set, and ends once", async () => {
    const zelda = await addLeaver();
    expect(await outcomeOf(remove(zelda, "Wrong814"))).toBe("wrongSecurityCode");
    expect(await outcomeOf(callAs(people.app, deleteAccount, zelda, { body: {} }))).toBe("securityCodeRequired");
    const outcomes = await Promise.all([outcomeOf(remove(zelda)), outcomeOf(remove(zelda))]);
    expect(outcomes.toSorted()).toEqual(["ok", "unauthorized"]);
  });

  it("books what is too little to be named by any call", async () => {
    const zelda = await addLeaver();
    await giveBalance(people.app, zelda, 10n ** 12n - 1n);
    expect(await listObstacles(zelda)).toEqual([]);
    expect(await outcomeOf(remove(zelda))).toBe("ok");
    const kept = await people.database.kysely
      .selectFrom("ledger_entry")
      .select("amount_base")
      .where("kind", "=", "leftover")
      .where("account", "=", ACCOUNTS.fees("eth"))
      .execute();
    expect(kept).toEqual([{ amount_base: 10n ** 12n - 1n }]);
  });

  it("pays nobody twice who claims at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const zelda = await addLeaver();
      const { envelopeId, passphrase } = await openEnvelope(people.app, FRIEND, {
        count: 3,
        passphrase: `a race, round ${round}`,
      });
      const [removed, claimed] = await Promise.all([
        outcomeOf(remove(zelda)),
        outcomeOf(claim(people.app, zelda, passphrase, envelopeId)),
      ]);
      // One comes first; the other fails.
      expect([removed, claimed === "ok"]).toEqual(removed === "ok" ? ["ok", false] : ["notAvailable", true]);
    }
  });
});

describe("rows that never change", () => {
  it("take a pseudonym once, and nothing else", async () => {
    const friend = await addLeaver();
    await giveBalance(people.app, friend, 10n ** 16n);
    const line = sql`(transaction_id, line) in (select transaction_id, line from ledger_entry where account = ${`user:${friend}:eth`})`;
    const change = (text: ReturnType<typeof sql>) =>
      outcomeOf(
        people.database.kysely.transaction().execute(async (trx) => {
          await sql`update ledger_entry set ${text} where ${line}`.execute(trx);
          throw new Error("undone");
        }),
      );
    const refused = "ledger_entry is append-only";
    expect(await change(sql`account = ${`user:${2n ** 52n}:eth`}`)).toBe("undone");
    expect(await change(sql`account = ${`user:${FRIEND}:eth`}`)).toBe(refused);
    expect(await change(sql`account = ${`user:${2n ** 52n}:sol`}`)).toBe(refused);
    expect(await change(sql`account = ${`user:${2n ** 52n}:eth`}, amount_base = 2 * amount_base`)).toBe(refused);
    expect(await change(sql`account = 'fees:eth'`)).toBe(refused);
    expect(await change(sql`amount_base = amount_base`)).toBe(refused);
  });
});
