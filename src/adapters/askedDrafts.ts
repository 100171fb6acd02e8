import { createDrafts, type Drafts } from "./drafts.ts";

/** The drafts of each owner, kept while the page is open: they hold what the storage refuses. */
const known = new Map<string, Drafts>();

/**
 * What wallets were asked for without a known end. It outlives the tab, since a wallet may take the place of the app,
 * which then begins anew, and the session.
 * @param owner whose it stays while another person logs in in another tab
 */
export function openAskedDrafts(owner: string): Drafts {
  const drafts = known.get(owner) ?? createDrafts({ storage: localStorage, getUserId: () => owner });
  known.set(owner, drafts);
  return drafts;
}
