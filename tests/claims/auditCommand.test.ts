import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/db/openDatabase.ts";
import { prepareClaimScene } from "#tests/support/claimScene.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";
import { silentLogger } from "#tests/support/silentLogger.ts";

const PROGRAM = fileURLToPath(new URL("../../scripts/audit.ts", import.meta.url));

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await prepareClaimScene(test, { people: 1, envelopes: 1, shares: 3 });
});
afterAll(() => test.remove());

function runAudit(settings: Readonly<Record<string, string>>): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...PROGRAM_ENVIRONMENT, ...settings };
    execFile(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], { env }, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

describe("npm run audit", () => {
  it("prints each invariant of a database and succeeds", async () => {
    const { exitCode, output } = await runAudit(test.environment);
    expect(output).toContain("ok     the ledger sums to zero per coin");
    expect(output).toContain("invariants hold.");
    expect(exitCode).toBe(0);
  });

  it("asks the server that has the database open", async () => {
    const botApi = await startQuietBotApi();
    const server = await startServerProcess({ ...test.environment, BOT_API_URL: botApi.url });
    try {
      expect(await runAudit(test.environment)).toMatchObject({ exitCode: 0 });
    } finally {
      await server.stop();
      await botApi.stop();
    }
  });

  it("names a breach and fails", async () => {
    const database = await openDatabase(test.location, { logger: silentLogger });
    await database.pool.query("delete from share where slot = 1");
    await database.close();
    const { exitCode, output } = await runAudit(test.environment);
    expect(output).toContain("BREACH every opened envelope has one share per slot that sum to its total: 1");
    expect(exitCode).toBe(1);
  });

  it("says where it looked when there is no database", async () => {
    const { exitCode, output } = await runAudit({ DATA_DIR: "/nonexistent/hongbao" });
    expect(output).toContain("There is no database in /nonexistent/hongbao");
    expect(exitCode).toBe(2);
  });
});
