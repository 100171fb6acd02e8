import { expect, test } from "vitest";
import { setup } from "xstate";
import { listLifecycleEdges } from "./listLifecycleEdges.ts";

test("refuses a chart that is not flat", () => {
  const nested = setup({}).createMachine({
    id: "nested",
    initial: "a",
    states: { a: { initial: "b", states: { b: {} } } },
  });
  expect(() => listLifecycleEdges(nested)).toThrow("nested.a is not flat");
});
