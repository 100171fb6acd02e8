import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";

import { COVER_IDS, toCoverId } from "#domain/covers.ts";
import { measureContrast, parseHex } from "#src/adapters/telegram/color.ts";

const MAX_BYTES = 6000;
/** Ground, shade, gold, light, the ink of the sign, and two of the occasion. */
const MAX_TINTS = 7;

/** A tint of the picture itself, for where no style sheet of the app reaches, such as an `<img>`. */
const TINT = /^var\((--cover-[a-z]+), (#[\da-f]{6})\)$/;

/** Tags of the few elements that a cover is made of: nothing that runs, loads, needs a font or an id of its own. */
const TAG = /<(\/?)(svg|symbol|path|use)((?: [\w-]+="[^"<&]*")*)(\/?)>/g;

const tokens = readDeclarations(readFileSync("src/styles/tokens.css", "utf8"));
const tints = readFileSync("src/styles/covers.css", "utf8");

function readDeclarations(css: string): Map<string, string> {
  // The first block of the tokens holds in every theme what later blocks do not repeat; gold and paper are among it.
  const block = css.slice(css.indexOf("{"), css.indexOf("}"));
  return new Map([...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

function readTints(id: string): Map<string, string> {
  const shared = readDeclarations(tints.slice(tints.indexOf("[data-cover] {")));
  const own = readDeclarations(tints.slice(tints.indexOf(`[data-cover="${id}"]`)));
  const all = [...shared, ...own].map(([name, value]) => {
    const token = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return [name, token === undefined ? value : (tokens.get(token) ?? "")] as const;
  });
  return new Map(all);
}

function readColor(hex: string | undefined) {
  const color = parseHex(hex ?? "");
  if (color === null) throw new Error(`${String(hex)} is no colour`);
  return color;
}

/** Every tag in order; throws for anything a cover must not hold, and for tags that do not match. */
function readTags(svg: string): { name: string; attributes: Map<string, string> }[] {
  const rest = svg.replaceAll(TAG, "").trim();
  if (rest !== "") throw new Error(`not part of a cover: ${rest.slice(0, 80)}`);
  const open: string[] = [];
  const tags = [];
  for (const [, slash, name = "", text = "", end] of svg.matchAll(TAG)) {
    if (slash === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      continue;
    }
    if (end === "") open.push(name);
    const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value] as const);
    const attributes = new Map(pairs);
    if (attributes.size !== pairs.length) throw new Error(`<${name}> has an attribute twice`);
    tags.push({ name, attributes });
  }
  if (open.length > 0) throw new Error(`<${String(open.at(-1))}> is not closed`);
  return tags;
}

it("draws a picture and a seal for every id, and no other", () => {
  const files = globSync("public/covers/*").map((file) => basename(file));
  expect(files.toSorted()).toEqual(COVER_IDS.map((id) => `${id}.svg`).toSorted());
});

it.each(["", "unknown", "__proto__", null])("shows good luck for the id %j", (id) => {
  expect(toCoverId(id)).toBe("goodLuck");
});

describe.each(COVER_IDS)("%s", (id) => {
  const svg = readFileSync(`public/covers/${id}.svg`, "utf8");
  const tags = readTags(svg);
  const paints = tags.flatMap(({ attributes }) =>
    ["fill", "stroke"].map((name) => attributes.get(name)).filter((value) => value !== undefined && value !== "none"),
  );

  it("is small", () => {
    expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it("has the two symbols, shows the art by itself and refers to nothing else", () => {
    const symbols = tags
      .filter(({ name }) => name === "symbol")
      .map(({ attributes }) => Object.fromEntries(attributes));
    expect(symbols).toEqual([
      { id: "art", viewBox: "0 0 260 330" },
      { id: "emblem", viewBox: "0 0 48 48" },
    ]);
    expect(tags.filter(({ attributes }) => attributes.has("id"))).toHaveLength(2);
    expect([...svg.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(["#art"]);
    expect(svg).not.toMatch(/url\(|style=|\son\w+=/);
    expect(tags[0]?.attributes.get("viewBox")).toBe("0 0 260 330");
  });

  it("paints by the tints of its style alone, and falls back on the same", () => {
    const used = new Map(paints.map((paint) => TINT.exec(paint ?? "")?.slice(1) as [string, string]));
    const styled = readTints(id);
    for (const [name, fallback] of used) expect([name, fallback]).toEqual([name, styled.get(name)]);
    expect(used.size).toBeLessThanOrEqual(MAX_TINTS);
    expect([...used.keys()].toSorted()).toEqual([...styled.keys()].toSorted());
  });

  it("leaves the sender's words and the sign of the seal readable", () => {
    const styled = readTints(id);
    const words = readColor(tokens.get("--gold-soft"));
    expect(measureContrast(words, readColor(styled.get("--cover-ground")))).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(words, readColor(styled.get("--cover-shade")))).toBeGreaterThanOrEqual(4.5);
    // A sign is a graphic, for which 3 is enough, on the darkest rim of the gold too.
    const ink = readColor(styled.get("--cover-ink"));
    expect(measureContrast(ink, readColor(tokens.get("--gold")))).toBeGreaterThanOrEqual(4.5);
    expect(measureContrast(ink, readColor(tokens.get("--gold-deep")))).toBeGreaterThanOrEqual(3);
  });
});
