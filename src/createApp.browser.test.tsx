import { expect, it } from "vitest";

import { prepareApp } from "#tests/support/prepareApp.ts";

it("tells the root that the device has a network again", async () => {
  const { root } = await prepareApp();
  const told: string[] = [];
  root.system.inspect((message) => {
    if (message.type === "@xstate.event" && message.actorRef === root) told.push(message.event.type);
  });
  root.start();
  window.dispatchEvent(new Event("online"));
  expect(told).toContain("app.online");
  root.stop();
});
