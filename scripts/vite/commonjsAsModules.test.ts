import { expect, test } from "vitest";
import { wrapModule } from "./commonjsAsModules.ts";

async function load(code: string): Promise<unknown> {
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(wrapModule(code))}`)) as { default: unknown };
  return loaded.default;
}

test.each([
  ["module.exports = 7;", 7],
  ["exports.add = 7;", { add: 7 }],
  ["this.add = 7;", { add: 7 }],
  ['module.exports = typeof require === "undefined" ? 7 : require("fs");', 7],
])("%s is what the module exports", async (code, value) => {
  expect(await load(code)).toEqual(value);
});
