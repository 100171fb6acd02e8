import type { Api } from "grammy";

type Setting =
  | "supports_inline_queries"
  | "inline_query_placeholder"
  /** The bot is told of one of so many results that are sent; 0: of none. */
  | "inline_feedback_share_denominator"
  | "can_join_groups"
  | "can_read_all_group_messages";

/** Calls of the Bot API that are newer than the library's types (10.3), or freer than they say. */
interface NewCalls {
  /** 10.4: by the id of a press alone; the messenger knows its chat and who pressed. */
  sendMessage(message: {
    text: string;
    parse_mode: "HTML";
    ephemeral_message_parameters: { callback_query_id?: string };
  }): Promise<unknown>;
  /** 10.5: what it does not name stays. */
  setMySettings(settings: Readonly<Partial<Record<Setting, string | number | boolean>>>): Promise<unknown>;
  /** Rights that it does not name are off. */
  setMyDefaultAdministratorRights(proposed: {
    rights: Readonly<Record<string, boolean>>;
    for_channels: boolean;
  }): Promise<unknown>;
}

export function readNewCalls({ raw }: Api): NewCalls {
  // The library makes a call of whatever name.
  return raw as unknown as NewCalls;
}
