import { type Leave, Lines } from "./lines.ts";

/** Of an answer whose size no stranger has a say in. */
const SMALL_BYTES = 1_000_000;
/** Of a block, or of a list that anybody can add to. */
const LARGE_BYTES = 64_000_000;
/** More room is made as it is needed. */
const FIRST_BYTES = 16_384;
/** Answers beyond the small size that are held at a time, whoever sends them. */
const MOST_LARGE = 2;

export type AnswerSize = "small" | "large";

interface NodeRequest {
  method: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Until the last byte. */
  timeoutMs: number;
  size?: AnswerSize;
}

export interface NodeAnswer {
  status: number;
  /** Between 200 and 299. */
  isOk: boolean;
  text: string;
}

/**
 * Asks a server that others run: its answer ends in time, has a bounded number of *unpacked* bytes, and comes from the
 * address that was asked. No message contains the URL, which may contain a key.
 */
export async function fetchNode(url: string | URL, request: NodeRequest): Promise<NodeAnswer> {
  const { method, headers = {}, body = null, timeoutMs, size = "small" } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method, headers, body, redirect: "error", signal });
  const text = await readText(response, signal, size === "large" ? LARGE_BYTES : SMALL_BYTES);
  return { status: response.status, isOk: response.ok, text };
}

async function readText({ body }: Response, signal: AbortSignal, mostBytes: number): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  // One buffer: who sends byte by byte would make millions of small ones.
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  let leave: (() => void) | null = null;
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value === undefined) continue;
      length += value.byteLength;
      if (length > mostBytes) throw new Error(`an answer of more than ${mostBytes} bytes`);
      if (length > SMALL_BYTES) leave ??= await enterLarge(signal);
      bytes = makeRoom(bytes, length);
      bytes.set(value, length - value.byteLength);
    }
    return new TextDecoder().decode(bytes.subarray(0, length));
  } finally {
    leave?.();
    await reader.cancel().catch(() => undefined);
  }
}

function makeRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.byteLength) return bytes;
  const larger = new Uint8Array(Math.max(length, 2 * bytes.byteLength));
  larger.set(bytes);
  return larger;
}

/** The places of large answers. Who waits for one reads no further. */
const large = new Lines<null>({ atOnce: MOST_LARGE });

async function enterLarge(signal: AbortSignal): Promise<Leave> {
  const leave = await large.enter(null, signal);
  if (leave === "full") throw new Error("too many large answers at a time");
  return leave;
}
