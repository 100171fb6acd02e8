import { type AnnouncedProvider, type Announcing, discoverAnnounced, findAnnounced } from "../discoverAnnounced.ts";
import { isProvider, isTronWeb, type AccountsMethod, type Tip1193Provider } from "./tip1193.ts";

/** A wallet that announced itself by TIP-6963, or that the page holds. */
export interface DiscoveredProvider extends AnnouncedProvider<Tip1193Provider> {
  accountsMethod: AccountsMethod;
}

/** A page that wallets announce themselves on. */
export interface WalletPage extends EventTarget {
  /** A provider by TIP-1193. */
  tron?: unknown;
  /** A provider of before it. */
  tronLink?: unknown;
  /** All that the oldest wallets have. */
  tronWeb?: unknown;
}

/** What wallets answer that show their account without a question. */
const GRANTED = { code: 200 };

function listInjected(page: WalletPage): DiscoveredProvider[] {
  const { tron, tronLink, tronWeb } = page;
  const base = { name: "Tron", icon: null };
  if (isProvider(tron)) {
    return [{ ...base, uuid: "window.tron", provider: tron, accountsMethod: "eth_requestAccounts" }];
  }
  if (isProvider(tronLink)) {
    return [{ ...base, uuid: "window.tronLink", provider: tronLink, accountsMethod: "tron_requestAccounts" }];
  }
  if (!isTronWeb(tronWeb)) return [];
  const provider: Tip1193Provider = {
    request: async (call) => (tronWeb.request === undefined ? GRANTED : tronWeb.request(call)),
    get tronWeb() {
      return page.tronWeb;
    },
  };
  return [{ ...base, uuid: "window.tronWeb", provider, accountsMethod: "tron_requestAccounts" }];
}

const TIP_6963: Announcing<Tip1193Provider> = {
  announceEvent: "TIP6963:announceProvider",
  requestEvent: "TIP6963:requestProvider",
  isProvider,
};

/** The provider that a wallet has now: one that the page holds may be replaced when the account changes. */
export function findProvider(page: WalletPage, known: DiscoveredProvider): Tip1193Provider {
  const injected = listInjected(page).find(({ uuid }) => uuid === known.uuid);
  return injected?.provider ?? findAnnounced(page, TIP_6963, known);
}

/**
 * Asks every wallet of the page to announce itself (TIP-6963) and takes the one that the page holds only where none does.
 * @param windowMs how long announcements are waited for
 */
export async function discoverProviders(page: WalletPage, windowMs: number): Promise<DiscoveredProvider[]> {
  const found = await discoverAnnounced(page, TIP_6963, windowMs);
  if (found.length === 0) return listInjected(page);
  return found.map((announced) => Object.assign(announced, { accountsMethod: "eth_requestAccounts" as const }));
}
