import { normalizeTronAddress } from "#domain/address/tron.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { rejectWallet } from "../rejectWallet.ts";
import type { DiscoveredProvider } from "./discoverProviders.ts";
import { isTronWeb, type Tip1193Provider, type TronWeb } from "./tip1193.ts";

/** Before the chain id in a CAIP-2 id. */
export const NAMESPACE = "tron:";

/** A wallet makes its TronWeb after it has answered. */
const READY_TRIES = 20;
const READY_INTERVAL_MS = 100;

/** What wallets of before TIP-1102 answer with: they reject nothing. */
const OLD_ANSWERS: Readonly<Record<number, { code: number } | null>> = {
  200: null,
  4000: { code: -32_002 },
  4001: { code: 4001 },
};

function readCode(answer: unknown): number | null {
  return typeof answer === "object" && answer !== null && "code" in answer && typeof answer.code === "number"
    ? answer.code
    : null;
}

/** Asks the person to show this page an account. Rejects with `locked` where the wallet answers that there is none. */
export async function requestAccount({ provider, accountsMethod }: DiscoveredProvider): Promise<void> {
  const answer = await provider.request({ method: accountsMethod });
  const code = readCode(answer);
  const isEmpty = Array.isArray(answer) ? answer.length === 0 : code === null;
  if (isEmpty) rejectWallet("locked");
  if (code === null) return;
  const error = OLD_ANSWERS[code];
  if (error === undefined) rejectWallet("linkFailed");
  if (error !== null) throw error;
}

/** The wallet's TronWeb. Rejects with `notLoggedIn` while it shows no account. */
export function getTronWeb({ tronWeb }: Tip1193Provider): TronWeb {
  return isTronWeb(tronWeb) ? tronWeb : rejectWallet("notLoggedIn");
}

/** The address that the wallet shows now, without a question to the person. */
export function readAddress(provider: Tip1193Provider): string {
  const { defaultAddress } = getTronWeb(provider);
  const address = defaultAddress?.base58;
  return normalizeTronAddress(typeof address === "string" ? address : "") ?? rejectWallet("notLoggedIn");
}

async function readChainId(provider: Tip1193Provider): Promise<string> {
  try {
    const chainId = await provider.request({ method: "eth_chainId" });
    if (typeof chainId === "string" && /^0x[0-9a-f]{1,8}$/iu.test(chainId)) return chainId.slice(2);
  } catch {
    // Not every wallet knows this method; its node does.
  }
  const block = await getTronWeb(provider)
    .trx.getBlockByNumber(0)
    .catch(() => null);
  const id: unknown = typeof block === "object" && block !== null && "blockID" in block ? block.blockID : null;
  return typeof id === "string" && /^[0-9a-f]{64}$/iu.test(id) ? id.slice(-8) : rejectWallet("rpcUnreachable");
}

/**
 * The account that the wallet shows now, without a question to the person. Rejects with `notLoggedIn` where it shows
 * none, and with `rpcUnreachable` where neither the wallet nor its node names the network.
 */
export async function readConnected(provider: Tip1193Provider): Promise<ConnectedAccount> {
  const address = readAddress(provider);
  const chainId = await readChainId(provider);
  return { address, networkId: `${NAMESPACE}0x${chainId.toLowerCase().padStart(8, "0")}` };
}

/** The same, once the wallet has made its TronWeb. */
export async function waitForConnected(provider: Tip1193Provider): Promise<ConnectedAccount> {
  for (let tries = 0; tries < READY_TRIES && !hasAddress(provider); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, READY_INTERVAL_MS));
  }
  return readConnected(provider);
}

function hasAddress({ tronWeb }: Tip1193Provider): boolean {
  return isTronWeb(tronWeb) && typeof tronWeb.defaultAddress?.base58 === "string";
}
