import { beforeAll, expect, it } from "vitest";
import { openAppOfFile } from "#tests/support/ofFile.ts";
import { addUsers, callAs } from "#tests/support/story.ts";
import { antiFraudQuery, antiFraudReport } from "./antiFraud.ts";
import { confirmReport } from "#server/operator/confirmReport.ts";
import { ActionRefused } from "#server/operator/decision.ts";

const ANNA = 1n;
const BEN = 2n;
const { app, database } = await openAppOfFile("antiFraud", { OFFICIAL_ACCOUNTS: "@Hongbao_News, 7001002003" });

beforeAll(() => addUsers(app, [ANNA, BEN]));

const ask = async (account: string) => (await callAs(app, antiFraudQuery, BEN, { query: { account } })).verdict;
const report = (tgUserId: bigint, account: string, reason?: string) =>
  callAs(app, antiFraudReport, tgUserId, { body: { account, reason } });
const confirm = (account: string, isDryRun = false) =>
  confirmReport(app, { account, operator: "ann", reason: "ticket 21", isDryRun });

it("recognises the bot and the accounts of the setting in any spelling", async () => {
  const spellings = [`@${app.telegram.username.toUpperCase()}`, "t.me/hongbao_news", "HONGBAO_NEWS", "7001002003"];
  expect(await Promise.all(spellings.map(ask))).toEqual(spellings.map(() => "official"));
});

it("a report changes the verdict only after an operator confirms it", async () => {
  expect(await ask("@fake_support")).toBe("unknown");
  await report(ANNA, "https://t.me/Fake_Support", " asks for keys ");
  await report(ANNA, "@fake_support", "said twice");
  await report(BEN, "@fake_support");
  expect(await ask("@fake_support")).toBe("unknown");
  expect(await confirm("@Fake_Support", true)).toEqual({
    isDone: false,
    isRepeat: false,
    summary: '@fake_support: 2 reports\n- "asks for keys"',
  });
  expect(await ask("@fake_support")).toBe("unknown");
  expect((await confirm("@fake_support")).isDone).toBe(true);
  expect(await ask("fake_support")).toBe("reported");
});

it("does not show who reported an account", async () => {
  expect(await callAs(app, antiFraudQuery, BEN, { query: { account: "@fake_support" } })).toEqual({
    account: "@fake_support",
    verdict: "reported",
  });
});

it("stores who first confirmed a report, and why", async () => {
  app.clock.advance(1000);
  await confirmReport(app, { account: "@fake_support", operator: "eve", reason: "again", isDryRun: false });
  const rows = await database.kysely.selectFrom("fraud_report").select(["confirmed_by", "confirmed_reason"]).execute();
  expect(rows).toEqual([
    { confirmed_by: "ann", confirmed_reason: "ticket 21" },
    { confirmed_by: "ann", confirmed_reason: "ticket 21" },
  ]);
  const actions = await database.kysely
    .selectFrom("operator_action")
    .select(["kind", "operator", "reason", "subject"])
    .execute();
  expect(actions).toEqual([{ kind: "confirmReport", operator: "ann", reason: "ticket 21", subject: "@fake_support" }]);
});

it("refuses a reason that is too long to keep", async () => {
  const asked = { account: "@fake_support", operator: "ann", reason: "x".repeat(501), isDryRun: false };
  await expect(confirmReport(app, asked)).rejects.toThrow("at most 500 characters");
});

it("refuses malformed accounts, reports of official ones, and confirmations without a report", async () => {
  await expect(ask("a b")).rejects.toMatchObject({ key: "invalidRequest" });
  await expect(report(ANNA, "@1")).rejects.toMatchObject({ key: "invalidRequest" });
  await expect(report(ANNA, "@hongbao_news")).rejects.toMatchObject({ key: "invalidRequest" });
  await expect(confirm("@nobody_said")).rejects.toThrow(ActionRefused);
  await expect(confirm("a b")).rejects.toThrow(ActionRefused);
});
