import { expect, test } from "vitest";
import { dropLookalikes } from "./dropLookalikes.ts";

const look = (state: string, facts: Readonly<Record<string, string>>) => ({
  state,
  facts: new Map(Object.entries(facts)),
});

test("a look stays that shows something for the first time in its state, and no mere combination", () => {
  const empty = look("typing", { code: "none", problem: "none" });
  const typed = look("typing", { code: "there", problem: "none" });
  const wrong = look("typing", { code: "none", problem: "there" });
  const both = look("typing", { code: "there", problem: "there" });
  const saved = look("saved", { code: "there", problem: "none" });
  expect(dropLookalikes([empty, typed, wrong, both, saved])).toEqual([empty, typed, wrong, saved]);
});
