import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Random } from "#server/random.ts";

const runArgon2 = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, about 20 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=([0-9]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a security code with a new salt, in the PHC form, which includes the cost. */
export async function hashSecurityCode(code: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  const tag = await runArgon2("argon2id", { ...COST, message: code, nonce: salt, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Whether a security code matches a hash, at the cost stored in the hash. */
export async function isHashedCode(hash: string, code: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash) ?? [];
  if (memory === undefined) throw new Error("the stored hash of a security code cannot be read");
  const expected = Buffer.from(tag, "base64");
  const found = await runArgon2("argon2id", {
    message: code,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(expected, found);
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
