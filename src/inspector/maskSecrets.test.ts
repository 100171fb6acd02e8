import { describe, expect, it } from "vitest";

import { maskSecrets } from "./maskSecrets.ts";
import { SECRET_FIELDS } from "./secretFields.ts";

describe("maskSecrets", () => {
  it("masks secret fields at any depth, in events, contexts, inputs and outputs", () => {
    const message = {
      type: "@xstate.snapshot",
      event: { type: "xstate.done.actor.authenticate", output: { token: "t0ken", userItem: { tgUserId: 7 } } },
      snapshot: {
        context: {
          passphrase: "spring rain",
          launch: { initData: "hash=1" },
          order: { paymentUrl: "https://x/#code=c" },
        },
        input: { challenge: { message: "sign me" } },
        output: ["kept", { signature: "0x51" }],
      },
    };
    const text = JSON.stringify(maskSecrets(message, SECRET_FIELDS));
    for (const secret of ["t0ken", "spring rain", "hash=1", "code=c", "sign me", "0x51"])
      expect(text).not.toContain(secret);
    expect(text).toContain('"tgUserId":7');
  });

  it("masks a bare text that an actor gives", () => {
    expect(maskSecrets({ snapshot: { output: "0xsignature", status: "done" } }, new Set())).toEqual({
      snapshot: { output: "•••", status: "done" },
    });
  });

  it("masks what is typed into a secret field, and nothing else that is called a value", () => {
    const typed = { type: "ui.type", field: "passphrase", value: "spring rain" };
    expect(maskSecrets({ event: typed }, SECRET_FIELDS)).toEqual({ event: { ...typed, value: "•••" } });
    const other = { event: { ...typed, field: "count" }, snapshot: { value: "entering" } };
    expect(maskSecrets(other, SECRET_FIELDS)).toEqual(other);
  });

  it("copies a live object as it describes itself, and cuts what contains itself or is too deep", () => {
    const circle: Record<string, unknown> = { name: "machine" };
    circle["self"] = circle;
    const live = { snapshot: { toJSON: () => ({ context: { token: "t0ken" } }) }, circle, run: () => {}, count: 7n };
    expect(maskSecrets(live, new Set(["token"]))).toEqual({
      snapshot: { context: { token: "•••" } },
      circle: { name: "machine", self: "…" },
      count: "7",
    });
    const broken = {
      toJSON: () => {
        throw new Error("stopped");
      },
    };
    expect(maskSecrets({ broken }, new Set())).toEqual({ broken: "…" });
    let deep: unknown = "end";
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    expect(JSON.stringify(maskSecrets(deep, new Set()))).toContain("…");
  });

  it("leaves absent values absent", () => {
    expect(maskSecrets({ token: null, list: [1, null] }, SECRET_FIELDS)).toEqual({ token: null, list: [1, null] });
  });
});
