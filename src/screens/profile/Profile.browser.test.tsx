import { expect, it } from "vitest";
import { page } from "vitest/browser";

import about from "#locales/en/about.json";
import { AppContext } from "#src/hooks/useApp.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Profile, SAMPLE_PROFILE } from "./Profile.tsx";

it("shows the fixed sample whoever is logged in, and says that it is one", async () => {
  await renderWithTexts(
    <AppContext value={await prepareApp()}>
      <Profile />
    </AppContext>,
    { about },
    "/profile",
  );
  await expect.element(page.getByText(about.profile.note)).toBeVisible();
  for (const text of [SAMPLE_PROFILE.name, SAMPLE_PROFILE.email, SAMPLE_PROFILE.handle, SAMPLE_PROFILE.password]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await expect.element(page.getByText(about.profile.online)).toBeInTheDocument();
  expect(document.body.textContent).not.toContain("Ann Lee");
  await expect.element(page.getByRole("link", { name: about.profile.own })).toHaveAttribute("href", "/user");
});
