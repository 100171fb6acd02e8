import { expect, it } from "vitest";
import { paintBeforeScripts } from "./firstLoad.ts";

it("loads every script of the page after the first frame, and none before", () => {
  const { transformIndexHtml } = paintBeforeScripts();
  if (typeof transformIndexHtml !== "object" || !("handler" in transformIndexHtml)) throw new Error("no handler");
  const handle = transformIndexHtml.handler as (html: string) => string;
  const page = handle(
    '<head>\n<script type="module" crossorigin src="/a.js"></script>\n<script type="module" src="/b.js"></script>\n</head><body></body>',
  );
  expect(page).not.toContain("src=");
  expect(page).toContain('["/a.js","/b.js"]');
  expect(page).toMatch(/requestAnimationFrame\(\(\) => setTimeout\(start\)\);/);
});
