import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { IconButton } from "./IconButton.tsx";

it("says what it does and answers keys", async () => {
  const onClick = vi.fn<() => void>();
  await renderOnPage(<IconButton icon="refresh" label="Refresh" onClick={onClick} />);
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Refresh" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledOnce();
});
