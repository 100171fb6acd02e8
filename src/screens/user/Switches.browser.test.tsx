import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import errors from "#locales/en/errors.json";
import home from "#locales/en/home.json";
import { openStage } from "#gallery/openStage.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { standInChoice } from "#gallery/static/standInChoice.ts";
import { NOBODY, sessionMachine } from "#machines/session/session.machine.ts";
import { userChoicesFlow } from "#src/adapters/actors/choices.ts";
import type { App } from "#src/createApp.ts";

import { Switches } from "./Settings.tsx";

const machine = userChoicesFlow.create({} as App);
const { context } = standInChoice(userChoicesFlow, { params: null, saved: ["allowNotifications"] });
const SAVING = machine.resolveState({
  value: "saving",
  context: { ...context, turned: { name: "hideFromRanking", isOn: true } },
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
  const failed = machine.resolveState({
    value: "settled",
    context: { ...context, failure: { kind: "network" } },
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
