import { createDrafts, type Drafts } from "./drafts.ts";

/** By person, as long as the page is open: drafts that the storage refuses are held in them. */
const known = new Map<string, Drafts>();

/**
 * What a person's wallets were asked for without a known end. It outlives the tab, since a wallet may take the place of
 * the app, which then begins anew, and the session. It stays the person's while another one logs in in another tab.
 */
export function openAskedDrafts(userId: string): Drafts {
  const drafts = known.get(userId) ?? createDrafts({ storage: localStorage, getUserId: () => userId });
  known.set(userId, drafts);
  return drafts;
}
