import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Badge } from "./Badge.tsx";
import { Section } from "./Section.tsx";

const TONES = ["plain", "good", "warn", "bad", "gold"] as const;

it("can be read in every tone, on the page and on a card", async () => {
  const badges = TONES.map((tone) => (
    <Badge key={tone} tone={tone} icon="check">
      {tone}
    </Badge>
  ));
  await renderOnPage(
    <>
      {badges}
      <Section isPadded>
        <p>{badges}</p>
        <Badge>{"A status of many words ".repeat(4)}</Badge>
      </Section>
    </>,
  );
  await expect.element(page.getByText("good").first()).toBeVisible();
  expect(await findFaults()).toEqual([]);
});
