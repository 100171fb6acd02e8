import path from "node:path";
import { startBeacon } from "./beacon/start.ts";
import { deriveTreasuryKey, deriveUserKeys } from "./ethereum/devnetKeys.ts";
import { CHAIN_ID, startEthereum } from "./ethereum/startEthereum.ts";
import type { Child } from "./process/startChild.ts";
import { startStandIn } from "./process/startStandIn.ts";
import type { StandInPlace } from "./process/startStandIn.ts";
import { COIN_TYPES, COINS, type CoinType } from "#domain/coins.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { computeAddress } from "ethers";
import { PRICE_PATH } from "./prices/createPriceServer.ts";
import { readSetting } from "./readSetting.ts";
import { startSolana } from "./solana/start.ts";
import { startTon } from "./ton/start.ts";
import { startTron } from "./tron/start.ts";
import { personOrigin } from "./telegram/launch.ts";
import { BOT_USERNAME, GROUP_CHAT_ID, GROUPS, PEOPLE } from "./telegram/people.ts";
import { readBotToken } from "./telegram/readBotToken.ts";

const DEVNET_APP_NAME = "app";

export interface Devnet {
  readonly children: readonly Child[];
  readonly telegramPort: number;
  /** The inbox, or null if the user set a mail server. */
  readonly mailPort: number | null;
  /** The server's settings for these stand-ins. The user's own settings stay. */
  readonly serverEnv: Readonly<Record<string, string>>;
  readonly info: DevnetInfo;
}

export interface DevnetOptions extends StandInPlace {
  /** The chains to run besides Ethereum; all where it is left out. */
  readonly coins?: readonly CoinType[];
}

/** Starts the stand-ins for external services, each in its own process. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { env, folder, gatewayOrigin, coins = COIN_TYPES } = options;
  const ownBotToken = readSetting(env, "BOT_TOKEN") === undefined ? readBotToken(folder) : null;
  const botToken = ownBotToken ?? readSetting(env, "BOT_TOKEN") ?? "";
  const botAppName = readSetting(env, "BOT_APP_NAME") ?? DEVNET_APP_NAME;

  const [telegram, ethereum, solana, ton, tron, mail, prices, beacon] = await Promise.all([
    startStandIn("telegram", options, {
      BOT_TOKEN: botToken,
      BOT_APP_NAME: botAppName,
      DEVNET_ORIGIN: gatewayOrigin,
      DEVNET_TELEGRAM_STATE: path.join(folder, "telegram.json"),
    }),
    readSetting(env, "ETH_RPC_URLS") === undefined ? startEthereum(options) : null,
    coins.includes("sol") && readSetting(env, "SOL_RPC_URLS") === undefined ? startSolana(options) : null,
    coins.some((coin) => COINS[coin].walletType === "Ton") && readSetting(env, "TON_API_URLS") === undefined
      ? startTon(options, coins)
      : null,
    coins.includes("tron") && readSetting(env, "TRON_API_URLS") === undefined ? startTron(options) : null,
    readSetting(env, "SMTP_URL") === undefined ? startStandIn("mail", options) : null,
    readSetting(env, "PRICE_API_URL") === undefined ? startStandIn("prices", options) : null,
    readSetting(env, "BEACON_URLS") === undefined ? startBeacon(options) : null,
  ]);
  const rpcUrl = ethereum?.rpcUrl ?? readSetting(env, "ETH_RPC_URLS")?.split(",")[0] ?? "";
  const treasury = readTreasury(env);
  const walletKeys = deriveUserKeys();
  const apiUrl = `http://127.0.0.1:${telegram.port}`;
  const smtpUrl = mail === null ? null : `smtp://127.0.0.1:${mail.port}`;
  const priceUrl = prices === null ? null : `http://127.0.0.1:${prices.port}${PRICE_PATH}`;

  return {
    children: [telegram, ethereum, solana, ton, tron, mail, prices, beacon].flatMap((started) =>
      started === null ? [] : [started.child],
    ),
    telegramPort: telegram.port,
    mailPort: mail?.secondPort ?? null,
    serverEnv: {
      BOT_TOKEN: botToken,
      BOT_APP_NAME: botAppName,
      BOT_API_URL: apiUrl,
      ETH_RPC_URLS: rpcUrl,
      ETH_TREASURY_ADDRESS: treasury.address,
      ...(treasury.privateKey === null ? {} : { ETH_TREASURY_KEY: treasury.privateKey }),
      ETH_CONFIRMATIONS: "3",
      ...solana?.serverEnv,
      ...ton?.serverEnv,
      ...tron?.serverEnv,
      ...(smtpUrl === null ? {} : { SMTP_URL: smtpUrl }),
      ...(priceUrl === null ? {} : { PRICE_API_URL: priceUrl }),
      ...beacon?.serverEnv,
    },
    info: {
      // The server that runs beside these knows it.
      admin: null,
      // A token that the user set may be of a real bot, so it is not shown.
      botToken: ownBotToken,
      telegram: {
        apiUrl,
        hostUrl: `${gatewayOrigin}/devnet/`,
        messagesUrl: `${gatewayOrigin}/devnet/telegram/messages`,
      },
      ethereum: {
        rpcUrl,
        network: { name: "Ethereum (local)", chainId: CHAIN_ID },
        treasuryAddress: treasury.address,
        fundedKeys: walletKeys.map((key) => key.privateKey),
        fundedAddresses: walletKeys.map((key) => key.address),
      },
      solana: solana?.info ?? null,
      tron: tron?.info ?? null,
      ton: ton?.info ?? null,
      usdt: ton?.usdt ?? null,
      mail: smtpUrl === null ? null : { smtpUrl, inboxUrl: `${gatewayOrigin}/devnet/mail/messages` },
      prices: priceUrl === null ? null : { url: priceUrl },
      beacon: beacon?.info ?? null,
      people: PEOPLE.map((person) => ({
        n: person.n,
        id: person.id,
        firstName: person.firstName,
        lastName: person.lastName,
        username: person.username,
        languageCode: person.languageCode,
        groupIds: person.groupIds,
        isInGroup: person.groupIds.includes(GROUP_CHAT_ID),
        origin: personOrigin(gatewayOrigin, person),
      })),
      groups: GROUPS,
      groupChatId: GROUP_CHAT_ID,
      botUsername: BOT_USERNAME,
      botAppName,
    },
  };
}

/** The treasury that the user set, whose key the server may not have, or the devnet's own. */
function readTreasury(env: NodeJS.ProcessEnv): { address: string; privateKey: string | null } {
  const address = readSetting(env, "ETH_TREASURY_ADDRESS");
  const privateKey = readSetting(env, "ETH_TREASURY_KEY") ?? null;
  if (address !== undefined) return { address, privateKey };
  return privateKey === null ? deriveTreasuryKey() : { address: computeAddress(privateKey), privateKey };
}
