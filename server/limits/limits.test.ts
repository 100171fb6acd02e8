import { expect, it } from "vitest";
import { LIMITS, ofIp, ofUser } from "./limits.ts";

it.each([
  ["203.0.113.7", "passphrase.ip:203.0.113.7"],
  ["::ffff:203.0.113.7", "passphrase.ip:203.0.113.7"],
  ["2001:DB8:0:1:aaaa::5", "passphrase.ip:2001:db8:0:1::/64"],
  ["2001:db8:0000:0001:1:2:3:4", "passphrase.ip:2001:db8:0:1::/64"],
  ["2001:db8::1", "passphrase.ip:2001:db8:0:0::/64"],
  ["2001:db8:1::", "passphrase.ip:2001:db8:1:0::/64"],
  ["[2001:db8::1]:443", "passphrase.ip:2001:db8:0:0::/64"],
  ["fe80::1%eth0", "passphrase.ip:fe80:0:0:0::/64"],
  ["203.0.113.7:5001", "passphrase.ip:203.0.113.7"],
  ["messenger.7", "passphrase.ip:messenger.7"],
  ["::1", "passphrase.ip:0:0:0:0::/64"],
])("%s counts as %s", (address, name) => {
  expect(ofIp(LIMITS.wrongPassphrasesOfIp, address)).toEqual({ limit: LIMITS.wrongPassphrasesOfIp, name });
});

it("a person's scope is the id", () => {
  expect(ofUser(LIMITS.loginsOfUser, 7n).name).toBe("login.user:7");
});
