import { expect, it } from "vitest";

import { buildOrderPath } from "./buildOrderPath.ts";

it("leads to the order of an envelope, whatever its name holds", () => {
  expect(buildOrderPath("e1")).toBe("/sendPacket?envelopeId=e1");
  expect(buildOrderPath("a&b")).toBe("/sendPacket?envelopeId=a%26b");
});
