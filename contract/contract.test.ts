import { expect, test } from "vitest";
import { findDrift } from "../scripts/generate.ts";

test("contract/ is what openapi.yaml says", async () => {
  expect(await findDrift()).toEqual([]);
});
