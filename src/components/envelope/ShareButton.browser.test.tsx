import { useState, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { ShareButton } from "./ShareButton.tsx";

let app: App;

beforeEach(async () => {
  app = await startApp();
});

/** Three buttons, two of one envelope; the last one can go. */
function Buttons() {
  const [hasLast, setHasLast] = useState(true);
  return (
    <>
      <ShareButton envelopeId="7" />
      <ShareButton envelopeId="8" />
      {hasLast && <ShareButton envelopeId="8" />}
      <button
        onClick={() => {
          setHasLast(false);
        }}
      >
        Drop the last
      </button>
    </>
  );
}

function show(node: ReactNode): Promise<void> {
  return renderWithTexts(<AppContext value={app}>{node}</AppContext>, { envelope });
}

it("is busy until the share is ready", async () => {
  vi.spyOn(window, "fetch").mockReturnValue(new Promise(() => {}));
  await show(<ShareButton envelopeId="7" />);
  const button = page.getByRole("button", { name: "Share in a chat" });
  await button.click();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await expect.element(button).toHaveAccessibleName("Share in a chat");
});

it("works beside others, of the same envelope too, and leaves them when it goes", async () => {
  const asked: string[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (request) => {
    const { url } = request as Request;
    if (url.endsWith("/v1/redpackage/share")) asked.push(await (request as Request).clone().text());
    return new Promise<Response>(() => {});
  });
  await show(<Buttons />);
  const buttons = page.getByRole("button", { name: "Share in a chat" });
  await expect.poll(() => buttons.elements().length).toBe(3);
  await buttons.nth(0).click();
  await buttons.nth(1).click();
  await expect.element(buttons.nth(0)).toHaveAttribute("aria-busy", "true");
  await expect.element(buttons.nth(1)).toHaveAttribute("aria-busy", "true");
  await expect.element(buttons.nth(2)).not.toHaveAttribute("aria-busy", "true");
  await expect
    .poll(() => asked.map((body) => JSON.parse(body) as unknown))
    .toEqual([{ envelopeId: "7" }, { envelopeId: "8" }]);

  await page.getByRole("button", { name: "Drop the last" }).click();
  await expect.poll(() => buttons.elements().length).toBe(2);
  await expect.element(buttons.nth(1)).toHaveAttribute("aria-busy", "true");
  expect(app.root.getSnapshot().context.flows).toHaveLength(2);
});

it("brings a refusal into sight", async () => {
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await show(
    <div style={{ paddingTop: "calc(100vh - 4rem)" }}>
      <ShareButton envelopeId="7" />
    </div>,
  );
  await page.getByRole("button", { name: "Share in a chat" }).click();
  await expect.element(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
});
