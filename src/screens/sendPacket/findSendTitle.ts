/** The i18n key of the page's title, by how many groups it asks for. */
export function findSendTitle(minChats: number): string {
  return minChats > 0 ? "envelope:multi.title" : "envelope:send.title";
}
