/** `npm test`: runs everything that CI runs. `npm test -- --only unit --only e2e` runs the named parts. */
import { parseArgs } from "node:util";
import { ALL_PARTS } from "./run/part.ts";
import { runParts } from "./run/runParts.ts";

const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
const wanted = values.only?.flatMap((names) => names.split(","));
const unknown = wanted?.filter((name) => !ALL_PARTS.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(", ")}. Parts: ${ALL_PARTS.map((part) => part.name).join(", ")}`);
  process.exit(2);
}
await runParts(ALL_PARTS.filter((part) => wanted?.includes(part.name) ?? true));
