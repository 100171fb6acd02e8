import { expect, it } from "vitest";

import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { Button } from "./Button.tsx";
import { Paper } from "./Paper.tsx";

it("is cream by day and by night, and what lies on it is readable", async () => {
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
  const byDay = readColors();
  dataset["theme"] = "dark";
  expect(readColors()).toEqual(byDay);
  delete dataset["theme"];
  expect(await findFaults()).toEqual([]);
});
