import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { antiFraudReport } from "#server/antiFraud/antiFraud.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Database } from "#server/db/database.ts";
import { payFromBalance } from "#server/deposits/payFromBalance.ts";
import { settleTransfer } from "#tests/support/settleTransfer.ts";
import { closeEnvelope } from "#server/envelopes/life/closeEnvelope.ts";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { sendRedEnvelope } from "#server/envelopes/send/sendRedEnvelope.ts";
import { thankSender } from "#server/envelopes/thanks/thankSender.ts";
import { cleanUp } from "#server/jobs/cleanUp.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { freeze, unfreeze } from "#server/operator/freeze.ts";
import { cancelOrder } from "#server/orders/cancelOrder.ts";
import { ensurePaymentCode } from "#server/orders/paymentCodes.ts";
import { claimDetail } from "#server/envelopes/envelopeDetail.ts";
import { history } from "#server/records/history.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { makeLetter } from "#tests/support/makeLetter.ts";
import { requireSoundBooks } from "#tests/support/requireSoundBooks.ts";
import {
  addGroup,
  addressOf,
  addUsers,
  bindWallet,
  callAs,
  claim,
  giveBalance,
  openEnvelope,
} from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";
import { deleteAccount, accountDeletion } from "./deleteAccount.ts";
import { finishDepartures } from "./renameRows.ts";
import { changeSecurityCode } from "./securityCode.ts";
import { authenticateBearer, createSession } from "./sessions.ts";
import { sealEmail } from "./storedEmail.ts";
import { upsertUser } from "./users.ts";

const FRIEND = 2n;
const CODE = "Lucky814";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let database: Database;
let app: TestApp;
let leaver = 7_123_456_000n;

beforeAll(async () => {
  database = await openTestDatabase();
  app = createTestApp(database, "deleteAccount");
  await addUsers(app, [FRIEND]);
  await bindWallet(app, FRIEND);
  app.world.balances.set(addressOf(FRIEND), 10n ** 21n);
});
afterEach(async () => {
  await requireSoundBooks(database);
});
afterAll(() => database.close());

const user = (id: bigint) => ({
  id,
  firstName: "Zelda",
  lastName: "Quux",
  username: "zelda_quux",
  photoUrl: "https://t.me/i/userpic/zelda.svg",
  languageCode: "en",
  allowsWriteToPm: true,
});

/** Somebody with all that an account can have but money. */
async function addLeaver(): Promise<bigint> {
  leaver += 1n;
  const at = app.clock.now();
  await upsertUser(database.kysely, user(leaver), { authDate: at, at });
  await bindWallet(app, leaver);
  app.world.balances.set(addressOf(leaver), 10n ** 21n);
  const email = sealEmail(app, leaver, "zelda@quux.example");
  await database.kysely.updateTable("tg_user").set(email).where("tg_user_id", "=", leaver).execute();
  await callAs(app, changeSecurityCode, leaver, { body: { newSecurityCode: CODE } });
  await createSession(app, leaver);
  await ensurePaymentCode(app, leaver);
  return leaver;
}

const remove = (tgUserId: bigint, securityCode: string | undefined = CODE) =>
  callAs(app, deleteAccount, tgUserId, { body: securityCode === undefined ? {} : { securityCode } });
const listObstacles = async (tgUserId: bigint) => (await callAs(app, accountDeletion, tgUserId, {})).obstacles;
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { key?: string; message: string }) => error.key ?? error.message,
  );

/** Ends an own envelope and adds it up. */
async function close(tgUserId: bigint, envelopeId: string): Promise<void> {
  app.clock.advance(HOUR_MS);
  await callAs(app, closeEnvelope, tgUserId, { body: { envelopeId } });
  await sumEnded(app);
}

/** Gives a whole balance away, in an envelope for a friend. */
async function empty(tgUserId: bigint): Promise<void> {
  const balanceBase = await readBalance(database.kysely, tgUserId, "eth");
  const { order, envelopes } = await callAs(app, sendRedEnvelope, tgUserId, {
    body: {
      type: "ordinary",
      coinType: "eth",
      count: 1,
      totalAmount: formatAmount(balanceBase, 18),
      passphrase: "gift for a friend",
    },
  });
  await callAs(app, payFromBalance, tgUserId, { body: { orderId: order.orderId, securityCode: CODE } });
  await claim(app, FRIEND, "gift for a friend", envelopes[0]?.envelopeId);
  await sumEnded(app);
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(database.kysely);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        database.kysely,
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
    await addGroup(app, zelda, -55n, [FRIEND]);
    const own = await openEnvelope(app, zelda, {
      count: 2,
      passphrase: "zelda's phrase",
      remark: "from Zelda with love",
      chatIds: ["-55"],
    });
    await database.kysely
      .updateTable("group_post")
      .set({ message_id: 9n, posted_text: "Zelda Quux sent", is_stale: false })
      .where("envelope_id", "=", own.envelopeId)
      .execute();
    await database.kysely
      .insertInto("letter")
      .values(makeLetter("inline_message", own.envelopeId, app.clock.now()))
      .execute();
    await database.kysely
      .updateTable("letter")
      .where("queue", "=", "inline_message")
      .set({ sent_at: app.clock.now() })
      .execute();
    const friends = await openEnvelope(app, FRIEND, { count: 1, passphrase: "of a friend" });
    await claim(app, zelda, friends.passphrase, friends.envelopeId);
    await callAs(app, thankSender, zelda, { body: { envelopeId: friends.envelopeId, reaction: "heart" } });
    await claim(app, FRIEND, own.passphrase, own.envelopeId);
    await callAs(app, antiFraudReport, zelda, { body: { account: "@swindler", reason: "zelda saw it" } });
    await claim(app, zelda, "a wrong phrase", friends.envelopeId).catch(() => {});
    await close(zelda, own.envelopeId);
    await sumEnded(app);
    while ((await sumEnded(app)) > 0);
    await empty(zelda);
    expect(await listObstacles(zelda)).toEqual([]);
    const before = await dump();
    for (const word of [String(zelda), "Zelda", "zelda_quux", addressOf(zelda)]) {
      expect(findIn(before, word), word).not.toEqual([]);
    }

    expect(await outcome(remove(zelda))).toBe("ok");
    const details = await callAs(app, claimDetail, FRIEND, { query: { envelopeId: friends.envelopeId, limit: 20 } });
    expect(details.claims).toMatchObject([{ user: { name: "Deleted account", url: null }, reaction: "heart" }]);
    const { items } = await callAs(app, history, FRIEND, { query: { limit: 20 } });
    expect(items.find(({ envelopeId }) => envelopeId === own.envelopeId)?.sender.name).toBe("Deleted account");
    // The messages that name her are written anew.
    const post = await database.kysely.selectFrom("group_post").selectAll().executeTakeFirstOrThrow();
    expect(post).toMatchObject({ is_stale: true, posted_text: null, message_id: 9n });
    const inline = await database.kysely
      .selectFrom("letter")
      .where("queue", "=", "inline_message")
      .select("sent_at")
      .execute();
    expect(inline).toEqual([{ sent_at: null }]);

    app.clock.advance(2 * DAY_MS);
    await cleanUp.run(app, new AbortController().signal);
    const after = await dump();
    for (const word of [String(zelda), "Zelda", "zelda"]) expect(findIn(after, word), word).toEqual([]);
    // What anybody reads on the chain stays, as the chain tells it.
    expect(findIn(after, addressOf(zelda)).map((line) => line.split(":")[0])).toEqual(["chain_transfer"]);

    // The same person begins anew.
    const at = app.clock.now();
    expect(await upsertUser(database.kysely, user(zelda), { authDate: at, at })).toEqual({ isNew: true });
    expect((await callAs(app, history, zelda, { query: { limit: 20 } })).items).toEqual([]);
  });

  it("waits for all that is owed, and names it", async () => {
    const zelda = await addLeaver();
    const refuse = async (...kinds: string[]) => {
      expect((await listObstacles(zelda)).map(({ kind }) => kind)).toEqual(kinds);
      expect(await outcome(remove(zelda))).toBe("notAvailable");
    };
    const { order } = await callAs(app, sendRedEnvelope, zelda, {
      body: { type: "ordinary", coinType: "eth", count: 1, totalAmount: "0.01" },
    });
    await refuse("order");
    expect(await listObstacles(zelda)).toMatchObject([{ coinType: "eth", amount: "0.01", id: order.orderId }]);
    await callAs(app, cancelOrder, zelda, { body: { orderId: order.orderId } });

    const own = await openEnvelope(app, zelda, { count: 2, passphrase: "own phrase" });
    await refuse("envelope");
    await claim(app, zelda, own.passphrase, own.envelopeId);
    await refuse("balance", "envelope");
    await close(zelda, own.envelopeId);
    await refuse("balance");
    await empty(zelda);

    // Else the same person could claim once more from an envelope that is still open.
    const friends = await openEnvelope(app, FRIEND, { count: 2, passphrase: "shared" });
    await claim(app, zelda, friends.passphrase, friends.envelopeId);
    await empty(zelda);
    await refuse("claimedEnvelope");
    await close(FRIEND, friends.envelopeId);

    const at = app.clock.now();
    const transfer = { coinType: "eth" as const, txHash: "0xunderway", index: 0 };
    const fromKey = addressOf(zelda);
    await database.kysely
      .insertInto("chain_transfer")
      .values({
        coin_type: "eth",
        tx_hash: transfer.txHash,
        transfer_index: 0,
        from_address: fromKey,
        from_address_key: fromKey,
        amount_base: 5n * 10n ** 15n,
        position: 2_000_000n,
        block_ref: "0xb",
        block_time: at,
        seen_at: at,
      })
      .execute();
    await refuse("deposit");
    await settleTransfer(app, transfer, fromKey);
    await refuse("balance");
    await empty(zelda);

    const decision = { scope: `person:${zelda}`, operator: "ann", reason: "ticket 9", isDryRun: false };
    await freeze(app, decision);
    await refuse("underReview");
    await unfreeze(app, decision);
    expect(await listObstacles(zelda)).toEqual([]);
    expect(await outcome(remove(zelda))).toBe("ok");
    expect(findIn(await dump(), `person:${zelda}`)).toEqual([]);
  });

  it("of many movements ends at once, and a job renames the lines by short statements, whole or not at all", async () => {
    const zelda = await addLeaver();
    const lines = 25_000;
    await sql`
      insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
      select 'many:' || n, l.line, 'deposit', l.account, 'eth', l.amount, ${app.clock.now()}, 'many:' || n
      from generate_series(1, ${lines / 2}::int) n
      cross join lateral (values
        (1, ${`user:${zelda}:eth`}, 1), (2, ${`user:${FRIEND}:eth`}, -1)) l (line, account, amount)`.execute(
      database.kysely,
    );
    await sql`
      insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
      select 'back:' || n, l.line, 'deposit', l.account, 'eth', l.amount, ${app.clock.now()}, 'back:' || n
      from generate_series(1, ${lines / 2}::int) n
      cross join lateral (values
        (1, ${`user:${zelda}:eth`}, -1), (2, ${`user:${FRIEND}:eth`}, 1)) l (line, account, amount)`.execute(
      database.kysely,
    );
    await sql`
      insert into person_total as t (tg_user_id, coin_type, entry_count)
      values (${zelda}, 'eth', ${lines}), (${FRIEND}, 'eth', ${lines})
      on conflict (tg_user_id, coin_type) do update set entry_count = t.entry_count + excluded.entry_count`.execute(
      database.kysely,
    );
    await requireSoundBooks(database);
    const { token } = await createSession(app, zelda);
    expect(await outcome(remove(zelda))).toBe("ok");
    expect(await authenticateBearer(app, token)).toBe("missing");
    const left = findIn(await dump(), String(zelda)).join("\n");
    for (const word of ["Zelda", "zelda"]) expect(findIn(left, word), word).toEqual([]);
    await requireSoundBooks(database);
    expect(await outcome(remove(zelda))).toBe("unauthorized");
    const at = app.clock.now();
    const comeBack = () => outcome(upsertUser(database.kysely, user(zelda), { authDate: at, at }));
    expect(await comeBack()).toBe("serviceUnavailable");

    // It is cut off, and begins anew. The rankings wait for none of the lines.
    const bounds: number[] = [];
    const cutting = (isCutOff: boolean): Promise<void> => {
      const timed = database.kysely.withPlugin({
        transformQuery({ node }) {
          bounds.push(performance.now());
          if (isCutOff && bounds.length > 4) throw new Error("cut off");
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      bounds.length = 0;
      const failing = { ...app, database: { ...database, kysely: timed } };
      return finishDepartures.run(failing, new AbortController().signal).catch(() => {});
    };
    await cutting(true);
    await requireSoundBooks(database);
    expect(findIn(await dump(), `user:${zelda}:eth`)).not.toEqual([]);
    app.clock.advance(HOUR_MS);
    await cutting(false);
    const longest = Math.max(...bounds.map((bound, place) => (bounds[place + 1] ?? bound) - bound));
    expect(longest).toBeLessThan(5_000);
    expect(findIn(await dump(), `user:${zelda}:`)).toEqual([]);
    expect(await comeBack()).toBe("ok");
    await database.kysely.deleteFrom("tg_user").where("tg_user_id", "=", zelda).execute();
  });

  it("needs the security code once one is set, and ends once", async () => {
    const zelda = await addLeaver();
    expect(await outcome(remove(zelda, "Wrong814"))).toBe("wrongSecurityCode");
    expect(await outcome(callAs(app, deleteAccount, zelda, { body: {} }))).toBe("securityCodeRequired");
    const outcomes = await Promise.all([outcome(remove(zelda)), outcome(remove(zelda))]);
    expect(outcomes.toSorted()).toEqual(["ok", "unauthorized"]);
  });

  it("books what is too little to be named by any call", async () => {
    const zelda = await addLeaver();
    await giveBalance(app, zelda, 10n ** 12n - 1n);
    expect(await listObstacles(zelda)).toEqual([]);
    expect(await outcome(remove(zelda))).toBe("ok");
    const kept = await database.kysely
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
      const { envelopeId, passphrase } = await openEnvelope(app, FRIEND, {
        count: 3,
        passphrase: `a race, round ${round}`,
      });
      const [removed, claimed] = await Promise.all([
        outcome(remove(zelda)),
        outcome(claim(app, zelda, passphrase, envelopeId)),
      ]);
      // One comes first; the other fails.
      expect([removed, claimed === "ok"]).toEqual(removed === "ok" ? ["ok", false] : ["notAvailable", true]);
    }
  });
});

describe("rows that never change", () => {
  it("take a pseudonym once, and nothing else", async () => {
    const friend = await addLeaver();
    await giveBalance(app, friend, 10n ** 16n);
    const line = sql`(transaction_id, line) in (select transaction_id, line from ledger_entry where account = ${`user:${friend}:eth`})`;
    const change = (text: ReturnType<typeof sql>) =>
      outcome(
        database.kysely.transaction().execute(async (trx) => {
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
