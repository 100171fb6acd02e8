import { describe, expect, it } from "vitest";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { Cover, CoverEmblem } from "./Envelope.tsx";

function readDrawing(): SVGUseElement {
  const use = document.querySelector("[data-cover] use");
  if (!(use instanceof SVGUseElement)) throw new Error("no cover is shown");
  return use;
}

/** An SVG reference to another file has no size until that file is loaded. */
async function waitUntilDrawn(): Promise<void> {
  await expect.poll(() => readDrawing().getBBox().width).toBeGreaterThan(0);
}

describe("a cover", () => {
  it("fills its box, on its own ground before the picture is there", async () => {
    await renderWithTexts(
      <div style={{ width: 180, height: 300 }}>
        <Cover coverId="eid" />
      </div>,
    );
    const svg = readDrawing().ownerSVGElement;
    const { width, height } = svg?.getBoundingClientRect() ?? {};
    expect([width, height]).toEqual([180, 300]);
    expect(getComputedStyle(svg ?? document.body).backgroundColor).toBe("rgb(13, 92, 82)");
    await waitUntilDrawn();
  });

  it.each([null, "unknown"])("is the one of good luck for the id %j", async (id) => {
    await renderWithTexts(<Cover coverId={id} />);
    expect(readDrawing().getAttribute("href")).toBe("/covers/goodLuck.svg#art");
    await waitUntilDrawn();
  });

  it("has a sign of its own, and neither is read aloud", async () => {
    await renderWithTexts(<CoverEmblem coverId="wedding" />);
    const svg = readDrawing().ownerSVGElement;
    expect(svg?.getBoundingClientRect().width).toBe(40);
    expect(svg?.getAttribute("aria-hidden")).toBe("true");
    await waitUntilDrawn();
  });
});
