import { expect, test } from "vitest";

import { buildBindingPath } from "./buildBindingPath.ts";
import { readRedirectTarget } from "./redirectTarget.ts";

test("the way to bind a wallet leads back, query included, and names the type", () => {
  const path = buildBindingPath("/sendPacket?chatId=-1001&x=a b", "Solana");
  expect(path).toBe("/addWallet?redirect=%2FsendPacket%3FchatId%3D-1001%26x%3Da+b&type=Solana");
  expect(readRedirectTarget(path.slice(path.indexOf("?")))).toBe("/sendPacket?chatId=-1001&x=a%20b");
});
