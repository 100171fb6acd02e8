import { expect, test } from "vitest";
import type { components } from "#contract/schema.d.ts";
import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
import { type LookKind, pickerMachine } from "./picker.machine.ts";
import { viewPicker } from "./picker.view.ts";

type InUse = components["schemas"]["CoverAndMessage"];

/** A server with one person's choice, which speaks the language on the screen; its answers to changes can wait. */
function openPicker(kind: LookKind, setId: string | null = null) {
  const server = {
    inUse: { coverId: "goodLuck", messageId: "goodLuck" } as InUse,
    language: "en",
    isAway: false,
    waiting: null as Promise<void> | null,
  };
  const refuseAway = () => {
    if (server.isAway) throw OFFLINE;
  };
  const chart = openChart(pickerMachine, viewPicker, {
    input: { kind, setId },
    world: {
      loadChoices: () => {
        refuseAway();
        const ids = kind === "cover" ? ["goodLuck", "tet", "eid"] : ["goodLuck", "newYear", "eid"];
        const say = (id: string) => `${id} in ${server.language}`;
        return {
          looks: ids.map((id) => ({ id, title: say(id), text: kind === "cover" ? null : say(id) })),
          inUse: server.inUse,
        };
      },
      applyChoice: async ({ kind: changed, id }) => {
        await server.waiting;
        refuseAway();
        const change = changed === "cover" ? { coverId: toCoverId(id) } : { messageId: toMessageId(id) };
        server.inUse = { ...server.inUse, ...change };
        return server.inUse;
      },
    },
    events: [{ type: "ui.open" }],
  });
  const { look, send, see, listTold } = chart;
  /** As far as one that is set; without one, as far as the list. */
  const browse = async (id?: string) => {
    await see("browsing");
    return id === undefined ? look() : send({ type: "ui.choose", id });
  };
  const listMarks = () =>
    Object.fromEntries((look().looks ?? []).flatMap(({ id, mark }) => (mark === null ? [] : [[id, mark]])));
  const canApply = () => chart.listControls().includes("ui.apply");
  const listFelt = () => listTold("vibrate").map((told) => told.kind);
  return { ...chart, server, browse, listMarks, canApply, listFelt };
}

test("a person sees which cover is in use, tries another one on, and puts it in use with one tap", async () => {
  const { server, see, listMarks, canApply, send, press } = openPicker("cover");
  await see("browsing");
  expect([listMarks(), canApply()]).toEqual([{ goodLuck: "inUse" }, false]);
  expect(send({ type: "ui.apply" }).state).toBe("browsing");
  send({ type: "ui.choose", id: "eid" });
  // Set is not in use: the preview wears it, the envelopes do not.
  expect(listMarks()).toEqual({ goodLuck: "inUse", eid: "set" });
  expect((await see("browsing")).preview).toEqual({ coverId: "eid", messageId: "goodLuck" });
  expect(server.inUse.coverId).toBe("goodLuck");
  press("ui.apply");
  expect((await see("applied")).standingKey).toBe("personal:covers.applied");
  expect([listMarks(), server.inUse.coverId, canApply()]).toEqual([{ eid: "inUse" }, "eid", false]);
});

test("what the list does not have cannot be set, and what was set before and is gone gives way to what is in use", async () => {
  const { see, send } = openPicker("cover", "of a later version");
  expect((await see("loading")).preview.coverId).toBe("goodLuck");
  expect((await see("browsing")).shown).toMatchObject({ id: "goodLuck", mark: "inUse" });
  send({ type: "ui.choose", id: "of a later version" });
  expect((await see("browsing")).shown?.id).toBe("goodLuck");
});

test("a language that changes while the list is read asks for it once more", async () => {
  const { server, see, send } = openPicker("text");
  server.language = "vi";
  send({ type: "language.changed" });
  expect((await see("browsing")).shown?.text).toBe("goodLuck in vi");
});

test("a text that could not be applied stays set, and the next try goes through", async () => {
  const { server, see, listMarks, press, browse, listFelt } = openPicker("text");
  await browse("newYear");
  expect((await see("browsing")).preview).toEqual({ coverId: "goodLuck", messageId: "newYear" });
  server.isAway = true;
  press("ui.apply");
  expect((await see("notApplied")).failureKey).toBe("errors:network");
  expect(listMarks()).toEqual({ goodLuck: "inUse", newYear: "set" });
  server.isAway = false;
  press("ui.retry");
  await see("applied");
  expect([server.inUse.messageId, listFelt()]).toEqual(["newYear", ["error", "success"]]);
});

test.each(["ui.retry", "app.online"] as const)("a list that could not be read is read again by %s", async (type) => {
  const { server, see, send } = openPicker("cover");
  await see("browsing");
  server.isAway = true;
  send({ type: "language.changed" });
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.isAway = false;
  send({ type });
  expect((await see("browsing")).failureKey).toBeNull();
});

test("in another language the list is read again, and what was set stays set", async () => {
  const { server, see, listMarks, send, browse } = openPicker("text");
  await browse("eid");
  server.language = "km";
  send({ type: "language.changed" });
  // The old words stay on the screen until the new ones are there.
  expect((await see("loading")).shown?.text).toBe("eid in en");
  expect((await see("browsing")).shown?.text).toBe("eid in km");
  expect(listMarks()).toEqual({ goodLuck: "inUse", eid: "set" });
});

test("a language that changes while a choice is applied costs neither the choice nor the new words", async () => {
  const { server, see, listMarks, look, send, press } = openPicker("cover");
  await see("browsing");
  const answer = Promise.withResolvers<void>();
  server.waiting = answer.promise;
  send({ type: "ui.choose", id: "tet" });
  press("ui.apply");
  server.language = "vi";
  send({ type: "language.changed" });
  expect(look().state).toBe("applying");
  answer.resolve();
  expect((await see("browsing")).shown?.title).toBe("tet in vi");
  expect([listMarks(), server.inUse.coverId]).toEqual([{ tet: "inUse" }, "tet"]);
});

test("a person who has put one in use goes on choosing", async () => {
  const { see, listMarks, send, press, browse } = openPicker("cover");
  await browse("tet");
  press("ui.apply");
  await see("applied");
  send({ type: "ui.choose", id: "eid" });
  expect([(await see("browsing")).standingKey, listMarks()]).toEqual([
    "personal:covers.set",
    { tet: "inUse", eid: "set" },
  ]);
});

test("a person whose choice was not taken chooses another one", async () => {
  const { server, see, listMarks, send, press, browse } = openPicker("cover");
  await browse("tet");
  server.isAway = true;
  press("ui.apply");
  await see("notApplied");
  send({ type: "ui.choose", id: "eid" });
  expect([(await see("browsing")).failureKey, listMarks()]).toEqual([null, { goodLuck: "inUse", eid: "set" }]);
});

test.each(["applied", "notApplied", "failed"] as const)(
  "a list that is %s comes again in another language",
  async (state) => {
    const { server, see, send, browse } = openPicker("cover");
    await browse("tet");
    server.isAway = state !== "applied";
    send({ type: state === "failed" ? "language.changed" : "ui.apply" });
    await see(state);
    server.isAway = false;
    server.language = "vi";
    send({ type: "language.changed" });
    expect((await see("browsing")).looks?.[0]?.title).toBe("goodLuck in vi");
  },
);

test("what an envelope was given before is set from the start, and beside it is what is in use", async () => {
  const { see, listMarks } = openPicker("cover", "tet");
  await see("browsing");
  expect(listMarks()).toEqual({ goodLuck: "inUse", tet: "set" });
});
