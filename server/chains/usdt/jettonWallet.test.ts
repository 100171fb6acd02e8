import { Address, beginCell } from "@ton/core";
import { expect, it } from "vitest";
import { locateJettonWallet, readJettonWallet } from "./jettonWallet.ts";
import { MAIN_JETTON } from "./settings.ts";

const [owner, other] = [new Address(0, Buffer.alloc(32, 1)), new Address(0, Buffer.alloc(32, 2))];
const { master } = MAIN_JETTON;

/** What an endpoint tells as the state of the owner's jetton wallet. */
function read(state: string, data = beginCell().endCell()) {
  const call = async () => ({
    balance: "1",
    state,
    code: "",
    data: data.toBoc().toString("base64"),
    last_transaction_id: { lt: "5", hash: Buffer.alloc(32).toString("base64") },
    block_id: { seqno: 7 },
  });
  return readJettonWallet(call, MAIN_JETTON, owner, 7);
}

const write = (of: Address, by: Address) =>
  beginCell().storeUint(3, 4).storeCoins(5).storeAddress(of).storeAddress(by).endCell();

it("holds what its state says, and nothing before it is there", async () => {
  expect(await read("active", write(owner, master))).toEqual({ status: 3, balanceBase: 5n });
  expect(await read("uninitialized")).toEqual({ status: 0, balanceBase: 0n });
});

it.each([
  ["another owner's", "active", write(other, master), "another owner's or another jetton's"],
  ["another contract's", "active", write(owner, other), "another owner's or another jetton's"],
  ["without data", "active", beginCell().endCell(), "is out of bounds"],
  ["frozen", "frozen", write(owner, master), "state cannot be read"],
])("is not believed where it is %s", async (_, state, data, problem) => {
  await expect(read(state, data)).rejects.toThrow(problem);
});

it.each([
  [
    "DeDust's vault",
    "EQAYqo4u7VF0fa4DPAebk4g9lBytj2VFny7pzXR0trjtXQaO",
    "EQCI2sZ8zq25yub6rHEY8FwPqV3zbCqS5oasOdljENCjh0bs",
  ],
  [
    "STON.fi's first router",
    "EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt",
    "EQBO7JIbnU1WoNlGdgFtScJrObHXkBp-FT5mAz8UagiG9KQR",
  ],
])("is where the main network has that of %s", (_, holder, wallet) => {
  expect(locateJettonWallet(MAIN_JETTON, Address.parse(holder)).toString()).toBe(wallet);
});
