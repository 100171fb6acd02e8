import { createSureStorage } from "#src/adapters/storage.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";

/** Names that TON Connect keeps its session and the chosen wallet under begin so. */
const PREFIX = "ton-connect";
const SESSION_KEY = "ton-connect-storage_bridge-connection";

/** Nobody who leaves waits longer for a bridge. */
const MAX_WAIT_MS = 3_000;

/**
 * Cuts TON Connect's session: the next person on this device must not ask the wallet of the one who has left. The wallet
 * is told, if its bridge answers; here the session ends in any case. Loads the library only where there is a session.
 * @param appUrl the app inside the messenger
 */
export async function endTonSession(page: Window, appUrl: string): Promise<void> {
  const storage = createSureStorage(page.localStorage);
  try {
    if (storage.read(SESSION_KEY) !== null) await withTimeout(tellWallet(page, appUrl), MAX_WAIT_MS);
  } catch {
    // Its keys go all the same.
  }
  storage.clear(PREFIX);
}

async function tellWallet(page: Window, appUrl: string): Promise<void> {
  const { openConnector } = await import("./openConnector.ts");
  const { connector, ui } = openConnector(page, appUrl);
  await ui.connectionRestored;
  if (connector.connected) await ui.disconnect();
}
