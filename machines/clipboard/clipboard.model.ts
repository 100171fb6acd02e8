import type { ClipboardContext, ClipboardEvent } from "./clipboard.machine.ts";
import { clipboardMachine } from "./clipboard.machine.ts";
import { viewClipboard } from "./clipboard.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface ClipboardShape {
  context: ClipboardContext;
  event: ClipboardEvent;
  outputs: { copy: boolean };
}

export const model = defineModel<ClipboardShape>({
  machine: clipboardMachine,
  view: viewClipboard,
  inputs: [undefined],
  events: {
    "ui.copy": [{ type: "ui.copy", text: "lucky day" }],
  },
  outcomes: {
    copy: { done: [true, false], error: [{ kind: "unexpected", message: "no selection" }] },
  },
  key: () => null,
  invariants: {
    "a text is kept only while it is needed": ({ text }, isIn) => (text === null) === isIn("idle"),
  },
});
