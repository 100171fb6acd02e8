import type { Connected, WalletConnectionOutput } from "./walletConnection.machine.ts";

/** The wallet that a connection ended with; null where it ended otherwise. */
export function getConnected(output: WalletConnectionOutput): Connected | null {
  return output.status === "connected" ? output : null;
}
