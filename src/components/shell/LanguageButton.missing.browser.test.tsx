import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { createActor } from "xstate";

import { languageMachine } from "#machines/language/language.machine.ts";
import { viewLanguage } from "#machines/language/language.view.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { LanguageButton } from "./LanguageButton.tsx";

vi.mock("./LanguageSheet.tsx", () => {
  throw new Error("no network");
});

it("says once that the picker could not be loaded, and stays", async () => {
  const { context } = createActor(languageMachine).getSnapshot();
  const view = viewLanguage(languageMachine.resolveState({ value: "picking", context }));
  const onSheetMissing = vi.fn<() => void>();
  await renderOnPage(<LanguageButton view={view} send={() => {}} onSheetMissing={onSheetMissing} />);
  await expect.poll(() => onSheetMissing.mock.calls.length).toBe(1);
  await expect.element(page.getByRole("button", { name: /Change language/ })).toBeVisible();
});
