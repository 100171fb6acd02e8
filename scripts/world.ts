/**
 * `npm run world`: lists the facts of docs/world.md that nobody has read in their source for 90 days, or for `--days`.
 * Exit code 1 if there are any.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { findStaleFacts } from "./world/readFacts.ts";

const { values } = parseArgs({ options: { days: { type: "string", default: "90" } } });
const days = Number(values.days);
if (!Number.isSafeInteger(days) || days < 0) {
  console.error("--days takes a whole number");
  process.exit(2);
}
const text = await readFile(new URL("../docs/world.md", import.meta.url), "utf8");
const stale = findStaleFacts(text, new Date(), days);
for (const { section, fact, source, checked } of stale)
  console.log(`${checked}  ${section}: ${fact}\n            ${source}`);
console.log(
  stale.length === 0 ? `Every fact was read within ${days} days.` : `${stale.length} older than ${days} days.`,
);
process.exitCode = stale.length === 0 ? 0 : 1;
