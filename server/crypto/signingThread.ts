import { type KeyObject, sign } from "node:crypto";
import { parentPort } from "node:worker_threads";

/** Of the same key; in hex. */
export interface SigningTask {
  id: number;
  key: KeyObject;
  messages: readonly string[];
}

export interface SigningResult {
  id: number;
  signatures: readonly string[];
}

// Runs in a worker thread. Signs all messages of a task with Ed25519.
parentPort?.on("message", ({ id, key, messages }: SigningTask) => {
  const signatures = messages.map((message) => sign(null, Buffer.from(message, "hex"), key).toString("hex"));
  parentPort?.postMessage({ id, signatures } satisfies SigningResult, []);
});
