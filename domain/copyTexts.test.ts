import { expect, it } from "vitest";
import { findMessageId } from "./copyTexts.ts";

it("shows a wish only where the sender wrote nothing", () => {
  expect(findMessageId("", "eid")).toBe("eid");
  expect(findMessageId(null, "eid")).toBe("eid");
  expect(findMessageId("for you", "eid")).toBeNull();
  expect(findMessageId("", null)).toBeNull();
  expect(findMessageId("", "of a later version")).toBeNull();
});
