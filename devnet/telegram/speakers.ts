import { CHANNEL } from "./people.ts";
import type { Sender } from "./worldState.ts";

/** In whose name somebody writes to a group; `self` is the usual one. */
export const SPEAKERS = ["self", "anonymous", "channel", "linkedChannel", "bot"] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** Stands in `from` for a group that speaks itself. */
export const GROUP_ITSELF: Sender = {
  id: 1_087_968_824,
  first_name: "Group",
  username: "GroupAnonymousBot",
  is_bot: true,
};
const CHANNEL_CHAT = { id: CHANNEL.chatId, type: "channel", title: CHANNEL.title };
/** Of a group's members: it has no part in the product. */
const OTHER_BOT: Sender = { id: 7_002_918_455, first_name: "Dice", username: "dice_devnet_bot", is_bot: true };

interface Speech {
  /** The user that stands in `from` for a chat. */
  from: Sender;
  /** What the message of the Bot API says besides. */
  fields: Readonly<Record<string, unknown>>;
}

/** How a message of this speaker looks in the Bot API; null: like any of its person's. */
export function describeSpeech(speaker: Speaker, group: Readonly<Record<string, unknown>>): Speech | null {
  switch (speaker) {
    case "self":
      return null;
    case "anonymous":
      return {
        from: GROUP_ITSELF,
        fields: { sender_chat: group },
      };
    case "channel":
      return {
        from: { id: 136_817_688, first_name: "Channel", username: "Channel_Bot", is_bot: true },
        fields: { sender_chat: CHANNEL_CHAT },
      };
    case "linkedChannel":
      return {
        from: { id: 777_000, first_name: "Telegram", username: null, is_bot: false },
        fields: {
          sender_chat: CHANNEL_CHAT,
          is_automatic_forward: true,
          forward_origin: { type: "channel", date: 1_763_000_000, chat: CHANNEL_CHAT, message_id: 5 },
        },
      };
    case "bot":
      return { from: OTHER_BOT, fields: {} };
  }
}
