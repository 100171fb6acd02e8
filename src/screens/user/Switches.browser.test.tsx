import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import errors from "#locales/en/errors.json";
import home from "#locales/en/home.json";
import { openStage } from "#gallery/openStage.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { NOBODY, sessionMachine } from "#machines/session/session.machine.ts";
import { userChoicesMachine } from "#machines/userChoices/userChoices.machine.ts";

import { Switches } from "./Switches.tsx";

const SAVED = { hideFromRanking: false, allowNotifications: true };
const SAVING = userChoicesMachine.resolveState({
  value: "saving",
  context: {
    saved: SAVED,
    shown: { ...SAVED, hideFromRanking: true },
    changed: "hideFromRanking",
    failure: null,
  },
});
const stage = openStage();

afterEach(() => stage.clear());

async function show(standing: Standing): Promise<void> {
  const node = (
    <Scene hasLanguageButton={false} {...standing}>
      <Switches />
    </Scene>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
}

const hide = page.getByRole("switch", { name: home.switches.hideFromRanking });
const notify = page.getByRole("switch", { name: home.switches.allowNotifications });

it("shows a change at once, while it is being saved", async () => {
  await show({ flows: { userChoices: SAVING } });
  await expect.element(hide).toBeChecked();
  await expect.element(hide).toHaveAttribute("aria-disabled", "true");
  await expect.element(notify).toBeChecked();
});

it("says why a change was not saved", async () => {
  const failed = userChoicesMachine.resolveState({
    value: "settled",
    context: { saved: SAVED, shown: SAVED, changed: null, failure: { kind: "network" } },
  });
  await show({ flows: { userChoices: failed } });
  await expect.element(page.getByRole("alert")).toHaveTextContent(`This was not saved: ${errors.network}`);
  await expect.element(hide).not.toBeChecked();
});

it("waits for the person to be known", async () => {
  const session = sessionMachine.resolveState({
    value: { loggedIn: { user: "fetching", storage: "checked" } },
    context: { ...NOBODY, launch: null, isRenewed: false, notice: null, failure: null },
  });
  await show({ session, flows: { userChoices: SAVING } });
  expect(page.getByRole("switch").elements()).toEqual([]);
});
