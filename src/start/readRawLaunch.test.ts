import { expect, it } from "vitest";

import { readRawLaunch } from "./readRawLaunch.ts";

const DARK = { bg_color: "#212121", text_color: "#ffffff" };
const LAUNCH = new URLSearchParams({
  tgWebAppData: "user=%7B%7D&start_param=e_1",
  tgWebAppPlatform: "weba",
  tgWebAppThemeParams: JSON.stringify(DARK),
}).toString();

it("reads theme and start parameter from the address", () => {
  expect(readRawLaunch({ hash: `#${LAUNCH}`, search: "" }, null)).toEqual({
    theme: DARK,
    startParam: "e_1",
    isLaunched: true,
  });
  expect(readRawLaunch({ hash: `#${LAUNCH}`, search: "?tgWebAppStartParam=c_2" }, null).startParam).toBe("c_2");
});

it("after a reload reads what the SDK kept", () => {
  expect(readRawLaunch({ hash: "", search: "" }, JSON.stringify(LAUNCH))).toMatchObject({
    theme: DARK,
    isLaunched: true,
  });
});

it.each([
  ["", null],
  ["#code=abc", null],
  ["#tgWebAppThemeParams=%7B", "{"],
  ["#x", "[1]"],
])("finds no launch in %j and %j", (hash, stored) => {
  expect(readRawLaunch({ hash, search: "" }, stored)).toEqual({ theme: {}, startParam: null, isLaunched: false });
});

it("leaves out what is not a colour", () => {
  const hash = `#tgWebAppPlatform=ios&tgWebAppThemeParams=${encodeURIComponent('{"bg_color":7,"text_color":"#000000"}')}`;
  expect(readRawLaunch({ hash, search: "" }, null).theme).toEqual({ text_color: "#000000" });
});
