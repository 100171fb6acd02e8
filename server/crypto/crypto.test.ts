import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashKeyed, openText, sealText } from "./keyed.ts";

const random = { bytes: (length: number) => randomBytes(length) };
const OLD = "old secret of the server, 32 chars";
const NEW = "new secret of the server, 32 chars";

describe("sealed texts", () => {
  it("decrypt under a rotated secret, and only for their own row and purpose", () => {
    const sealed = sealText([OLD], "passphrase.seal", "row-1", "中文 secret", random);
    expect(openText([NEW, OLD], "passphrase.seal", "row-1", sealed)).toBe("中文 secret");
    expect(openText([NEW], "passphrase.seal", "row-1", sealed)).toBeNull();
    expect(openText([OLD], "passphrase.seal", "row-2", sealed)).toBeNull();
    expect(openText([OLD], "paymentCode.seal", "row-1", sealed)).toBeNull();
  });

  it("never repeat, and reject a flipped bit", () => {
    const first = sealText([NEW], "passphrase.seal", "row", "same", random);
    expect(sealText([NEW], "passphrase.seal", "row", "same", random)).not.toEqual(first);
    first[first.length - 1] = (first.at(-1) ?? 0) ^ 1;
    expect(openText([NEW], "passphrase.seal", "row", first)).toBeNull();
  });
});

describe("keyed hashes", () => {
  it("have the newest secret first and find what an older one hashed", () => {
    const [stored] = hashKeyed([OLD], "passphrase.hash", "lucky day");
    const found = hashKeyed([NEW, OLD], "passphrase.hash", "lucky day");
    expect(found[0]).not.toEqual(stored);
    expect(found[1]).toEqual(stored);
    expect(hashKeyed([OLD], "paymentCode.hash", "lucky day")[0]).not.toEqual(stored);
  });
});
