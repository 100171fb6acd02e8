import { existsSync } from "node:fs";
import path from "node:path";
import { addPieces, type Piece } from "./new/addPieces.ts";
import { planCall } from "./new/planCall.ts";
import { planMachine } from "./new/planMachine.ts";
import { planScreen } from "./new/planScreen.ts";

/**
 * `npm run new -- machine <name>`, `-- screen <route>` or `-- call <operationId> <room of server/>`: writes the files of a
 * new one, with tests that fail and say what is to be filled in.
 */
const ROOT = path.join(import.meta.dirname, "..");
const NAME = /^[a-z][A-Za-z0-9]*$/u;

function plan([kind, given = "", room = ""]: readonly string[]): Piece[] | null {
  const name = kind === "screen" ? given.replace(/^\//u, "") : given;
  if (!NAME.test(name)) return null;
  if (kind === "machine") return planMachine(name);
  if (kind === "screen") return planScreen(name);
  return kind === "call" && isRoom(room) ? planCall(name, room) : null;
}

function isRoom(name: string): boolean {
  return NAME.test(name) && existsSync(path.join(ROOT, "server", name));
}

const pieces = plan(process.argv.slice(2));
if (pieces === null) {
  console.error(
    "npm run new -- machine <name> | screen <route> | call <operationId> <room of server/>, each in camelCase",
  );
  process.exit(2);
}
try {
  for (const file of addPieces(ROOT, pieces)) console.log(file);
  console.log("The tests say what is to be filled in, and CONTRIBUTING.md what follows.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
