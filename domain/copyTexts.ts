/** The wishes an envelope can carry instead of a remark; locales/<language>/copyTexts.json has their words. */
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

/** What an envelope carries whose sender chose nothing. */
export const DEFAULT_MESSAGE_ID: MessageId = "goodLuck";

export function toMessageId(id: string | null): MessageId {
  return findKnown(id) ?? DEFAULT_MESSAGE_ID;
}

/** The wish to show in the place of a remark: none where there is a remark, or an id this version does not know. */
export function findMessageId(remark: string | null, messageId: string | null): MessageId | null {
  if (remark !== null && remark !== "") return null;
  return findKnown(messageId) ?? null;
}

function findKnown(id: string | null): MessageId | undefined {
  return MESSAGE_IDS.find((known) => known === id);
}
