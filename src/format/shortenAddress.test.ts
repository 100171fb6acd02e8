import { expect, test } from "vitest";

import { shortenAddress } from "./shortenAddress.ts";

test.each([
  ["0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199", "0x8626…1199"],
  ["7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV", "7EcD…FLtV"],
  ["0xabcd", "0xabcd"],
  ["0xabcdef12", "0xabcdef12"],
  ["", ""],
])("%s is known by %s", (address, short) => {
  expect(shortenAddress(address)).toBe(short);
});
