import { Worker } from "node:worker_threads";
import type { Logger } from "#server/logger.ts";
import type { EnvelopePicture } from "#domain/picture/envelopePicture.ts";

/** From the start of the thread on, which reads the fonts. */
const TIMEOUT_MS = 10_000;
/** As many as all posts that one round delivers. */
const MAX_WAITING = 40;
const MAX_HEAP_MB = 128;
const THREAD = new URL("./drawingThread.ts", import.meta.url);

/** Of the pictures that are kept. */
const MAX_ENTRIES = 200;
const MAX_BYTES = 12_000_000;

/** Draws envelopes, away from the thread that serves. */
export interface Pictures {
  /** A JPEG; null where it cannot be drawn in time, which the log says. */
  draw(picture: EnvelopePicture): Promise<Buffer | null>;
  close(): Promise<void>;
}

type Answer = { jpeg: Uint8Array } | { reason: string };

/** Opens the drawing of pictures. The thread starts with the first one, and again after it hung. */
export function openPictures(logger: Logger, thread = THREAD, timeoutMs = TIMEOUT_MS): Pictures {
  const cache = new PictureCache();
  let worker: Worker | null = null;
  /** One picture after the other. */
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function start(): Worker {
    const started = new Worker(thread, {
      // No font of the machine: a picture is the same everywhere.
      env: { DISABLE_SYSTEM_FONTS_LOAD: "1" },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    started.unref();
    return started;
  }

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  }

  async function ask(picture: EnvelopePicture): Promise<Answer> {
    const drawing = (worker ??= start());
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => resolve({ reason: "it takes too long" }), timeoutMs);
    const fail = (error: Error) => resolve({ reason: error.message });
    const end = () => resolve({ reason: "the thread ended" });
    drawing.on("message", resolve).on("error", fail).on("exit", end);
    drawing.postMessage(picture, []);
    const answer = await promise;
    clearTimeout(timer);
    drawing.off("message", resolve).off("error", fail).off("exit", end);
    // Whatever went wrong, the next picture gets a new thread. One that draws natively ends when it has drawn.
    if ("reason" in answer) void stop();
    return answer;
  }

  async function drawNext(picture: EnvelopePicture, key: string): Promise<Buffer | null> {
    const drawn = cache.get(key);
    if (drawn !== undefined) return drawn;
    const answer = await ask(picture);
    if ("reason" in answer) {
      logger.warn({ reason: answer.reason }, "a picture could not be drawn");
      return null;
    }
    const jpeg = Buffer.from(answer.jpeg);
    cache.add(key, jpeg);
    return jpeg;
  }

  return {
    async draw(picture) {
      const key = JSON.stringify(picture);
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (waiting >= MAX_WAITING) {
        logger.warn({ reason: "too many wait" }, "a picture could not be drawn");
        return null;
      }
      waiting += 1;
      const drawing = last.then(() => drawNext(picture, key));
      last = drawing.catch(() => null);
      return await drawing.finally(() => {
        waiting -= 1;
      });
    },
    close: stop,
  };
}

/** The pictures that were asked for last, in bounded memory. */
export class PictureCache {
  readonly #pictures = new Map<string, Buffer>();
  #bytes = 0;

  get(key: string): Buffer | undefined {
    const picture = this.#pictures.get(key);
    if (picture === undefined) return undefined;
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    return picture;
  }

  add(key: string, picture: Buffer): void {
    this.#remove(key);
    this.#pictures.set(key, picture);
    this.#bytes += picture.length;
    for (const oldest of this.#pictures.keys()) {
      if (this.#pictures.size <= MAX_ENTRIES && this.#bytes <= MAX_BYTES) break;
      this.#remove(oldest);
    }
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#pictures.size, bytes: this.#bytes };
  }

  #remove(key: string): void {
    this.#bytes -= this.#pictures.get(key)?.length ?? 0;
    this.#pictures.delete(key);
  }
}
