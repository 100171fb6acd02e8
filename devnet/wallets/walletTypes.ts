export interface WalletAccount {
  readonly index: number;
  readonly name: string;
  readonly address: string;
}

export interface Eip1193Request {
  readonly method: string;
  readonly params?: unknown;
}

/** An error as EIP-1193 defines it. */
export class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const CODES = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  alreadyPending: -32_002,
  invalidParams: -32_602,
} as const;

export function rejected(): WalletError {
  return new WalletError(CODES.userRejected, "User rejected the request.");
}

/** A transfer as the owner is asked about it. */
export interface AskedTransfer {
  readonly to: string;
  readonly amountBase: bigint;
  readonly balanceBase: bigint;
}

/** The wallet's questions to its owner. */
export interface WalletPrompts {
  /** The chosen account's index, or null if refused. */
  readonly connect: (accounts: readonly WalletAccount[], current: number) => Promise<number | null>;
  readonly unlock: () => Promise<boolean>;
  readonly sign: (account: WalletAccount, text: string) => Promise<boolean>;
  readonly send: (account: WalletAccount, transfer: AskedTransfer) => Promise<boolean>;
  readonly switchNetwork: (from: string, to: string) => Promise<boolean>;
  readonly addNetwork: (name: string) => Promise<boolean>;
}

/** The process that has the keys and knows the node. */
export interface WalletBackend {
  readonly accounts: () => Promise<readonly WalletAccount[]>;
  readonly sign: (index: number, message: string) => Promise<string>;
  readonly send: (index: number, transaction: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly rpc: (method: string, params: unknown) => Promise<unknown>;
}
