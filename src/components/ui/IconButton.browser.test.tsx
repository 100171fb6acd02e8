import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { IconButton } from "./IconButton.tsx";

const nothing = () => {};

it("is sound in every look", async () => {
  await renderOnPage(
    <>
      <IconButton icon="close" label="Close" onClick={nothing} />
      <div data-ground="stage" style={{ background: "var(--stage)" }}>
        <IconButton icon="back" label="Back" onClick={nothing} />
      </div>
      <IconButton icon="refresh" label="Refresh" disabled onClick={nothing} />
    </>,
  );
  expect(await findFaults()).toEqual([]);
});

it("says what it does and answers keys", async () => {
  const onClick = vi.fn<() => void>();
  await renderOnPage(<IconButton icon="refresh" label="Refresh" onClick={onClick} />);
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Refresh" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onClick).toHaveBeenCalledOnce();
});
