import { Address, beginCell, type Transaction } from "@ton/core";
import { expect, it } from "vitest";
import { writeInternalTransfer } from "#tests/support/chains/jettonMessages.ts";
import { locateJettonWallet } from "./jettonWallet.ts";
import { MAIN_JETTON } from "./settings.ts";
import { createRules } from "./transfers.ts";

const [treasury, payer] = [new Address(0, Buffer.alloc(32, 1)), new Address(0, Buffer.alloc(32, 2))];
const { read } = createRules(MAIN_JETTON, [treasury], 10n);

interface Told {
  body?: ReturnType<typeof writeInternalTransfer>;
  bounced?: boolean;
  aborted?: boolean;
  type?: "internal" | "external-in";
  src?: Address;
}

/** A transaction of the treasury's jetton wallet, as far as the rules read it. */
function tell({
  body = writeInternalTransfer(7n, payer),
  bounced = false,
  aborted = false,
  type = "internal",
  src = locateJettonWallet(MAIN_JETTON, payer),
}: Told) {
  const parts = { inMessage: { info: { type, bounced, src }, body }, description: { type: "generic", aborted } };
  return read(parts as unknown as Transaction);
}

it("is what a jetton wallet took in", () => {
  const found = tell({});
  expect([found?.from.toRawString(), found?.amountBase]).toEqual([payer.toRawString(), 7n]);
});

it.each<[string, Told]>([
  ["that came back", { bounced: true }],
  ["that was aborted", { aborted: true }],
  ["from outside", { type: "external-in" }],
  ["of nobody, as a mint", { body: writeInternalTransfer(7n, null) }],
  ["of the issuer, which names somebody", { src: MAIN_JETTON.master }],
  ["of the treasury", { body: writeInternalTransfer(7n, treasury), src: locateJettonWallet(MAIN_JETTON, treasury) }],
  ["of nothing", { body: writeInternalTransfer(0n, payer) }],
  ["that is not whole", { body: beginCell().storeUint(0x178d_4519, 32).endCell() }],
  ["of another kind", { body: beginCell().storeUint(0x0f8a_7ea5, 32).storeUint(0, 64).endCell() }],
])("is no message %s", (_, told) => {
  expect(tell(told)).toBeNull();
});
