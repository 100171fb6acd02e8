import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const files = globSync("src/icons/*.svg");
const names = files.map((file) => basename(file, ".svg")).toSorted();

it("names exactly the icons of the folder in the type", () => {
  const union = readFileSync("src/components/ui/Icon.tsx", "utf8");
  expect([...union.matchAll(/\| "(\w+)"/g)].map(([, name]) => name)).toEqual(names);
});

it("keeps no icon that nothing shows", () => {
  const sources = globSync("src/**/*.{ts,tsx}", {
    exclude: (path) => /ui\/Icon\.tsx$|\.(?:test|stories)\.tsx?$/.test(path),
  });
  const code = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const unused = names.filter((name) => !code.includes(`"${name}"`));
  expect(unused).toEqual([]);
});

it.each(files)("draws %s by strokes on the common grid", (file) => {
  const svg = readFileSync(file, "utf8");
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1\.8" stroke-linecap="round" stroke-linejoin="round">\n/,
  );
  expect(svg).toMatch(/^(?:<svg [^>]*>\n)(?: {2}<(?:path|circle|rect)(?: [\w-]+="[^"]*")+\/>\n)+<\/svg>\n$/);
});
