import type { WalletAttempts } from "#machines/payment/payment.types.ts";

/** Lasts as long as the tab, like the payment code. */
const STORED_KEY = "hongbao.askedPayments";

/** What wallets were asked to pay on this page before a reload; none where it cannot be read. */
export function readWalletAttempts(storage: Storage): WalletAttempts {
  const kept = parseJson(storage.getItem(STORED_KEY));
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
  const entries = Object.entries(kept).filter((entry): entry is [string, string | null] => isHashOrNull(entry[1]));
  return Object.fromEntries(entries);
}

/** With a full storage only the warning after a reload is lost. */
export function writeWalletAttempts(storage: Storage, walletAttempts: WalletAttempts): void {
  try {
    storage.setItem(STORED_KEY, JSON.stringify(walletAttempts));
  } catch {
    // The page itself still remembers.
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

function isHashOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && /^[\w-]{1,128}$/u.test(value));
}
