import i18next from "i18next";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import { createApp } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ShareButton } from "./ShareButton.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

it("is busy until the share is ready", async () => {
  vi.spyOn(window, "fetch").mockReturnValue(new Promise(() => {}));
  const app = createApp(window);
  app.root.start();
  app.root.send({ type: "app.start" });
  await renderOnPage(
    <AppContext value={app}>
      <ShareButton envelopeId="7" />
    </AppContext>,
  );
  i18next.addResourceBundle("en", "envelope", envelope);
  const button = page.getByRole("button");
  await button.click();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await expect.element(button).toHaveAccessibleName("Share in a chat");
  app.root.stop();
});
