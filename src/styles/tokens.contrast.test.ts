import { readFile } from "node:fs/promises";

import fc from "#tests/support/fastCheck.ts";
import { describe, expect, it } from "vitest";

import { measureContrast } from "#src/adapters/telegram/color.ts";
import { repairTheme, type ThemeColors } from "#src/adapters/telegram/repairTheme.ts";
import { readBlock, readTokens, type TokenWorld } from "#tests/support/readTokens.ts";
import { flatten, resolveColors, type Paint } from "#tests/support/resolveColors.ts";
import { CLIENT_PALETTES, ODD_PALETTES } from "#tests/support/themePalettes.ts";

const CSS = await readFile(new URL("tokens.css", import.meta.url), "utf8");

/** Text; large text and marks; a hairline, which edges a card on a page of the same colour. */
const [TEXT, MARK, HAIRLINE] = [4.5, 3, 1.08];

const EVERYDAY = ["--page", "--surface"];

/** What is painted on what: the foreground, the backgrounds (each a stack of paints, the lowest last), the least contrast. */
const PAIRS: readonly (readonly [above: string, grounds: readonly string[], least: number])[] = [
  [
    "--text",
    [...EVERYDAY, "--field/--surface", "--pressed/--surface", "--pressed/--page", "--accent-soft/--surface"],
    TEXT,
  ],
  ["--muted", [...EVERYDAY, "--field/--surface", "--field/--page", "--pressed/--surface"], TEXT],
  [
    "--accent",
    [
      ...EVERYDAY,
      "--accent-soft/--surface",
      "--accent-soft/--page",
      "--field/--surface",
      "--pressed/--surface",
      "--pressed/--page",
    ],
    TEXT,
  ],
  ["--good", [...EVERYDAY, "--good-soft/--surface", "--good-soft/--page"], TEXT],
  ["--warn", [...EVERYDAY, "--warn-soft/--surface", "--warn-soft/--page"], TEXT],
  ["--bad", [...EVERYDAY, "--bad-soft/--surface", "--bad-soft/--page", "--field/--surface"], TEXT],
  ["--focus", EVERYDAY, MARK],
  ["--focus-on-page", EVERYDAY, MARK],
  ["--focus-on-stage", ["--stage", "--stage-top", "--red-deep", "--red-night"], MARK],
  ["--focus-on-paper", ["--paper", "--paper-shade"], MARK],
  ["--line", [...EVERYDAY, "--scrim/--page"], HAIRLINE],

  ["--on-red", ["--red", "--red-bright", "--red-deep", "--red-night"], TEXT],
  ["--on-gold", ["--gold", "--gold-bright", "--gold-soft"], TEXT],
  ["--on-gold", ["--gold-deep", "--seal"], MARK],
  ["--on-paper", ["--paper", "--paper-shade"], TEXT],
  ["--on-paper-muted", ["--paper", "--paper-shade"], TEXT],
  ["--on-stage", ["--stage", "--stage-top", "--stage-bottom", "--stage-edge"], TEXT],
  ["--on-stage-muted", ["--stage", "--stage-top", "--stage-bottom", "--stage-edge"], TEXT],
  ["--on-paper-good", ["--paper", "--on-paper-good-soft/--paper"], TEXT],
  ["--on-paper-warn", ["--paper", "--on-paper-warn-soft/--paper"], TEXT],
  ["--on-paper-bad", ["--paper", "--on-paper-bad-soft/--paper"], TEXT],
  ["--gold-soft", ["--red-deep", "--red-night"], TEXT],
  ["--gold", ["--stage", "--red-night"], MARK],
  ["--gold-bright", ["--stage", "--red", "--red-deep"], MARK],
  ["--red", ["--paper"], TEXT],
  // They tell nothing: the pattern of a cover, and the dots of the pages that are not shown.
  ["--gold-faint", ["--stage"], HAIRLINE],
  ["--on-stage-faint", ["--stage"], HAIRLINE],
];

const NO_THEME: Readonly<Record<string, TokenWorld>> = {
  "no theme, light": { theme: null, isSystemDark: false, hasColorMix: true },
  "no theme, dark": { theme: null, isSystemDark: true, hasColorMix: true },
  "no theme, dark, an old browser": { theme: null, isSystemDark: true, hasColorMix: false },
};

/** The page as `showTheme` leaves it. */
function toWorld(theme: ThemeColors, hasColorMix = true): TokenWorld {
  const { scheme, colors } = repairTheme(theme);
  const inline = Object.entries(colors).map(([name, color]) => [`--tg-theme-${name.replaceAll("_", "-")}`, color]);
  return { theme: scheme, isSystemDark: scheme !== "dark", hasColorMix, inline: Object.fromEntries(inline) };
}

/** Every colour that a stack of paints can have: gradients give one for each stop. */
function listPiles(pile: string, tokens: ReadonlyMap<string, string>): Paint[][] {
  let piles: Paint[][] = [[]];
  for (const name of pile.split("/")) {
    const paints = resolveColors(`var(${name})`, tokens);
    if (paints.length === 0) throw new Error(`${name} is no colour`);
    piles = piles.flatMap((above) => paints.map((paint) => above.concat(paint)));
  }
  return piles;
}

function findFaults(world: TokenWorld): string[] {
  const tokens = readTokens(CSS, world);
  const faults = new Set<string>();
  for (const [above, grounds, least] of PAIRS) {
    for (const ground of grounds) {
      for (const pile of listPiles(ground, tokens)) {
        for (const paint of resolveColors(`var(${above})`, tokens)) {
          const contrast = measureContrast(flatten([paint, ...pile]), flatten(pile));
          if (contrast < least) faults.add(`${above} on ${ground}: ${contrast.toFixed(2)} < ${least}`);
        }
      }
    }
  }
  return [...faults];
}

describe("the tokens' contrast", () => {
  it.each(Object.entries(NO_THEME))("holds with %s", (_, world) => {
    expect(findFaults(world)).toEqual([]);
  });

  it.each(Object.entries({ ...CLIENT_PALETTES, ...ODD_PALETTES }))("holds in %s", (_, palette) => {
    expect(findFaults(toWorld(palette))).toEqual([]);
    expect(findFaults(toWorld(palette, false))).toEqual([]);
  });

  it("holds in any theme, whole or in part", () => {
    const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const theme = fc.record(
      { bg_color: color, section_bg_color: color, secondary_bg_color: color, text_color: color },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(theme, (colors) => {
        expect(findFaults(toWorld(colors))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("is stated for every colour", () => {
    const tokens = readTokens(CSS, { theme: null, isSystemDark: false, hasColorMix: true });
    const colors = [...tokens].filter(([, value]) => resolveColors(value, tokens).length > 0).map(([name]) => name);
    const stated = new Set(
      PAIRS.flatMap(([above, grounds]) => [above].concat(grounds.flatMap((pile) => pile.split("/")))),
    );
    expect(colors.filter((name) => !stated.has(name))).toEqual([]);
  });
});

it("says the same for a dark system and for a dark theme", () => {
  const bySystem = readBlock(CSS, ":root:not([data-theme])", "@media (prefers-color-scheme: dark)");
  const byTheme = [...readBlock(CSS, ':root[data-theme="dark"]')].map(([name, value]) => {
    // Without a theme nothing of it is there to take.
    const own = /^(?:var\(--tg-[a-z-]+, )+(.*?)\)+$/.exec(value)?.[1];
    return [name, own ?? value] as const;
  });
  expect(Object.fromEntries(byTheme)).toEqual(Object.fromEntries(bySystem));
});
