import type { Group, Person } from "#devnet/telegram/people.ts";

interface LocalChain<Network = { /** CAIP-2. */ readonly id: string }> {
  readonly network: Network & { readonly name: string };
  readonly treasuryAddress: string;
  /** Private keys of funded accounts, as the chain's own client takes them; of Ethereum in hex with 0x. */
  readonly fundedKeys: readonly string[];
  /** Addresses of these keys, in the same order, as the app shows them. */
  readonly fundedAddresses: readonly string[];
}

/** The answer of `GET /devnet/info`. Parts without a stand-in are null. */
export interface DevnetInfo {
  /** Token of the local bot; null if the user set a token, which may be real. */
  readonly botToken: string | null;
  readonly telegram: { readonly apiUrl: string; readonly hostUrl: string; readonly messagesUrl: string };
  readonly ethereum: LocalChain<{ readonly chainId: number }> & { readonly rpcUrl: string };
  /** Keys in base58 of 64 bytes. */
  readonly solana: (LocalChain & { readonly rpcUrl: string }) | null;
  /** Keys in hex. */
  readonly tron: (LocalChain & { readonly fullHost: string }) | null;
  /** Keys of 24 words, of wallets v4r2. */
  readonly ton:
    | (LocalChain & {
        /** Ends in `/api/v2`, and serves `/jsonRPC` too. */
        readonly apiUrl: string;
        /** The bridge of TON Connect's wallets, or null. */
        readonly bridgeUrl: string | null;
      })
    | null;
  /** The dollar on TON: the address of its master, and of its own treasury. Null where its chain runs elsewhere. */
  readonly usdt: { readonly master: string; readonly treasuryAddress: string } | null;
  /** Address of the inbox: a JSON list, newest last. Null if the user set a mail server. */
  readonly mail: { readonly smtpUrl: string; readonly inboxUrl: string } | null;
  /** Null if the user set a price feed. */
  readonly prices: { readonly url: string } | null;
  /** Relays of the public randomness, whose hash and key are in hex. Null if the user set relays. */
  readonly beacon: { readonly urls: readonly string[]; readonly chainHash: string; readonly publicKey: string } | null;
  /** The operators' port: its page, `/metrics` and `/audit`. The token is null if the user set one, which may be real. */
  readonly admin: { readonly url: string; readonly token: string | null } | null;
  readonly people: readonly (Pick<
    Person,
    "n" | "id" | "firstName" | "lastName" | "username" | "languageCode" | "groupIds"
  > & {
    readonly origin: string;
    /** Whether the person is in the first group. */
    readonly isInGroup: boolean;
  })[];
  readonly groups: readonly Group[];
  /** The first group. */
  readonly groupChatId: number;
  readonly botUsername: string;
  readonly botAppName: string;
}

/** The settings of the gateway, passed as JSON in DEVNET_GATEWAY. */
export interface GatewaySettings {
  readonly port: number;
  readonly serverPort: number;
  readonly telegramPort: number;
  /** Port of the inbox, or null if no mail server runs here. */
  readonly mailPort: number | null;
  /** Port of the Vite server during development, or null if the server serves the built app. */
  readonly vitePort: number | null;
  readonly info: DevnetInfo;
}
