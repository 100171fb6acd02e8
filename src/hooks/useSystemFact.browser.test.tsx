import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { createActor, fromPromise } from "xstate";

import type { components } from "#contract/schema.d.ts";
import { sampleSystemInfo } from "#tests/support/samples.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import type { App } from "#src/createApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { AppContext } from "./useApp.ts";
import { isSendingOpen, useSystemFact } from "./useSystemFact.ts";

type SystemInfo = components["schemas"]["SystemInfo"];

it("renders again only where the fact changes, not whenever the server is asked", async () => {
  const answers = [sampleSystemInfo, { ...sampleSystemInfo }, { ...sampleSystemInfo, coins: [] }];
  const machine = createResourceMachine<SystemInfo, null>().provide({
    actors: { read: fromPromise(() => Promise.resolve(answers.shift() ?? sampleSystemInfo)) },
  });
  const actor = createActor(machine, { input: { params: null } }).start();
  const readings: boolean[] = [];
  function Fact() {
    const isOpen = useSystemFact(isSendingOpen);
    readings.push(isOpen);
    return <p>{isOpen ? "Open" : "Closed"}</p>;
  }
  await renderWithTexts(
    <AppContext value={{ root: { getSnapshot: () => ({ children: { systemInfo: actor } }) } } as unknown as App}>
      <Fact />
    </AppContext>,
  );
  actor.send({ type: "resource.load" });
  await expect.poll(() => actor.getSnapshot().value).toBe("ready");
  actor.send({ type: "ui.refresh" });
  expect(actor.getSnapshot().value).toBe("refreshing");
  await expect.poll(() => actor.getSnapshot().value).toBe("ready");
  expect(readings).toEqual([true]);
  actor.send({ type: "ui.refresh" });
  await expect.element(page.getByText("Closed")).toBeVisible();
  expect(readings).toEqual([true, false]);
  actor.stop();
});
