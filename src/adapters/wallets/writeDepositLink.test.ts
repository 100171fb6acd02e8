import { expect, test } from "vitest";

import { writeDepositLink } from "./writeDepositLink.ts";

const minAmount = "1";

test.each([
  ["eth", "eip155:11155111", "0xAb", null, null, "ethereum:0xAb@11155111"],
  ["sol", "solana:main", "So1", "Ref1", null, "solana:So1?reference=Ref1"],
  ["ton", "tvm:-239", "UQab_-", "hb 7&8", null, "ton://transfer/UQab_-?text=hb+7%268"],
  ["usdt", "tvm:-239", "UQab_-", "hb-8", "EQma_-", "ton://transfer/UQab_-?jetton=EQma_-&text=hb-8"],
  ["tron", "tron:0x2b", "TAb", null, null, "TAb"],
] as const)("of %s on %s", (coinType, id, address, reference, jettonMaster, link) => {
  const network = { id, name: "" };
  expect(writeDepositLink({ coinType, network, address, reference, jettonMaster, minAmount })).toBe(link);
});
