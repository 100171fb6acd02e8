import { expect, it } from "vitest";
import { toTryScopes } from "./tryScopes.ts";

it.each([
  ["203.0.113.7", "ip:203.0.113.7"],
  ["::ffff:203.0.113.7", "ip:203.0.113.7"],
  ["2001:DB8:0:1:aaaa::5", "ip:2001:db8:0:1::/64"],
  ["2001:db8:0000:0001:1:2:3:4", "ip:2001:db8:0:1::/64"],
  ["2001:db8::1", "ip:2001:db8:0:0::/64"],
  ["::1", "ip:0:0:0:0::/64"],
])("%s counts as %s", (address, name) => {
  expect(toTryScopes(7n, address)).toEqual({ ip: { name, most: 300 }, user: { name: "user:7", most: 10 } });
});
