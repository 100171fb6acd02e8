import { expect, it } from "vitest";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";
import { Paper } from "./Paper.tsx";

it("is cream by day and a dimmer cream by night, and what lies on it is readable", async () => {
  await renderOnPage(
    <Paper isScalloped>
      <p>To pay</p>
      <Button variant="secondary">Copy</Button>
      <Button variant="plain">Cancel</Button>
    </Paper>,
  );
  const { dataset } = document.documentElement;
  const paper = document.querySelector<HTMLElement>("[data-ground=paper]");
  const readColors = () => {
    const { backgroundColor, color } = getComputedStyle(paper as HTMLElement);
    return [backgroundColor, color];
  };
  dataset["theme"] = "light";
  const [paperByDay = "", textByDay] = readColors();
  dataset["theme"] = "dark";
  const [paperByNight = "", textByNight] = readColors();
  const sumChannels = (color: string) => (color.match(/\d+/g) ?? []).reduce((sum, channel) => sum + Number(channel), 0);
  expect(sumChannels(paperByNight)).toBeLessThan(sumChannels(paperByDay));
  expect(sumChannels(paperByNight)).toBeGreaterThan(0.9 * sumChannels(paperByDay));
  expect(textByNight).toBe(textByDay);
  delete dataset["theme"];
});
