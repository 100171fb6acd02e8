import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { ButtonLink } from "./ButtonLink.tsx";
import { Empty } from "./Empty.tsx";
import { Seal } from "./Seal.tsx";

it("says what is missing and what to do about it", async () => {
  await renderOnPage(
    <Empty
      title="Nothing sent yet"
      text="An envelope that you send appears here."
      action={<ButtonLink to="/sendPacket">Send a red envelope</ButtonLink>}
    />,
  );
  await expect.element(page.getByText("Nothing sent yet")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Send a red envelope" })).toBeVisible();
});

it("takes a picture of its own", async () => {
  await renderOnPage(<Empty picture={<Seal icon="gift" tone="plain" />} title="No groups" />);
  expect(document.querySelector("[data-tone=plain]")).not.toBeNull();
  expect(document.querySelectorAll("main svg")).toHaveLength(1);
});
