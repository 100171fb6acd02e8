/**
 * `npm test` proves the product; `npm run test:all` (`--all`) runs the rest of what CI runs. `npm test -- --only unit --only
 * looks` runs the named parts of either.
 */
import { parseArgs } from "node:util";
import { REST_PARTS, TEST_PARTS } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

const options = { only: { type: "string", multiple: true }, all: { type: "boolean" } } as const;
const { values } = parseArgs({ options });
const wanted = values.only?.flatMap((names) => names.split(","));
// A part of both tells what the others have found, and comes last.
const all = [...TEST_PARTS.filter((part) => !REST_PARTS.includes(part)), ...REST_PARTS];
const known = new Map(all.map((part) => [part.name, part]));
const unknown = wanted?.filter((name) => !known.has(name)) ?? [];
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(", ")}. Parts: ${[...known.keys()].join(", ")}`);
  process.exit(2);
}
const parts = values.all === true ? REST_PARTS : TEST_PARTS;
await runParts(wanted === undefined ? parts : [...known.values()].filter(({ name }) => wanted.includes(name)));
