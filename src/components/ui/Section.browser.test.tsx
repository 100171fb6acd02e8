import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { renderStories } from "#tests/support/renderStories.tsx";

import { Section } from "./Section.tsx";
import { stories } from "./Section.stories.tsx";

it("is a region with the name of its title", async () => {
  await renderStories(stories, "with title and footer");
  await expect.element(page.getByRole("region", { name: "Your wallets" }).getByText("Ethereum")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 2, name: "Your wallets" })).toBeVisible();
});

it("stands without a title, too", async () => {
  await renderStories(stories, "bare");
  await expect.element(page.getByText("Ethereum")).toBeVisible();
  await expect.element(page.getByRole("region")).not.toBeInTheDocument();
});

it("has a border on a page of the same colour", async () => {
  await renderOnPage(
    <div style={{ "--surface": "#ffffff", "--page": "#ffffff" } as React.CSSProperties}>
      <Section>
        <p>Friends</p>
      </Section>
    </div>,
  );
  const card = page.getByText("Friends").element().parentElement;
  expect(card).not.toBeNull();
  expect(getComputedStyle(card as Element).boxShadow).toContain("0px 0px 0px 1px");
});

it("is everyday ground on every other", async () => {
  await renderOnPage(
    <div data-ground="stage">
      <Section isPadded>
        <p>Friends</p>
      </Section>
    </div>,
  );
  const friends = page.getByText("Friends").element();
  const read = (element: Element | null, token: string) =>
    element === null ? null : getComputedStyle(element).getPropertyValue(token);
  const stage = friends.closest("[data-ground=stage]");
  for (const part of ["text", "muted", "accent", "field", "line", "track", "fill"]) {
    expect(read(stage, `--ground-${part}`)).not.toBe("");
    expect(read(friends, `--ground-${part}`)).toBe("");
  }
  expect(read(friends, "--focus")).toBe(read(document.documentElement, "--focus"));
});
