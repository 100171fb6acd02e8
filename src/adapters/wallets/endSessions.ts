/**
 * Ends what connects the wallets of a person who leaves. Only that of TON outlives a page.
 * @param appUrl the app inside the messenger
 */
export async function endWalletSessions(page: Window, appUrl: string): Promise<void> {
  const { endTonSession } = await import("./ton/endSession.ts");
  await endTonSession(page, appUrl);
}
