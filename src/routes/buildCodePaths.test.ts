import { expect, test } from "vitest";

import { buildEmailPath, buildRecoveryPath } from "./buildCodePaths.ts";
import { readRedirectTarget } from "./redirectTarget.ts";

test.each([buildEmailPath, buildRecoveryPath])("the way back survives with its query", (build) => {
  const path = "/addWallet?redirect=%2FsendPacket%3FchatId%3D-1001";
  const { search } = new URL(build(path), "https://app.invalid");
  expect(readRedirectTarget(search)).toBe(path);
});
