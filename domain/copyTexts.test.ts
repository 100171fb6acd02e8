import { expect, it } from "vitest";
import { findMessageId, toMessageId } from "./copyTexts.ts";

it("shows a wish only if the sender wrote nothing", () => {
  expect(findMessageId("", "eid")).toBe("eid");
  expect(findMessageId(null, "eid")).toBe("eid");
  expect(findMessageId("for you", "eid")).toBeNull();
  expect(findMessageId("", null)).toBeNull();
  expect(findMessageId("", "of a later version")).toBeNull();
});

it("uses the first wish for an unknown choice", () => {
  expect(toMessageId("eid")).toBe("eid");
  expect(toMessageId("of a later version")).toBe("goodLuck");
  expect(toMessageId(null)).toBe("goodLuck");
});
