import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { computeAddress, parseEther, toQuantity } from "ethers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readStatements } from "#domain/solvency/readStatements.ts";
import type { Statement } from "#domain/solvency/statement.ts";
import { readSigningKey } from "#server/crypto/ed25519.ts";
import { verify } from "../../scripts/verify.ts";
import { type Anvil, startAnvil } from "#tests/support/anvil.ts";
import { PROGRAM_ENVIRONMENT } from "#tests/support/programEnvironment.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { startQuietBotApi } from "#tests/support/quietBotApi.ts";
import { startServerProcess } from "#tests/support/serverProcess.ts";
import { createTestClock } from "#tests/support/testClock.ts";

const PROGRAM = fileURLToPath(new URL("../../scripts/verify.ts", import.meta.url));
const STATEMENT_KEY = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
const { publicKey } = readSigningKey(STATEMENT_KEY);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const TREASURY = computeAddress(`0x${"7".repeat(64)}`);

let nowMs = 0;
const clock = { now: () => new Date(nowMs), advance: (milliseconds: number) => void (nowMs += milliseconds) };

let folder: string;
let anvil: Anvil;
let serverUrl: string;
let published: Statement[];
/** Ends what was started, the last one first. */
const stops: (() => Promise<void>)[] = [];

// A real server with a real chain, whose own job publishes.
beforeAll(async () => {
  // A day that ends meanwhile brings a second statement.
  const restMs = DAY_MS - (Date.now() % DAY_MS);
  if (restMs < 2 * MINUTE_MS) await pause(restMs);
  nowMs = Date.now() - MINUTE_MS;
  folder = await mkdtemp(path.join(os.tmpdir(), "verify-"));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const store = await createTestDatabase();
  stops.push(() => store.remove());
  anvil = await startAnvil(clock);
  stops.push(() => anvil.stop());
  await anvil.call("anvil_setBalance", [TREASURY, toQuantity(parseEther("3"))]);
  await anvil.mine(5);
  const botApi = await startQuietBotApi();
  stops.push(() => botApi.stop());
  const server = await startServerProcess({
    ...store.environment,
    BOT_API_URL: botApi.url,
    COINS: "eth",
    ETH_RPC_URLS: anvil.rpcUrl,
    ETH_TREASURY_ADDRESS: TREASURY,
    ETH_CONFIRMATIONS: "2",
    STATEMENT_KEY,
  });
  stops.push(() => server.stop());
  serverUrl = server.url;
  published = [];
  while (published.length === 0) {
    await anvil.mine(1);
    // As long as a block is by the chain's clock: one that runs ahead is not trusted.
    await pause(1_000);
    published = await readPublished();
  }
}, 4 * MINUTE_MS);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function readPublished(): Promise<Statement[]> {
  return readStatements(await (await fetch(`${serverUrl}/api/v1/system/solvency`)).json());
}

async function runVerify(...args: string[]): Promise<{ code: number; output: string }> {
  let output = "";
  const write = (line: unknown) => void (output += `${String(line)}\n`);
  const code = await verify(args, { write, warn: write });
  return { code, output };
}

async function verifyFile(name: string, content: unknown, ...args: string[]) {
  const file = path.join(folder, `${name}.json`);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return runVerify(file, ...args);
}

it("a running server's statement passes, also against its chain", async () => {
  const [newest] = published;
  expect(newest?.coins[0]).toMatchObject({ treasuryBalance: "3", owed: { unmatched: "3", total: "3" } });
  for (const url of [serverUrl, `${serverUrl}/api/v1/system/solvency?limit=1`]) {
    const { code, output } = await runVerify(url, "--key", publicKey, "--rpc", `eth=${anvil.rpcUrl}`);
    expect(output).toContain("ok     eth: the chain says the same of 1 balances");
    expect(output).toContain(`eth: the treasury held 3 at ${newest?.coins[0]?.position}, for 3 owed`);
    expect(output).toContain("All checks hold.");
    expect(code).toBe(0);
  }
});

it("its answer in a file passes, without any network", async () => {
  const answer = await (await fetch(`${serverUrl}/api/v1/system/solvency`)).text();
  const { code, output } = await verifyFile("answer", answer);
  expect(output).toContain(`note   signed by ${publicKey}: give the key that you know as --key`);
  expect(code).toBe(0);
});

it("runs as a program", async () => {
  const env = { ...PROGRAM_ENVIRONMENT };
  const ran = promisify(execFile)(process.execPath, [PROGRAM, "/nowhere/statements.json"], { env });
  await expect(ran).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("no such file") });
});

it("an amount that was altered is refused", async () => {
  const altered = JSON.parse(JSON.stringify(published).replaceAll('"3"', '"2"')) as unknown;
  const { code, output } = await verifyFile("altered", altered);
  expect(output).toContain("BREACH every hash is that of its statement\n       statement 1");
  expect(code).toBe(1);
});

it("a signature of another key is refused", async () => {
  const [statement] = published;
  if (statement === undefined) throw new Error("nothing is published");
  const forger = readSigningKey("5".repeat(64));
  const forged = await verifyFile("forged", [{ ...statement, signature: forger.sign(statement.hash) }]);
  expect(forged).toMatchObject({ code: 1, output: expect.stringContaining("BREACH every signature") });
  const foreign = await runVerify(serverUrl, "--key", forger.publicKey);
  expect(foreign.output).toContain("BREACH every statement is signed by a key that was given");
  expect(foreign.code).toBe(1);
});

it("a balance that the chain contradicts is refused", async () => {
  const position = published[0]?.coins[0]?.position ?? 0;
  // Another chain with the same id, on which the treasury never had anything.
  const other = await startAnvil(createTestClock(nowMs));
  try {
    await other.mine(position + 1);
    const { code, output } = await runVerify(serverUrl, "--rpc", `eth=${other.rpcUrl}`);
    expect(output).toContain("BREACH eth: the chain says the same of 0 balances\n       statement 1");
    expect(code).toBe(1);
  } finally {
    await other.stop();
  }
});

it.each<[string, () => Promise<{ code: number; output: string }>, string]>([
  ["nothing to check", () => runVerify(), "npm run verify -- <url or file>"],
  ["an unknown option", () => runVerify("x", "--fast"), "--fast"],
  [
    "a coin that no endpoint can tell",
    () => runVerify("x", "--rpc", "doge=http://localhost:1"),
    "--rpc cannot take this",
  ],
  ["a key of a wrong form", () => runVerify("x", "--key", "ab"), "--key takes 64 hex digits"],
  ["a proof that is not there", () => runVerify(serverUrl, "--proof", "/nowhere/proof.json"), "no such file"],
  ["a file that is not there", () => runVerify("/nowhere/statements.json"), "no such file"],
  ["a file of something else", () => verifyFile("other", "<html>"), "this is no JSON"],
  ["an empty list", () => verifyFile("empty", []), "no statement is published yet"],
  ["an endpoint that does not answer", () => runVerify(serverUrl, "--rpc", "eth=http://127.0.0.1:1"), "fetch failed"],
])("%s ends with 2 and says why", async (_, ask, message) => {
  const { code, output } = await ask();
  expect(output).toContain(message);
  expect(code).toBe(2);
});
