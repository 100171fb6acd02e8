import { expect, it } from "vitest";
import { createActor, waitFor } from "xstate";

import { REACTIONS } from "#domain/envelope/reactions.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { App } from "#src/createApp.ts";

import { envelopeThankFlow, readUserChoices, userChoicesFlow } from "./choices.ts";

/** An app whose server answers so, and what it was asked. */
function open(answer: object) {
  const bodies: unknown[] = [];
  const api = {
    post: (_path: string, body: unknown) => {
      bodies.push(body);
      return Promise.resolve(answer);
    },
  } as unknown as Api;
  return { bodies, app: { api } as App };
}

it("offers every sign, and thanks for the share with the one that was tapped", async () => {
  const { app, bodies } = open({ claim: { reaction: "heart" } });
  const input = { params: { envelopeId: "e1" }, saved: ["clap"] } as const;
  const actor = createActor(envelopeThankFlow.create(app), { input }).start();
  const { actions } = envelopeThankFlow.view(actor.getSnapshot());
  expect(actions.map(({ event }) => event.name)).toEqual(Object.keys(REACTIONS));
  for (const isOn of [true, false]) {
    actor.send({ type: "ui.turn", name: "heart", isOn });
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches("settled"));
    expect(context.saved).toEqual(["heart"]);
  }
  expect(bodies).toEqual([
    { envelopeId: "e1", reaction: "heart" },
    { envelopeId: "e1", reaction: null },
  ]);
});

it("asks for the switch that was turned, and no other", async () => {
  const { app, bodies } = open({ userItem: { hideFromRanking: true, allowNotifications: false } });
  const actor = createActor(userChoicesFlow.create(app), { input: { params: null, saved: [] } }).start();
  actor.send({ type: "ui.turn", name: "hideFromRanking", isOn: true });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches("settled"));
  expect([bodies, context.saved]).toEqual([[{ hideFromRanking: true }], ["hideFromRanking"]]);
});

it("takes what an answer leaves out as not chosen: ranked, and told", () => {
  const user = { hideFromRanking: undefined, allowNotifications: undefined } as never;
  expect(readUserChoices(user)).toEqual(["allowNotifications"]);
});
