import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { expect, test } from "vitest";
import { createAsideSigner, openSigningThread } from "./signAside.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const MESSAGES = Array.from({ length: 20 }, (_, index) => `0${index % 10}ff`);

const write = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

test("each message gets its own signature, of its signer's key", async () => {
  const other = generateKeyPairSync("ed25519").privateKey;
  const [sign, signByOther] = [createAsideSigner(privateKey), createAsideSigner(other)];
  const [own, others] = await Promise.all([Promise.all(MESSAGES.map(sign)), Promise.all(MESSAGES.map(signByOther))]);
  const isSigned = (key: typeof privateKey, message: string, signature = "") =>
    verify(null, Buffer.from(message, "hex"), createPublicKey(key), Buffer.from(signature, "hex"));
  for (const [index, message] of MESSAGES.entries()) {
    expect(isSigned(privateKey, message, own[index])).toBe(true);
    expect(isSigned(other, message, others[index])).toBe(true);
    expect(isSigned(other, message, own[index])).toBe(false);
  }
});

test("what is asked in one turn goes to the thread at once", async () => {
  const sizes: number[] = [];
  const sign = createAsideSigner(privateKey, (_, waiting) => {
    sizes.push(waiting.length);
    for (const { message, resolve } of waiting) resolve(message);
  });
  expect(await Promise.all(MESSAGES.map(sign))).toEqual(MESSAGES);
  expect(await sign("aa")).toBe("aa");
  expect(sizes).toEqual([MESSAGES.length, 1]);
});

test.each(["throw new Error('broken')", "process.exit(0)"])(
  "after %s who waits is told, and who asks anew gets a new thread",
  async (end) => {
    const thread = openSigningThread(
      write(`import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { ${end}; });`),
    );
    const sign = createAsideSigner(privateKey, thread);
    await expect(Promise.all([sign("00"), sign("01")])).rejects.toThrow(/broken|has ended/);
    await expect(sign("02")).rejects.toThrow(/broken|has ended/);
  },
);
