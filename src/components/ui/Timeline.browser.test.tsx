import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Timeline } from "./Timeline.tsx";

it("lists the steps in their order and says which one is now", async () => {
  await renderWithTexts(
    <Timeline
      label="Where your money is"
      items={[
        { text: "Queued", time: "12:00", mark: "passed" },
        { text: "Sending", time: "12:05", mark: "present" },
        { text: "Confirming", time: "Next", mark: "next" },
      ]}
    />,
  );
  await expect.element(page.getByRole("list", { name: "Where your money is" })).toBeVisible();
  const items = page.getByRole("listitem").elements();
  expect(items.map(({ textContent }) => textContent)).toEqual(["Queued 12:00", "Sending 12:05", "Confirming Next"]);
  expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([null, "step", null]);
});
