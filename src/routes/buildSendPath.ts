/** The form for a new envelope, for one group where that is known. */
export function buildSendPath(chatId: string | null): string {
  return chatId === null || chatId === "" ? "/sendPacket" : `/sendPacket?chatId=${encodeURIComponent(chatId)}`;
}
