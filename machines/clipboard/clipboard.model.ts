import { clipboardMachine } from "./clipboard.machine.ts";
import { viewClipboard } from "./clipboard.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
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
