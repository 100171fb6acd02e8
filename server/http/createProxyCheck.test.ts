import { expect, test } from "vitest";
import { createProxyCheck } from "./createProxyCheck.ts";

test("knows addresses and ranges, and IPv4 as a socket of both families writes it", () => {
  const isTrusted = createProxyCheck(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);
  for (const address of ["10.1.2.3", "192.0.2.7", "::ffff:10.1.2.3", "fd00::1", "10.1.2.3:80"])
    expect(isTrusted(address)).toBe(true);
  for (const address of ["11.0.0.1", "192.0.2.8", "::ffff:11.0.0.1", "fe80::1", "::1"])
    expect(isTrusted(address)).toBe(false);
});

test("trusts nobody without a proxy, nor a peer without an address", () => {
  expect(createProxyCheck([])("127.0.0.1")).toBe(false);
  expect(createProxyCheck(["10.0.0.0/8"])(undefined)).toBe(false);
});
