import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";

import { useGoBack } from "./useBack.ts";

afterEach(() => {
  window.history.replaceState(null, "");
});

function BackButton() {
  return <button onClick={useGoBack()}>Back</button>;
}

/**
 * The last of these entries is the present one; its `state` is what the browser's history has of it.
 * @returns reads where the router is
 */
async function goBackFrom(paths: string[], state: object | null): Promise<() => string> {
  const router = createMemoryRouter([{ path: "*", element: <BackButton /> }], { initialEntries: paths });
  await render(<RouterProvider router={router} />);
  window.history.replaceState(state, "");
  await page.getByRole("button").click();
  return () => router.state.location.pathname;
}

it("goes to the page before", async () => {
  await expect.poll(await goBackFrom(["/first", "/before", "/page"], { idx: 2 })).toBe("/before");
});

it("passes the entry that something closed has left on top of the page, in one step", async () => {
  await expect
    .poll(await goBackFrom(["/first", "/before", "/page", "/page"], { idx: 2, isOnTop: true }))
    .toBe("/before");
});

it("goes to the landing page where the page was opened directly", async () => {
  await expect.poll(await goBackFrom(["/page"], { idx: 0 })).toBe("/homePage");
});
