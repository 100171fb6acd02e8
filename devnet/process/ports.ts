import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { hasErrorCode } from "./lockFolder.ts";

const DEFAULT_PORT = 8080;

/** Parses the PORT setting; 0 means a free port. Throws if it is not a port. */
export function readPort(env: NodeJS.ProcessEnv): number {
  const text = env["PORT"]?.trim() ?? "";
  if (text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error("PORT must be an integer from 0 to 65535");
  return port;
}

/** Below those that the system gives to outgoing connections, which would take a port before its owner listens. */
const PORTS = { least: 10_000, end: 32_000 };
const MAX_TRIES = 100;

/** Whoever got one of these may not listen yet. */
const given = new Set<number>();

/** Returns a TCP port that is free on the loopback interface now, and that nobody of this process has got before. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(PORTS.least, PORTS.end);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port was found");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (isListening) {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }
  return isListening;
}

/** Rejects with a readable sentence if `port` cannot be opened. */
export async function checkPortIsFree(port: number): Promise<void> {
  await Promise.all(["127.0.0.1", "::1"].map((host) => tryListening(port, host)));
}

async function tryListening(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      if (hasErrorCode(error, "EADDRINUSE")) {
        reject(
          new Error(
            `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
          ),
        );
      } else if (hasErrorCode(error, "EACCES")) {
        reject(new Error(`Port ${port} may not be used by this user. Choose one above 1023: PORT=8080 npm start`));
      } else {
        // A machine without IPv6 has no ::1; the other address decides.
        resolve();
      }
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
