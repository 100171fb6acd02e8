import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeStatus } from "#server/db/changeStatus.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { ALARM_TEXTS } from "#server/operator/alarms/alarmKinds.ts";
import { type RunningAdmin, startAdmin } from "#server/operator/startAdmin.ts";
import { findBreaches } from "#tests/support/findBreaches.ts";
import { openPeople } from "#tests/support/people.ts";
import { addUsers, giveBalance, queuePayout } from "#tests/support/story.ts";

const TOKEN = "the token of the operators of tests";
const EVIL = `<script>alert("x")</script>'`;
const PAGES = ["/audit", "/metrics", "/", "/life?id=1"];
const people = openPeople("page", { OPERATOR_TOKEN: TOKEN });
let admin: RunningAdmin;
let cookie = "";

beforeAll(async () => {
  admin = await startAdmin(people.app);
  await addUsers(people.app, [1n]);
  await giveBalance(people.app, 1n, 10n ** 19n);
});
afterAll(() => admin.stop());

interface Asked {
  method?: string;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

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
const see = async (path = "/") => (await ask(path)).body;
/** What a person reads there. */
const readWords = async (path = "/") => (await see(path)).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const readFormToken = async () => /name="formToken" value="([^"]+)"/.exec(await see())?.[1] ?? "";
const readStatus = async (payoutId: string) =>
  (await people.database.kysely.selectFrom("payout").select("status").where("payout_id", "=", payoutId).execute())[0]
    ?.status;
/** An operator sends the form of a command. */
async function act(name: string, values: Record<string, string>) {
  const form = { formToken: await readFormToken(), operator: "ann", reason: "ticket 36", ...values };
  return (await post(`/do/${name}`, form)).status;
}

async function hold(toAddress: string): Promise<string> {
  const payoutId = await queuePayout(people.app, 1n, { toAddress });
  const change = changeStatus("payout", "payout.held", { at: people.app.clock.now(), cause: "sendPayouts" });
  const held = people.database.kysely.updateTable("payout").set({ ...change, held_reason: "limit" });
  await held.where("payout_id", "=", payoutId).execute();
  return payoutId;
}

it("opens by its token alone, for this host alone", async () => {
  expect(await see()).toContain("OPERATOR_TOKEN");
  const wrong = await post("/login", { token: "wrong" });
  expect(wrong).toMatchObject({ status: 403, body: expect.stringContaining("wrong") });
  expect((await post("/login", { token: TOKEN }, {})).status).toBe(403);
  expect((await post("/login", { token: TOKEN }, { origin: "http://evil.example" })).status).toBe(403);
  for (const path of ["/", "/audit"]) {
    expect((await ask(path, { headers: { host: "evil.example" } })).status).toBe(403);
  }
  const opened = await post("/login", { token: TOKEN });
  expect(opened.status).toBe(303);
  const [set = ""] = opened.headers["set-cookie"] ?? [];
  expect(set).toMatch(/^hongbaoOperator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  cookie = set.split(";")[0] ?? "";
  const page = await ask("/");
  expect(page.body).toContain("Held payouts");
  expect(page.body).not.toContain(TOKEN);
  const policy = /^default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self'/;
  expect(page.headers).toMatchObject({
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(policy),
  });
});

it("stands beside the audit and the metrics, and nothing else", async () => {
  expect(JSON.parse(await see("/audit"))).toMatchObject({ isSound: true });
  const metrics = await see("/metrics");
  expect(metrics).toMatch(/^hongbao_group_posts_waiting 0$/m);
  expect(metrics).toMatch(/^hongbao_dead_letters\{queue="group_post"\} 0$/m);
  expect(metrics).toMatch(/^process_resident_memory_bytes [1-9][0-9]+$/m);
  expect((await ask("/nothing")).status).toBe(404);
});

describe.each(PAGES)("%s", (path) => {
  it("is refused where another site's page asks for it", async () => {
    for (const [site, isRefused] of [
      ["cross-site", true],
      ["same-site", true],
      ["none", false],
      ["same-origin", false],
    ] as const) {
      const { status } = await ask(path, { headers: { "sec-fetch-site": site } });
      expect(status === 403, site).toBe(isRefused);
    }
  });

  it("takes one connection of the pool at most, for 20 who ask at once", async () => {
    const { pool } = people.database;
    let most = 0;
    const note = () => {
      most = Math.max(most, pool.totalCount - pool.idleCount + pool.waitingCount);
    };
    pool.on("acquire", note);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
    pool.off("acquire", note);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(1);
  });
});

it("releases and refuses with a reason, shows what was done, and keeps it", async () => {
  const [released, refused] = [await hold("0xa1"), await hold("0xa2")];
  expect(await act("release", { reason: EVIL, payout: released })).toBe(303);
  const body = await see();
  expect(body).toContain("Done (release): 1 eth of person 1 to 0xa1");
  expect(body).not.toContain(EVIL);
  expect(body).toContain("&lt;script&gt;");
  expect(body).toContain('value="ann"');
  expect(await see()).not.toContain("Done (release)");
  await act("refuse", { reason: EVIL, payout: refused });
  expect([await readStatus(released), await readStatus(refused)]).toEqual(["queued", "cancelled"]);
  await act("release", { reason: "", payout: refused });
  expect(await see()).toContain('role="alert">A reason is needed.');
  expect(await findBreaches(people.database)).toEqual([]);
});

it("does nothing for a form that is not its own", async () => {
  const payout = await hold("0xa3");
  const form = { formToken: await readFormToken(), operator: "ann", reason: "x", payout };
  const others = [
    await post("/do/release", { ...form, formToken: "another" }),
    await post("/do/release", form, {}),
    await post("/do/release", form, { origin: "null" }),
    await post("/do/release", form, { origin: "http://127.0.0.1:1" }),
  ];
  expect(others.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect((await post("/do/release", form, { origin: origin(), cookie: "" })).status).toBe(303);
  expect(await act("release", { payout, reason: "x".repeat(20_000) })).toBe(413);
  expect(await act("nothing", { payout })).toBe(303);
  expect(await see()).toContain("There is no such action.");
  await act("refuse", { payout, check: "1" });
  expect(await see()).toContain("Nothing is done yet (refuse): 1 eth of person 1 to 0xa3");
  expect(await readStatus(payout)).toBe("held");
});

it("shows what is owed beside what the chain held", async () => {
  const compared = JSON.stringify({ at: people.app.clock.now(), heldBase: "9000000000000000000" });
  const states = { reconciledBlock: "77", comparedTreasury: compared, payoutsStopped: "1000000000000000000" };
  const rows = Object.entries(states).map(([name, value]) => ({ name: `${name}:eth`, value }));
  await people.database.kysely.insertInto("job_state").values(rows).execute();
  const text = await readWords();
  expect(text).toContain("Owed to people 8 In envelopes 0 In orders 0 In payouts 2 Unmatched 0 Fees 0 Sum 10");
  expect(text).toContain("The treasury must hold 10");
  expect(text).toContain("At position 77 the chain held 9 eth");
  expect(text).toContain("1 eth are missing");
  expect(text).not.toContain("Fuel");
  const words = "1.5 of at least 2 GRAM";
  const fuel = JSON.stringify({ fuelBase: "1500000000", leastBase: "2000000000", isLocked: true, words });
  await people.database.kysely.insertInto("job_state").values({ name: "fuel:eth", value: fuel }).execute();
  expect(await readWords()).toContain(`Fuel for payouts: ${words} . The issuer has locked the treasury.`);
});

it("lists a transaction that is set aside until somebody has looked at it, with the log", async () => {
  const txHash = `0x${"ab".repeat(32)}`;
  const unread = { coin_type: "eth", tx_hash: txHash, position: 7n, reason: "an unknown kind" } as const;
  const seen = { ...unread, seen_at: people.app.clock.now() };
  await people.database.kysely.insertInto("unread_transaction").values(seen).execute();
  expect(await see()).toContain("an unknown kind");
  await act("acknowledge", { coin: "eth", tx: `0x${"cd".repeat(32)}` });
  expect(await see()).toContain("No such transaction is set aside.");
  await act("acknowledge", { coin: "eth", tx: txHash.toUpperCase().replace("0X", "0x") });
  expect(await see()).toContain(`Done (acknowledge): eth ${txHash} at 7: an unknown kind`);
  const body = await see();
  expect(body).toContain("No transaction is set aside.");
  expect(body).toContain(`eth:${txHash}`);
});

it("lists what came to another coin's treasury, what is there still first, and notes what became of it", async () => {
  const at = people.app.clock.now();
  const came = (txHash: string, more: object = {}) => ({
    coin_type: "usdt" as const,
    tx_hash: txHash,
    from_address: "0:feed",
    amount_base: 2_500_000n,
    reference: EVIL,
    network: "ton",
    position: 7n,
    block_time: at,
    seen_at: at,
    ...more,
  });
  const ids = ["0e", "0f", "0a", "0b"].map((byte) => byte.repeat(32));
  const [open = "", later = "", ended = "", before = ""] = ids;
  const strays = [
    came(before, { outcome: "moved", seen_at: new Date(0) }),
    came(ended, { outcome: "returned" }),
    came(later),
    came(open, { seen_at: new Date(1) }),
  ];
  await people.database.kysely.insertInto("stray_transfer").values(strays).execute();
  const words = await readWords();
  const list = words.slice(words.indexOf("Money at another coin"), words.indexOf("cannot be read"));
  expect(list).toContain(`${open} 0:feed 2.5 usdt`);
  expect(list).toContain(at.toISOString().slice(0, 10));
  expect(list.match(/(?:0[0-9a-f]){32}/g)).toEqual(ids);
  expect(list).toMatch(new RegExp(`${ended} 0:feed 2.5 usdt .* returned`));
  const body = await see();
  expect(body).not.toContain(EVIL);
  expect(body).toContain("alert(");
  await act("settle-stray", { coin: "usdt", tx: open, as: "moved" });
  expect(await readWords()).toContain("Done (settle-stray): 2.5 usdt of 0:feed was moved");
  expect((await see()).split('action="/do/settle-stray"')).toHaveLength(2);
});

it("assigns a part of the surplus, and confirms the reports of an account", async () => {
  const coinType = "eth";
  await postEntries(people.database.kysely, {
    transactionId: "surplus:eth:78",
    kind: "surplus",
    at: people.app.clock.now(),
    entries: [
      { account: ACCOUNTS.treasury(coinType), coinType, amountBase: -(10n ** 18n) },
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: 10n ** 18n },
    ],
  });
  await people.database.pool.query("insert into fraud_report values ('r1', '@fake_support', 1, $1, now())", [EVIL]);
  const surplus = { coin: coinType, surplus: "0.5", reference: "ticket-38", user: "1" };
  await act("assign", { ...surplus, surplus: "1.5" });
  expect(await see()).toContain("The surplus is 1 eth.");
  await act("assign", surplus);
  expect(await see()).toContain("as assign:eth:surplus:ticket-38");
  await act("confirm-report", { account: "@fake_support" });
  const body = await see();
  expect(body).toContain("Done (confirm-report): @fake_support: 1 report");
  expect(body).not.toContain(EVIL);
  expect(await readBalance(people.database.kysely, 1n, coinType)).toBe(85n * 10n ** 17n);
});

it("shows an open alarm with what to do", async () => {
  const alarm = { kind: "watcherBehind", subject: "eth", raised_at: people.app.clock.now() };
  const open = { ...alarm, alarm_id: "a1", details: "it is behind" };
  const over = { ...alarm, alarm_id: "a2", details: "it was behind", cleared_at: people.app.clock.now() };
  await people.database.kysely.insertInto("alarm").values([open, over]).execute();
  const body = await see();
  expect(body).toContain("it was behind");
  expect(body.split(ALARM_TEXTS.watcherBehind.todo)).toHaveLength(2);
});

it("shows the life of a payout, of nothing, and to nobody outside", async () => {
  const payoutId = await hold("0xa5");
  expect(await see()).toContain(`href="/life?id=${payoutId}"`);
  const text = await readWords(`/life?id=${payoutId}`);
  expect(text).toContain(`payout ${payoutId} Of person 1`);
  expect(text).toContain("now held .");
  expect(text).toContain("queued payout.held held sendPayouts");
  const unknown = await see(`/life?id=${encodeURIComponent(EVIL)}`);
  expect(unknown).toContain("Nothing has this id.");
  expect(unknown).not.toContain(EVIL);
  expect((await ask(`/life?id=${payoutId}`, { headers: { cookie: "" } })).status).toBe(303);
});

it("ends a session when it is closed and after half a day", async () => {
  const formToken = await readFormToken();
  people.app.clock.advance(12 * 3_600_000);
  expect(await see()).toContain("OPERATOR_TOKEN");
  const opened = await post("/login", { token: TOKEN });
  cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
  expect((await post("/logout", { formToken })).status).toBe(403);
  await post("/logout", { formToken: await readFormToken() });
  expect(await see()).toContain("OPERATOR_TOKEN");
});
