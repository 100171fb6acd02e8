import type { KeyObject } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { SigningResult, SigningTask } from "./signingThread.ts";

const THREAD = new URL("./signingThread.ts", import.meta.url);

interface Waiting {
  message: string;
  resolve: (signature: string) => void;
  reject: (reason: Error) => void;
}

type Thread = (key: KeyObject, waiting: readonly Waiting[]) => void;

/** A thread that starts with the first message, and again after it has ended. */
export function openSigningThread(file: URL): Thread {
  let running: Thread | null = null;

  function start(): Thread {
    const worker = new Worker(file, { execArgv: [] });
    const asked = new Map<number, readonly Waiting[]>();
    let lastId = 0;
    const ask: Thread = (key, waiting) => {
      lastId += 1;
      asked.set(lastId, waiting);
      const task: SigningTask = { id: lastId, key, messages: waiting.map(({ message }) => message) };
      worker.postMessage(task, []);
    };
    const fail = (reason: Error) => {
      if (running === ask) running = null;
      for (const { reject } of [...asked.values()].flat()) reject(reason);
      asked.clear();
    };
    worker.on("message", ({ id, signatures }: SigningResult) => {
      for (const [place, { resolve }] of asked.get(id)?.entries() ?? []) resolve(signatures[place] ?? "");
      asked.delete(id);
    });
    worker.on("error", fail).on("exit", () => fail(new Error("the thread that signs has ended")));
    worker.unref();
    return ask;
  }

  return (key, waiting) => (running ??= start())(key, waiting);
}

/** One for all keys. */
const signingThread = openSigningThread(THREAD);

/**
 * Signs in another thread, in hex. What is asked in one turn of the event loop goes there in one message: with the
 * callback of `crypto.sign` each signature wakes a thread of its own, beside which this one goes on more slowly.
 */
export function createAsideSigner(key: KeyObject, thread = signingThread): (message: string) => Promise<string> {
  let waiting: Waiting[] = [];

  function send(): void {
    const batch = waiting;
    waiting = [];
    thread(key, batch);
  }

  return (message) =>
    new Promise((resolve, reject) => {
      waiting.push({ message, resolve, reject });
      if (waiting.length === 1) setImmediate(send);
    });
}
