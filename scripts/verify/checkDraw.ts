import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { COINS } from "#domain/coins.ts";
import { QUICKNET } from "#domain/draw/beacon.ts";
import type { DrawFinding } from "#domain/draw/drawReport.ts";
import type { DrawEvidence } from "#domain/draw/evidence.ts";
import { readBeaconInfo } from "#domain/draw/readBeaconInfo.ts";
import { readDrawPapers } from "#domain/draw/readDrawPapers.ts";
import { verifyDraw } from "#domain/draw/verifyDraw.ts";
import { Unreadable } from "#domain/readFields.ts";
import words from "#locales/en/proof.json" with { type: "json" };
import { type Report, WrongUsage } from "./report.ts";

export const DRAW_USAGE = `npm run verify -- draw <file> [--receipt <file>] [--key <public key>] [--beacon <file>]
  <file>          the evidence of a draw, as the app copies it or GET /v1/redpackage/evidence answers it
  --receipt       a file with receipts, or with roots that somebody has kept; again for a second one
  --key <key>     the operator's public key, 64 hex digits; again for a second one. Without it the key is only shown
  --beacon        for test systems: what a relay answers to /<hash>/info. Without it the draw has to be by drand's quicknet`;

interface Asked {
  files: readonly string[];
  /** Lower-case hex; empty if any key will do. */
  keys: readonly string[];
  beacon: string | null;
}

function readCommand(args: readonly string[]): Asked {
  const many = { type: "string", multiple: true } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: many, receipt: many, beacon: { type: "string" } },
  });
  if (positionals.length !== 1) throw new WrongUsage(DRAW_USAGE);
  const keys = (values.key ?? []).map((key) => key.toLowerCase());
  if (!keys.every((key) => /^[0-9a-f]{64}$/.test(key)))
    throw new WrongUsage(`--key takes 64 hex digits\n${DRAW_USAGE}`);
  return { files: [...positionals, ...(values.receipt ?? [])], keys, beacon: values.beacon ?? null };
}

/** Checks the evidence of one envelope's draws, without any network. */
export async function checkDraw(report: Report, args: readonly string[]): Promise<void> {
  const { files, keys: solvencyKeys, beacon } = readCommand(args);
  const { evidence, ...papers } = readDrawPapers(await Promise.all(files.map(readJson)));
  const [first, second] = evidence;
  if (first === undefined || second !== undefined) throw new Unreadable("give the evidence of one red envelope");
  const chain = beacon === null ? QUICKNET : readBeaconInfo(await readJson(beacon));
  if (beacon !== null) report.note("the beacon is the one that was given, not drand's quicknet");
  for (const { check, round, findings } of verifyDraw(first, { ...papers, chain, solvencyKeys })) {
    const breaches = findings.filter(({ isBreach }) => isBreach);
    report.add(`${words.check[check]}${round === null ? "" : ` (round ${round})`}`, breaches.map(tell));
    for (const finding of findings) if (!finding.isBreach) report.note(tell(finding));
  }
  printShares(report, first);
  for (const name of ["refused", "clock", "threshold", "people"] as const) {
    report.note(`not provable: ${words.page[name]}`);
  }
  report.write(report.isBroken ? "The draw is not as it was promised." : "All checks hold.");
}

function tell(finding: DrawFinding): string {
  if (!finding.isBreach) return words.doubt[finding.fault].replace("{{about}}", finding.about);
  return `${words.breach[finding.fault]}${finding.about === "" ? "" : ` (${finding.about})`}`;
}

function printShares({ write }: Report, { coinType, shares }: DrawEvidence): void {
  for (const { entryId, amount, slot, name } of shares ?? []) {
    write(`       ${amount} ${COINS[coinType].ticker}, slot ${slot}: ${name.replaceAll(/\p{C}/gu, "")} (${entryId})`);
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unreadable(`${file} is no JSON`);
  }
}
