import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { Badge } from "#src/components/ui/Badge.tsx";
import { Button } from "#src/components/ui/Button.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Field } from "#src/components/ui/Field.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { Segmented } from "#src/components/ui/Segmented.tsx";
import { Tabs } from "#src/components/ui/Tabs.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

const nothing = () => {};

/** Every kind of box that holds text. */
function Boxes({ text }: { text: string }) {
  return (
    <Screen title={text}>
      <Section title={text} footer={text} isPadded>
        <Field label={text} value={text} onChange={nothing} hint={text} />
        <Button>{text}</Button>
        <Badge>{text}</Badge>
        <Segmented label={text} value="a" onChange={nothing} options={[{ value: "a", label: text }]} />
      </Section>
      <Section>
        <Cell title={text} subtitle={text} after={text} />
      </Section>
      <Tabs label={text} value="a" onChange={nothing} tabs={[{ value: "a", label: text }]}>
        <Empty title={text} text={text} />
      </Tabs>
    </Screen>
  );
}

/** Positions and fonts of the texts, and how far their glyphs reach from the baseline, measured on a canvas. */
function listInks(text: string) {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("no canvas");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inks = [];
  while (walker.nextNode() !== null) {
    const element = walker.currentNode.parentElement;
    if (element === null || walker.currentNode.nodeValue !== text || element.closest(".visually-hidden") !== null) {
      continue;
    }
    const { fontStyle, fontWeight, fontSize, fontFamily, lineHeight } = getComputedStyle(element);
    context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const measure = context.measureText(text);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const lines = [...range.getClientRects()];
    const first = (lines[0]?.top ?? 0) + measure.fontBoundingBoxAscent;
    const last = (lines.at(-1)?.bottom ?? 0) - measure.fontBoundingBoxDescent;
    inks.push({
      element,
      lineHeightPx: Number.parseFloat(lineHeight),
      heightPx: measure.actualBoundingBoxAscent + measure.actualBoundingBoxDescent,
      top: first - measure.actualBoundingBoxAscent,
      bottom: last + measure.actualBoundingBoxDescent,
    });
  }
  return inks;
}

/** The nearest box with a visible edge, or that clips. */
function findEdge(element: Element): Element {
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    const { backgroundColor, backgroundImage, overflowY, borderBottomWidth } = getComputedStyle(box);
    const isPainted =
      backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || borderBottomWidth !== "0px";
    if (isPainted || overflowY !== "visible") return box;
  }
  return document.documentElement;
}

describe.each([
  ["km", "ស្រ្ដី ឲ្យខ្ញុំ"],
  ["vi", "Ẫ Ễ Ữ ỵ"],
])("stacked marks of %s", (lang, text) => {
  it.each([390, 320])("are not cut at a width of %d", async (width) => {
    await page.viewport(width, 844);
    await renderWithTexts(<Boxes text={text} />);
    document.documentElement.lang = lang;
    await document.fonts.ready;
    const inks = listInks(text);
    expect(inks.length).toBeGreaterThan(10);
    // Half a pixel is lost to rounding.
    const colliding = inks.filter(({ lineHeightPx, heightPx }) => heightPx > lineHeightPx + 0.5);
    expect(colliding.map(({ element }) => element.outerHTML)).toEqual([]);
    const cut = inks.filter(({ element, top, bottom }) => {
      const edge = findEdge(element).getBoundingClientRect();
      return top < edge.top - 0.5 || bottom > edge.bottom + 0.5;
    });
    expect(cut.map(({ element }) => element.outerHTML)).toEqual([]);
    const scrolling = [...document.querySelectorAll("main *")].filter(
      (box) => getComputedStyle(box).overflowY !== "visible" && box.scrollHeight > box.clientHeight,
    );
    expect(scrolling.filter((box) => !box.matches(".visually-hidden")).map(({ outerHTML }) => outerHTML)).toEqual([]);
    document.documentElement.lang = "en";
    await page.viewport(390, 844);
  });
});
