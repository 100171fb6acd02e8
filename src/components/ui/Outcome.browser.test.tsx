import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Outcome } from "./Outcome.tsx";

it("tells what is good quietly and what went wrong at once", async () => {
  await renderOnPage(
    <>
      <Outcome icon="check" tone="gold" title="Paid" text="The red envelope is live." />
      <Outcome icon="cross" tone="bad" title="Payment failed" />
    </>,
  );
  await expect.element(page.getByRole("status")).toHaveTextContent("PaidThe red envelope is live.");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Payment failed");
});
