import { expect, it, test } from "vitest";
import { createProxyCheck, readAddress } from "./readAddress.ts";

it.each([
  ["203.0.113.7", "203.0.113.7"],
  [" 203.0.113.7 ", "203.0.113.7"],
  ["203.0.113.7:5001", "203.0.113.7"],
  ['"203.0.113.7:5001"', "203.0.113.7"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:0db8:0000::0001", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ['"[2001:db8::1]:443"', "2001:db8::1"],
  ["2001:db8:1:2:3:4:5:6:443", "2001:db8:1:2:3:4:5:6"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:443", "fe80::1"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:5001", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.7"],
  ["::1", "::1"],
])("%s is %s", (text, address) => {
  expect(readAddress(text)).toBe(address);
});

it.each([
  "",
  "unknown",
  "_hidden",
  "app.example",
  "app.example:443",
  "203.0.113",
  "203.0.113.300:80",
  "[203.0.113.7]:80",
  "203.0.113.7:",
  "203.0.113.7:123456",
  "203.0.113.7, 10.0.0.1",
  "[2001:db8::1",
  "2001:db8::1]:443",
  undefined,
])("%s is none", (text) => {
  expect(readAddress(text)).toBeNull();
});

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
