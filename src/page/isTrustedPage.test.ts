import { expect, it } from "vitest";

import { isTrustedPage } from "./isTrustedPage.ts";

it.each([
  ["https://hongbao.example/", ["hongbao.example"], true],
  ["http://hongbao.example/", ["hongbao.example"], false],
  ["https://hongba0.example/", ["hongbao.example"], false],
  ["http://localhost:8080/", ["localhost:8080"], true],
  ["http://127.0.0.1:8080/", ["127.0.0.1"], true],
  ["http://p1.localhost:8080/", ["localhost:8080"], true],
  ["http://localhost:8080/", ["hongbao.example"], false],
  ["http://localhost.evil.example/", ["localhost.evil.example"], false],
])("%s, officially %j, is trusted: %s", (address, officialDomains, isTrusted) => {
  expect(isTrustedPage(new URL(address) as unknown as Location, officialDomains)).toBe(isTrusted);
});
