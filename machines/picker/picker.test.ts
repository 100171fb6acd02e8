import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { toMessageId } from "#domain/copyTexts.ts";
import { toCoverId } from "#domain/covers.ts";
import type { Failure } from "../kit/failure.ts";
import { type LookKind, type PickerChoices, pickerMachine } from "./picker.machine.ts";
import { viewPicker } from "./picker.view.ts";

type InUse = components["schemas"]["CoverAndMessage"];

const IN_USE: InUse = { coverId: "goodLuck", messageId: "newYear" };
const COVERS: PickerChoices = {
  looks: ["goodLuck", "tet"].map((id) => ({ id, title: id, text: null })),
  inUse: IN_USE,
};

/** Requests that the test answers. */
function startPicker(kind: LookKind = "cover", setId: string | null = null) {
  const asked: unknown[] = [];
  let load = Promise.withResolvers<PickerChoices>();
  let apply = Promise.withResolvers<InUse>();
  const actor = createActor(
    pickerMachine.provide({
      actors: {
        loadChoices: fromPromise<PickerChoices, { kind: LookKind }>(({ input }) => {
          asked.push(input);
          load = Promise.withResolvers();
          return load.promise;
        }),
        applyChoice: fromPromise<InUse, { kind: LookKind; id: string }>(({ input }) => {
          asked.push(input);
          apply = Promise.withResolvers();
          return apply.promise;
        }),
      },
    }),
    { input: { kind, setId } },
  ).start();
  actor.send({ type: "ui.open" });
  const answerLoad = async (choices: PickerChoices) => {
    load.resolve(choices);
    await settle();
  };
  const see = () => viewPicker(actor.getSnapshot());
  const refuseApply = async (failure: Failure) => {
    apply.reject(failure);
    await settle();
  };
  return { actor, asked, answerLoad, refuseApply, see };
}

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("what the list does not have cannot be set", async () => {
  const { actor, answerLoad, see } = startPicker();
  await answerLoad(COVERS);
  actor.send({ type: "ui.choose", id: "of a later version" });
  expect(see().shown?.id).toBe("goodLuck");
});

test("what was set before and is gone from the list gives way to what is in use", async () => {
  const { answerLoad, see } = startPicker("cover", "of a later version");
  expect(see().preview.coverId).toBe("goodLuck");
  await answerLoad(COVERS);
  expect(see().shown).toMatchObject({ id: "goodLuck", mark: "inUse" });
});

test("what is in use is not applied again", async () => {
  const { actor, asked, answerLoad } = startPicker();
  await answerLoad(COVERS);
  actor.send({ type: "ui.apply" });
  expect([actor.getSnapshot().value, asked]).toEqual(["browsing", [{ kind: "cover" }]]);
});

test("a choice that could not be applied can be applied again", async () => {
  const { actor, asked, answerLoad, refuseApply, see } = startPicker();
  await answerLoad(COVERS);
  actor.send({ type: "ui.choose", id: "tet" });
  actor.send({ type: "ui.apply" });
  await refuseApply({ kind: "timeout" });
  expect(see()).toMatchObject({ state: "notApplied", failureKey: "errors:timeout" });
  actor.send({ type: "ui.retry" });
  expect(asked.slice(1)).toEqual([
    { kind: "cover", id: "tet" },
    { kind: "cover", id: "tet" },
  ]);
});

test("a language that changes while the list is read asks for it once more", async () => {
  const { actor, asked, answerLoad, see } = startPicker("text");
  actor.send({ type: "language.changed" });
  expect(asked).toEqual([{ kind: "text" }, { kind: "text" }]);
  await answerLoad({ looks: [{ id: "newYear", title: "Tết", text: "Vạn sự như ý" }], inUse: IN_USE });
  expect(see().shown?.text).toBe("Vạn sự như ý");
});

test("the words of the set text and the cover in use make the preview", async () => {
  const { actor, answerLoad, see } = startPicker("text");
  const looks = ["newYear", "wedding"].map((id) => ({ id, title: id, text: id }));
  await answerLoad({ looks, inUse: { coverId: "tet", messageId: "newYear" } });
  actor.send({ type: "ui.choose", id: "wedding" });
  expect(see().preview).toEqual({ coverId: "tet", messageId: "wedding" });
});

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
  actor.send({ type: "ui.open" });
  const see = async (state: ReturnType<typeof actor.getSnapshot>["value"]) =>
    viewPicker(await waitFor(actor, ({ value }) => value === state));
  const listMarks = () =>
    Object.fromEntries(
      (viewPicker(actor.getSnapshot()).looks ?? []).flatMap(({ id, mark }) => (mark === null ? [] : [[id, mark]])),
    );
  const canApply = () =>
    viewPicker(actor.getSnapshot()).actions.some(({ event, enabled }) => event.type === "ui.apply" && enabled);
  return { server, actor, see, listMarks, canApply };
}

test("a person sees which cover is in use, tries another one on, and puts it in use with one tap", async () => {
  const { server, actor, see, listMarks, canApply } = openPicker("cover");
  await see("browsing");
  expect([listMarks(), canApply()]).toEqual([{ goodLuck: "inUse" }, false]);
  actor.send({ type: "ui.choose", id: "eid" });
  // Set is not in use: the preview wears it, the envelopes do not.
  expect(listMarks()).toEqual({ goodLuck: "inUse", eid: "set" });
  expect((await see("browsing")).preview).toEqual({ coverId: "eid", messageId: "goodLuck" });
  expect(server.inUse.coverId).toBe("goodLuck");
  actor.send({ type: "ui.apply" });
  expect((await see("applied")).standingKey).toBe("personal:covers.applied");
  expect([listMarks(), server.inUse.coverId, canApply()]).toEqual([{ eid: "inUse" }, "eid", false]);
});

test("leaving without applying changes nothing", async () => {
  const { server, actor, see } = openPicker("text");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "newYear" });
  actor.stop();
  expect(server.inUse.messageId).toBe("goodLuck");
});

test("a text that could not be applied stays set, and the next try goes through", async () => {
  const { server, actor, see, listMarks } = openPicker("text");
  await see("browsing");
  actor.send({ type: "ui.choose", id: "newYear" });
  server.isAway = true;
  actor.send({ type: "ui.apply" });
  expect((await see("notApplied")).failureKey).toBe("errors:network");
  expect(listMarks()).toEqual({ goodLuck: "inUse", newYear: "set" });
  server.isAway = false;
  actor.send({ type: "ui.retry" });
  await see("applied");
  expect(server.inUse.messageId).toBe("newYear");
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
