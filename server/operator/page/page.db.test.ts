import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Database } from "#server/db/database.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { ALARM_TEXTS } from "#server/operator/alarms/alarmKinds.ts";
import { type RunningAdmin, startAdmin } from "#server/operator/startAdmin.ts";
import { createPayout } from "#server/payouts/create.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { addUsers, giveBalance } from "#tests/support/story.ts";
import { createTestApp, type TestApp } from "#tests/support/testApp.ts";

const TOKEN = "the token of the operators of tests";
const EVIL = `<script>alert("x")</script>'`;

interface Asked {
  method?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

describe("the operators' page", () => {
  let database: Database;
  let app: TestApp;
  let admin: RunningAdmin;
  let cookie = "";

  beforeAll(async () => {
    database = await openTestDatabase();
    app = createTestApp(database, "page", { OPERATOR_TOKEN: TOKEN });
    admin = await startAdmin(app);
    await addUsers(app, [1n]);
    await giveBalance(app, 1n, 10n ** 19n);
  });
  afterAll(async () => {
    await admin.stop();
    await database.close();
  });

  const origin = () => `http://127.0.0.1:${admin.port}`;
  function ask(path: string, { method = "GET", form = {}, headers = {} }: Asked = {}) {
    return new Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
      const options = { port: admin.port, host: "127.0.0.1", path, method, headers: { cookie, ...headers } };
      const request = http.request(options, (response) => {
        let body = "";
        response.on("data", (part: Buffer) => (body += part.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      });
      request.on("error", reject);
      request.end(method === "POST" ? new URLSearchParams(form).toString() : undefined);
    });
  }
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = { origin: origin() }) =>
    ask(path, { method: "POST", form, headers });
  const readFormToken = async () => /name="formToken" value="([^"]+)"/.exec((await ask("/")).body)?.[1] ?? "";
  const readPayout = (payoutId: string) =>
    database.kysely.selectFrom("payout").select("status").where("payout_id", "=", payoutId).executeTakeFirstOrThrow();
  async function hold(toAddress: string): Promise<string> {
    const payoutId = await database.kysely.transaction().execute((trx) =>
      createPayout(trx, app, {
        tgUserId: 1n,
        coinType: "eth",
        grossBase: 10n ** 18n,
        feeBase: 1n,
        toAddress,
        toAddressKey: toAddress,
        network: "eip155:31337",
        isAutomatic: false,
        requestId: null,
      }),
    );
    const change = changeStatus("payout", "payout.held", { at: app.clock.now(), cause: "sendPayouts" });
    await database.kysely
      .updateTable("payout")
      .set({ ...change, held_reason: "limit" })
      .where("payout_id", "=", payoutId ?? "")
      .execute();
    return payoutId ?? "";
  }

  it("opens by its token alone, for this host alone", async () => {
    expect((await ask("/")).body).toContain("OPERATOR_TOKEN");
    expect(await post("/login", { token: "wrong" })).toMatchObject({
      status: 403,
      body: expect.stringContaining("wrong"),
    });
    expect((await post("/login", { token: TOKEN }, {})).status).toBe(403);
    expect((await post("/login", { token: TOKEN }, { origin: "http://evil.example" })).status).toBe(403);
    expect((await ask("/", { headers: { host: "evil.example" } })).status).toBe(403);
    const opened = await post("/login", { token: TOKEN });
    expect(opened.status).toBe(303);
    expect(String(opened.headers["set-cookie"])).toMatch(
      /^hongbaoOperator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
    const page = await ask("/");
    expect(page.body).toContain("Held payouts");
    expect(page.body).not.toContain(TOKEN);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self'/,
      ),
    });
  });

  it("releases and refuses with a reason, shows what was done, and keeps it", async () => {
    const [released, refused] = [await hold("0xa1"), await hold("0xa2")];
    const formToken = await readFormToken();
    const common = { formToken, operator: "ann", reason: EVIL };
    expect((await post("/do/release", { ...common, payout: released })).status).toBe(303);
    const { body } = await ask("/");
    expect(body).toContain("Done (release): 1 eth of person 1 to 0xa1");
    expect(body).not.toContain(EVIL);
    expect(body).toContain("&lt;script&gt;");
    expect(body).toContain('value="ann"');
    expect((await ask("/")).body).not.toContain("Done (release)");
    await post("/do/refuse", { ...common, payout: refused });
    expect(await readPayout(released)).toEqual({ status: "queued" });
    expect(await readPayout(refused)).toEqual({ status: "cancelled" });
    await post("/do/release", { ...common, reason: "", payout: refused });
    expect((await ask("/")).body).toContain('role="alert">A reason is needed.');
    expect(await findBreaches(database)).toEqual([]);
  });

  it("does nothing for a form that is not its own", async () => {
    const payoutId = await hold("0xa3");
    const formToken = await readFormToken();
    const form = { formToken, operator: "ann", reason: "x", payout: payoutId };
    const others = [
      await post("/do/release", { ...form, formToken: "another" }),
      await post("/do/release", form, {}),
      await post("/do/release", form, { origin: "null" }),
      await post("/do/release", form, { origin: "http://127.0.0.1:1" }),
    ];
    expect(others.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await post("/do/release", form, { origin: origin(), cookie: "" })).status).toBe(303);
    expect((await post("/do/release", { ...form, reason: "x".repeat(20_000) })).status).toBe(413);
    expect(await readPayout(payoutId)).toEqual({ status: "held" });
    expect((await post("/do/nothing", form)).status).toBe(303);
    expect((await ask("/")).body).toContain("There is no such action.");
  });

  it("shows what is owed beside what the chain held", async () => {
    const compared = JSON.stringify({ at: app.clock.now(), heldBase: "9000000000000000000" });
    await database.kysely
      .insertInto("job_state")
      .values([
        { name: "reconciledBlock:eth", value: "77" },
        { name: "comparedTreasury:eth", value: compared },
        { name: "payoutsStopped:eth", value: "1000000000000000000" },
      ])
      .execute();
    const { body } = await ask("/");
    const text = body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(text).toContain("Owed to people 8 In envelopes 0 In orders 0 In payouts 2 Unmatched 0 Fees 0 Sum 10");
    expect(text).toContain("The treasury must hold 10");
    expect(text).toContain("At position 77 the chain held 9 eth");
    expect(text).toContain("1 eth are missing");
  });

  it("lists a transaction that is set aside until somebody has looked at it, with the log", async () => {
    const txHash = `0x${"ab".repeat(32)}`;
    await database.kysely
      .insertInto("unread_transaction")
      .values({ coin_type: "eth", tx_hash: txHash, position: 7n, reason: "an unknown kind", seen_at: app.clock.now() })
      .execute();
    expect((await ask("/")).body).toContain("an unknown kind");
    const form = { formToken: await readFormToken(), operator: "ann", reason: "ticket 36", coin: "eth" };
    await post("/do/acknowledge", { ...form, tx: `0x${"cd".repeat(32)}` });
    expect((await ask("/")).body).toContain("No such transaction is set aside.");
    await post("/do/acknowledge", { ...form, tx: txHash.toUpperCase().replace("0X", "0x") });
    expect((await ask("/")).body).toContain(`Done (acknowledge): eth ${txHash} at 7: an unknown kind`);
    const { body } = await ask("/");
    expect(body).toContain("No transaction is set aside.");
    expect(body).toContain(`eth:${txHash}`);
  });

  it("says what an action would do, and does nothing, where it is only checked", async () => {
    const payoutId = await hold("0xa4");
    const form = { formToken: await readFormToken(), operator: "ann", reason: "ticket 37", payout: payoutId };
    await post("/do/refuse", { ...form, check: "1" });
    expect((await ask("/")).body).toContain("Nothing is done yet (refuse): 1 eth of person 1 to 0xa4");
    expect(await readPayout(payoutId)).toEqual({ status: "held" });
  });

  it("assigns a part of the surplus, and confirms the reports of an account", async () => {
    await postEntries(database.kysely, {
      transactionId: "surplus:eth:78",
      kind: "surplus",
      at: app.clock.now(),
      entries: [
        { account: ACCOUNTS.treasury("eth"), coinType: "eth", amountBase: -(10n ** 18n) },
        { account: ACCOUNTS.unmatched("eth"), coinType: "eth", amountBase: 10n ** 18n },
      ],
    });
    await database.pool.query("insert into fraud_report values ('r1', '@fake_support', 1, $1, now())", [EVIL]);
    const form = { formToken: await readFormToken(), operator: "ann", reason: "ticket 38" };
    const surplus = { ...form, coin: "eth", surplus: "0.5", reference: "ticket-38", user: "1" };
    await post("/do/assign", { ...surplus, surplus: "1.5" });
    expect((await ask("/")).body).toContain("The surplus is 1 eth.");
    await post("/do/assign", surplus);
    expect((await ask("/")).body).toContain("as assign:eth:surplus:ticket-38");
    await post("/do/confirm-report", { ...form, account: "@fake_support" });
    const { body } = await ask("/");
    expect(body).toContain("Done (confirm-report): @fake_support: 1 report");
    expect(body).not.toContain(EVIL);
    expect(await readBalance(database.kysely, 1n, "eth")).toBe(7_500_000_000_000_000_000n);
  });

  it("shows an open alarm with what to do", async () => {
    const alarm = { kind: "watcherBehind", subject: "eth", raised_at: app.clock.now() };
    await database.kysely
      .insertInto("alarm")
      .values([
        { ...alarm, alarm_id: "a1", details: "it is behind" },
        { ...alarm, alarm_id: "a2", details: "it was behind", cleared_at: app.clock.now() },
      ])
      .execute();
    const { body } = await ask("/");
    expect(body).toContain("it was behind");
    expect(body.split(ALARM_TEXTS.watcherBehind.todo)).toHaveLength(2);
  });

  it("shows the life of a payout, of nothing, and to nobody outside", async () => {
    const payoutId = await hold("0xa5");
    expect((await ask("/")).body).toContain(`href="/life?id=${payoutId}"`);
    const { body } = await ask(`/life?id=${payoutId}`);
    const text = body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(text).toContain(`payout ${payoutId} Of person 1`);
    expect(text).toContain("now held .");
    expect(text).toContain("queued payout.held held sendPayouts");
    const unknown = (await ask(`/life?id=${encodeURIComponent(EVIL)}`)).body;
    expect(unknown).toContain("Nothing has this id.");
    expect(unknown).not.toContain(EVIL);
    expect((await ask(`/life?id=${payoutId}`, { headers: { cookie: "" } })).status).toBe(303);
  });

  it("ends a session when it is closed and after half a day", async () => {
    const formToken = await readFormToken();
    app.clock.advance(12 * 3_600_000);
    expect((await ask("/")).body).toContain("OPERATOR_TOKEN");
    const opened = await post("/login", { token: TOKEN });
    cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await post("/logout", { formToken })).status).toBe(403);
    await post("/logout", { formToken: await readFormToken() });
    expect((await ask("/")).body).toContain("OPERATOR_TOKEN");
  });
});
