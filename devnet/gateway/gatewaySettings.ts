import type { DevnetKey } from "#devnet/ethereum/devnetKeys.ts";
import type { Group, Person } from "#devnet/telegram/people.ts";

/** What `GET /devnet/info` answers. Parts of the world that no stand-in plays yet are null. */
export interface DevnetInfo {
  /** Of the local bot; null where the user set a bot's token, which may be real. */
  readonly botToken: string | null;
  readonly telegram: { readonly apiUrl: string; readonly hostUrl: string; readonly messagesUrl: string };
  readonly ethereum: {
    readonly rpcUrl: string;
    readonly network: { readonly name: string; readonly chainId: number };
    readonly treasuryAddress: string;
    /** Private keys of funded accounts, hex with 0x. */
    readonly fundedKeys: readonly string[];
  };
  readonly solana: null;
  readonly tron: null;
  readonly ton: null;
  /** The inbox answers a JSON list, newest last. Null where the user set a mail server. */
  readonly mail: { readonly smtpUrl: string; readonly inboxUrl: string } | null;
  /** Null where the user set a feed of their own. */
  readonly prices: { readonly url: string } | null;
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
  /** The inbox, or null where no mail server runs here. */
  readonly mailPort: number | null;
  /** The Vite server that serves the app while it is being written, or null when the server serves the built one. */
  readonly vitePort: number | null;
  readonly walletKeys: readonly DevnetKey[];
  readonly info: DevnetInfo;
}
