import { isProvider, type Eip1193Provider } from "./eip1193.ts";

/** A wallet that announced itself by EIP-6963. */
export interface DiscoveredProvider {
  /** Session-wide id of the announcement. */
  uuid: string;
  name: string;
  /** Data URL of an image, or null. */
  icon: string | null;
  provider: Eip1193Provider;
}

/** A page that wallets announce themselves on. */
export interface WalletPage extends EventTarget {
  ethereum?: unknown;
}

const ANNOUNCE = "eip6963:announceProvider";
const REQUEST = "eip6963:requestProvider";

function readAnnouncement(event: Event): DiscoveredProvider | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== "object" || detail === null || !("info" in detail) || !("provider" in detail)) return null;
  const { info, provider } = detail;
  if (typeof info !== "object" || info === null || !("uuid" in info) || !("name" in info)) return null;
  if (typeof info.uuid !== "string" || typeof info.name !== "string" || !isProvider(provider)) return null;
  const icon =
    "icon" in info && typeof info.icon === "string" && info.icon.startsWith("data:image/") ? info.icon : null;
  return { uuid: info.uuid, name: info.name.slice(0, 40), icon, provider };
}

/**
 * Asks every wallet of the page to announce itself (EIP-6963) and takes the legacy `window.ethereum` only where none does.
 * @param windowMs how long announcements are waited for
 */
export async function discoverProviders(page: WalletPage, windowMs: number): Promise<DiscoveredProvider[]> {
  const found = new Map<string, DiscoveredProvider>();
  const collect = (event: Event) => {
    const announced = readAnnouncement(event);
    if (announced !== null) found.set(announced.uuid, announced);
  };
  page.addEventListener(ANNOUNCE, collect);
  page.dispatchEvent(new Event(REQUEST));
  await new Promise((resolve) => {
    setTimeout(resolve, windowMs);
  });
  page.removeEventListener(ANNOUNCE, collect);
  if (found.size === 0 && isProvider(page.ethereum)) {
    return [{ uuid: "window.ethereum", name: "Ethereum", icon: null, provider: page.ethereum }];
  }
  return [...found.values()];
}
