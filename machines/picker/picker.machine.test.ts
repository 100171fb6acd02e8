import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { pickerMachine, type LookKind, type PickerChoices } from "./picker.machine.ts";
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
  const clock = new SimulatedClock();
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
    { input: { kind, setId }, clock },
  ).start();
  actor.send({ type: "ui.open" });
  const answerLoad = async (choices: PickerChoices) => {
    load.resolve(choices);
    await settle();
  };
  const see = () => viewPicker(actor.getSnapshot());
  return { actor, clock, asked, answerLoad, see };
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

test("an answer that does not come within the request timeout is a failure with a retry", async () => {
  const { actor, asked, clock, answerLoad, see } = startPicker();
  await answerLoad(COVERS);
  actor.send({ type: "ui.choose", id: "tet" });
  actor.send({ type: "ui.apply" });
  clock.increment(100_000);
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
