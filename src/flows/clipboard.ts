import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { viewClipboard, type ClipboardView } from "#machines/clipboard/clipboard.view.ts";
import { createClipboardActors } from "#src/adapters/actors/clipboard.ts";
import { createClipboardWays } from "#src/adapters/clipboard.ts";

import type { Flow } from "./flow.ts";

/** Waits for `{ type: "ui.copy", text }`; emits `clipboard.copied`. */
export const clipboardFlow: Flow<"clipboard", ClipboardView> = {
  name: "clipboard",
  create: () => clipboardMachine.provide({ actors: createClipboardActors({ ways: createClipboardWays(window) }) }),
  view: viewClipboard,
};
