import type { IncomingMessage } from "node:http";

const MAX_BYTES = 5_000_000;

/** Reads the whole request body; rejects above 5 MB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error("request body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
