import type { Api } from "grammy";

/** Calls of the Bot API that are newer than the library's types (10.3). */
interface NewCalls {
  /** 10.4: by the id of a press alone; the messenger knows its chat and who pressed. */
  sendMessage(message: {
    text: string;
    parse_mode: "HTML";
    ephemeral_message_parameters: { callback_query_id?: string };
  }): Promise<unknown>;
}

export function readNewCalls({ raw }: Api): NewCalls {
  // The library makes a call of whatever name.
  return raw as unknown as NewCalls;
}
