import { expect, it } from "vitest";

import { renderStories } from "#tests/support/renderStories.tsx";

import { stories } from "./Seal.stories.tsx";

const TONES = ["gold", "good", "warn", "bad", "plain"] as const;

it("is a picture that screen readers pass over, in every tone", async () => {
  await renderStories(stories);
  expect(document.querySelectorAll("main > :not([aria-hidden=true], h1)")).toHaveLength(0);
  expect(document.querySelector("main > :last-child")?.getBoundingClientRect().width).toBe(40);
});

it("tells the tones apart by more than one colour", async () => {
  await renderStories(stories, ...TONES);
  const looks = [...document.querySelectorAll("main > [aria-hidden]")].map((seal) => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(seal);
    return `${color} ${backgroundColor} ${backgroundImage}`;
  });
  expect(new Set(looks).size).toBe(TONES.length);
});
