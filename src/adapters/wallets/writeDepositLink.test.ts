import { expect, test } from "vitest";

import { writeDepositLink } from "./writeDepositLink.ts";

const minAmount = "1";

test.each([
  ["eth", "eip155:11155111", "0xAb", null, "ethereum:0xAb@11155111"],
  ["sol", "solana:main", "So1", "Ref1", "solana:So1?reference=Ref1"],
  ["ton", "tvm:-239", "UQab_-", "hb 7&8", "ton://transfer/UQab_-?text=hb+7%268"],
  ["tron", "tron:0x2b", "TAb", null, "TAb"],
] as const)("of %s on %s", (coinType, id, address, reference, link) => {
  expect(writeDepositLink({ coinType, network: { id, name: "" }, address, reference, minAmount })).toBe(link);
});
