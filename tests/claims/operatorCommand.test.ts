import { operate } from "../../scripts/operator.ts";
import { bookMoney } from "#tests/support/bookMoney.ts";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/db/openDatabase.ts";
import { prepareClaimScene } from "#tests/support/claimScene.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";

const PROGRAM = fileURLToPath(new URL("../../scripts/operator.ts", import.meta.url));

let test: TestDatabase;
let userId: string;

beforeAll(async () => {
  test = await createTestDatabase();
  await prepareClaimScene(test, { people: 1, envelopes: 1, shares: 3 });
  const database = await openDatabase(test.location, { logger: silentLogger });
  const user = await database.kysely.selectFrom("tg_user").select("tg_user_id").limit(1).executeTakeFirstOrThrow();
  userId = String(user.tg_user_id);
  const surplus = { transactionId: "surplus:eth:2", kind: "surplus", from: "treasury:eth", to: "unmatched:eth" };
  await bookMoney(database, { ...surplus, amountBase: 500n });
  await database.close();
});
afterAll(() => test.remove());

async function runOperator(...args: string[]): Promise<{ exitCode: number; output: string }> {
  let output = "";
  const write = (line: unknown) => void (output += `${String(line)}\n`);
  const exitCode = await operate(args, { env: test.environment, write, warn: write });
  return { exitCode, output };
}
const assign = (...args: string[]) =>
  runOperator("assign", "--user", userId, "--by", "ann", "--reason", "her letter", ...args);
const surplus = (reference: string) => ["--surplus", "0.0000000000000001", "--reference", reference];

describe("npm run operator", () => {
  it("says what it would book, and books it with --book, once", async () => {
    const dry = await assign(...surplus("case-1"));
    expect(dry.output).toContain("0.0000000000000001 eth to ");
    expect(dry.output).toContain("Nothing is done yet.");
    expect((await assign(...surplus("case-1"), "--book")).output).toContain("as assign:eth:surplus:case-1\nDone.");
    expect((await assign(...surplus("case-1"), "--book")).output).toContain("It is so already; nothing has changed.");
  });

  it("runs as a program", async () => {
    const env = { ...PROGRAM_ENVIRONMENT, ...test.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "dead-letters"], { env });
    expect(stdout).toBe("There is no dead letter.\n");
  });

  it("refuses what cannot be done, and freezes a person", async () => {
    expect(await assign("--surplus", "1", "--reference", "case-3", "--book")).toMatchObject({ exitCode: 1 });
    const thaw = ["unfreeze", "--scope", `person:${userId}`, "--reason", "ticket 9", "--book"];
    expect(await runOperator("freeze", ...thaw.slice(1))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("Done."),
    });
    expect(await runOperator(...thaw)).toEqual({ exitCode: 0, output: `unfreeze person:${userId}\nDone.\n` });
    // One id in 64 begins with a dash.
    for (const id of ["none", "-PmRKkRCuUK-bgm4LWUl2Q", "--mRKkRCuUK-bgm4LWUl2Q"]) {
      expect(await runOperator("release", "--payout", id, "--reason", "ticket 9", "--book")).toEqual({
        exitCode: 1,
        output: "There is no such payout.\n",
      });
    }
  });

  it("freezes and unfreezes in the database itself, once it is told to", async () => {
    const act = (name: string, ...args: string[]) =>
      runOperator(name, "--scope", "coin:eth", "--by", "ann", "--reason", "ticket 9", ...args);
    expect(await act("freeze")).toEqual({
      exitCode: 0,
      output: "freeze coin:eth\nNothing is done yet. Add --book to do it.\n",
    });
    expect((await act("freeze", "--book")).output).toContain("Done.");
    expect((await act("freeze", "--book")).output).toContain("It is so already; nothing has changed.");
    expect((await act("unfreeze", "--book")).output).toContain("Done.");
    expect(await runOperator("freeze", "--scope", "gold", "--reason", "x")).toMatchObject({ exitCode: 1 });
  });

  it("says which settings it needs to ask a chain", async () => {
    const outgoing = ["book-outgoing", "--tx", `0x${"a".repeat(64)}`, "--against", "fees", "--reason", "ticket 9"];
    expect(await runOperator(...outgoing)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("ETH_RPC_URLS is missing"),
    });
  });

  it("confirms the reports of an account, once it is told to", async () => {
    const database = await openDatabase(test.location, { logger: silentLogger });
    await database.pool.query("insert into fraud_report values ('r1', '@fake_support', $1, 'asks for keys', now())", [
      userId,
    ]);
    await database.close();
    const confirm = (...args: string[]) =>
      runOperator("confirm-report", "--account", "t.me/Fake_Support", "--by", "ann", "--reason", "ticket 21", ...args);
    const said = '@fake_support: 1 report\n- "asks for keys"\n';
    expect(await confirm()).toEqual({
      exitCode: 0,
      output: `${said}Nothing is done yet. Add --book to do it.\n`,
    });
    expect(await confirm("--book")).toEqual({ exitCode: 0, output: `${said}Done.\n` });
    expect(await runOperator("confirm-report", "--account", "@nobody_said", "--reason", "x")).toEqual({
      exitCode: 1,
      output: "Nobody has reported @nobody_said.\n",
    });
  });

  it("says each command with its arguments", async () => {
    const { output } = await runOperator();
    expect(output).toContain("\nraise-fee --payout <id> --amount <amount>   lets a sent payout cost more\n");
    expect(output).toContain(
      "\nbook-outgoing --tx <hash> --against unmatched | fees | cold | user:<Telegram id> [--coin <coin>]\n",
    );
    expect(await runOperator("release", "--payot", "x")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("--payot"),
    });
  });

  it("refuses what is incomplete or too much, in words", async () => {
    expect(await runOperator("pay")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("npm run operator"),
    });
    expect(await runOperator("dead-letters")).toEqual({ exitCode: 0, output: "There is no dead letter.\n" });
    const unknown = await runOperator("redeliver", "--queue", "mail", "--letter", "all", "--reason", "x");
    expect(unknown).toMatchObject({ exitCode: 1, output: expect.stringContaining("--queue must be one of") });
    expect(await assign("--tx", "0x12")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("--tx must be"),
    });
    expect(await assign("--surplus", "1", "--reference", "case-4")).toMatchObject({
      exitCode: 1,
      output: "The surplus is 0.0000000000000004 eth.\n",
    });
  });
});
