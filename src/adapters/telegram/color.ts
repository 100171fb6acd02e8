/** Channels of 0 to 255. */
export interface Rgb {
  red: number;
  green: number;
  blue: number;
}

export const BLACK: Rgb = { red: 0, green: 0, blue: 0 };
export const WHITE: Rgb = { red: 255, green: 255, blue: 255 };

/** Where white and black stand out equally: (1.05 / 0.05) ** 0.5 * 0.05 - 0.05. */
const MIDDLE_LUMINANCE = 0.1791;

/** @returns null for anything but `#rgb` and `#rrggbb` */
export function parseHex(text: string): Rgb | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => Number.parseInt(pairs.slice(start, start + 2), 16));
  return { red, green, blue };
}

export function formatHex({ red, green, blue }: Rgb): `#${string}` {
  return `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

/** @param share how much of `other`, 0 to 1 */
export function mixColors(color: Rgb, other: Rgb, share: number): Rgb {
  const mix = (from: number, to: number) => from + (to - from) * share;
  return {
    red: mix(color.red, other.red),
    green: mix(color.green, other.green),
    blue: mix(color.blue, other.blue),
  };
}

/** Relative luminance of WCAG 2, 0 to 1. */
export function measureLuminance({ red, green, blue }: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Contrast of WCAG 2, 1 to 21. */
export function measureContrast(color: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [measureLuminance(color), measureLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** White stands out better than black on it. */
export function isColorDark(color: Rgb): boolean {
  return measureLuminance(color) < MIDDLE_LUMINANCE;
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
