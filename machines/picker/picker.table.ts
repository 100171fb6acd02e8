import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { PickerChoices, PickerContext, PickerEvent, PickerInput } from "./picker.machine.ts";

export interface PickerShape {
  context: PickerContext;
  event: PickerEvent;
  input: PickerInput;
  outputs: {
    loadChoices: PickerChoices;
    applyChoice: components["schemas"]["CoverAndMessage"];
  };
}

type Context = PickerContext;

const keepFailure = (_: Context, { error }: { error: unknown }): Partial<Context> => ({ failure: toFailure(error) });
/** Every reading forgets what went wrong, and what was outdated. */
const READ_ANEW = { target: "loading", changes: { isOutdated: false, failure: null } };

/** Only what the list has can be set. */
const choose = {
  guard: "isListed",
  when: ({ looks }: Context, { id }: { id: string }) => (looks ?? []).some((look) => look.id === id),
  target: "browsing",
  changes: (_: Context, { id }: { id: string }): Partial<Context> => ({ setId: id, failure: null }),
};

const outdated = { guard: "isOutdated", when: ({ isOutdated }: Context) => isOutdated, ...READ_ANEW };

/** SPEC.md 2: covers and texts are each marked set or in use, and both lists are read again in a new language. */
export const pickerTable: TransitionTable<PickerShape> = {
  asks: {
    loadChoices: ({ kind }) => ({ kind }),
    applyChoice: ({ kind, setId }) => ({ kind, id: setId }),
  },
  context: ({ kind, setId }) => ({ kind, looks: null, inUse: null, setId, isOutdated: false, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": READ_ANEW },
    loading: {
      "done(loadChoices)": {
        target: "browsing",
        changes: ({ kind, setId }, { output: { looks, inUse } }) => {
          const used = { cover: inUse.coverId, text: inUse.messageId }[kind];
          return { looks, inUse, setId: looks.map(({ id }) => id).includes(setId ?? "") ? setId : used };
        },
      },
      "error(loadChoices)": { target: "failed", changes: keepFailure },
      "language.changed": { ...READ_ANEW, reenter: true },
    },
    browsing: {
      "ui.choose": choose,
      "ui.apply": {
        guard: "isNew",
        when: ({ kind, setId, inUse }) => setId !== { cover: inUse?.coverId, text: inUse?.messageId }[kind],
        target: "applying",
        changes: { failure: null },
      },
      "language.changed": READ_ANEW,
    },
    applying: {
      "done(applyChoice)": [outdated, { target: "applied", changes: (_, { output }) => ({ inUse: output }) }],
      "error(applyChoice)": [outdated, { target: "notApplied", changes: keepFailure }],
      "language.changed": { changes: { isOutdated: true } },
    },
    applied: { "ui.choose": choose, "language.changed": READ_ANEW },
    notApplied: {
      "ui.choose": choose,
      "ui.retry": { target: "applying", changes: { failure: null } },
      "language.changed": READ_ANEW,
    },
    failed: { "ui.retry": READ_ANEW, "language.changed": READ_ANEW },
  },
};
