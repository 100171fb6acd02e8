import { beginCell, Cell } from "@ton/core";
import { expect, it } from "vitest";
import { hasSpecialPrice } from "./fuel.ts";
import { MAIN_JETTON } from "./settings.ts";

/** Parameter 45 of the main network at its block 52,956,904, as `@ton/sandbox` 0.41 has it. */
const MAIN_LIST = Cell.fromHex(
  "b5ee9c72410102010032000103c0c0010055a01128d1e058f1cae1005c732f390a2df871be0fd4ed4906afc0a6de574f67dc6f76000000000000007d10312ec08f",
);
const EMPTY_LIST = beginCell().storeUint(0xc0, 8).storeBit(false).endCell();

const asked: unknown[] = [];
const answer = (list: Cell) => async (method: string, params: unknown) => {
  asked.push(method, params);
  return { config: { bytes: list.toBoc().toString("base64") } };
};

it("is a special price where the network's list names the code of USDT's wallets, at so little gas", async () => {
  expect(await hasSpecialPrice(answer(MAIN_LIST), MAIN_JETTON)).toBe(true);
  expect(asked).toEqual(["getConfigParam", { config_id: 45 }]);
});

it.each([
  ["another contract's", MAIN_LIST, { walletCodeHash: "ab".repeat(32) }],
  [
    "more than it was",
    Cell.fromHex(
      "b5ee9c72410102010032000103c0c0010055a01128d1e058f1cae1005c732f390a2df871be0fd4ed4906afc0a6de574f67dc6f76000000000000007d30efa07daf",
    ),
    MAIN_JETTON,
  ],
  ["in no list", EMPTY_LIST, MAIN_JETTON],
  ["on a network without a list", new Cell(), MAIN_JETTON],
])("is the usual price where it is %s", async (_, list, jetton) => {
  expect(await hasSpecialPrice(answer(list), jetton)).toBe(false);
});

it("is the usual price where a node does not tell", async () => {
  expect(await hasSpecialPrice(() => Promise.reject(new Error("no such parameter")), MAIN_JETTON)).toBe(false);
});
