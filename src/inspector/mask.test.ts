import { describe, expect, it } from "vitest";

import { MASK, maskSnapshot, maskValue } from "./mask.ts";

describe("maskValue", () => {
  it("shows texts of public fields alone, at any depth and in lists", () => {
    const event = { type: "ui.type", field: "passphrase", value: "spring rain", walletTypes: ["ETH"], names: ["Ann"] };
    expect(maskValue({ ...event, order: { orderId: "o1", payTo: "0x1" }, wait: 60, isNew: true })).toEqual({
      ...event,
      value: MASK,
      names: [MASK],
      order: { orderId: "o1", payTo: MASK },
      wait: 60,
      isNew: true,
    });
  });

  it("masks a bare text", () => {
    expect(maskValue("0xsignature")).toBe(MASK);
  });

  it("shows the catalogue's errors, and no other text in their place", () => {
    expect(maskValue({ kind: "api", error: "soldOut" })).toEqual({ kind: "api", error: "soldOut" });
    expect(maskValue({ error: "toString" })).toEqual({ error: MASK });
  });

  it("keeps what is absent or empty", () => {
    expect(maskValue({ token: null, passphrase: "", list: [1, null] })).toEqual({
      token: null,
      passphrase: "",
      list: [1, null],
    });
  });

  it("masks a text that serves as a key", () => {
    expect(maskValue({ "spring rain": 1 })).toEqual({ [MASK]: 1 });
  });

  it("masks an address as a key", () => {
    for (const address of [
      "ann@example.com",
      "0x52908400098527886E0F7030069857D2E4169EE7",
      "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    ])
      expect(maskValue({ [address]: 1 })).toEqual({ [MASK]: 1 });
  });

  it("masks another's error, whatever its fields are called, and bytes", () => {
    const error = Object.assign(new Error("spring rain"), { status: "spring rain", cause: "spring rain" });
    expect(maskValue({ type: "xstate.error.actor.sign", error, key: new Uint8Array([1, 2]) })).toEqual({
      type: "xstate.error.actor.sign",
      error: MASK,
      key: MASK,
    });
  });

  it("masks what refuses to be read, and leaves the rest", () => {
    const refuse = (): never => {
      throw new Error("denied");
    };
    const guarded = Object.defineProperty({}, "name", { enumerable: true, get: refuse });
    const closed = new Proxy({}, { has: refuse, ownKeys: refuse, getPrototypeOf: refuse });
    expect(maskValue({ guarded, closed, amount: "5" })).toEqual({ guarded: MASK, closed: MASK, amount: "5" });
  });

  it("cuts what has more values than any context, however they are reached", () => {
    let many: unknown = 1;
    for (let level = 0; level < 30; level += 1) many = { one: many, other: many };
    expect(JSON.stringify(maskValue(many)).length).toBeLessThan(2_000_000);
  });

  it("copies a live object as it describes itself, and cuts what contains itself, is too deep or fails", () => {
    const circle: Record<string, unknown> = { count: 7n };
    circle["self"] = circle;
    const broken = {
      toJSON: () => {
        throw new Error("stopped");
      },
    };
    const live = { live: { toJSON: () => ({ token: "t0ken" }) }, circle, run: () => {}, broken };
    expect(maskValue(live)).toEqual({ live: { token: MASK }, circle: { count: "7", self: "…" }, broken: MASK });
    let deep: unknown = "end";
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    expect(JSON.stringify(maskValue(deep))).toContain("…");
  });
});

describe("maskSnapshot", () => {
  it("shows a machine's states and masks the rest, its children's snapshots likewise", () => {
    const child = { snapshot: { status: "done", output: "0xsignature" }, src: "sign" };
    const snapshot = {
      status: "active",
      value: { open: "typing" },
      context: { value: "x" },
      children: { sign: child },
    };
    expect(maskSnapshot(snapshot)).toEqual({
      ...snapshot,
      context: { value: MASK },
      children: { sign: { snapshot: { status: "done", output: MASK }, src: "sign" } },
    });
  });

  it("masks the value of an actor that has no states", () => {
    expect(maskSnapshot({ status: "active", value: "spring rain" })).toEqual({ status: "active", value: MASK });
  });
});
