import { assign, emit, setup } from "xstate";
import type { Effect } from "../kit/effects.ts";
import { provideActor } from "../kit/provide.ts";

export interface ClipboardContext {
  /** What is being copied or just was; null when nothing is. */
  text: string | null;
}

export type ClipboardEvent = { type: "ui.copy"; text: string } | { type: "ui.dismiss" };

const setText = {
  type: "setText",
  params: ({ event }: { event: { text: string } }) => ({ text: event.text }),
} as const;

export const clipboardMachine = setup({
  types: {
    context: {} as ClipboardContext,
    events: {} as ClipboardEvent,
    emitted: {} as Effect,
  },
  actors: {
    /** Tries every way, and answers whether the text is on the clipboard now. */
    copy: provideActor<boolean, { text: string }>("clipboard.copy"),
  },
  guards: {
    isCopied: (_, params: { isCopied: boolean }) => params.isCopied,
  },
  actions: {
    setText: assign((_, { text }: { text: string }) => ({ text })),
    clearText: assign({ text: null }),
    tellCopied: emit({ type: "toast.show", tone: "success", labelKey: "app:clipboard.copied" }),
  },
  delays: { copiedShown: 3_000 },
}).createMachine({
  id: "clipboard",
  description: "Copies a text, or asks the user to.",
  context: { text: null },
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is being copied.",
      on: { "ui.copy": { target: "copying", actions: setText, description: "The user copies a text." } },
    },
    copying: {
      description: "The ways to the clipboard are tried.",
      invoke: {
        id: "copy",
        src: "copy",
        input: ({ context }) => ({ text: context.text ?? "" }),
        onDone: [
          {
            guard: { type: "isCopied", params: ({ event }) => ({ isCopied: event.output }) },
            target: "copied",
            description: "One has copied it.",
          },
          { target: "manual", description: "No way has copied it." },
        ],
        onError: { target: "manual", description: "The last way broke." },
      },
    },
    copied: {
      description: "The text is on the clipboard.",
      entry: "tellCopied",
      exit: "clearText",
      on: { "ui.copy": { target: "copying", actions: setText, description: "The user copies another text." } },
      after: { copiedShown: { target: "idle", description: "The success has been seen." } },
    },
    manual: {
      description: "A message asks the user to select the text and copy it.",
      on: {
        "ui.copy": { target: "copying", actions: setText, description: "The user tries again." },
        "ui.dismiss": {
          target: "idle",
          actions: "clearText",
          description: "The user has copied it, or does not want to.",
        },
      },
    },
  },
});
