import type { components } from "#contract/schema.d.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  ConnectionAnswer,
  ConnectionRequest,
} from "#machines/walletConnection/walletConnection.machine.ts";

/** What every kind of browser wallet offers. Each function rejects with a Failure of kind `wallet`. */
export interface BrowserWallet {
  /** Everything that announces itself on this page. */
  detect: () => Promise<readonly AnnouncedWallet[]>;
  connect: (request: Omit<ConnectionRequest, "walletType">, signal: AbortSignal) => Promise<ConnectionAnswer>;
  /** `networkId` is the CAIP-2 id. */
  switchNetwork: (connectorId: string, networkId: string) => Promise<void>;
  /** @returns the wallet's account, once it is another one or on another network than the known; null: none is known */
  watch: (connectorId: string, known: ConnectedAccount | null, signal: AbortSignal) => Promise<ConnectedAccount>;
  /** @returns the signature as the wallet gave it */
  sign: (connectorId: string, address: string, message: string) => Promise<string>;
  /** @returns the hash of the transaction that the wallet sent; null where its answer tells none */
  pay: (connectorId: string, request: components["schemas"]["PaymentRequest"]) => Promise<string | null>;
  /** Sends money to the person's balance; only where a kind can be asked inside the messenger. */
  payIn?: (request: components["schemas"]["DepositRequest"]) => Promise<string | null>;
}
