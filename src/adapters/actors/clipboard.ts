import { fromPromise } from "xstate";
import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { type ClipboardView, viewClipboard } from "#machines/clipboard/clipboard.view.ts";
import { type ClipboardWays, createClipboardWays } from "#src/adapters/clipboard.ts";
import type { Flow } from "./flow.ts";

interface CopyInput {
  text: string;
}

export function createClipboardActors({ ways }: { ways: ClipboardWays }) {
  return {
    copyByMessenger: fromPromise<boolean, CopyInput>(({ input }) => ways.copyByMessenger(input.text)),
    copyByBrowser: fromPromise<boolean, CopyInput>(({ input }) => ways.copyByBrowser(input.text)),
    copyByLegacy: fromPromise<boolean, CopyInput>(({ input }) => ways.copyByLegacy(input.text)),
  };
}

/** Waits for `{ type: "ui.copy", text }`; emits `clipboard.copied`. */
export const clipboardFlow: Flow<"clipboard", ClipboardView> = {
  name: "clipboard",
  create: () => clipboardMachine.provide({ actors: createClipboardActors({ ways: createClipboardWays(window) }) }),
  view: viewClipboard,
};
