import i18next from "i18next";
import { beforeEach, expect, it, vi } from "vitest";

import { LANGUAGES } from "#domain/language/language.ts";

import { loadTexts, showLanguage, startTexts } from "./texts.ts";

const gate = vi.hoisted(() => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
});

// The first part of Vietnamese stays pending until the test resolves it.
vi.mock("/locales/vi/app.json", async () => {
  await gate.opened;
  return { default: { back: "Quay lại" } };
});

beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await startTexts();
  await showLanguage("en");
});

it("shows no raw key after a switch during which a screen asked for its texts", async () => {
  const switching = showLanguage("vi");
  await loadTexts(["envelope"]);
  expect(i18next.t("envelope:send.title")).not.toBe("envelope:send.title");
  expect(i18next.language).toBe("en");

  gate.open();
  await switching;
  expect(i18next.language).toBe("vi");
  expect(i18next.exists("envelope:send.title")).toBe(true);
  expect(i18next.exists("app:back")).toBe(true);
});

it("shows no raw key where a screen's texts come after the switch", async () => {
  const loading = loadTexts(["wallet"]);
  await showLanguage("km");
  await loading;
  expect(i18next.exists("wallet:binding.title")).toBe(true);
});

it("has texts of its own for every language, at once and later", async () => {
  await loadTexts(["wallet"]);
  const titles = new Set<string>();
  for (const language of LANGUAGES) {
    await showLanguage(language);
    titles.add(`${i18next.t("app:home.pitch")} ${i18next.t("wallet:binding.title")}`);
  }
  expect(titles.size).toBe(LANGUAGES.length);
});
