import { expect, it } from "vitest";

import { chooseStartGround, mayBeWelcome } from "./startGround.ts";

it.each([
  ["/", null, "hero"],
  ["/", "g_abc", "hero"],
  ["/homePage", null, "hero"],
  ["/", "e_abc", "stage"],
  ["/", "c_abc_def", "stage"],
  ["/getPacket", null, "stage"],
  ["/login", null, "stage"],
  ["/welcome", null, "stage"],
  ["/user", null, "page"],
  // A reload of another screen does not follow the start parameter again.
  ["/user", "e_abc", "page"],
  ["/nowhere", null, "page"],
  ["/unPaymentList", null, "page"],
] as const)("in the messenger %s with %j starts on the ground %s", (path, startParam, ground) => {
  expect(chooseStartGround({ path, startParam, isLaunched: true })).toBe(ground);
});

it("outside the messenger starts on the login's stage, but for the payment page", () => {
  const grounds = ["/", "/homePage", "/user", "/unPaymentList"].map((path) =>
    chooseStartGround({ path, startParam: null, isLaunched: false }),
  );
  expect(grounds).toEqual(["stage", "stage", "stage", "page"]);
});

it.each([
  ["/", true, null, true],
  ["/user", true, "", true],
  ["/", true, "token", false],
  ["/", false, null, false],
  ["/unPaymentList", true, null, false],
])("%s may be the welcome, launched %s, with the token %j: %s", (path, isLaunched, token, isPossible) => {
  expect(mayBeWelcome({ path, startParam: null, isLaunched }, token)).toBe(isPossible);
});
