import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { createActor, type AnyActorRef } from "xstate";

import { languageMachine } from "#machines/language/language.machine.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { LanguageButton } from "./LanguageButton.tsx";

vi.mock("./LanguageSheet.tsx", () => {
  throw new Error("no network");
});

it("says once that the picker could not be loaded, ends the choice, and stays", async () => {
  const { context } = createActor(languageMachine).getSnapshot();
  const view = viewLanguage(languageMachine.resolveState({ value: "picking", context }));
  const tell = vi.fn<AnyActorRef["send"]>();
  const tellLanguage = vi.fn<AnyActorRef["send"]>();
  const root = { send: tell, getSnapshot: () => ({ children: { language: { send: tellLanguage } } }) };
  await renderOnPage(
    <AppContext value={{ root } as unknown as App}>
      <LanguageButton view={view} send={() => {}} />
    </AppContext>,
  );
  await expect
    .poll(() => tell.mock.calls)
    .toEqual([[{ type: "toast.show", tone: "error", labelKey: "app:list.failed" }]]);
  expect(tellLanguage.mock.calls).toEqual([[{ type: "ui.cancel" }]]);
  await expect.element(page.getByRole("button", { name: /Change language/ })).toBeVisible();
});
