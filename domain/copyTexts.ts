/** The wishes that can replace a remark; locales/<language>/copyTexts.json has their texts. */
export const MESSAGE_IDS = [
  "goodLuck",
  "newYear",
  "eid",
  "wedding",
  "birthday",
  "thankYou",
  "congratulations",
  "goodHealth",
] as const;

export type MessageId = (typeof MESSAGE_IDS)[number];

/** The default wish. */
export const DEFAULT_MESSAGE_ID: MessageId = "goodLuck";

export function toMessageId(id: string | null): MessageId {
  return findKnown(id) ?? DEFAULT_MESSAGE_ID;
}

/** The wish to show instead of a remark: none if there is a remark or the id is unknown. */
export function findMessageId(remark: string | null, messageId: string | null): MessageId | null {
  if (remark !== null && remark !== "") return null;
  return findKnown(messageId) ?? null;
}

function findKnown(id: string | null): MessageId | undefined {
  return MESSAGE_IDS.find((known) => known === id);
}
