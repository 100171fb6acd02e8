import { expect, test } from "vitest";
import { checkModels } from "./checkModels.ts";
import { listMachineNames, MODELS } from "./registry.ts";

test("every machine has a model", () => {
  expect([...MODELS.keys()].sort()).toEqual(listMachineNames());
});

checkModels("first");
