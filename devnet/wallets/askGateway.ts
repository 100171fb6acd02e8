import { CODES, WalletError } from "./ownedWallet.ts";
import type { WalletBackend } from "./ownedWallet.ts";

export async function postJson(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    url,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return await answer.json();
}

/** Asks the process that serves the wallets. Rejects with WalletError. */
export async function askGateway(path: string, body?: object): Promise<unknown> {
  const { result, error } = (await postJson(path, body)) as {
    result?: unknown;
    error?: { code?: number; message?: string };
  };
  if (error !== undefined) throw new WalletError(error.code ?? CODES.invalidParams, error.message ?? "refused");
  return result;
}

/** @param rpcPath where this process passes calls on to the chain's node */
export function openBackend<Accounts>(chain: string, rpcPath: string): WalletBackend<Accounts> {
  let known: Promise<unknown> | null = null;
  return {
    accounts: async () => (await (known ??= askGateway(`/devnet/wallets/accounts?chain=${chain}`))) as Accounts,
    sign: (kind, content) => askGateway("/devnet/wallets/sign", { chain, kind, ...content }),
    rpc: (method, params) => askGateway(rpcPath, { jsonrpc: "2.0", id: 1, method, params }),
  };
}

/** Announces a provider by EIP-6963 or, of Tron, TIP-6963. */
export function announce(
  by: "eip6963" | "TIP6963",
  info: { name: string; icon: string; rdns: string },
  provider: object,
): void {
  const detail = Object.freeze({ info: Object.freeze({ uuid: crypto.randomUUID(), ...info }), provider });
  const tell = (): boolean => window.dispatchEvent(new CustomEvent(`${by}:announceProvider`, { detail }));
  window.addEventListener(`${by}:requestProvider`, tell);
  tell();
}
