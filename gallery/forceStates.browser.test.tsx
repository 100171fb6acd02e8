import { afterAll, expect, test } from "vitest";

import { openStage } from "./openStage.ts";
import { Forced } from "./static/Forced.tsx";
import "./forceStates.css";

const stage = openStage();

afterAll(() => stage.clear());

test.each(["hovered", "pressed", "focused"] as const)("a control looks %s, and others do not", async (state) => {
  const control = (name: string) => (
    <button type="button" className="control">
      {name}
    </button>
  );
  const node = (
    <>
      {control("plain")}
      <Forced state={state}>{control("forced")}</Forced>
    </>
  );
  await stage.show({ node, language: "en", theme: "Web A light" });
  const [plain, forced] = [...document.querySelectorAll("button")].map((button) => getComputedStyle(button).color);
  expect(plain).toBe("rgb(0, 0, 0)");
  expect(forced).toBe("rgb(0, 0, 255)");
});
