import { readFileSync } from "node:fs";
import { readPort } from "./process/ports.ts";
import { startStack } from "./startStack.ts";
import type { Stack } from "./startStack.ts";

const MIN_NODE = 24;
const PARENT_POLL_MS = 1_000;

/** Runs the local stack from a terminal until it is ended, its parent ends or one of its processes breaks. */
export async function runStack(hotReload: boolean): Promise<void> {
  try {
    checkNode();
    const stack = await startStack({
      port: readPort(process.env),
      dataDir: process.env["DATA_DIR"] ?? "./data",
      hotReload,
    });
    console.log(`ready ${stack.url}`);
    const words = await Promise.race([waitForEnd(), stack.broken]);
    await end(stack, words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function end(stack: Stack, brokenWords: string | null): Promise<void> {
  if (brokenWords !== null) {
    console.error(brokenWords);
    process.exitCode = 1;
  }
  await stack.stop();
  process.exit();
}

/** Resolves on a signal to end, or when the npm that ran this has ended. */
async function waitForEnd(): Promise<null> {
  return await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(null));
    if (process.env["npm_lifecycle_event"] === undefined) return;
    const ancestors = readAncestors();
    setInterval(() => {
      if (readAncestors() !== ancestors) resolve(null);
    }, PARENT_POLL_MS).unref();
  });
}

function checkNode(): void {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < MIN_NODE)
    throw new Error(
      `Node ${process.versions.node} runs this, but ${MIN_NODE} is needed. npm ci installs it; start with npm start`,
    );
}

/**
 * The parent processes that belong to one `npm start`: the shell in which npm runs the script, and npm. Only the shell
 * if the system shows no more.
 */
function readAncestors(): string {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    // The name in parentheses may contain anything; the parent's id is the second field after it.
    const grandparent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
    return `${process.ppid} ${grandparent}`;
  } catch {
    return String(process.ppid);
  }
}
