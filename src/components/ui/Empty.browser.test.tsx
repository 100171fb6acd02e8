import { expect, it } from "vitest";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Empty } from "./Empty.tsx";
import { Seal } from "./Seal.tsx";

it("takes a picture of its own", async () => {
  await renderOnPage(<Empty picture={<Seal icon="gift" tone="plain" />} title="No groups" />);
  expect(document.querySelector("[data-tone=plain]")).not.toBeNull();
  expect(document.querySelectorAll("main svg")).toHaveLength(1);
});
