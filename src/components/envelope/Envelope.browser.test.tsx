import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { findMisfits } from "#tests/support/findFaults.ts";
import { findViolations } from "#tests/support/findViolations.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Envelope } from "./Envelope.tsx";

const STATES = ["sealed", "claiming", "refused", "opening", "opened", "empty", "expired"] as const;

/** Place and visibility of each part of the envelope once all animations have ended. */
function readParts(root: Element): unknown[] {
  for (const animation of document.getAnimations()) animation.finish();
  const { left, top } = root.getBoundingClientRect();
  return Array.from(root.querySelectorAll("*"), (part) => {
    const box = part.getBoundingClientRect();
    const places = [box.left - left, box.top - top, box.width, box.height].map(Math.round);
    const isSeen = part.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return isSeen ? { name: part.nodeName, places } : null;
  });
}

function findEnvelopes(): Element[] {
  return [...document.querySelectorAll("[data-state]")];
}

it("shows the sender's words in every state, and the letter's only when it is open", async () => {
  await renderWithTexts(
    STATES.map((state) => (
      <section key={state} aria-label={state}>
        <Envelope state={state} front="Good luck">
          0.01 ETH
        </Envelope>
      </section>
    )),
  );
  expect(page.getByText("Good luck").elements()).toHaveLength(STATES.length);
  for (const state of STATES) {
    const hasLetter = page.getByRole("region", { name: state }).getByText("0.01 ETH").elements().length > 0;
    expect([state, hasLetter]).toEqual([state, state === "opening" || state === "opened"]);
  }
});

it("takes the same room closed, opening, open and over, so that nothing around it moves", async () => {
  await renderWithTexts(STATES.map((state) => <Envelope key={state} state={state} hasRoom />));
  const heights = new Set(findEnvelopes().map((envelope) => envelope.getBoundingClientRect().height));
  expect(heights.size).toBe(1);
});

it("rests after the opening exactly as one that is open, and its letter stands within its room", async () => {
  await renderWithTexts(
    <>
      <Envelope state="opening" front="Good luck">
        0.01 ETH
      </Envelope>
      <Envelope state="opened" front="Good luck">
        0.01 ETH
      </Envelope>
    </>,
  );
  const [opening, opened] = findEnvelopes();
  if (opening === undefined || opened === undefined) throw new Error("no envelopes");
  const visible = (parts: unknown[]) => parts.filter((part) => part !== null);
  expect(visible(readParts(opening))).toEqual(visible(readParts(opened)));
  const room = opened.getBoundingClientRect();
  const words = page.getByText("0.01 ETH").nth(1).element().getBoundingClientRect();
  expect(words.top).toBeGreaterThanOrEqual(room.top - 1);
});

it("moves by transform and opacity alone", async () => {
  await renderWithTexts(<Envelope state="opening" />);
  const animated = new Set<string>();
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => Array.from(cssRules))) {
    if (!(rule instanceof CSSKeyframesRule)) continue;
    for (const frame of rule.cssRules) for (const property of (frame as CSSKeyframeRule).style) animated.add(property);
  }
  expect([...animated].sort()).toEqual(["opacity", "transform"]);
});

it("is a picture that axe finds nothing wrong with, at 320 px too", async () => {
  await page.viewport(320, 640);
  await renderWithTexts(
    <main>
      <h1>Envelopes</h1>
      {STATES.map((state) => (
        <Envelope key={state} state={state} front={"Chúc mừng năm mới an khang thịnh vượng"} hasRoom />
      ))}
      <Envelope state="sealed" size="small" coverId="eid" front="not in a small one" />
    </main>,
  );
  expect(await findViolations()).toEqual([]);
  expect(findMisfits()).toEqual([]);
});
