import {
  BLACK,
  formatHex,
  isColorDark,
  measureContrast,
  measureLuminance,
  mixColors,
  parseHex,
  WHITE,
  type Rgb,
} from "./color.ts";

/** Colours of the messenger's theme by its own names, e.g. `secondary_bg_color`; a messenger may leave any out. */
export type ThemeColors = Readonly<Record<string, string | undefined>>;

/** What `tokens.css` takes from a theme. */
type UsedColor = "bg_color" | "section_bg_color" | "secondary_bg_color" | "text_color";

/** A theme on which its own text and our colours are readable. */
export interface ReadableTheme {
  /** Null where the theme has no background colour: the system decides. */
  scheme: "light" | "dark" | null;
  colors: Readonly<Partial<Record<UsedColor, string>>>;
}

const GROUNDS = ["bg_color", "section_bg_color", "secondary_bg_color"] as const;

/** Our red, green and amber texts need backgrounds that are lighter, or darker, than these. */
const LIGHTEST_OF_DARK = 0.04;
const DARKEST_OF_LIGHT = 0.8;

/** Muted text is mixed from the text and its background; below this its contrast misses 4.5. */
const MIN_TEXT_CONTRAST = 12;

const PULL_STEPS = 32;

/**
 * Keeps a theme's colours where they are readable. Malformed ones are left out, so that our own value applies. A
 * background of medium lightness, or of the other scheme than the main one, and a text with too little contrast are mixed
 * with black or white until they are readable; that keeps their hue as far as possible.
 */
export function repairTheme(colors: ThemeColors): ReadableTheme {
  const parsed = GROUNDS.flatMap((name) => {
    const color = parseHex(colors[name] ?? "");
    return color === null ? [] : [{ name, color }];
  });
  const [chief] = parsed;
  if (chief === undefined) return { scheme: null, colors: {} };

  const isDark = isColorDark(chief.color);
  const grounds = parsed.map(({ name, color }) => ({ name, color: repairGround(color, isDark) }));
  const text = parseHex(colors["text_color"] ?? "");
  const readable = text === null ? [] : [{ name: "text_color", color: repairText(text, isDark, grounds) }];
  return {
    scheme: isDark ? "dark" : "light",
    colors: Object.fromEntries([...grounds, ...readable].map(({ name, color }) => [name, formatHex(color)])),
  };
}

function repairGround(ground: Rgb, isDark: boolean): Rgb {
  return isDark
    ? pull(ground, BLACK, (color) => measureLuminance(color) <= LIGHTEST_OF_DARK)
    : pull(ground, WHITE, (color) => measureLuminance(color) >= DARKEST_OF_LIGHT);
}

function repairText(text: Rgb, isDark: boolean, grounds: readonly { color: Rgb }[]): Rgb {
  return pull(text, isDark ? WHITE : BLACK, (color) =>
    grounds.every((ground) => measureContrast(color, ground.color) >= MIN_TEXT_CONTRAST),
  );
}

/** The first mix on the way to `target` that passes. */
function pull(color: Rgb, target: Rgb, isServing: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < PULL_STEPS; step += 1) {
    const mixed = mixColors(color, target, step / PULL_STEPS);
    if (isServing(mixed)) return mixed;
  }
  return target;
}
