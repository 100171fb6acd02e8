/** A part of a forum's conversation; its id is that of the message that opened it. */
export interface Topic {
  readonly threadId: number;
  readonly name: string;
  isClosed: boolean;
}

/** The topic that every forum has, in which the Bot API names no topic. */
export const GENERAL = 1;

export function createForum(): Topic[] {
  return [{ threadId: GENERAL, name: "General", isClosed: false }];
}
