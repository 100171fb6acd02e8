import { describe, expect, it } from "vitest";

import { CLIENT_PALETTES } from "#tests/support/themePalettes.ts";

import { measureContrast, measureLuminance, parseHex } from "./color.ts";
import { repairTheme } from "./repairTheme.ts";

function parse(text: string | undefined) {
  const color = parseHex(text ?? "");
  if (color === null) throw new Error(`no colour: ${text}`);
  return color;
}

describe("repairTheme", () => {
  it.each(Object.entries(CLIENT_PALETTES))("leaves %s as it is", (name, palette) => {
    const { bg_color, section_bg_color, secondary_bg_color, text_color } = palette;
    expect(repairTheme(palette)).toEqual({
      scheme: name.endsWith("dark") ? "dark" : "light",
      colors: { bg_color, section_bg_color, secondary_bg_color, text_color },
    });
  });

  it("leaves the choice to the system where no ground is named", () => {
    expect(repairTheme({})).toEqual({ scheme: null, colors: {} });
    // White text alone would stand on our own white.
    expect(repairTheme({ text_color: "#ffffff", button_color: "#3390ec" })).toEqual({ scheme: null, colors: {} });
  });

  it("leaves out what is no colour", () => {
    expect(repairTheme({ bg_color: "#212121", secondary_bg_color: "black", text_color: "#12" })).toEqual({
      scheme: "dark",
      colors: { bg_color: "#212121" },
    });
    expect(repairTheme({ bg_color: "", secondary_bg_color: "#fff" })).toMatchObject({ scheme: "light" });
  });

  it("draws an unreadable text to the side of its grounds", () => {
    expect(repairTheme({ bg_color: "#ffffff", text_color: "#ffffff" }).colors.text_color).toMatch(/^#([0-4].)\1\1$/);
    expect(repairTheme({ bg_color: "#000000", text_color: "#000000" }).colors.text_color).toMatch(/^#([b-f].)\1\1$/);
  });

  it("keeps a text's hue as far as it can be read", () => {
    const { colors } = repairTheme({ bg_color: "#ffffff", text_color: "#3366ff" });
    const { red, green, blue } = parse(colors.text_color);
    expect(blue).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(red);
    expect(measureContrast(parse(colors.text_color), parse("#ffffff"))).toBeGreaterThanOrEqual(4.5);
  });

  it("brings grounds of both ends to the chief one's", () => {
    const { scheme, colors } = repairTheme({
      bg_color: "#1c1c1d",
      section_bg_color: "#ffffff",
      secondary_bg_color: "#808080",
      text_color: "#ffffff",
    });
    expect(scheme).toBe("dark");
    for (const ground of [colors.section_bg_color, colors.secondary_bg_color]) {
      expect(measureLuminance(parse(ground))).toBeLessThan(0.05);
    }
    expect(colors).toMatchObject({ bg_color: "#1c1c1d", text_color: "#ffffff" });
  });
});
