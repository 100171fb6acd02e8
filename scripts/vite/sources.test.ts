import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { expect, it } from "vitest";
import { dropDescriptions } from "./sources.ts";

const FILES = globSync("machines/**/*.ts", { exclude: ["**/*.test.ts", "**/*.table.ts"] });

it("leaves the chart without its descriptions", async () => {
  const code = String.raw`export default {
    id: "lamp",
    description: "A \"lamp\", {with} a switch.",
    states: {
      off: { description: "Dark.", on: { press: { target: "on", description: "Lights it." } } },
      on: {
        description:
          "Light, until it is pressed",
        type: "final",
      },
    },
  };`;
  const { default: chart } = (await import(`data:text/javascript,${encodeURIComponent(dropDescriptions(code))}`)) as {
    default: unknown;
  };
  expect(chart).toEqual({
    id: "lamp",
    states: { off: { on: { press: { target: "on" } } }, on: { type: "final" } },
  });
});

it("finds every description and all types of the charts, and leaves TypeScript", () => {
  expect(FILES.length).toBeGreaterThan(50);
  for (const file of FILES) {
    const code = dropDescriptions(readFileSync(file, "utf8"));
    expect(code, file).not.toMatch(/\bdescription:\s*["'`]/u);
    expect(code, file).not.toMatch(/\btypes: \{$/mu);
    expect(() => stripTypeScriptTypes(code), file).not.toThrow();
  }
});
