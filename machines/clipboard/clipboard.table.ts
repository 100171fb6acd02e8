import type { TransitionTable } from "../kit/transitionTable.ts";
import type { ClipboardContext, ClipboardEvent } from "./clipboard.machine.ts";

export interface ClipboardShape {
  context: ClipboardContext;
  event: ClipboardEvent;
  outputs: { copy: boolean };
}

const isCopied = (_: ClipboardContext, { output }: { output: boolean }): boolean => output;
const COPY = { target: "copying", changes: (_: ClipboardContext, event: { text: string }) => ({ text: event.text }) };

/** SPEC.md 5: where no way copies a text, the user is asked to. */
export const clipboardTable: TransitionTable<ClipboardShape> = {
  delaysMs: { copiedShown: 3_000 },
  asks: { copy: ({ text }) => ({ text }) },
  context: () => ({ text: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.copy": COPY },
    copying: {
      "done(copy)": [
        { guard: "isCopied", when: isCopied, target: "copied", emits: ["clipboard.copied"] },
        { target: "manual" },
      ],
      "error(copy)": { target: "manual" },
    },
    copied: { "ui.copy": COPY, "after(copiedShown)": { target: "idle", changes: { text: null } } },
    manual: { "ui.copy": COPY, "ui.dismiss": { target: "idle", changes: { text: null } } },
  },
};
