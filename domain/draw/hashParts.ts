import { sha256 } from "@noble/hashes/sha256";

const encoder = new TextEncoder();
const LAST_ASCII = 127;

/** SHA-256 of bytes and texts, one after the other. A draw takes thousands of them: it allocates little. */
export function hashParts(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const all = parts.map((part) => (typeof part === "string" ? encode(part) : part));
  const bytes = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of all) {
    bytes.set(part, end);
    end += part.length;
  }
  return sha256(bytes);
}

/** As the encoder, which takes longer for a short text than all else. */
function encode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code > LAST_ASCII) return encoder.encode(text);
    bytes[place] = code;
  }
  return bytes;
}
