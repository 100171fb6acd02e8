import { useState, type ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { standInServer } from "#tests/support/standInServer.ts";
import { startApp } from "#tests/support/startApp.ts";

import { ShareButton } from "./ShareButton.tsx";

const SHARE = "/redpackage/share";

let app: App;
let answers: NonNullable<Parameters<typeof standInServer>[0]>;
let calls: ReturnType<typeof standInServer>;

beforeEach(async () => {
  answers = {};
  calls = standInServer(answers);
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
  await show(<ShareButton envelopeId="7" />);
  const button = page.getByRole("button", { name: "Share in a chat" });
  await button.click();
  await expect.element(button).toHaveAttribute("aria-busy", "true");
  await expect.element(button).toHaveAccessibleName("Share in a chat");
});

it("works beside others, of the same envelope too, and leaves them when it goes", async () => {
  await show(<Buttons />);
  const buttons = page.getByRole("button", { name: "Share in a chat" });
  await expect.poll(() => buttons.elements().length).toBe(3);
  await buttons.nth(0).click();
  await buttons.nth(1).click();
  await expect.element(buttons.nth(0)).toHaveAttribute("aria-busy", "true");
  await expect.element(buttons.nth(1)).toHaveAttribute("aria-busy", "true");
  await expect.element(buttons.nth(2)).not.toHaveAttribute("aria-busy", "true");
  await expect
    .poll(() => calls.filter(({ path }) => path === SHARE).map(({ body }) => body))
    .toEqual([{ envelopeId: "7" }, { envelopeId: "8" }]);

  await page.getByRole("button", { name: "Drop the last" }).click();
  await expect.poll(() => buttons.elements().length).toBe(2);
  await expect.element(buttons.nth(1)).toHaveAttribute("aria-busy", "true");
  expect(app.root.getSnapshot().context.flows).toHaveLength(2);
});

it("brings a refusal into sight", async () => {
  answers[SHARE] = () => Promise.reject(OFFLINE);
  await show(
    <div style={{ paddingTop: "calc(100vh - 4rem)" }}>
      <ShareButton envelopeId="7" />
    </div>,
  );
  await page.getByRole("button", { name: "Share in a chat" }).click();
  await expect.element(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
});
