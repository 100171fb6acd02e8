import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below those that the system gives to outgoing connections, which would take a port before its owner listens. */
const PORTS = { least: 10_000, end: 32_000 };
const MAX_TRIES = 100;

/** Returns a TCP port that is free on the loopback interface now. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(PORTS.least, PORTS.end);
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
