import { expect, it } from "vitest";
import { CLIENT_PALETTES } from "#tests/support/themePalettes.ts";
import { themeParamsOf } from "./themes.ts";

it("has the colours of the web clients that the app is checked in", () => {
  expect(themeParamsOf("a", "light")).toEqual(CLIENT_PALETTES["Web A light"]);
  expect(themeParamsOf("a", "dark")).toEqual(CLIENT_PALETTES["Web A dark"]);
  expect(themeParamsOf("k", "light")).toEqual(CLIENT_PALETTES["Web K light"]);
  expect(themeParamsOf("k", "dark")).toEqual(CLIENT_PALETTES["Web K dark"]);
});
