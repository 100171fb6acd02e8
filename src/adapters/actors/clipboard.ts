import type { ActorsOf } from "#machines/kit/provide.ts";
import { fromPromise } from "xstate";
import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { viewClipboard } from "#machines/clipboard/clipboard.view.ts";
import { copyText } from "#src/adapters/clipboard.ts";
import { defineFlow } from "./flow.ts";

export function createClipboardActors({ page }: { page: Window }): ActorsOf<typeof clipboardMachine> {
  return { copy: fromPromise(({ input }) => copyText(page, input.text)) };
}

/** Waits for `{ type: "ui.copy", text }`; tells that it is copied. */
export const clipboardFlow = defineFlow(
  "clipboard",
  clipboardMachine,
  () => createClipboardActors({ page: window }),
  viewClipboard,
);
