import type { TransitionTable } from "../kit/transitionTable.ts";
import type { ClipboardContext, ClipboardEvent } from "./clipboard.machine.ts";

export interface ClipboardShape {
  context: ClipboardContext;
  event: ClipboardEvent;
  outputs: { copyByMessenger: boolean; copyByBrowser: boolean; copyByLegacy: boolean };
}

const isCopied = (_: ClipboardContext, { output }: { output: boolean }): boolean => output;
const COPY = { target: "messenger", changes: (_: ClipboardContext, event: { text: string }) => ({ text: event.text }) };
const COPIED = { guard: "isCopied", when: isCopied, target: "copied", emits: ["clipboard.copied"] };

/** SPEC.md 5: the messenger's clipboard, then the browser's, then the legacy copy, then the user. */
export const clipboardTable: TransitionTable<ClipboardShape> = {
  delaysMs: { copyTimeout: 2_000, copiedShown: 3_000 },
  asks: {
    copyByMessenger: ({ text }) => ({ text }),
    copyByBrowser: ({ text }) => ({ text }),
    copyByLegacy: ({ text }) => ({ text }),
  },
  context: () => ({ text: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.copy": COPY },
    messenger: {
      "done(copyByMessenger)": [COPIED, { target: "browser" }],
      "error(copyByMessenger)": { target: "browser" },
      "after(copyTimeout)": { target: "browser" },
    },
    browser: {
      "done(copyByBrowser)": [COPIED, { target: "legacy" }],
      "error(copyByBrowser)": { target: "legacy" },
      "after(copyTimeout)": { target: "legacy" },
    },
    legacy: {
      "done(copyByLegacy)": [COPIED, { target: "manual" }],
      "error(copyByLegacy)": { target: "manual" },
    },
    copied: { "ui.copy": COPY, "after(copiedShown)": { target: "idle", changes: { text: null } } },
    manual: { "ui.copy": COPY, "ui.dismiss": { target: "idle", changes: { text: null } } },
  },
};
