import { writeFileSync } from "node:fs";
import path from "node:path";
import { deriveTreasuryKey, deriveUserKeys } from "./ethereum/devnetKeys.ts";
import type { DevnetKey } from "./ethereum/devnetKeys.ts";
import { CHAIN_ID, startEthereum } from "./ethereum/startEthereum.ts";
import { startChild } from "./process/startChild.ts";
import type { Child } from "./process/startChild.ts";
import type { DevnetInfo } from "#devnet/gateway/gatewaySettings.ts";
import { computeAddress } from "ethers";
import { PRICE_PATH } from "./prices/createPriceServer.ts";
import { TREASURY_ADDRESS as SOLANA_TREASURY, USER_KEYS as SOLANA_KEYS } from "./solana/devnetKeys.ts";
import { startSolana, writeSolanaSettings } from "./solana/startSolana.ts";
import { TREASURY_ADDRESS, TREASURY_MNEMONIC, USER_MNEMONICS } from "./ton/devnetKeys.ts";
import { API_PATH, GLOBAL_ID } from "./ton/tonSettings.ts";
import { TREASURY_ADDRESS as TRON_TREASURY, USER_KEYS as TRON_KEYS } from "./tron/devnetKeys.ts";
import { startTron, writeTronSettings } from "./tron/startTron.ts";
import { personOrigin } from "./telegram/launch.ts";
import { BOT_USERNAME, GROUP_CHAT_ID, GROUPS, PEOPLE } from "./telegram/people.ts";
import { listTonWallets } from "./tonWallet/createTonWallet.ts";
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

  const [telegram, ethereum, solana, ton, tron, mail, prices] = await Promise.all([
    startTelegram({ ...options, botToken, botAppName, logFolder }),
    readSetting(env, "ETH_RPC_URLS") === undefined ? startNode(options, logFolder) : null,
    readSetting(env, "SOL_RPC_URLS") === undefined ? startSolanaNode(options, logFolder) : null,
    readSetting(env, "TON_API_URLS") === undefined ? startTon(options, logFolder) : null,
    readSetting(env, "TRON_API_URLS") === undefined ? startTronNode(options, logFolder) : null,
    readSetting(env, "SMTP_URL") === undefined ? startMail(options, logFolder) : null,
    readSetting(env, "PRICE_API_URL") === undefined ? startPrices(options, logFolder) : null,
  ]);
  const rpcUrl = ethereum?.rpcUrl ?? readSetting(env, "ETH_RPC_URLS")?.split(",")[0] ?? "";
  const treasury = readTreasury(env);
  const walletKeys = deriveUserKeys();
  const apiUrl = `http://127.0.0.1:${telegram.port}`;

  return {
    children: [telegram, ethereum, solana, ton, tron, mail, prices].flatMap((started) =>
      started === null ? [] : [started.child],
    ),
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
      ...(solana === null ? {} : writeSolanaSettings(solana.rpcUrl, `${gatewayOrigin}/devnet/solana/rpc`, env)),
      ...(ton === null
        ? {}
        : {
            TON_API_URLS: ton.apiUrl,
            TON_WALLETS_FILE: writeTonWallets(options),
            ...(hasTonTreasury(env)
              ? {}
              : { TON_TREASURY_ADDRESS: TREASURY_ADDRESS, TON_TREASURY_KEY: TREASURY_MNEMONIC }),
          }),
      ...(tron === null ? {} : writeTronSettings(tron.fullHost, env)),
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
      solana:
        solana === null
          ? null
          : {
              rpcUrl: solana.rpcUrl,
              network: { name: "Solana (local)", id: solana.networkId },
              treasuryAddress: readSetting(env, "SOL_TREASURY_ADDRESS") ?? SOLANA_TREASURY,
              fundedKeys: SOLANA_KEYS,
            },
      tron:
        tron === null
          ? null
          : {
              fullHost: tron.fullHost,
              network: { name: "Tron (local)", id: tron.networkId },
              treasuryAddress: readSetting(env, "TRON_TREASURY_ADDRESS") ?? TRON_TREASURY,
              fundedKeys: TRON_KEYS,
            },
      ton:
        ton === null
          ? null
          : {
              apiUrl: ton.apiUrl,
              bridgeUrl: `${gatewayOrigin}/devnet/ton/bridge`,
              network: { name: "TON (local)", id: `tvm:${GLOBAL_ID}` },
              treasuryAddress: readSetting(env, "TON_TREASURY_ADDRESS") ?? TREASURY_ADDRESS,
              fundedKeys: USER_MNEMONICS,
            },
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

/** Writes the wallets that people are offered: the local one alone. */
function writeTonWallets({ folder, gatewayOrigin }: DevnetOptions): string {
  const file = path.join(folder, "ton-wallets.json");
  writeFileSync(file, JSON.stringify(listTonWallets(gatewayOrigin)));
  return file;
}

/** Whether the user set a treasury; the devnet's own key would not fit it. */
function hasTonTreasury(env: NodeJS.ProcessEnv): boolean {
  return ["TON_TREASURY_ADDRESS", "TON_TREASURY_KEY"].some((name) => readSetting(env, name) !== undefined);
}

async function startTon(options: DevnetOptions, logFolder: string): Promise<{ child: Child; apiUrl: string }> {
  const child = startChild({
    name: "ton",
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", path.join(import.meta.dirname, "ton/main.ts")],
    env: { ...options.env, DEVNET_TON_STATE: path.join(options.folder, "ton.json") },
    cwd: options.folder,
    logFile: path.join(logFolder, "ton.log"),
  });
  options.onChild(child);
  const line = await child.waitForLine(/^ready (\d+)$/, START_TIMEOUT_MS);
  return { child, apiUrl: `http://127.0.0.1:${line[1]}${API_PATH}` };
}

async function startSolanaNode(
  options: DevnetOptions,
  logFolder: string,
): Promise<{ child: Child; rpcUrl: string; networkId: string }> {
  const { child, node } = startSolana(options.folder, logFolder, options.env);
  options.onChild(child);
  return { child, ...(await node) };
}

async function startTronNode(
  options: DevnetOptions,
  logFolder: string,
): Promise<{ child: Child; fullHost: string; networkId: string }> {
  const { child, node } = startTron(options.folder, logFolder, options.env);
  options.onChild(child);
  return { child, ...(await node) };
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
