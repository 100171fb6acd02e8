import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import type { SessionEvent } from "#machines/session/session.machine.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { LogOut } from "./Settings.tsx";

const ACTIONS = [{ event: { type: "ui.logout" }, labelKey: "app:session.logout", enabled: true }] as const;

it("logs out only once that was asked for twice", async () => {
  const send = vi.fn<(event: SessionEvent) => void>();
  await renderWithTexts(<LogOut actions={ACTIONS} send={send} />, { envelope });
  const first = page.getByRole("button", { name: "Log out" });
  const dialog = page.getByRole("dialog", { name: "Log out?" });

  await first.click();
  expect(await findFaults()).toEqual([]);
  await dialog.getByRole("button", { name: "Stay logged in" }).click();
  await expect.element(dialog).not.toBeInTheDocument();

  await first.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(send).not.toHaveBeenCalled();

  await first.click();
  await dialog.getByRole("button", { name: "Log out" }).click();
  expect(send.mock.calls).toEqual([[{ type: "ui.logout" }]]);
});

it("stands only where one can log out", async () => {
  await renderWithTexts(<LogOut actions={[]} send={vi.fn<(event: SessionEvent) => void>()} />);
  expect(page.getByRole("button").elements()).toEqual([]);
});
