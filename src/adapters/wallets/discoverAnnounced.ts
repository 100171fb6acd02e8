import type { Failure } from "#machines/kit/failure.ts";
import type { BrowserWallet } from "./browserWallet.ts";
import type { WalletStep } from "./readProviderReason.ts";
import { rejectWallet } from "./rejectWallet.ts";

/** A wallet that announced itself on the page. */
export interface AnnouncedProvider<Provider> {
  /** Session-wide id of the announcement. */
  uuid: string;
  name: string;
  /** Data URL of an image, or null. */
  icon: string | null;
  provider: Provider;
}

/** How wallets of one kind announce themselves, e.g. by EIP-6963. */
export interface Announcing<Provider> {
  announceEvent: string;
  requestEvent: string;
  isProvider: (value: unknown) => value is Provider;
}

/** Asks every wallet of the page to announce itself, and listens until `stop`. */
function listen<Provider>(page: EventTarget, { announceEvent, requestEvent, isProvider }: Announcing<Provider>) {
  const found = new Map<string, AnnouncedProvider<Provider>>();
  const collect = (event: Event) => {
    const announced = readAnnouncement(event, isProvider);
    if (announced !== null) found.set(announced.uuid, announced);
  };
  page.addEventListener(announceEvent, collect);
  page.dispatchEvent(new Event(requestEvent));
  return {
    stop: (): AnnouncedProvider<Provider>[] => {
      page.removeEventListener(announceEvent, collect);
      return [...found.values()];
    },
  };
}

/**
 * Every wallet that announces itself on the page.
 * @param windowMs how long announcements are waited for
 */
export async function discoverAnnounced<Provider>(
  page: EventTarget,
  announcing: Announcing<Provider>,
  windowMs: number,
): Promise<AnnouncedProvider<Provider>[]> {
  const listening = listen(page, announcing);
  await new Promise((resolve) => setTimeout(resolve, windowMs));
  return listening.stop();
}

/** The provider that a known wallet announces now: some make a new one when the account changes. It is answered at once. */
export function findAnnounced<Provider>(
  page: EventTarget,
  announcing: Announcing<Provider>,
  known: AnnouncedProvider<Provider>,
): Provider {
  const present = listen(page, announcing).stop();
  const same = present.find(({ uuid }) => uuid === known.uuid);
  const namesake = present.filter(({ name, icon }) => name === known.name && icon === known.icon);
  // An announcement anew may have another uuid; two wallets of one name are not mixed up.
  return (same ?? (namesake.length === 1 ? namesake[0] : undefined))?.provider ?? known.provider;
}

interface AnnouncedDeps<Wallet> {
  discover: () => Promise<readonly Wallet[]>;
  /** A known wallet with the provider that it has now. */
  refresh: (known: Wallet) => Wallet;
  toFailure: (error: unknown, step: WalletStep) => Failure;
}

/** Finds the announced wallets of a page and asks them. A wallet can be asked once `detect` has found it. */
export function createAnnouncedWallets<Wallet extends AnnouncedProvider<unknown>>({
  discover,
  refresh,
  toFailure,
}: AnnouncedDeps<Wallet>) {
  const wallets = new Map<string, Wallet>();
  const detect: BrowserWallet["detect"] = async () => {
    const discovered = await discover();
    for (const wallet of discovered) wallets.set(wallet.uuid, wallet);
    return discovered.map(({ uuid, name, icon }) => ({ connectorId: uuid, name, icon }));
  };
  const find = (connectorId: string): Wallet => refresh(wallets.get(connectorId) ?? rejectWallet("notInstalled"));
  /** Rejects with what an error of that step means to the person. */
  async function ask<Answer>(
    connectorId: string,
    step: WalletStep,
    run: (wallet: Wallet) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await run(find(connectorId));
    } catch (error) {
      throw toFailure(error, step);
    }
  }
  return { detect, find, ask };
}

function readAnnouncement<Provider>(
  event: Event,
  isProvider: (value: unknown) => value is Provider,
): AnnouncedProvider<Provider> | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail !== "object" || detail === null || !("info" in detail) || !("provider" in detail)) return null;
  const { info, provider } = detail;
  if (typeof info !== "object" || info === null || !("uuid" in info) || !("name" in info)) return null;
  if (typeof info.uuid !== "string" || typeof info.name !== "string" || !isProvider(provider)) return null;
  const icon =
    "icon" in info && typeof info.icon === "string" && info.icon.startsWith("data:image/") ? info.icon : null;
  return { uuid: info.uuid, name: info.name.slice(0, 40), icon, provider };
}
