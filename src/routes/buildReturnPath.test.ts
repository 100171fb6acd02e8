import { expect, it } from "vitest";

import { buildReturnPath } from "./buildReturnPath.ts";

it.each([
  [null, "/sendPacket?coinType=ton"],
  ["-1001", "/sendPacket?chatId=-1001&coinType=ton"],
])("leads back to the group %j in the same coin", (chatId, path) => {
  expect(buildReturnPath({ chatId, coinType: "ton" })).toBe(path);
});
