import { beforeEach, expect, it, vi } from "vitest";
import { useState } from "react";
import { page } from "vitest/browser";
import { createMachine } from "xstate";

import type { App } from "#src/createApp.ts";
import type { Flow } from "#src/adapters/actors/flow.ts";
import { claimFiguresFlow } from "#src/adapters/actors/resources.ts";
import { FlowBoundary } from "#src/components/shell/FlowBoundary.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { AppContext } from "./useApp.ts";
import { useFlow } from "./useFlow.ts";

let product: App;

beforeEach(async () => {
  vi.spyOn(window, "fetch").mockImplementation(() => new Promise<Response>(() => {}));
  product = await startApp();
});

function Reader({ name, isDeferred }: { name: string; isDeferred: boolean }) {
  const flow = useFlow(claimFiguresFlow, {
    input: { params: { coinType: "eth" } },
    open: { type: "resource.load" },
    isDeferred,
  });
  return <p>{`${name} ${flow?.view.status ?? "without a flow"}`}</p>;
}

function Screens() {
  const [isSecond, setIsSecond] = useState(false);
  return (
    <>
      {isSecond ? (
        <Reader key="second" name="second" isDeferred={false} />
      ) : (
        <Reader key="first" name="first" isDeferred />
      )}
      <button
        type="button"
        onClick={() => {
          setIsSecond(true);
        }}
      >
        Go on
      </button>
    </>
  );
}

it("leaves the flow of the next screen alone when a deferred one of the same kind ends", async () => {
  await renderWithTexts(
    <AppContext value={product}>
      <Screens />
    </AppContext>,
    {},
  );
  await expect.element(page.getByText("first loading")).toBeVisible();
  await page.getByRole("button").click();
  await expect.element(page.getByText("second loading")).toBeVisible();
});

it("says that the flow broke, and starts it again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let starts = 0;
  const breaking = {
    name: "welcome",
    create: () =>
      createMachine({
        context: () => {
          starts += 1;
          return { start: starts };
        },
        on: {
          break: {
            actions: () => {
              throw new Error("broken");
            },
          },
        },
      }),
    view: ({ context }: { context: { start: number } }) => context,
  } as unknown as Flow<"welcome", { start: number }>;
  function Part() {
    const flow = useFlow(breaking, { input: undefined as never });
    if (flow === null) return null;
    const crash = () => {
      flow.send({ type: "break" } as never);
    };
    return (
      <button type="button" onClick={crash}>
        {`start ${String(flow.view.start)}`}
      </button>
    );
  }
  await renderWithTexts(
    <AppContext value={product}>
      <FlowBoundary>
        <Part />
      </FlowBoundary>
    </AppContext>,
  );
  await page.getByRole("button", { name: "start 1" }).click();
  await expect.element(page.getByRole("button", { name: "Back" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("button", { name: "start 2" })).toBeVisible();
});

it("gives the same view to every render until the flow moves", async () => {
  const views = new Set<unknown>();
  function Part() {
    const [count, setCount] = useState(0);
    const flow = useFlow(claimFiguresFlow, { input: { params: { coinType: "eth" } } });
    if (flow === null) return null;
    views.add(flow.view);
    return (
      <button
        type="button"
        onClick={() => {
          setCount(count + 1);
        }}
      >
        {`render ${String(count)}`}
      </button>
    );
  }
  await renderWithTexts(
    <AppContext value={product}>
      <Part />
    </AppContext>,
  );
  await page.getByRole("button", { name: "render 0" }).click();
  await expect.element(page.getByRole("button", { name: "render 1" })).toBeVisible();
  expect(views.size).toBe(1);
});
