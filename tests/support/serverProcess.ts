import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findFreePort } from "#devnet/process/ports.ts";
import { PROGRAM_ENVIRONMENT } from "./programEnvironment.ts";
import { TEST_SETTINGS } from "./testApp.ts";

const PROGRAM = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
const START_TIMEOUT_MS = 110_000;

/** The real server as a process of its own. */
export interface ServerProcess {
  url: string;
  /** What it has logged, and anything else that it wrote. */
  readOutput: () => string;
  /** Kills it without warning, like a power cut. */
  kill: () => Promise<void>;
  /** Asks it to end. */
  stop: () => Promise<void>;
}

/** Starts server/main.ts without a chain and resolves once it answers. `port` 0 takes a free one. */
export async function startServerProcess(settings: Readonly<Record<string, string>>, port = 0): Promise<ServerProcess> {
  const usedPort = port === 0 ? await findFreePort() : port;
  const url = `http://127.0.0.1:${usedPort}`;
  const { NODE_ENV, PUBLIC_URL, APP_SECRET, BOT_TOKEN } = TEST_SETTINGS;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      NODE_ENV,
      PUBLIC_URL,
      APP_SECRET,
      BOT_TOKEN,
      LOG_LEVEL: "error",
      PORT: String(usedPort),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
  await waitUntilReady(child, url, () => output);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return { url, readOutput: () => output, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

async function waitUntilReady(child: ChildProcess, url: string, readOutput: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended while starting: ${readOutput()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`the server did not get ready: ${readOutput()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
