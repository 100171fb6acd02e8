import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { openStage } from "#gallery/openStage.ts";
import { takeDeeds } from "#gallery/static/onStage.ts";
import { Scene } from "#gallery/static/Scene.tsx";

import { LivePassphrase } from "./LiveStage.tsx";

const stage = openStage();

afterEach(() => stage.clear());

it("has the messenger ask for a chat, with the words for the person to send there", async () => {
  const node = (
    <Scene at="/sendPacket">
      <LivePassphrase passphrase="lucky red lantern" titleKey="envelope:send.passphrase" envelopeId="e1" />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
  takeDeeds();
  await page.getByRole("button", { name: "Send to a chat" }).click();
  const deeds = takeDeeds().join();
  expect(deeds).toContain("opens https://t.me");
  // The link leads to the envelope itself.
  expect(decodeURIComponent(deeds)).toContain("?startapp=e_e1");
  // What is in the page is in no address of it.
  expect([...document.querySelectorAll("a")].map(({ href }) => href).join()).not.toContain("lantern");
});
