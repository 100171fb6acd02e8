import {
  BadRequestError,
  FetchWalletsError,
  TonConnectUIError,
  UnknownAppError,
  UnknownError,
  UserRejectsError,
  WalletNotConnectedError,
  WalletNotInjectedError,
  WalletWrongNetworkError,
} from "@tonconnect/ui-react";
import { describe, expect, it } from "vitest";

import { toWalletFailure } from "./toWalletFailure.ts";

describe("toWalletFailure", () => {
  it.each([
    ["detect", new FetchWalletsError("x"), "linkFailed"],
    ["detect", new Error("x"), "linkFailed"],
    ["connect", new UserRejectsError("x"), "denied"],
    ["connect", new WalletNotInjectedError("x"), "notInstalled"],
    [
      "connect",
      new WalletWrongNetworkError("x", { cause: { expectedChainId: "-239", actualChainId: "-3" } }),
      "wrongNetwork",
    ],
    ["connect", new UnknownAppError("x"), "connectionFailed"],
    ["connect", new UnknownError("x"), "connectionFailed"],
    ["pay", new UserRejectsError("x"), "cancelled"],
    ["pay", new WalletNotConnectedError("x"), "notConnected"],
    ["pay", new UnknownAppError("x"), "notConnected"],
    ["pay", new BadRequestError("Not enough funds"), "insufficientBalance"],
    ["pay", new BadRequestError("Request expired"), "payFailed"],
    ["pay", "not even an error", "payFailed"],
  ] as const)("%s: %o is %s", (step, error, reason) => {
    expect(toWalletFailure(error, step)).toMatchObject({ kind: "wallet", reason });
  });

  it("does not repeat what the library says of a window that was closed: the wallet may still pay", () => {
    expect(toWalletFailure(new TonConnectUIError("Transaction was not sent"), "pay")).toEqual({
      kind: "wallet",
      reason: "payFailed",
    });
  });

  it("keeps a failure that is one already", () => {
    const failure = { kind: "wallet", reason: "addressMismatch" } as const;
    expect(toWalletFailure(failure, "pay")).toBe(failure);
  });

  it("keeps the library's words, shortened, and no words of others", () => {
    const detail = expect.stringMatching(/^.{1,200}$/s);
    expect(toWalletFailure(new UnknownError("y".repeat(500)), "pay")).toEqual({
      kind: "wallet",
      reason: "payFailed",
      detail,
    });
    expect(toWalletFailure(new Error("secret"), "pay")).toEqual({ kind: "wallet", reason: "payFailed" });
  });
});
