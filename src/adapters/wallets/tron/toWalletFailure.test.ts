import { describe, expect, it } from "vitest";

import type { WalletStep } from "../readProviderReason.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

describe("toWalletFailure", () => {
  it.each<[string, unknown, WalletStep]>([
    ["cancelled", { code: 4001 }, "connect"],
    ["cancelled", "Confirmation declined by user", "pay"],
    ["cancelled", new Error("User rejected the signature request"), "sign"],
    ["denied", { code: 4100 }, "connect"],
    ["notConnected", { code: 4100 }, "pay"],
    ["linkFailed", { code: 4900 }, "pay"],
    ["linkFailed", { code: 4901 }, "sign"],
    ["wrongNetwork", { code: 4902 }, "switchNetwork"],
    ["wrongNetwork", { code: 4200 }, "switchNetwork"],
    ["locked", { code: -32_002 }, "connect"],
    ["locked", { code: -32_002 }, "sign"],
    ["payFailed", { code: -32_002 }, "pay"],
    ["insufficientBalance", new Error("Validate TransferContract error, balance is not sufficient."), "pay"],
    ["linkFailed", new Error("the extension was reloaded"), "connect"],
    ["linkFailed", undefined, "sign"],
    ["payFailed", new Error("Invalid transaction"), "pay"],
  ])("is %s", (reason, error, step) => {
    expect(toWalletFailure(error, step)).toMatchObject({ kind: "wallet", reason });
  });

  it("keeps a failure as it is", () => {
    const failure = { kind: "wallet", reason: "addressMismatch" };
    expect(toWalletFailure(failure, "pay")).toBe(failure);
  });

  it("says a little of what the wallet said", () => {
    expect(toWalletFailure({ code: 4900, message: "Disconnected" }, "connect")).toEqual({
      kind: "wallet",
      reason: "linkFailed",
      detail: "4900 Disconnected",
    });
    expect(toWalletFailure("no ".repeat(100), "pay")).toMatchObject({ detail: "no ".repeat(67).slice(0, 200) });
  });
});
