/**
 * `npm run verify -- <url or file>` checks published statements of solvency, `npm run verify -- draw <file>` the evidence of
 * a draw; USAGE lists the options. Needs no database and no settings. Exit code 1 for a breach, 2 if something could not be checked.
 */
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import type { CoinType } from "#domain/coins.ts";
import { UnreadableStatements, readStatements } from "#domain/solvency/readStatements.ts";
import type { Statement } from "#domain/solvency/statement.ts";
import { type StatementFault, type StatementFinding, verifyStatements } from "#domain/solvency/verifyStatements.ts";
import { isSignedInHex } from "#server/crypto/ed25519.ts";
import { PROCESS, type Surroundings } from "./run/surroundings.ts";
import { checkDraw, DRAW_USAGE } from "./verify/checkDraw.ts";
import { checkProof } from "./verify/checkProof.ts";
import { COMPARABLE_COINS, compareBalances } from "./verify/compareBalances.ts";
import { Report, WrongUsage } from "./verify/report.ts";
import { readFile } from "node:fs/promises";

const USAGE = `npm run verify -- draw <file>   checks the evidence of a draw; "draw" alone tells how
npm run verify -- <url or file> [--key <public key>] [--rpc <coin>=<url>] [--proof <file>]
  <url or file>   a server (https://app.example), its /api/v1/system/solvency, or an answer of it in a file
  --key <key>     the operator's public key, 64 hex digits; again for a second one. Without it the key is only shown
  --rpc           compares the treasury's balances with an endpoint of yours, e.g. --rpc eth=https://node.example;
                  it needs the balances of old blocks (an archive node; ton: toncenter's API, ending in /api/v2).
                  Coins: ${COMPARABLE_COINS.join(", ")}. Nodes of the others tell no balance of an old block
  --proof <file>  an answer of /api/v1/wallet/solvencyProof: checks that this person's balance is in its statement; again
                  for a second one`;

const CHECKS: Readonly<Record<StatementFault, string>> = {
  hash: "every hash is that of its statement",
  signature: "every signature is by the statement's key",
  order: "numbers follow each other, the newest first",
  day: "there is a statement of every day",
  link: "every statement names the hash of the one before",
  coin: "no coin has left the statements",
  sum: "the parts of what is owed are its total",
  cover: "the treasury and the cold addresses hold what is owed",
  tree: "the tree of people's balances has their sum",
};

interface Asked {
  source: string;
  /** Lower-case hex; empty if any key will do. */
  keys: readonly string[];
  endpoints: readonly { coinType: CoinType; url: string }[];
  /** Files. */
  proofs: readonly string[];
}

function readCommand(args: readonly string[]): Asked {
  const many = { type: "string", multiple: true } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: many, rpc: many, proof: many },
  });
  const [source] = positionals;
  if (source === undefined || positionals.length > 1) throw new WrongUsage(USAGE);
  const keys = (values.key ?? []).map((key) => key.toLowerCase());
  if (!keys.every((key) => /^[0-9a-f]{64}$/.test(key))) throw new WrongUsage(`--key takes 64 hex digits\n${USAGE}`);
  const endpoints = (values.rpc ?? []).map((text) => {
    const [, name = "", url = ""] = /^([a-z]+)=(https?:\/\/.+)$/.exec(text) ?? [];
    const coinType = COMPARABLE_COINS.find((coin) => coin === name);
    if (coinType === undefined) throw new WrongUsage(`--rpc cannot take this\n${USAGE}`);
    return { coinType, url };
  });
  return { source, keys, endpoints, proofs: values.proof ?? [] };
}

function describe({ number, coinType }: StatementFinding, statements: readonly Statement[]): string {
  const day = statements.find((statement) => statement.number === number)?.day ?? "";
  return `statement ${number} (${day})${coinType === null ? "" : `, ${coinType}`}`;
}

async function checkChain(report: Report, statements: readonly Statement[]): Promise<void> {
  const findings = await verifyStatements(statements, {
    sha256: async (bytes) => createHash("sha256").update(bytes).digest(),
    isSigned: async (message, signature, publicKey) => isSignedInHex(message, signature, publicKey),
  });
  for (const [fault, check] of Object.entries(CHECKS)) {
    const found = findings.filter((finding) => finding.fault === fault);
    report.add(
      check,
      found.map((finding) => describe(finding, statements)),
    );
  }
}

function checkKeys(report: Report, statements: readonly Statement[], keys: readonly string[]): void {
  if (keys.length === 0) {
    const named = [...new Set(statements.map(({ publicKey }) => publicKey))];
    report.note(`signed by ${named.join(" and ")}: give the key that you know as --key`);
    return;
  }
  const foreign = statements.filter(({ publicKey }) => !keys.includes(publicKey));
  report.add(
    "every statement is signed by a key that was given",
    foreign.map(({ number, day, publicKey }) => `statement ${number} (${day}) is signed by ${publicKey}`),
  );
}

function noteGaps(report: Report, statements: readonly Statement[]): void {
  const oldest = statements.at(-1)?.number ?? 1;
  if (oldest > 1) report.note(`the list begins with statement ${oldest}: those before it are not checked`);
  const empty = statements.filter(({ coins }) => coins.length === 0).map(({ day }) => day);
  if (empty.length > 0) report.note(`no figures were published of ${empty.join(", ")}`);
  const unread = statements.flatMap(({ day, coins }) =>
    coins.filter(({ treasuryBalance }) => treasuryBalance === null).map(({ coinType }) => `${coinType} of ${day}`),
  );
  if (unread.length > 0) report.note(`the server could not read the chain: ${unread.join(", ")}`);
  const hasCold = statements.some(({ coins }) => coins.some(({ coldBalance }) => coldBalance !== "0"));
  if (hasCold) report.note("what cold addresses hold is the operator's word");
}

async function checkBalances(report: Report, statements: readonly Statement[], { endpoints }: Asked): Promise<void> {
  for (const { coinType, url } of endpoints) {
    const { agreed, unknown, contradicted } = await compareBalances(statements, coinType, url);
    report.add(`${coinType}: the chain says the same of ${agreed} balances`, contradicted);
    if (unknown > 0) report.note(`${coinType}: the endpoint does not know ${unknown} balances any more`);
    report.isUnchecked ||= agreed === 0 && contradicted.length === 0;
  }
}

async function checkProofs(report: Report, statements: readonly Statement[], { proofs }: Asked): Promise<void> {
  for (const file of proofs) {
    const checked = checkProof(await readJson(await readFile(file, "utf8")), statements);
    report.add(`${file}: the balance is in the tree of its statement`, checked.breach === null ? [] : [checked.breach]);
    if (checked.breach === null) report.note(checked.proven);
  }
}

function printNewest({ write }: Report, { number, day, coins }: Statement): void {
  write(`       the newest is statement ${number}, of ${day}:`);
  for (const { coinType, treasuryBalance, position, coldBalance, owed } of coins) {
    const held = treasuryBalance === null ? "an unknown balance" : `${treasuryBalance} at ${position}`;
    const cold = coldBalance === "0" ? "" : ` and ${coldBalance} in cold addresses`;
    write(`       ${coinType}: the treasury held ${held}${cold}, for ${owed.total} owed`);
  }
}

async function check(report: Report, asked: Asked): Promise<void> {
  const statements = await readSource(asked.source);
  const [newest] = statements;
  if (newest === undefined) throw new UnreadableStatements("no statement is published yet");
  report.write(`       ${statements.length} ${statements.length === 1 ? "statement" : "statements"}`);
  printNewest(report, newest);
  await checkChain(report, statements);
  checkKeys(report, statements, asked.keys);
  noteGaps(report, statements);
  await checkProofs(report, statements, asked);
  await checkBalances(report, statements, asked);
  if (report.isBroken) report.write("The statements break what they promise.");
  else report.write(report.isUnchecked ? "Not everything could be checked." : "All checks hold.");
}

const DRAW = "draw";

/** Checks what the arguments name, and answers the exit code. */
export async function verify(
  args: readonly string[],
  { write, warn }: Pick<Surroundings, "write" | "warn">,
): Promise<number> {
  if (args.includes("--help")) {
    write(args[0] === DRAW ? DRAW_USAGE : USAGE);
    return 0;
  }
  const report = new Report(write);
  try {
    if (args[0] === DRAW) await checkDraw(report, args.slice(1));
    else await check(report, readCommand(args));
    return report.isBroken ? 1 : report.isUnchecked ? 2 : 0;
  } catch (error) {
    const isUsage = error instanceof WrongUsage || (error instanceof TypeError && "code" in error);
    warn(isUsage || error instanceof Error ? error.message : error);
    return report.isBroken ? 1 : 2;
  }
}

const PATH = "/api/v1/system/solvency";
const TIMEOUT_MS = 30_000;

/** The statements of a file, or all pages of a server's answer; the newest first. */
async function readSource(source: string): Promise<Statement[]> {
  if (!/^https?:\/\//.test(source)) return readStatements(await readJson(await readFile(source, "utf8")));
  const url = new URL(source);
  if (url.pathname === "/") url.pathname = PATH;
  const statements: Statement[] = [];
  for (;;) {
    const answer = await readPage(url);
    const page = readStatements(answer);
    statements.push(...page);
    const cursor = readNextCursor(answer);
    // A server that answers the same page for ever would never end.
    if (cursor === null || page.length === 0 || page.at(-1)?.number === 1) return statements;
    url.searchParams.set("cursor", cursor);
  }
}

async function readPage(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new UnreadableStatements(`${url.origin} answered HTTP ${response.status}`);
  return readJson(await response.text());
}

async function readJson(text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableStatements("this is no JSON");
  }
}

function readNextCursor(answer: unknown): string | null {
  const { data } = answer as { data?: { nextCursor?: unknown } };
  return typeof data?.nextCursor === "string" ? data.nextCursor : null;
}

if (import.meta.main) process.exitCode = await verify(process.argv.slice(2), PROCESS);
