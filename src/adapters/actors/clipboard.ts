import { fromPromise } from "xstate";

import type { ClipboardWays } from "#src/adapters/clipboard.ts";

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
