import { useEffect, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { cdp } from "vitest/browser";

import { settle } from "#gallery/draw.ts";
import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import envelope from "#locales/en/envelope.json";
import { type EnvelopeClaimContext, envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { viewEnvelopeClaim, type EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { sampleClaim, sampleEnvelope } from "#tests/support/samples.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { GetPacketView } from "./GetPacket.tsx";

const APP = createStaticApp();
const VALUES = {
  claiming: { claiming: "seen" },
  opening: "opening",
  landed: { landed: { share: "partiallyReceived", others: "reading" } },
} as const;
const SHARE: Partial<EnvelopeClaimContext> = { claim: { ...sampleClaim, bestLuck: true }, passphrase: "" };

let setShown: (view: EnvelopeClaimView) => void = () => {};

function viewState(state: keyof typeof VALUES): EnvelopeClaimView {
  const context: EnvelopeClaimContext = {
    envelopeId: "e1",
    envelope: sampleEnvelope,
    claims: [],
    claim: null,
    entry: null,
    passphrase: "happy year",
    waitEndsAtMs: null,
    failure: null,
    ...(state === "claiming" ? {} : SHARE),
  };
  return viewEnvelopeClaim(envelopeClaimMachine.resolveState({ value: VALUES[state], context }));
}

function Page() {
  const [view, setView] = useState(() => viewState("claiming"));
  useEffect(() => {
    setShown = setView;
  }, []);
  return (
    <AppContext value={APP}>
      <GetPacketView view={view} send={() => {}} />
    </AppContext>
  );
}

const show = (state: keyof typeof VALUES) =>
  settle(() => {
    setShown(viewState(state));
  });

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
  await renderWithTexts(<Page />, { envelope });
  const turns = (moved: readonly Moved[], text: string) =>
    moved.filter(({ values }) => values.some((value) => value.includes(text))).length;
  const seen: Moved[][] = [];
  for (const state of ["claiming", "opening", "landed"] as const) {
    await show(state);
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
  await renderWithTexts(<Page />, { envelope });
  for (const state of ["claiming", "opening", "landed"] as const) {
    await show(state);
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
