import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import { type LookKind, type PickerChoices, pickerMachine } from "./picker.machine.ts";
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
    if (server.isAway) throw { kind: "network" };
  };
  const machine = pickerMachine.provide({
    actors: {
      loadChoices: fromPromise<PickerChoices, { kind: LookKind }>(async ({ input }) => {
        refuseAway();
        const ids = input.kind === "cover" ? ["goodLuck", "tet", "eid"] : ["goodLuck", "newYear", "eid"];
        const say = (id: string) => `${id} in ${server.language}`;
        return {
          looks: ids.map((id) => ({ id, title: say(id), text: input.kind === "cover" ? null : say(id) })),
          inUse: server.inUse,
        };
      }),
      applyChoice: fromPromise<InUse, { kind: LookKind; id: string }>(async ({ input: { kind: changed, id } }) => {
        if (server.waiting !== null) await server.waiting;
        refuseAway();
        server.inUse =
          changed === "cover"
            ? { ...server.inUse, coverId: toCoverId(id) }
            : { ...server.inUse, messageId: toMessageId(id) };
        return server.inUse;
      }),
    },
  });
  const actor = createActor(machine, { input: { kind, setId } }).start();
  const felt: string[] = [];
  actor.on("vibrate", ({ kind: pattern }) => felt.push(pattern));
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewPicker(await waitFor(actor, ({ value }) => value === state));
  const listMarks = () =>
    Object.fromEntries(
      (viewPicker(actor.getSnapshot()).looks ?? []).flatMap(({ id, mark }) => (mark === null ? [] : [[id, mark]])),
    );
  const canApply = () =>
    viewPicker(actor.getSnapshot()).actions.some(({ event, enabled }) => event.type === "ui.apply" && enabled);
  return { server, actor, felt, see, listMarks, canApply };
}

test("a person sees which cover is in use, tries another one on, and puts it in use with one tap", async () => {
  const { server, actor, see, listMarks, canApply } = openPicker("cover");
  await see("browsing");
  expect([listMarks(), canApply()]).toEqual([{ goodLuck: "inUse" }, false]);
  actor.send({ type: "ui.apply" });
  expect(actor.getSnapshot().value).toBe("browsing");
  actor.send({ type: "ui.choose", id: "eid" });
  // Set is not in use: the preview wears it, the envelopes do not.
  expect(listMarks()).toEqual({ goodLuck: "inUse", eid: "set" });
  expect((await see("browsing")).preview).toEqual({ coverId: "eid", messageId: "goodLuck" });
  expect(server.inUse.coverId).toBe("goodLuck");
  actor.send({ type: "ui.apply" });
  expect((await see("applied")).standingKey).toBe("personal:covers.applied");
  expect([listMarks(), server.inUse.coverId, canApply()]).toEqual([{ eid: "inUse" }, "eid", false]);
});

test("what the list does not have cannot be set, and what was set before and is gone gives way to what is in use", async () => {
  const { actor, see } = openPicker("cover", "of a later version");
  expect((await see("loading")).preview.coverId).toBe("goodLuck");
  expect((await see("browsing")).shown).toMatchObject({ id: "goodLuck", mark: "inUse" });
  actor.send({ type: "ui.choose", id: "of a later version" });
  expect((await see("browsing")).shown?.id).toBe("goodLuck");
});

test("a language that changes while the list is read asks for it once more", async () => {
  const { server, actor, see } = openPicker("text");
  server.language = "vi";
  actor.send({ type: "language.changed" });
  expect((await see("browsing")).shown?.text).toBe("goodLuck in vi");
});

test("a text that could not be applied stays set, and the next try goes through", async () => {
  const { server, actor, felt, see, listMarks } = openPicker("text");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "newYear" });
  expect((await see("browsing")).preview).toEqual({ coverId: "goodLuck", messageId: "newYear" });
  server.isAway = true;
  actor.send({ type: "ui.apply" });
  expect((await see("notApplied")).failureKey).toBe("errors:network");
  expect(listMarks()).toEqual({ goodLuck: "inUse", newYear: "set" });
  server.isAway = false;
  actor.send({ type: "ui.retry" });
  await see("applied");
  expect([server.inUse.messageId, felt]).toEqual(["newYear", ["error", "success"]]);
});

test.each(["ui.retry", "app.online"] as const)("a list that could not be read is read again by %s", async (type) => {
  const { server, actor, see } = openPicker("cover");
  await see("browsing");
  server.isAway = true;
  actor.send({ type: "language.changed" });
  expect((await see("failed")).failureKey).toBe("errors:network");
  server.isAway = false;
  actor.send({ type });
  expect((await see("browsing")).failureKey).toBeNull();
});

test("in another language the list is read again, and what was set stays set", async () => {
  const { server, actor, see, listMarks } = openPicker("text");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "eid" });
  server.language = "km";
  actor.send({ type: "language.changed" });
  // The old words stay on the screen until the new ones are there.
  expect((await see("loading")).shown?.text).toBe("eid in en");
  expect((await see("browsing")).shown?.text).toBe("eid in km");
  expect(listMarks()).toEqual({ goodLuck: "inUse", eid: "set" });
});

test("a language that changes while a choice is applied costs neither the choice nor the new words", async () => {
  const { server, actor, see, listMarks } = openPicker("cover");
  await see("browsing");
  const answer = Promise.withResolvers<void>();
  server.waiting = answer.promise;
  actor.send({ type: "ui.choose", id: "tet" });
  actor.send({ type: "ui.apply" });
  server.language = "vi";
  actor.send({ type: "language.changed" });
  expect(actor.getSnapshot().value).toBe("applying");
  answer.resolve();
  expect((await see("browsing")).shown?.title).toBe("tet in vi");
  expect([listMarks(), server.inUse.coverId]).toEqual([{ tet: "inUse" }, "tet"]);
});

test("a person who has put one in use goes on choosing", async () => {
  const { actor, see, listMarks } = openPicker("cover");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "tet" });
  actor.send({ type: "ui.apply" });
  await see("applied");
  actor.send({ type: "ui.choose", id: "eid" });
  expect([(await see("browsing")).standingKey, listMarks()]).toEqual([
    "personal:covers.set",
    { tet: "inUse", eid: "set" },
  ]);
});

test("a person whose choice was not taken chooses another one", async () => {
  const { server, actor, see, listMarks } = openPicker("cover");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "tet" });
  server.isAway = true;
  actor.send({ type: "ui.apply" });
  await see("notApplied");
  actor.send({ type: "ui.choose", id: "eid" });
  expect([(await see("browsing")).failureKey, listMarks()]).toEqual([null, { goodLuck: "inUse", eid: "set" }]);
});

test.each(["applied", "notApplied", "failed"] as const)(
  "a list that is %s comes again in another language",
  async (state) => {
    const { server, actor, see } = openPicker("cover");
    await see("browsing");
    actor.send({ type: "ui.choose", id: "tet" });
    server.isAway = state !== "applied";
    actor.send({ type: state === "failed" ? "language.changed" : "ui.apply" });
    await see(state);
    server.isAway = false;
    server.language = "vi";
    actor.send({ type: "language.changed" });
    expect((await see("browsing")).looks?.[0]?.title).toBe("goodLuck in vi");
  },
);

test("what an envelope was given before is set from the start, and beside it is what is in use", async () => {
  const { see, listMarks } = openPicker("cover", "tet");
  await see("browsing");
  expect(listMarks()).toEqual({ goodLuck: "inUse", tet: "set" });
});
