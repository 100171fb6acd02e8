import type { Message } from "grammy/types";

/** The topic of a forum in which a message stands. Elsewhere the field names the message that a conversation answers. */
export function readThread({ is_topic_message: isTopic, message_thread_id: threadId }: Message): bigint | null {
  return isTopic === true && threadId !== undefined ? BigInt(threadId) : null;
}
