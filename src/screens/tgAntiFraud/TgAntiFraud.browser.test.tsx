import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import safety from "#locales/en/safety.json";
import { openRoute } from "#tests/support/openRoute.tsx";
import { standInServer } from "#tests/support/standInServer.ts";

import { TgAntiFraud } from "./TgAntiFraud.tsx";

afterEach(cleanup);

it("answers by Enter alone, and never calls an unknown account safe", async () => {
  standInServer({ "/antiFraud/query": { verdict: "unknown" } });
  await openRoute(<TgAntiFraud />, "/tgAntiFraud");
  const field = page.getByRole("textbox", { name: safety.account });
  await field.fill("@somebody");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(safety.verdict.unknown.text)).toBeVisible();
  await expect.element(page.getByText("@somebody")).toBeVisible();
  await field.fill("@somebody_else");
  await expect.element(page.getByText(safety.verdict.unknown.text)).not.toBeInTheDocument();
});
