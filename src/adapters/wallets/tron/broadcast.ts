import { rejectWallet } from "../rejectWallet.ts";
import type { TronWeb } from "./tip1193.ts";

/** The same bytes can only pay once, so they are sent again where no answer came. */
const MOST_TRIES = 3;
const INTERVAL_MS = 1_000;

/** The node has it already. */
const KNOWN = "DUP_TRANSACTION_ERROR";
/** The node cannot take any transaction now. */
const UNREADY: ReadonlySet<string> = new Set([
  "SERVER_BUSY",
  "NO_CONNECTION",
  "NOT_ENOUGH_EFFECTIVE_CONNECTION",
  "BLOCK_UNSOLIDIFIED",
]);

interface Answer {
  result?: unknown;
  code?: unknown;
  message?: unknown;
}

/** A node tells why it refuses in hex, through some wallets as text. */
function readText({ message }: Answer): string {
  if (typeof message !== "string") return "";
  if (!/^(?:[0-9a-f]{2})+$/iu.test(message)) return message;
  const bytes = Uint8Array.from(message.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

async function ask(tronWeb: TronWeb, signed: unknown): Promise<Answer | null> {
  try {
    const answer = await tronWeb.trx.sendRawTransaction(signed);
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}

/**
 * Sends a signed transaction through the wallet's node. Rejects with `rpcUnreachable` where no node took it; an answer may
 * have been lost even then.
 */
export async function broadcast(tronWeb: TronWeb, signed: unknown): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (tries > 0) {
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
    const answer = await ask(tronWeb, signed);
    if (answer === null) continue;
    // Some wallets send what they sign.
    if (answer.result === true || answer.code === KNOWN) return;
    const code = typeof answer.code === "string" ? answer.code : "";
    if (code === "BANDWITH_ERROR") rejectWallet("insufficientBalance");
    if (!UNREADY.has(code)) throw new Error(`${code} ${readText(answer)}`.trim());
  }
  rejectWallet("rpcUnreachable");
}
