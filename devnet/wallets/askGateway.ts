import { CODES, WalletError } from "./walletTypes.ts";

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
