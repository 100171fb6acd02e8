import { afterEach, expect, it } from "vitest";
import { cdp } from "vitest/browser";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { openClaimScreen } from "#tests/support/openClaimScreen.tsx";
import { sampleClaim } from "#tests/support/samples.ts";

const SHARE = { claim: { ...sampleClaim, bestLuck: true }, passphrase: "" };
const STEPS = [
  ["claiming", {}],
  ["opening", SHARE],
  ["refreshing", SHARE],
] as const;

const openClaiming = () => openClaimScreen(createStaticApp(), () => {}, "claiming");

async function wishMotion(wish: "no-preference" | "reduce"): Promise<void> {
  const features = [{ name: "prefers-reduced-motion", value: wish }];
  await cdp().send("Emulation.setEmulatedMedia", { features });
}

interface Moved {
  property: string;
  values: readonly string[];
  durationMs: number;
}

/** What every animation and transition that runs now changes. */
function listMoved(): Moved[] {
  const own = new Set(["offset", "computedOffset", "easing", "composite"]);
  return document.getAnimations().flatMap(({ effect }) => {
    if (!(effect instanceof KeyframeEffect)) throw new Error("an animation without keyframes");
    const keyframes = effect.getKeyframes();
    const properties = new Set(keyframes.flatMap((keyframe) => Object.keys(keyframe)));
    return [...properties]
      .filter((property) => !own.has(property))
      .map((property) => ({
        property,
        values: keyframes.map((keyframe) => String(keyframe[property])),
        durationMs: Number(effect.getComputedTiming().duration),
      }));
  });
}

afterEach(() => wishMotion("reduce"));

it("turns, lifts and shines by transform and opacity alone, from the wait to the share", async () => {
  await wishMotion("no-preference");
  const show = await openClaiming();
  const turns = (moved: readonly Moved[], text: string) =>
    moved.filter(({ values }) => values.some((value) => value.includes(text))).length;
  const seen: Moved[][] = [];
  for (const [state, known] of STEPS) {
    await show(state, known);
    seen.push(listMoved());
  }
  expect([...new Set(seen.flat().map(({ property }) => property))].sort()).toEqual(["opacity", "transform"]);
  const [claiming = [], opening = [], landed = []] = seen;
  // The coin; the coin still, and both sides of the flap; the sparks.
  expect(turns(claiming, "rotateY(360deg)")).toBe(1);
  expect(turns(opening, "rotateY(360deg)")).toBe(1);
  expect(turns(opening, "rotateX(-180deg)") + turns(opening, "rotateX(180deg)")).toBe(2);
  expect(turns(landed, "rotate(60deg)")).toBeGreaterThan(10);
});

it("fades where people want no motion: nothing that takes time travels", async () => {
  const show = await openClaiming();
  for (const [state, known] of STEPS) {
    await show(state, known);
    // What is switched off ends within a millisecond.
    const lasting = listMoved().filter(({ durationMs }) => durationMs > 1);
    const travelling = lasting.filter(
      ({ property, values }) => property !== "opacity" && values.some((value) => value !== "none"),
    );
    expect(travelling).toEqual([]);
  }
  const before = document.querySelector("[data-room] > *")?.getBoundingClientRect().top;
  await show("claiming");
  expect(document.querySelector("[data-room] > *")?.getBoundingClientRect().top).toBe(before);
});
