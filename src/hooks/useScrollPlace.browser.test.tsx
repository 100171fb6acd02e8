import { expect, it } from "vitest";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

import { createBoundedCache } from "#src/adapters/createBoundedCache.ts";
import type { App } from "#src/createApp.ts";

import { AppContext } from "./useApp.ts";
import { type ScrollPlace, useScrollPlace } from "./useScrollPlace.ts";

function Page({ place }: { place: string }) {
  useScrollPlace(place);
  return <main style={{ height: 5000 }} />;
}

const waitForFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });

it("keeps where a page was left, also when it is left again before it has shown that place", async () => {
  const leftPlaces = createBoundedCache<ScrollPlace>(10);
  const app = { leftPlaces } as unknown as App;
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = (place: string) => {
    flushSync(() => {
      root.render(
        <AppContext value={app}>
          <Page key={place} place={place} />
        </AppContext>,
      );
    });
  };
  show("list");
  await waitForFrame();
  window.scrollTo(0, 700);
  show("details");
  await waitForFrame();
  expect(window.scrollY).toBe(0);
  window.scrollTo(0, 300);
  show("list");
  show("details");
  expect(leftPlaces.read("list")?.topPx).toBe(700);
  show("list");
  await waitForFrame();
  expect(window.scrollY).toBe(700);
  root.unmount();
});
