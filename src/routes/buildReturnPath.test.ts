import { expect, it } from "vitest";

import { buildReturnPath } from "./buildReturnPath.ts";

it.each([
  [null, null, "/sendPacket?coinType=ton"],
  ["-1001", null, "/sendPacket?chatId=-1001&coinType=ton"],
  ["-1001", "0.25", "/sendPacket?chatId=-1001&coinType=ton&amount=0.25"],
])("leads back to the group %j in the same coin, with %j", (chatId, amount, path) => {
  expect(buildReturnPath({ chatId, coinType: "ton", amount })).toBe(path);
});
