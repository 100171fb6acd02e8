import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listImports, resolveInTree } from "#tests/rooms/listImports.ts";
import { collectKeyUses } from "./collectKeyUses.ts";

const ROUTES = "src/routes/screens.ts";

/** Texts that a component reads from their files itself. */
const APART = ["bot", "proof"];

/** Texts that a file of several screens has for some of them alone, which load them. */
const OF_SOME: Readonly<Record<string, readonly string[]>> = {
  // A wallet's failure, and any failure of a page that shows none.
  "machines/kit/failureText.ts": ["wallet", "errors"],
  // An envelope's life and a payout's.
  "machines/lifecycle/viewLife.ts": ["withdraw", "envelope"],
  "src/components/shell/LifeCard.tsx": ["envelope"],
  // The end of a lock, beside other times.
  "src/components/shell/SecondsLeft.tsx": ["codes"],
  "src/components/envelope/envelopeTexts.ts": ["copyTexts"],
  // Which switch could not be saved.
  "src/adapters/actors/choices.ts": ["home"],
  // Too few groups for an envelope to several.
  "src/components/shell/GroupChoice.tsx": ["home"],
  "src/screens/sendPacket/NoSendForm.tsx": ["home"],
  "machines/groupChoice/groupChoice.view.ts": ["home"],
};

/** Namespaces of the texts that a file names. */
const named = new Map<string, Set<string>>();
for (const { place, keys } of collectKeyUses(["src/**/*.{ts,tsx}", "machines/**/*.ts", "domain/**/*.ts"])) {
  const file = place.replace(/:\d+$/u, "");
  for (const key of keys) named.set(file, (named.get(file) ?? new Set()).add(key.split(":")[0] ?? ""));
}

const codes = new Map<string, string>();
function readCode(file: string): string {
  const code = codes.get(file) ?? readFileSync(file, "utf8");
  codes.set(file, code);
  return code;
}

/** Every file that a screen is made of, its later parts too, with the way to it. */
function listParts(entry: string): Map<string, string> {
  const ways = new Map([[entry, entry]]);
  for (const [file, way] of ways) {
    for (const { specifier, isTypeOnly } of listImports(file, readCode(file))) {
      const target = resolveInTree(file, specifier);
      if (isTypeOnly || target === null || !/\.tsx?$/u.test(target) || target === ROUTES || !existsSync(target))
        continue;
      if (!ways.has(target)) ways.set(target, `${way} > ${target}`);
    }
  }
  return ways;
}

const ROUTE = /"(\/\w+)": defineScreen\(\s*\(\) =>\s*import\(\s*"#([^"]+)",?\s*\)[^[]*\[([^\]]*)\]/gu;
const routes = [...readCode(ROUTES).matchAll(ROUTE)].map(([, route, file, texts]) => ({
  route: route ?? "",
  file: file ?? "",
  loaded: new Set(["app", ...APART, ...[...(texts ?? "").matchAll(/"(\w+)"/gu)].map(([, name]) => name ?? "")]),
}));

test.each(routes)("$route loads the texts of all its parts", ({ file, loaded }) => {
  const parts = listParts(file);
  for (const part of parts.keys()) {
    for (const [, names] of readCode(part).matchAll(/loadTexts\(\[([^\]]*)\]\)/gu)) {
      for (const [, name] of (names ?? "").matchAll(/"(\w+)"/gu)) loaded.add(name ?? "");
    }
  }
  const missing = [...parts].flatMap(([part, way]) =>
    [...(named.get(part) ?? [])]
      .filter((name) => !loaded.has(name) && OF_SOME[part]?.includes(name) !== true)
      .map((name) => `${name}: ${way}`),
  );
  expect(missing).toEqual([]);
});
