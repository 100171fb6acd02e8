import { Suspense } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { lazyPart } from "./lazyPart.tsx";

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

function Waiting(): never {
  throw new Error("nothing waits for what is loaded");
}

it("draws at once what was loaded ahead", async () => {
  const { Part, preload } = lazyPart(() => Promise.resolve(Greeting));
  await preload();
  await renderWithTexts(
    <Suspense fallback={<Waiting />}>
      <Part name="Lan" />
    </Suspense>,
  );
  await expect.element(page.getByText("Hello Lan")).toBeVisible();
});

it("is loaded where it is drawn, with something in its place until then", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const { Part } = lazyPart(() => promise);
  await renderWithTexts(
    <Suspense fallback={<p>A moment</p>}>
      <Part name="Lan" />
    </Suspense>,
  );
  await expect.element(page.getByText("A moment")).toBeVisible();
  resolve(Greeting);
  await expect.element(page.getByText("Hello Lan")).toBeVisible();
});

it("says that it could not be loaded, after it could not be loaded ahead either", async () => {
  const { Part, preload } = lazyPart<object>(() => Promise.reject(new Error("no network")));
  await preload();
  await renderWithTexts(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByRole("alert").getByText("This could not be loaded")).toBeVisible();
  // The screen that it is part of has the heading.
  await expect.element(page.getByRole("main")).not.toBeInTheDocument();
});

it("draws what its screen wants in its place", async () => {
  const { Part } = lazyPart<object>(
    () => Promise.reject(new Error("no network")),
    () => <p>Nothing here</p>,
  );
  await renderWithTexts(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByText("Nothing here")).toBeVisible();
});
