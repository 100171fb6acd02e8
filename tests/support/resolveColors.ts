import { mixColors, parseHex, type Rgb } from "#src/adapters/telegram/color.ts";

export interface Paint {
  color: Rgb;
  /** 0 to 1. */
  alpha: number;
}

/**
 * What a value paints: one colour, or the stops of a gradient. Empty for a value that is no colour.
 * @throws for a colour it cannot read
 */
export function resolveColors(value: string, tokens: ReadonlyMap<string, string>): Paint[] {
  const text = value.trim();
  if (text.startsWith("#")) return [parsePaint(text)];
  const call = /^([a-z-]+)\((.*)\)$/s.exec(text);
  if (call === null) return [];
  const [, name = "", inside = ""] = call;
  const parts = splitByComma(inside);
  switch (name) {
    case "var": {
      const [token = "", ...fallback] = parts;
      return resolveColors(tokens.get(token.trim()) ?? fallback.join(","), tokens);
    }
    case "color-mix":
      return [mix(parts, tokens)];
    case "linear-gradient":
    case "radial-gradient":
      return parts.flatMap((stop) => resolveColors(stop.trim().replace(/(\s+[\d.]+%?)+$/, ""), tokens));
    default:
      return [];
  }
}

/** Paints laid one upon another, the last an opaque ground. */
export function flatten(layers: readonly Paint[]): Rgb {
  const [ground, ...above] = layers.toReversed();
  if (ground?.alpha !== 1) throw new Error("the lowest layer is not opaque");
  let { color } = ground;
  for (const paint of above) color = mixColors(color, paint.color, paint.alpha);
  return color;
}

/** `color-mix(in srgb, A p%, B)` of opaque colours. */
function mix([space = "", first = "", second = ""]: readonly string[], tokens: ReadonlyMap<string, string>): Paint {
  const match = /^(.*\S)\s+([\d.]+)%$/s.exec(first.trim());
  const [one] = resolveColors(match?.[1] ?? first, tokens);
  const [other] = resolveColors(second, tokens);
  if (space.trim() !== "in srgb" || match === null || one?.alpha !== 1 || other?.alpha !== 1) {
    throw new Error(`cannot mix ${first}, ${second} ${space}`);
  }
  return { color: mixColors(other.color, one.color, Number(match[2]) / 100), alpha: 1 };
}

function parsePaint(text: string): Paint {
  const hasAlpha = text.length === 5 || text.length === 9;
  const digits = hasAlpha ? (text.length - 1) / 4 : 0;
  const color = parseHex(hasAlpha ? text.slice(0, -digits) : text);
  if (color === null) throw new Error(`cannot read ${text}`);
  const alpha = hasAlpha ? Number.parseInt(text.slice(-digits).padStart(2, text.at(-1)), 16) / 255 : 1;
  return { color, alpha };
}

function splitByComma(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
