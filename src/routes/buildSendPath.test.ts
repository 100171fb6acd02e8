import { expect, it } from "vitest";

import { buildSendPath } from "./buildSendPath.ts";

it.each([
  [null, "/sendPacket"],
  ["", "/sendPacket"],
  ["-1001", "/sendPacket?chatId=-1001"],
  ["a&b", "/sendPacket?chatId=a%26b"],
])("leads with the group %j to %s", (chatId, path) => {
  expect(buildSendPath(chatId)).toBe(path);
});
