import { assign, emit, setup } from "xstate";
import { provideActor } from "../kit/provideActor.ts";

export interface ClipboardContext {
  /** What is being copied or just was; null when nothing is. */
  text: string | null;
}

export type ClipboardEvent = { type: "ui.copy"; text: string } | { type: "ui.dismiss" };

export interface ClipboardEmitted {
  type: "clipboard.copied";
}

export const clipboardSecrets: readonly string[] = ["text"];

interface CopyInput {
  text: string;
}

export const clipboardMachine = setup({
  types: {
    context: {} as ClipboardContext,
    events: {} as ClipboardEvent,
    emitted: {} as ClipboardEmitted,
  },
  actors: {
    /** Each answers whether the text is on the clipboard now; a way that is not there answers false. */
    copyByMessenger: provideActor<boolean, CopyInput>("clipboard.copyByMessenger"),
    copyByBrowser: provideActor<boolean, CopyInput>("clipboard.copyByBrowser"),
    copyByLegacy: provideActor<boolean, CopyInput>("clipboard.copyByLegacy"),
  },
  guards: {
    isCopied: (_, params: { isCopied: boolean }) => params.isCopied,
  },
  actions: {
    keepText: assign((_, { text }: { text: string }) => ({ text })),
    forgetText: assign({ text: null }),
    emitCopied: emit({ type: "clipboard.copied" }),
  },
  delays: { copyTimeout: 2_000, copiedShown: 3_000 },
}).createMachine({
  id: "clipboard",
  description: "Copies a text: by the messenger, else by the browser, else the legacy way, else the user does.",
  context: { text: null },
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is being copied.",
      on: {
        "ui.copy": {
          target: "messenger",
          actions: { type: "keepText", params: ({ event }) => ({ text: event.text }) },
          description: "The user copies a text.",
        },
      },
    },
    messenger: {
      description: "The messenger's clipboard is tried.",
      invoke: {
        id: "copyByMessenger",
        src: "copyByMessenger",
        input: ({ context }) => ({ text: context.text ?? "" }),
        onDone: [
          {
            guard: { type: "isCopied", params: ({ event }) => ({ isCopied: event.output }) },
            target: "copied",
            description: "The messenger has copied it.",
          },
          { target: "browser", description: "The messenger has no clipboard." },
        ],
        onError: { target: "browser", description: "The messenger could not copy it." },
      },
      after: { copyTimeout: { target: "browser", description: "The messenger does not answer." } },
    },
    browser: {
      description: "The browser's clipboard is tried.",
      invoke: {
        id: "copyByBrowser",
        src: "copyByBrowser",
        input: ({ context }) => ({ text: context.text ?? "" }),
        onDone: [
          {
            guard: { type: "isCopied", params: ({ event }) => ({ isCopied: event.output }) },
            target: "copied",
            description: "The browser has copied it.",
          },
          { target: "legacy", description: "The browser has no clipboard." },
        ],
        onError: { target: "legacy", description: "The browser may not copy it." },
      },
      after: { copyTimeout: { target: "legacy", description: "The browser does not answer." } },
    },
    legacy: {
      description: "The legacy copy is tried.",
      invoke: {
        id: "copyByLegacy",
        src: "copyByLegacy",
        input: ({ context }) => ({ text: context.text ?? "" }),
        onDone: [
          {
            guard: { type: "isCopied", params: ({ event }) => ({ isCopied: event.output }) },
            target: "copied",
            description: "The legacy way has copied it.",
          },
          { target: "manual", description: "No way has copied it." },
        ],
        onError: { target: "manual", description: "No way has copied it." },
      },
    },
    copied: {
      description: "The text is on the clipboard.",
      entry: "emitCopied",
      exit: "forgetText",
      on: {
        "ui.copy": {
          target: "messenger",
          actions: { type: "keepText", params: ({ event }) => ({ text: event.text }) },
          description: "The user copies another text.",
        },
      },
      after: { copiedShown: { target: "idle", description: "The success has been seen." } },
    },
    manual: {
      description: "A message asks the user to select the text and copy it.",
      on: {
        "ui.copy": {
          target: "messenger",
          actions: { type: "keepText", params: ({ event }) => ({ text: event.text }) },
          description: "The user tries again.",
        },
        "ui.dismiss": {
          target: "idle",
          actions: "forgetText",
          description: "The user has copied it, or does not want to.",
        },
      },
    },
  },
});
