import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import { type ConfiguredChains, readChains, readWalletAccess } from "./chains/readChains.ts";
import type { WalletAccess } from "./chains/chainKind.ts";
import { SHARDINGS, type Sharding } from "./db/database.ts";
import { type Beacon, readBeacon } from "./beacon/beacon.ts";
import { LOG_LEVELS, type LogLevel } from "./logger.ts";
import { createSettingReader, isOnThisMachine } from "./settingReader.ts";

const TELEGRAM_WEB_ORIGIN = "https://web.telegram.org";

/** The shortest times that production accepts; also the defaults. */
const TIMES_S = {
  ENVELOPE_TTL_S: 86_400,
  CLOSE_AFTER_S: 600,
  ORDER_TTL_S: 1800,
  ORDER_GRACE_S: 900,
  PAYMENT_CODE_TTL_S: 1800,
  EMAIL_RESEND_S: 60,
} as const;

export interface MailConfig {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  isSecure: boolean;
  /** Without TLS from the first byte, the connection must switch to TLS (STARTTLS) before anything else. */
  mustEncrypt: boolean;
  /** null if the mail server needs no login. */
  user: string | null;
  password: string;
  /** `Name <address>` or an address. */
  from: string;
}

/** Every setting, validated. Times are milliseconds; URLs have no trailing slash. */
export interface Config {
  isProduction: boolean;
  port: number;
  /** Address that the public port listens on. */
  host: string;
  /** Port of the operators' pages on 127.0.0.1; 0 for a free one. */
  adminPort: number;
  /** Opens the operators' page on `adminPort`; null where there is none. */
  operatorToken: string | null;
  /** Ed25519 seed in hex that signs the statements of solvency; null for no statements. */
  statementKey: string | null;
  /** Where alarms are posted to; null for nowhere. */
  alarmWebhookUrl: string | null;
  /** The chat that the bot tells alarms; null for none. */
  operatorChatId: bigint | null;
  databaseUrl: string;
  databaseSharding: Sharding;
  /** The built app. */
  distDir: string;
  publicUrl: string;
  /** What the inspector may do on the app's pages: production lets it watch at most. Null for no inspector. */
  inspector: "live" | "readonly" | null;
  /** Host names, with port if it is not the scheme's default. */
  officialDomains: readonly string[];
  messengerOrigins: readonly string[];
  /** Official messenger accounts besides the bot, as domain/account spells them. */
  officialAccounts: readonly string[];
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are trusted. */
  trustedProxies: readonly string[];
  /** The first encrypts and signs; all of them decrypt and verify. */
  appSecrets: readonly string[];
  /** Of the keys that sign receipts and roots of draws: DRAW_KEY, then APP_SECRET. The first makes and encrypts them. */
  drawSecrets: readonly string[];
  botToken: string;
  botAppName: string;
  botApiUrl: string;
  /** Price feed that accepts `?symbol=ETHUSDT`; null for no prices. */
  priceApiUrl: string | null;
  /** The public randomness of draws. */
  beacon: Beacon;
  /** Secret of the webhook for the bot's updates; null for polling. */
  webhookSecret: string | null;
  /** Coins open for new sends and bindings. */
  coins: readonly CoinType[];
  /** COINS as set, including unsupported chains. */
  requestedCoins: readonly CoinType[];
  /** The chains with settings, also if their coin is closed. */
  chains: ConfiguredChains;
  /** What the app's pages need to reach wallets. */
  walletAccess: readonly WalletAccess[];
  /** null if no mail can be sent (development). */
  mail: MailConfig | null;
  maxWallets: number;
  envelopeTtlMs: number;
  /** How long after its opening a sender may end an envelope at the earliest. */
  closeAfterMs: number;
  orderTtlMs: number;
  orderGraceMs: number;
  paymentCodeTtlMs: number;
  /** Minimum time between two email codes. */
  emailResendMs: number;
  logLevel: LogLevel;
}

/** Invalid settings. `message` lists them in one line and contains none of their values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.name = "ConfigError";
  }
}

function isAddressOrRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const longest = isIP(address) === 4 ? 32 : 128;
  const isRange = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= longest);
  return isIP(address) !== 0 && isRange && rest.length === 0;
}

/**
 * Whether a range is wider than any network of one operator (10.0.0.0/8, fc00::/7), or is an IPv4 range written as
 * IPv6.
 */
function isTooWide(text: string): boolean {
  const [address = "", bits] = text.split("/");
  if (bits === undefined) return false;
  return Number(bits) < (isIP(address) === 4 ? 8 : 7) || address.startsWith("::");
}

function isPercentEncoded(text: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(text);
}

/**
 * Reads the settings of a process. `NODE_ENV=development` allows a trial on one machine; anything else is production
 * and refuses an incomplete configuration. Throws ConfigError.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const reader = createSettingReader(env);
  const { isProduction, problems, fail, readText, readRequired, readList, readInteger, readAtLeast } = reader;
  const { checkUrl, checkPrivateUrl, checkRandom } = reader;

  function readCoins(): CoinType[] {
    const names = readList("COINS");
    if (names.length === 0) return isProduction ? fail("COINS is missing", []) : [...COIN_TYPES];
    const unknown = names.filter((name) => !COIN_TYPES.some((coin) => coin === name));
    if (unknown.length > 0) fail(`COINS may hold ${COIN_TYPES.join(", ")}`, null);
    return COIN_TYPES.filter((coin) => names.includes(coin));
  }
  function readOfficialAccounts(): string[] {
    return readList("OFFICIAL_ACCOUNTS").map(
      (text) => normalizeAccount(text) ?? fail("OFFICIAL_ACCOUNTS must hold @names or numbers", ""),
    );
  }
  function readMessengerOrigins(): string[] {
    const origins = readList("MESSENGER_ORIGINS");
    if (origins.length === 0) return [TELEGRAM_WEB_ORIGIN];
    if (isProduction && origins.some((origin) => origin !== TELEGRAM_WEB_ORIGIN)) {
      return fail(`MESSENGER_ORIGINS may only be ${TELEGRAM_WEB_ORIGIN} in production`, origins);
    }
    const isOrigin = (text: string) => URL.parse(text)?.origin === text;
    return origins.every(isOrigin) ? origins : fail("MESSENGER_ORIGINS must hold origins like https://host", origins);
  }
  function readSecrets(): string[] {
    const secrets = readList("APP_SECRET");
    if (secrets.length === 0) return fail("APP_SECRET is missing", []);
    if (secrets.some((secret) => secret.length < 32)) {
      return fail(
        "APP_SECRET must have at least 32 characters (several, newest first, are separated by commas)",
        secrets,
      );
    }
    return secrets.map((secret) => checkRandom("APP_SECRET", secret, "openssl rand -base64 32"));
  }
  function readDrawKey(): string[] {
    const keys = readList("DRAW_KEY");
    if (keys.some((key) => !/^[0-9a-f]{64}$/i.test(key))) {
      return fail("DRAW_KEY must be 64 hex digits (several, newest first, are separated by commas)", []);
    }
    return keys.map((key) => checkRandom("DRAW_KEY", key, "openssl rand -hex 32"));
  }
  function readHost(): string {
    const host = readText("HOST") ?? (isProduction ? "0.0.0.0" : "127.0.0.1");
    return isIP(host) !== 0 || host === "localhost" ? host : fail("HOST must be an IP address", host);
  }
  function readTrustedProxies(): string[] {
    const proxies = readList("TRUSTED_PROXIES");
    if (proxies.length === 0 && isProduction) {
      return fail("TRUSTED_PROXIES is missing (none, where no proxy is in front of the server)", proxies);
    }
    if (proxies.join() === "none") return [];
    if (!proxies.every(isAddressOrRange)) fail("TRUSTED_PROXIES must hold IP addresses or CIDR ranges", null);
    else if (isProduction && proxies.some(isTooWide)) fail("TRUSTED_PROXIES must not believe the whole Internet", null);
    return proxies;
  }
  function readBotApiUrl(): string {
    // The URL contains the bot's token.
    return checkPrivateUrl("BOT_API_URL", readText("BOT_API_URL") ?? "https://api.telegram.org");
  }
  function readPriceApiUrl(): string | null {
    const text = readText("PRICE_API_URL");
    return text === null ? null : checkUrl("PRICE_API_URL", text, isProduction ? ["https"] : ["http", "https"]);
  }
  function readMail(): MailConfig | null {
    const text = isProduction ? readRequired("SMTP_URL") : readText("SMTP_URL");
    const publicHost = URL.parse(readText("PUBLIC_URL") ?? "")?.hostname ?? "localhost";
    const from = readText("MAIL_FROM") ?? `Hongbao <no-reply@${publicHost}>`;
    if (!/^([^<>@"]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from)) {
      fail("MAIL_FROM must be an address, or a name and an address like Hongbao <no-reply@app.example>", null);
    }
    if (text === null || text === "") return null;
    const url = URL.parse(text);
    if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
      return fail("SMTP_URL must be a URL with smtp or smtps, like smtps://user:password@host:465", null);
    }
    const { username, password } = url;
    if (!isPercentEncoded(username) || !isPercentEncoded(password)) {
      return fail("SMTP_URL must have its user and password percent-encoded", null);
    }
    const isSecure = url.protocol === "smtps:";
    return {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
      isSecure,
      mustEncrypt: isProduction && !isOnThisMachine(url.hostname),
      user: username === "" ? null : decodeURIComponent(username),
      password: decodeURIComponent(password),
      from,
    };
  }
  function readWebhookSecret(): string | null {
    const secret = readText("WEBHOOK_SECRET");
    // The characters that the messenger allows in a secret token.
    if (secret === null) return null;
    return /^[A-Za-z0-9_-]{16,256}$/.test(secret)
      ? checkRandom("WEBHOOK_SECRET", secret, "openssl rand -hex 32")
      : fail("WEBHOOK_SECRET must have 16 to 256 letters, digits, underscores or hyphens", secret);
  }
  function readOperatorToken(): string | null {
    const token = readText("OPERATOR_TOKEN");
    if (token === null) return null;
    return token.length < 32
      ? fail("OPERATOR_TOKEN must have at least 32 characters", token)
      : checkRandom("OPERATOR_TOKEN", token, "openssl rand -base64 32");
  }
  function readStatementKey(): string | null {
    const key = readText("STATEMENT_KEY");
    if (key === null) return null;
    if (!/^[0-9a-f]{64}$/i.test(key)) return fail("STATEMENT_KEY must be 64 hex digits", null);
    return checkRandom("STATEMENT_KEY", key, "openssl rand -hex 32");
  }
  function readAlarmWebhookUrl(): string | null {
    const text = readText("ALARM_WEBHOOK_URL");
    return text === null ? null : checkPrivateUrl("ALARM_WEBHOOK_URL", text);
  }
  function readOperatorChatId(): bigint | null {
    const text = readText("OPERATOR_CHAT_ID");
    if (text === null) return null;
    return /^-?[1-9][0-9]{0,15}$/.test(text) ? BigInt(text) : fail("OPERATOR_CHAT_ID must be the id of a chat", null);
  }
  function readInspector(): Config["inspector"] {
    const text = readText("INSPECTOR") ?? (isProduction ? "0" : "1");
    if (text !== "0" && text !== "1") return fail("INSPECTOR must be 0 or 1", null);
    return text === "0" ? null : isProduction ? "readonly" : "live";
  }
  function readSharding(): Sharding {
    const text = readText("DATABASE_SHARDING") ?? "none";
    const sharding = SHARDINGS.find((known) => known === text);
    if (sharding === undefined) return fail(`DATABASE_SHARDING must be one of ${SHARDINGS.join(", ")}`, "none");
    return sharding;
  }
  function readLogLevel(): LogLevel {
    const text = readText("LOG_LEVEL") ?? "info";
    const level = LOG_LEVELS.find((known) => known === text);
    return level ?? fail(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`, "info");
  }

  const publicUrl = checkUrl("PUBLIC_URL", readRequired("PUBLIC_URL"), isProduction ? ["https"] : ["http", "https"]);
  const databaseUrl = checkUrl("DATABASE_URL", readRequired("DATABASE_URL"), ["postgres", "postgresql"]);
  const botToken = readRequired("BOT_TOKEN");
  if (botToken !== "" && !/^[0-9]+:[A-Za-z0-9_-]+$/.test(botToken))
    fail("BOT_TOKEN must look like 123456:letters", null);
  const botAppName = readText("BOT_APP_NAME") ?? "app";
  if (!/^[A-Za-z0-9_]{3,30}$/.test(botAppName))
    fail("BOT_APP_NAME must have 3 to 30 letters, digits or underscores", null);
  const requestedCoins = readCoins();
  // Without COINS, a trial on one machine opens what it has settings for.
  const chains = readChains(reader, readText("COINS") === null ? [] : requestedCoins);
  const coins = requestedCoins.filter((coin) => chains[coin] !== undefined);
  const publicHost = URL.parse(publicUrl)?.host;
  const officialDomains = readList("OFFICIAL_DOMAINS");

  const appSecrets = readSecrets();

  const config: Config = {
    isProduction,
    port: readInteger("PORT", 8080, 0, 65_535),
    host: readHost(),
    adminPort: readInteger("ADMIN_PORT", 0, 0, 65_535),
    operatorToken: readOperatorToken(),
    statementKey: readStatementKey(),
    alarmWebhookUrl: readAlarmWebhookUrl(),
    operatorChatId: readOperatorChatId(),
    databaseUrl,
    databaseSharding: readSharding(),
    distDir: fileURLToPath(new URL("../dist", import.meta.url)),
    publicUrl,
    inspector: readInspector(),
    officialDomains: officialDomains.length > 0 || publicHost === undefined ? officialDomains : [publicHost],
    messengerOrigins: readMessengerOrigins(),
    officialAccounts: readOfficialAccounts(),
    trustedProxies: readTrustedProxies(),
    appSecrets,
    drawSecrets: [...readDrawKey(), ...appSecrets],
    botToken,
    botAppName,
    botApiUrl: readBotApiUrl(),
    priceApiUrl: readPriceApiUrl(),
    beacon: readBeacon(reader),
    webhookSecret: readWebhookSecret(),
    coins,
    requestedCoins,
    chains,
    walletAccess: readWalletAccess(reader, publicUrl, coins),
    mail: readMail(),
    maxWallets: readInteger("MAX_WALLETS", 4, 1, 4),
    envelopeTtlMs: readAtLeast("ENVELOPE_TTL_S", TIMES_S.ENVELOPE_TTL_S) * 1000,
    closeAfterMs: readAtLeast("CLOSE_AFTER_S", TIMES_S.CLOSE_AFTER_S) * 1000,
    orderTtlMs: readAtLeast("ORDER_TTL_S", TIMES_S.ORDER_TTL_S) * 1000,
    orderGraceMs: readAtLeast("ORDER_GRACE_S", TIMES_S.ORDER_GRACE_S) * 1000,
    paymentCodeTtlMs: readAtLeast("PAYMENT_CODE_TTL_S", TIMES_S.PAYMENT_CODE_TTL_S) * 1000,
    emailResendMs: readAtLeast("EMAIL_RESEND_S", TIMES_S.EMAIL_RESEND_S) * 1000,
    logLevel: readLogLevel(),
  };
  if (problems.length > 0) throw new ConfigError([...new Set(problems)]);
  return config;
}
