import path from "node:path";
import { deriveTreasuryKey, deriveUserKeys } from "./ethereum/devnetKeys.ts";
import type { DevnetKey } from "./ethereum/devnetKeys.ts";
import { CHAIN_ID, startEthereum } from "./ethereum/startEthereum.ts";
import { startChild } from "./process/startChild.ts";
import type { Child } from "./process/startChild.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { computeAddress } from "ethers";
import { PRICE_PATH } from "./prices/createPriceServer.ts";
import { personOrigin } from "./telegram/launch.ts";
import { BOT_USERNAME, GROUP_CHAT_ID, GROUPS, PEOPLE } from "./telegram/people.ts";
import { readBotToken } from "./telegram/readBotToken.ts";

const START_TIMEOUT_MS = 30_000;
const DEVNET_APP_NAME = "app";

export interface Devnet {
  readonly children: readonly Child[];
  readonly telegramPort: number;
  /** The inbox, or null if the user set a mail server. */
  readonly mailPort: number | null;
  readonly walletKeys: readonly DevnetKey[];
  /** The server's settings for these stand-ins. The user's own settings stay. */
  readonly serverEnv: Readonly<Record<string, string>>;
  readonly info: DevnetInfo;
}

export interface DevnetOptions {
  /** Address of the gateway, e.g. `http://localhost:8080`. */
  readonly gatewayOrigin: string;
  /** Stores the chain and the messenger over restarts. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with each process at once, so that a failed start can end it. */
  readonly onChild: (child: Child) => void;
}

/** Starts the stand-ins for external services, each in its own process. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { env, folder, gatewayOrigin } = options;
  const ownBotToken = readSetting(env, "BOT_TOKEN") === undefined ? readBotToken(folder) : null;
  const botToken = ownBotToken ?? readSetting(env, "BOT_TOKEN") ?? "";
  const botAppName = readSetting(env, "BOT_APP_NAME") ?? DEVNET_APP_NAME;
  const logFolder = path.join(folder, "logs");

  const [telegram, ethereum, mail, prices] = await Promise.all([
    startTelegram({ ...options, botToken, botAppName, logFolder }),
    readSetting(env, "ETH_RPC_URLS") === undefined ? startNode(options, logFolder) : null,
    readSetting(env, "SMTP_URL") === undefined ? startMail(options, logFolder) : null,
    readSetting(env, "PRICE_API_URL") === undefined ? startPrices(options, logFolder) : null,
  ]);
  const rpcUrl = ethereum?.rpcUrl ?? readSetting(env, "ETH_RPC_URLS")?.split(",")[0] ?? "";
  const treasury = readTreasury(env);
  const walletKeys = deriveUserKeys();
  const apiUrl = `http://127.0.0.1:${telegram.port}`;

  return {
    children: [telegram, ethereum, mail, prices].flatMap((started) => (started === null ? [] : [started.child])),
    telegramPort: telegram.port,
    mailPort: mail?.inboxPort ?? null,
    walletKeys,
    serverEnv: {
      BOT_TOKEN: botToken,
      BOT_APP_NAME: botAppName,
      BOT_API_URL: apiUrl,
      ETH_RPC_URLS: rpcUrl,
      ETH_TREASURY_ADDRESS: treasury.address,
      ...(treasury.privateKey === null ? {} : { ETH_TREASURY_KEY: treasury.privateKey }),
      ETH_CONFIRMATIONS: "3",
      ...(mail === null ? {} : { SMTP_URL: mail.smtpUrl }),
      ...(prices === null ? {} : { PRICE_API_URL: prices.url }),
    },
    info: {
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
      },
      solana: null,
      tron: null,
      ton: null,
      mail: mail === null ? null : { smtpUrl: mail.smtpUrl, inboxUrl: `${gatewayOrigin}/devnet/mail/messages` },
      prices: prices === null ? null : { url: prices.url },
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

async function startTelegram(
  options: DevnetOptions & { readonly botToken: string; readonly botAppName: string; readonly logFolder: string },
): Promise<{ child: Child; port: number }> {
  const child = startChild({
    name: "telegram",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "telegram/main.ts")],
    env: {
      ...options.env,
      BOT_TOKEN: options.botToken,
      BOT_APP_NAME: options.botAppName,
      DEVNET_ORIGIN: options.gatewayOrigin,
      DEVNET_TELEGRAM_STATE: path.join(options.folder, "telegram.json"),
    },
    cwd: options.folder,
    logFile: path.join(options.logFolder, "telegram.log"),
  });
  options.onChild(child);
  const line = await child.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
  return { child, port: Number(line[1]) };
}

async function startPrices(options: DevnetOptions, logFolder: string): Promise<{ child: Child; url: string }> {
  const child = startChild({
    name: "prices",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "prices/main.ts")],
    env: options.env,
    cwd: options.folder,
    logFile: path.join(logFolder, "prices.log"),
  });
  options.onChild(child);
  const line = await child.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
  return { child, url: `http://127.0.0.1:${line[1]}${PRICE_PATH}` };
}

async function startMail(
  options: DevnetOptions,
  logFolder: string,
): Promise<{ child: Child; smtpUrl: string; inboxPort: number }> {
  const child = startChild({
    name: "mail",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "mail/main.ts")],
    env: options.env,
    cwd: options.folder,
    logFile: path.join(logFolder, "mail.log"),
  });
  options.onChild(child);
  const [, smtpPort, inboxPort] = await child.waitForLine(/^ready (\d+) (\d+)$/, START_TIMEOUT_MS);
  return { child, smtpUrl: `smtp://127.0.0.1:${smtpPort}`, inboxPort: Number(inboxPort) };
}

async function startNode(options: DevnetOptions, logFolder: string): Promise<{ child: Child; rpcUrl: string }> {
  const node = startEthereum(options.folder, logFolder, options.env);
  options.onChild(node.child);
  return { child: node.child, rpcUrl: await node.rpcUrl };
}

/** The treasury that the user set, whose key the server may not have, or the devnet's own. */
function readTreasury(env: NodeJS.ProcessEnv): { address: string; privateKey: string | null } {
  const address = readSetting(env, "ETH_TREASURY_ADDRESS");
  const privateKey = readSetting(env, "ETH_TREASURY_KEY") ?? null;
  if (address !== undefined) return { address, privateKey };
  return privateKey === null ? deriveTreasuryKey() : { address: computeAddress(privateKey), privateKey };
}

function readSetting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
