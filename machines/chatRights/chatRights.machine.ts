import { assign, fromCallback, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { provideActor } from "../kit/provide.ts";

export type ChatRights = components["schemas"]["ChatRights"];

export interface ChatRightsInput {
  chatIds: readonly string[];
}

export interface ChatRightsContext {
  /** The chats that are looked at. */
  chatIds: readonly string[];
  /** What is known of them; of some nothing yet. */
  rights: readonly ChatRights[];
  /** How often in a row the bot did not see all. */
  vainReadings: number;
}

export type ChatRightsEvent =
  | { type: "chats.chosen"; chatIds: readonly string[] }
  /** The server has just found that the bot is no administrator of these. */
  | { type: "chats.refused"; chatIds: readonly string[]; areMembersHidden: boolean }
  | { type: "page.shown" };

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

function isAllSeen({ chatIds }: ChatRightsContext, rights: readonly ChatRights[]): boolean {
  const seen = new Set(rights.filter(({ seesMembers }) => seesMembers === "yes").map(({ chatId }) => chatId));
  return chatIds.every((chatId) => seen.has(chatId));
}

const byReading = {
  type: "setRights",
  params: ({ event }: { event: { output: readonly ChatRights[] } }) => ({ rights: event.output }),
} as const;

/** Looks whether the bot sees who is a member of some chats, until it sees that of all. */
export const chatRightsMachine = setup({
  types: {
    input: {} as ChatRightsInput,
    context: {} as ChatRightsContext,
    events: {} as ChatRightsEvent,
  },
  actors: {
    readRights: provideActor<readonly ChatRights[], { chatIds: readonly string[] }>("chatRights.readRights"),
    /** Sends `page.shown` whenever the person comes back to the page. */
    watchPage: fromCallback<ChatRightsEvent>(() => {
      throw new Error("provide chatRights.watchPage");
    }),
  },
  guards: {
    isAllSeen: ({ context }, params: { rights: readonly ChatRights[] }) => isAllSeen(context, params.rights),
    areOthers: ({ context }, params: { chatIds: readonly string[] }) =>
      params.chatIds.join() !== context.chatIds.join(),
    isWanting: ({ context }) => !isAllSeen(context, context.rights),
  },
  actions: {
    setRights: assign(({ context }, { rights }: { rights: readonly ChatRights[] }) => ({
      rights,
      vainReadings: context.vainReadings + 1,
    })),
  },
  delays: {
    nextReading: ({ context }) => Math.min(FIRST_WAIT_MS * 2 ** Math.max(context.vainReadings - 1, 0), LONGEST_WAIT_MS),
  },
}).createMachine({
  id: "chatRights",
  description: "Whether the bot sees who is a member of some chats, of which it has to be an administrator.",
  context: ({ input }) => ({ ...input, rights: [], vainReadings: 0 }),
  invoke: { id: "watchPage", src: "watchPage" },
  initial: "reading",
  states: {
    reading: {
      description: "The messenger is asked; what was known before is shown meanwhile.",
      invoke: {
        id: "readRights",
        src: "readRights",
        input: ({ context }) => ({ chatIds: context.chatIds }),
        onDone: [
          {
            guard: { type: "isAllSeen", params: ({ event }) => ({ rights: event.output }) },
            target: "seen",
            description: "The bot sees the members of all.",
            actions: byReading,
          },
          { target: "waiting", description: "Of some it does not, or that is not known.", actions: byReading },
        ],
        onError: {
          target: "waiting",
          description: "There is no answer: nothing is known, and nothing forbidden.",
          actions: assign({ vainReadings: ({ context }) => context.vainReadings + 1 }),
        },
      },
    },
    waiting: {
      description: "Somebody may make the bot an administrator.",
      after: { nextReading: { target: "reading", description: "It is asked again, each time later." } },
    },
    seen: { description: "The bot sees the members of all the chats." },
  },
  on: {
    "chats.chosen": {
      guard: { type: "areOthers", params: ({ event }) => ({ chatIds: event.chatIds }) },
      target: ".reading",
      description: "Other chats are chosen.",
      actions: assign({
        chatIds: ({ event }) => event.chatIds,
        rights: ({ context, event }) => context.rights.filter(({ chatId }) => event.chatIds.includes(chatId)),
        vainReadings: 0,
      }),
    },
    "chats.refused": {
      target: ".waiting",
      description: "The server has just looked, and says so of some.",
      actions: assign({
        rights: ({ context, event: { chatIds, areMembersHidden } }) => [
          ...context.rights.filter(({ chatId }) => !chatIds.includes(chatId)),
          ...chatIds.map((chatId) => ({ chatId, seesMembers: "no" as const, areMembersHidden })),
        ],
        vainReadings: 0,
      }),
    },
    "page.shown": {
      guard: "isWanting",
      target: ".reading",
      description: "The person comes back, maybe from making the bot an administrator.",
      actions: assign({ vainReadings: 0 }),
    },
  },
});
