import { COVER_IDS } from "#domain/covers.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { pickerMachine, type PickerChoices } from "./picker.machine.ts";
import { viewPicker } from "./picker.view.ts";
import { defineModel } from "#tests/models/model.ts";

const COVERS: PickerChoices = {
  looks: COVER_IDS.map((id) => ({ id, title: id, text: null })),
  inUse: { coverId: "goodLuck", messageId: "newYear" },
};
const TEXTS: PickerChoices = {
  looks: MESSAGE_IDS.map((id) => ({ id, title: id, text: id })),
  inUse: { coverId: "tet", messageId: "goodLuck" },
};

export const model = defineModel({
  machine: pickerMachine,
  inputs: [
    { kind: "cover", setId: null },
    { kind: "text", setId: null },
    { kind: "cover", setId: "of a later version" },
  ],
  events: {
    "ui.choose": [
      { type: "ui.choose", id: "wedding" },
      { type: "ui.choose", id: "goodLuck" },
      { type: "ui.choose", id: "of a later version" },
    ],
  },
  outcomes: {
    loadChoices: { done: [COVERS, TEXTS], error: [{ kind: "network" }] },
    applyChoice: {
      done: [
        { coverId: "wedding", messageId: "newYear" },
        { coverId: "tet", messageId: "wedding" },
      ],
      error: [{ kind: "api", error: "tooManyTries", message: "", retryAfterSeconds: 30 }],
    },
  },
  // A list is of the kind that was asked for, and so is what was put in use.
  isWalked: (stimulus, { kind, setId }) => {
    if (!stimulus.startsWith("done(")) return true;
    if (stimulus.startsWith("done(applyChoice)") && setId !== "wedding") return false;
    return stimulus.endsWith(kind === "cover" ? "#0" : "#1");
  },
  key: ({ kind, looks, inUse, setId, isOutdated }) => ({ kind, isRead: looks !== null, inUse, setId, isOutdated }),
  invariants: {
    "what is set is in the list": ({ looks, setId }) => looks === null || looks.some(({ id }) => id === setId),
    "something can be chosen only from a list": ({ looks, inUse }, isIn) =>
      !["browsing", "applying", "applied", "notApplied"].some((path) => isIn(path)) ||
      (looks !== null && inUse !== null),
    "what was applied is in use": ({ kind, inUse, setId }, isIn) =>
      !isIn("applied") || setId === (kind === "cover" ? inUse?.coverId : inUse?.messageId),
    "a failure is shown where something failed": ({ failure }, isIn) =>
      (failure !== null) === (isIn("failed") || isIn("notApplied")),
    "the list is outdated only while something is applied": ({ isOutdated }, isIn) => !isOutdated || isIn("applying"),
  },
  view: viewPicker,
  press: {
    // What is set cannot be set again.
    "ui.choose": ({ id }, { looks, setId }) => ({
      among: [`[type=radio][value="${id}"]`, 0],
      isShown: id !== setId && looks?.some((look) => look.id === id) === true,
    }),
  },
});
