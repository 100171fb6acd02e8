import type { Account, ITonConnect } from "@tonconnect/ui-react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { toConnectedAccount } from "./readConnected.ts";
import { watchAccount } from "./watchAccount.ts";

const toAccount = (digit: string): Account => ({
  address: `0:${digit.repeat(64)}`,
  chain: "-3",
  walletStateInit: "",
});
const [FIRST, SECOND] = [toAccount("1"), toAccount("2")];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A wallet that is connected with the first account. */
function openWallet(known: ConnectedAccount | null = toConnectedAccount(FIRST)) {
  let tell = () => {};
  const stop = vi.fn<() => void>();
  const connector = {
    account: FIRST as Account | null,
    onStatusChange: (listener: () => void) => {
      tell = listener;
      return stop;
    },
  };
  const ending = new AbortController();
  const seen = watchAccount(connector as unknown as ITonConnect, known, ending.signal).then(
    ({ address }) => address,
    ({ reason }: { reason: string }) => reason,
  );
  const show = (account: Account | null) => {
    connector.account = account;
    tell();
  };
  return { seen, show, stop, ending };
}

it("hears that another account was chosen", async () => {
  const { seen, show } = openWallet();
  show(FIRST);
  show(SECOND);
  expect(await seen).toBe(toConnectedAccount(SECOND).address);
});

it("hears it also where the wallet cuts the link first", async () => {
  const { seen, show } = openWallet();
  show(null);
  await vi.advanceTimersByTimeAsync(2_000);
  show(SECOND);
  expect(await seen).toBe(toConnectedAccount(SECOND).address);
});

it("waits on where the link comes back with the same account", async () => {
  const { seen, show } = openWallet();
  show(null);
  show(FIRST);
  await vi.advanceTimersByTimeAsync(60_000);
  show(SECOND);
  expect(await seen).toBe(toConnectedAccount(SECOND).address);
});

it("tells that the link was cut", async () => {
  const { seen, show } = openWallet();
  show(null);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await seen).toBe("notConnected");
});

it("listens no longer than it is waited for", () => {
  const { show, stop, ending } = openWallet();
  show(null);
  ending.abort();
  expect([stop.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
});
