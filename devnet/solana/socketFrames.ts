import { createHash } from "node:crypto";

/** Of RFC 6455. */
const HANDSHAKE_ID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export interface Frame {
  readonly kind: "text" | "close" | "ping" | "other";
  readonly payload: Buffer;
}

/** What a server answers to the key of a client's handshake. */
export function acceptKey(key: string): string {
  return createHash("sha1").update(`${key}${HANDSHAKE_ID}`).digest("base64");
}

/** The first whole frame, and the bytes after it; null where bytes are missing. */
export function readFrame(bytes: Buffer): { frame: Frame; rest: Buffer } | null {
  if (bytes.length < 2) return null;
  const short = bytes.readUInt8(1) & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const isMasked = (bytes.readUInt8(1) & 0x80) !== 0;
  const start = 2 + lengthBytes + (isMasked ? 4 : 0);
  if (bytes.length < start) return null;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return null;
  const payload = Buffer.from(bytes.subarray(start, start + length));
  const mask = bytes.subarray(start - 4, start);
  if (isMasked) for (const [place, byte] of payload.entries()) payload[place] = byte ^ (mask[place % 4] ?? 0);
  const operation = bytes.readUInt8(0) & 0x0f;
  const kind = operation === TEXT ? "text" : operation === CLOSE ? "close" : operation === PING ? "ping" : "other";
  return { frame: { kind, payload }, rest: bytes.subarray(start + length) };
}

export const writeText = (text: string): Buffer => writeFrame(TEXT, Buffer.from(text));
export const writePong = (payload: Buffer): Buffer => writeFrame(PONG, payload);

function writeFrame(operation: number, payload: Buffer): Buffer {
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head.writeUInt8(0x80 | operation, 0);
  head.writeUInt8(isShort ? payload.length : 126, 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
