import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATHS } from "#src/routes/paths.ts";

/** Where nobody goes by a tap: the app leads there by itself, or a link outside the app does. */
const UNTAPPED: ReadonlySet<string> = new Set(["/login", "/errorPage", "/unPaymentList", "/welcome"]);
/** What is part of a screen: its own folder, and what all screens share. */
const ROOMS = ["screens", "components", "routes"];

function readSources(): string {
  return ROOMS.flatMap((room) => {
    const folder = new URL(`../../src/${room}/`, import.meta.url);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/u.test(file) && file !== "paths.ts" && file !== "screens.ts")
      .map((file) => readFileSync(new URL(file, folder), "utf8").replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gmu, ""));
  }).join("\n");
}

test("every route is the target of a link or a step somewhere in the app", () => {
  const sources = readSources();
  const isLinked = (path: string) => new RegExp(`["\`]${path}(?:["\`?#])`, "u").test(sources);
  expect(PATHS.filter((path) => !UNTAPPED.has(path) && !isLinked(path))).toEqual([]);
});

test("a state page of an envelope is the target of a link", () => {
  expect(readSources()).toMatch(/\/statePage\?envelopeId=/u);
});
