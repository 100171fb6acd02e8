import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { ViewAction } from "#machines/kit/viewAction.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ActionButton } from "./ActionButton.tsx";

type Event = { type: "ui.pick"; id: string } | { type: "ui.back" };

const ACTIONS: readonly ViewAction<Event>[] = [
  { event: { type: "ui.pick", id: "an example" }, labelKey: "app:language.confirm", enabled: true },
];

it("is worded by the view and sends the view's event", async () => {
  const send = vi.fn<(event: Event) => void>();
  await renderOnPage(<ActionButton actions={ACTIONS} type="ui.pick" send={send} />);
  await page.getByRole("button", { name: "Confirm" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.pick", id: "an example" });
});

it("does not answer where the view says so", async () => {
  const actions = ACTIONS.map((action) => ({ ...action, enabled: false }));
  await renderOnPage(<ActionButton actions={actions} type="ui.pick" send={() => {}} />);
  await expect.element(page.getByRole("button")).toHaveAttribute("aria-disabled", "true");
});

it("is not there while the view has no such action", async () => {
  await renderOnPage(<ActionButton actions={ACTIONS} type="ui.back" send={() => {}} />);
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
