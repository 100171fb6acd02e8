/**
 * `npm run operator -- assign …`: books unmatched money to a person. It shows what it would do, and does it with
 * `--book`. Only one process can open the embedded database, so a running server is asked to book.
 * Exit code 1 when the booking is refused, 2 when neither database nor server can be reached.
 */
import { existsSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type AssignmentRequest, readAssignment } from "#server/admin/readAssignment.ts";
import { ADMIN_PORT_FILE, ADMIN_TOKEN_FILE } from "#server/admin/startAdmin.ts";
import { systemClock } from "#server/clock.ts";
import { DatabaseUnavailable } from "#server/db/databaseUnavailable.ts";
import { openDatabase, type DatabaseLocation } from "#server/db/openDatabase.ts";
import { createLogger } from "#server/logger.ts";
import { AssignmentRefused, type AssignmentResult, assignMoney } from "#server/orders/assignMoney.ts";
import { systemRandom } from "#server/random.ts";

const USAGE = `npm run operator -- assign --user <Telegram id> --reason "<why>" (--tx <hash> [--index <n>] | --surplus <amount> --reference <case>)
  --coin <coin>   eth by default
  --by <name>     who decides; by default the user of this machine
  --book          books it; without it nothing changes`;

function readRequest(): AssignmentRequest {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      user: text,
      reason: text,
      tx: text,
      index: { ...text, default: "0" },
      surplus: text,
      reference: text,
      coin: { ...text, default: "eth" },
      by: { ...text, default: os.userInfo().username },
      book: { type: "boolean", default: false },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== "assign") throw new AssignmentRefused(USAGE);
  return {
    coinType: values.coin,
    tgUserId: values.user ?? "",
    operator: values.by,
    reason: values.reason ?? "",
    isDryRun: !values.book,
    txHash: values.tx ?? null,
    index: values.index,
    amount: values.surplus ?? null,
    reference: values.reference ?? null,
  };
}

async function assign(request: AssignmentRequest): Promise<AssignmentResult> {
  const databaseUrl = process.env["DATABASE_URL"] ?? "";
  if (databaseUrl !== "") return assignIn({ databaseUrl }, request);
  const dataDir = path.resolve(process.env["DATA_DIR"] ?? "data");
  const answer = await askServer(dataDir, request);
  if (answer !== null) return answer;
  if (!existsSync(path.join(dataDir, "postgres"))) {
    throw new DatabaseUnavailable("unreachable", `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`);
  }
  return assignIn({ dataDir }, request);
}

/** What the server on this folder answers, or null when none is running. */
async function askServer(dataDir: string, request: AssignmentRequest): Promise<AssignmentResult | null> {
  const [portFile, tokenFile] = [ADMIN_PORT_FILE, ADMIN_TOKEN_FILE].map((name) => path.join(dataDir, name));
  if (portFile === undefined || tokenFile === undefined || !existsSync(portFile) || !existsSync(tokenFile)) return null;
  const response = await fetch(`http://127.0.0.1:${readFileSync(portFile, "utf8").trim()}/assign`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${readFileSync(tokenFile, "utf8").trim()}` },
    body: JSON.stringify(request),
  }).catch(() => null);
  if (response === null) return null;
  if (response.status === 200) return (await response.json()) as AssignmentResult;
  if (response.status === 422) throw new AssignmentRefused(((await response.json()) as { reason: string }).reason);
  throw new DatabaseUnavailable("unreachable", `The running server could not book (HTTP ${response.status}).`);
}

async function assignIn(location: DatabaseLocation, request: AssignmentRequest): Promise<AssignmentResult> {
  const write = (line: string) => console.error(line);
  const logger = createLogger({ level: "error", clock: systemClock, secrets: [], write });
  const database = await openDatabase(location, { logger, canMigrate: false });
  try {
    return await assignMoney({ database, clock: systemClock, random: systemRandom }, readAssignment(request));
  } finally {
    await database.close();
  }
}

function print(request: AssignmentRequest, result: AssignmentResult): void {
  const { amount, personName, balanceBefore, isBooked, isRepeat, transactionId } = result;
  console.log(`${amount} ${request.coinType} to ${personName}, ${request.tgUserId} (balance ${balanceBefore})`);
  if (isRepeat) console.log(`It was booked before as ${transactionId}; nothing has changed.`);
  else if (isBooked) console.log(`Booked as ${transactionId}.`);
  else console.log("Nothing is booked yet. Add --book to book it.");
}

try {
  const request = readRequest();
  print(request, await assign(request));
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error;
  const isRefused = error instanceof AssignmentRefused || isUsage;
  console.error(isRefused || error instanceof DatabaseUnavailable ? error.message : error);
  process.exitCode = isRefused ? 1 : 2;
}
