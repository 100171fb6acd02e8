import { readFileSync } from "node:fs";
import { computeAddress, HDNodeWallet } from "ethers";
import { describe, expect, test } from "vitest";
import { QUICKNET } from "#domain/draw/beacon.ts";
import { TREASURY_ADDRESS as DEVNET_TREASURY, TREASURY_KEY as DEVNET_KEY } from "#devnet/solana/settings.ts";
import { TREASURY_ADDRESS as DEVNET_TRON_TREASURY, TREASURY_KEY as DEVNET_TRON_KEY } from "#devnet/tron/settings.ts";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { encodeBase58 } from "#domain/address/base58.ts";
import { listTonKeys } from "#server/chains/ton/settings.ts";
import { readKeyAddress } from "#server/chains/tron/settings.ts";
import { TON_TREASURY, TON_WORDS } from "#tests/support/chains/tonMnemonic.ts";
import { ConfigError, readConfig } from "./config.ts";
import { readSeed } from "#server/crypto/ed25519.ts";

const SECRET = "Zk3vQ8rT1mXw5LbN7cYd2GhJ4sPf6Ra9";
const KEY = `0x${"1".repeat(64)}`;
const TREASURY = computeAddress(KEY);
const PRODUCTION = {
  DATABASE_URL: "postgres://u:p@db/h",
  PUBLIC_URL: "https://app.example/",
  APP_SECRET: SECRET,
  BOT_TOKEN: "1:abc",
  COINS: "eth",
  ETH_RPC_URLS: "https://one.example,https://two.example/",
  ETH_TREASURY_ADDRESS: TREASURY,
  TRUSTED_PROXIES: "10.0.0.0/8,fd00::/8,192.0.2.7,::1",
  SMTP_URL: "smtps://hongbao:secret%2Fword@mail.example",
  MAIL_FROM: "Hongbao <no-reply@app.example>",
};

const TRON_KEY = "1".repeat(64);
const TRON_TREASURY = readKeyAddress(TRON_KEY) ?? "";
const SEED = Buffer.alloc(32, 7);
const SOLANA_TREASURY = encodeBase58(readSeed(SEED).publicKey);
const SOLANA_KEY = encodeBase58(Buffer.concat([SEED, readSeed(SEED).publicKey]));
const NODES = ["https://one.example", "https://two.example"];

const ALONE = { ...PRODUCTION, ETH_RPC_URLS: undefined, ETH_TREASURY_ADDRESS: undefined };
const SOLANA = { ...ALONE, COINS: "sol", SOL_RPC_URLS: NODES.join(), SOL_TREASURY_ADDRESS: SOLANA_TREASURY };
const TON_NODES = ["https://one.example/api/v2", "https://two.example/api/v2/jsonRPC"];
const TON = {
  ...ALONE,
  COINS: "ton",
  TON_API_URLS: TON_NODES.join(),
  TON_TREASURY_ADDRESS: TON_TREASURY,
  TON_API_KEY: "the-key",
};
const TRON = {
  ...ALONE,
  COINS: "tron",
  TRON_API_URLS: NODES.join(),
  TRON_API_KEY: "the-key",
  TRON_TREASURY_ADDRESS: TRON_TREASURY,
};

/** What is true of every chain is told of Ethereum below. */
const OTHERS = [
  {
    coin: "sol",
    env: SOLANA,
    key: SOLANA_KEY,
    facts: { treasuryAddress: SOLANA_TREASURY, confirmations: 1, explorerTx: null },
    secrets: NODES,
    refused: {
      SOL_TREASURY_ADDRESS: {
        ["1".repeat(32)]: "must be an address of Solana",
        [DEVNET_TREASURY]: "must not be the treasury of npm start",
      },
      SOL_OLD_TREASURY_ADDRESSES: {
        nonsense: "must be addresses of Solana",
        [DEVNET_TREASURY]: "must hold no account of a development",
        [SOLANA_TREASURY]: "must not hold the treasury's present",
      },
      SOL_TREASURY_KEY: {
        nonsense: "must be base58 of 64 bytes",
        [encodeBase58(Buffer.alloc(64, 7))]: "must be base58 of 64 bytes",
        [DEVNET_KEY]: "is not the key of SOL_TREASURY_ADDRESS",
      },
      SOL_CONFIRMATIONS: { 0: "must be" },
    },
  },
  {
    coin: "ton",
    env: TON,
    key: TON_WORDS,
    facts: { treasuryAddress: TON_TREASURY, confirmations: 1, explorerTx: null },
    secrets: [...TON_NODES, "the-key"],
    refused: {
      TON_API_URLS: { "http://one.example,https://two.example": "must be https" },
      TON_TREASURY_ADDRESS: {
        EQnonsense: "must be an address of TON",
        [`-1:${"34".repeat(32)}`]: "must not be on the masterchain",
        UQBvlzAHHuN89NDU0OAPdCc6qQU8cwgJbAsqWNi9Shk4rB6b: "must not be the treasury of npm start",
        "UQBNofGwuyAajGMy3CSWBqdvry4-DtbhgNe6mWsBGMmYxLkw": "must not be the treasury of npm start",
      },
      TON_OLD_TREASURY_ADDRESSES: {
        [toAddressKey("Ton", TON_TREASURY)]: "must not hold the treasury's present address",
      },
      TON_TREASURY_KEY: {
        "twelve words": "must be the 24 words of a wallet",
        [TON_WORDS.replace(/^\w+/, "zebra")]: "",
      },
    },
  },
  {
    coin: "tron",
    env: TRON,
    key: TRON_KEY,
    facts: { treasuryAddress: TRON_TREASURY, confirmations: 19, explorerTx: null },
    secrets: [...NODES, "the-key"],
    refused: {
      TRON_TREASURY_ADDRESS: {
        Tnonsense: "must be an address of Tron",
        [DEVNET_TRON_TREASURY]: "must not be the treasury of npm start",
      },
      TRON_OLD_TREASURY_ADDRESSES: {
        [`${DEVNET_TRON_TREASURY},${DEVNET_TRON_TREASURY}`]: "must hold each address once",
      },
      TRON_TREASURY_KEY: {
        12: "must be 64 hex digits",
        ["0".repeat(64)]: "must be 64 hex digits",
        ["2".repeat(64)]: "is not the key of TRON_TREASURY_ADDRESS",
      },
      TRON_CONFIRMATIONS: { 3: "must be at least 19" },
    },
  },
] as const;

function readProblem(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test("a complete production configuration starts with the documented values", () => {
  const config = readConfig(PRODUCTION);
  expect(config).toMatchObject({
    isProduction: true,
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://app.example",
    officialDomains: ["app.example"],
    messengerOrigins: ["https://web.telegram.org"],
    coins: ["eth"],
    maxWallets: 4,
    envelopeTtlMs: 86_400_000,
    closeAfterMs: 600_000,
    orderTtlMs: 1_800_000,
    orderGraceMs: 900_000,
    paymentCodeTtlMs: 1_800_000,
    emailResendMs: 60_000,
  });
  expect(config.chains.eth).toMatchObject({
    secrets: ["https://one.example", "https://two.example"],
    facts: { treasuryAddress: TREASURY, confirmations: 12, explorerTx: null },
  });
});

test.each(["http://127.0.0.1:4318", "http://localhost:4318", "http://[::1]:4318", "https://collector.example"])(
  "production takes the receiver of alarms at %s",
  (url) => {
    expect(readConfig({ ...PRODUCTION, ALARM_WEBHOOK_URL: url }).alarmWebhookUrl).toBe(url);
  },
);

describe("production refuses", () => {
  test.each([
    ["DATABASE_URL", undefined, "DATABASE_URL is missing"],
    ["DATABASE_URL", "mysql://x", "DATABASE_URL must be"],
    ["OFFICIAL_ACCOUNTS", "@hongbao_news, no account", "OFFICIAL_ACCOUNTS must hold"],
    ["BOT_TOKEN", undefined, "BOT_TOKEN is missing"],
    ["BOT_TOKEN", "not a token", "BOT_TOKEN must"],
    ["APP_SECRET", " ", "APP_SECRET is missing"],
    ["APP_SECRET", "short", "APP_SECRET must"],
    ["APP_SECRET", "a".repeat(32), "APP_SECRET must be random"],
    ["APP_SECRET", "abcdefgh".repeat(4), "APP_SECRET must be random"],
    ["APP_SECRET", `${SECRET},${"0123456".repeat(5)}`, "APP_SECRET must be random"],
    ["BOT_API_URL", "http://bot.example", "BOT_API_URL must be a URL with https"],
    ["TRUSTED_PROXIES", undefined, "TRUSTED_PROXIES is missing"],
    ["TRUSTED_PROXIES", "0.0.0.0/0", "TRUSTED_PROXIES must not"],
    ["TRUSTED_PROXIES", "10.0.0.1,::/0", "TRUSTED_PROXIES must not"],
    ["TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1", "TRUSTED_PROXIES must not"],
    ["TRUSTED_PROXIES", "::ffff:0.0.0.0/96", "TRUSTED_PROXIES must not"],
    ["TRUSTED_PROXIES", "proxy.example", "TRUSTED_PROXIES must hold"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "TRUSTED_PROXIES must hold"],
    ["TRUSTED_PROXIES", "none,10.0.0.1", "TRUSTED_PROXIES must hold"],
    ["HOST", "everywhere", "HOST must"],
    ["PUBLIC_URL", undefined, "PUBLIC_URL is missing"],
    ["PUBLIC_URL", "http://app.example", "PUBLIC_URL must"],
    ["COINS", undefined, "COINS is missing"],
    ["COINS", "eth,doge", "COINS may"],
    ["MESSENGER_ORIGINS", "https://web.telegram.org,http://localhost:8080", "MESSENGER_ORIGINS may only"],
    ["ENVELOPE_TTL_S", "60", "ENVELOPE_TTL_S must be at least 86400"],
    ["CLOSE_AFTER_S", "599", "CLOSE_AFTER_S must be at least 600"],
    ["ORDER_TTL_S", "1799", "ORDER_TTL_S must be at least 1800"],
    ["ORDER_GRACE_S", "1", "ORDER_GRACE_S must be at least 900"],
    ["PAYMENT_CODE_TTL_S", "1", "PAYMENT_CODE_TTL_S must be at least 1800"],
    ["EMAIL_RESEND_S", "59", "EMAIL_RESEND_S must be at least 60"],
    ["SMTP_URL", undefined, "SMTP_URL is missing"],
    ["SMTP_URL", "https://mail.example", "SMTP_URL must be a URL with smtp or smtps"],
    ["SMTP_URL", "mail.example:25", "SMTP_URL must be a URL with smtp or smtps"],
    ["SMTP_URL", "smtp://user:50%off@mail.example", "SMTP_URL must have its user and password percent-encoded"],
    ["MAIL_FROM", "Hongbao", "MAIL_FROM must be an address"],
    ["MAIL_FROM", "a@b.example, c@d.example", "MAIL_FROM must be an address"],
    ["ETH_CONFIRMATIONS", "3", "ETH_CONFIRMATIONS must be at least 12"],
    ["ETH_RPC_URLS", undefined, "ETH_RPC_URLS is missing"],
    ["ETH_RPC_URLS", "https://one.example", "ETH_RPC_URLS must name nodes of at least two different hosts"],
    ["ETH_RPC_URLS", "https://one.example/a,https://one.example/b", "at least two different hosts"],
    ["ETH_RPC_URLS", "https://one.example,https://one.example.", "at least two different hosts"],
    ["ETH_RPC_URLS", "https://one.example/a,https://ONE.example.:8443/b", "at least two different hosts"],
    ["ETH_RPC_URLS", "https://one.example,http://two.example", "ETH_RPC_URLS must be https"],
    ["ETH_TREASURY_ADDRESS", undefined, "ETH_TREASURY_ADDRESS is missing"],
    ["ETH_TREASURY_ADDRESS", "0x12", "ETH_TREASURY_ADDRESS must be an address"],
    ["ETH_TREASURY_ADDRESS", `0x${"0".repeat(40)}`, "ETH_TREASURY_ADDRESS must be an address"],
    ["ETH_OLD_TREASURY_ADDRESSES", "0x12", "ETH_OLD_TREASURY_ADDRESSES must be addresses of Ethereum"],
    [
      "ETH_OLD_TREASURY_ADDRESSES",
      "0x000000000000000000000000000000000000dEaD,0x000000000000000000000000000000000000dead",
      "ETH_OLD_TREASURY_ADDRESSES must hold each address once",
    ],
    ["ETH_OLD_TREASURY_ADDRESSES", TREASURY, "ETH_OLD_TREASURY_ADDRESSES must not hold the treasury's present address"],
    ["ETH_TREASURY_KEY", "0x12", "ETH_TREASURY_KEY must"],
    ["ETH_TREASURY_KEY", `0x${"0".repeat(64)}`, "ETH_TREASURY_KEY must"],
    ["ETH_TREASURY_KEY", `0x${"2".repeat(64)}`, "ETH_TREASURY_KEY is not the key of ETH_TREASURY_ADDRESS"],
    ["ETH_SIGNER_URL", "https://signer.example", "ETH_SIGNER_TOKEN is missing"],
    ["ETH_EXPLORER_TX", "https://explorer.example", "ETH_EXPLORER_TX must contain"],
    ["ETH_KMS_MODULE", "/nowhere/kms.js", "ETH_KMS_MODULE must be the path of a module"],
    ["PORT", "80.5", "PORT must"],
    ["PORT", "70000", "PORT must"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL must"],
    ["INSPECTOR", "yes", "INSPECTOR must"],
    ["WEBHOOK_SECRET", "short", "WEBHOOK_SECRET must"],
    ["WEBHOOK_SECRET", "sixteen letters, and more", "WEBHOOK_SECRET must"],
    ["WEBHOOK_SECRET", "a".repeat(16), "WEBHOOK_SECRET must be random"],
    ["WEBHOOK_SECRET", "abcd1234".repeat(4), "WEBHOOK_SECRET must be random"],
    ["OPERATOR_TOKEN", "short", "OPERATOR_TOKEN must have at least 32 characters"],
    ["OPERATOR_TOKEN", "a".repeat(32), "OPERATOR_TOKEN must be random"],
    ["DRAW_KEY", "0x12", "DRAW_KEY must be 64 hex digits"],
    ["DRAW_KEY", `${"5a9c".repeat(16)},${"ab".repeat(32)}`, "DRAW_KEY must be random"],
    ["STATEMENT_KEY", "0x12", "STATEMENT_KEY must be 64 hex digits"],
    ["STATEMENT_KEY", "ab".repeat(32), "STATEMENT_KEY must be random"],
    ["ALARM_WEBHOOK_URL", "http://alarms.example", "ALARM_WEBHOOK_URL must be a URL with https"],
    ["OPERATOR_CHAT_ID", "@ops", "OPERATOR_CHAT_ID must be the id of a chat"],
  ])("%s=%s", (name, value, problem) => {
    expect(readProblem({ ...PRODUCTION, [name]: value })).toContain(problem);
  });

  test("and lists all problems at once, without a value", () => {
    const problem = readProblem({ APP_SECRET: "short-secret", BOT_TOKEN: "bad token" });
    expect(problem).toContain("DATABASE_URL is missing; ");
    expect(problem).not.toContain("short-secret");
    expect(problem).not.toContain("bad token");
  });
});

test("the treasury is an address, which may also be derived from its key", () => {
  const key = { ETH_TREASURY_ADDRESS: undefined, ETH_TREASURY_KEY: KEY };
  for (const change of [key, { ETH_TREASURY_KEY: KEY }, { ETH_TREASURY_ADDRESS: TREASURY.toLowerCase() }]) {
    expect(readConfig({ ...PRODUCTION, ...change }).chains.eth?.facts.treasuryAddress).toBe(TREASURY);
  }
  const { chains, ...others } = readConfig({ ...PRODUCTION, ...key });
  // It signs payouts, and no log may contain it.
  expect(chains.eth?.secrets).toContain(KEY);
  expect(JSON.stringify([others, chains.eth?.facts])).not.toContain(KEY.slice(2));
});

test.each([0, 1, 10, 19])("production refuses account %i of every development node as treasury", (index) => {
  const phrase = "test test test test test test test test test test test junk";
  const { address, privateKey } = HDNodeWallet.fromPhrase(phrase, "", `m/44'/60'/0'/0/${index}`);
  const problem = "ETH_TREASURY_ADDRESS must be no account of a development node";
  expect(readProblem({ ...PRODUCTION, ETH_TREASURY_ADDRESS: address })).toContain(problem);
  expect(readProblem({ ...PRODUCTION, ETH_TREASURY_ADDRESS: undefined, ETH_TREASURY_KEY: privateKey })).toContain(
    problem,
  );
  expect(readProblem({ ...PRODUCTION, NODE_ENV: "development", ETH_TREASURY_ADDRESS: address })).toBe("");
});

test("the mail server and the sender are set", () => {
  expect(readConfig(PRODUCTION).mail).toEqual({
    host: "mail.example",
    port: 465,
    isSecure: true,
    mustEncrypt: true,
    user: "hongbao",
    password: "secret/word",
    from: "Hongbao <no-reply@app.example>",
  });
  expect(readConfig({ ...PRODUCTION, SMTP_URL: "smtp://mail.example" }).mail).toMatchObject({
    port: 587,
    isSecure: false,
    mustEncrypt: true,
    user: null,
  });
  expect(readConfig({ ...PRODUCTION, MAIL_FROM: undefined }).mail?.from).toBe("Hongbao <no-reply@app.example>");
});

test("a mail server on the same machine, or in development, needs no TLS", () => {
  const SMTP_URL = "smtp://[::1]:2525";
  expect(readConfig({ ...PRODUCTION, SMTP_URL }).mail).toMatchObject({ host: "::1", port: 2525, mustEncrypt: false });
  const development = { ...PRODUCTION, NODE_ENV: "development", MAIL_FROM: undefined };
  expect(readConfig({ ...development, SMTP_URL: "smtp://mail.example" }).mail).toMatchObject({ mustEncrypt: false });
  expect(readConfig({ ...development, SMTP_URL: undefined }).mail).toBeNull();
});

test("TRUSTED_PROXIES=none means no proxy", () => {
  expect(readConfig({ ...PRODUCTION, TRUSTED_PROXIES: "none" }).trustedProxies).toEqual([]);
});

test("a Bot API server on the same machine needs no TLS", () => {
  const botApiUrl = "http://127.0.0.1:8081";
  expect(readConfig({ ...PRODUCTION, BOT_API_URL: botApiUrl })).toMatchObject({ botApiUrl });
});

test.each(["staging", "test", "Development", ""])("NODE_ENV=%s is production", (NODE_ENV) => {
  expect(readConfig({ ...PRODUCTION, NODE_ENV }).isProduction).toBe(true);
});

test("development allows one machine without a database server", () => {
  const config = readConfig({
    ...PRODUCTION,
    NODE_ENV: "development",
    PUBLIC_URL: "http://localhost:8080",
    COINS: undefined,
    MESSENGER_ORIGINS: "http://localhost:8080",
    ETH_CONFIRMATIONS: "3",
    ENVELOPE_TTL_S: "5",
  });
  expect(config).toMatchObject({
    host: "127.0.0.1",
    databaseSharding: "none",
    officialDomains: ["localhost:8080"],
    envelopeTtlMs: 5000,
  });
  expect(config.requestedCoins).toEqual(["eth", "sol", "tron", "ton", "usdt"]);
  expect(config.coins).toEqual(["eth"]);
});

test("a chain that is closed for new sends still serves existing payments", () => {
  expect(
    readConfig({ ...PRODUCTION, ...TON, ETH_RPC_URLS: PRODUCTION.ETH_RPC_URLS, ETH_TREASURY_KEY: KEY }),
  ).toMatchObject({
    coins: ["ton"],
    chains: { eth: { facts: { confirmations: 12 } }, ton: { facts: { confirmations: 1 } } },
  });
});

describe.each(OTHERS)("the settings of $coin", ({ coin, env, key, facts, secrets, refused }) => {
  const prefix = coin.toUpperCase();
  const [treasury, ownKey] = [`${prefix}_TREASURY_ADDRESS`, `${prefix}_TREASURY_KEY`];
  const remote = { [`${prefix}_SIGNER_URL`]: "https://signer.example", [`${prefix}_SIGNER_TOKEN`]: "t" };
  const readOwn = (change: Record<string, string | undefined>) => readConfig({ ...env, ...change }).chains[coin];

  test("give a treasury by its address, its key, or both, and keep keys out of logs", () => {
    expect(readOwn({})).toMatchObject({ facts, hasSigner: false, secrets });
    const keyed = readOwn({ [treasury]: undefined, [ownKey]: key });
    expect(keyed).toMatchObject({ facts, hasSigner: true });
    expect(keyed?.secrets).toContain(key);
    for (const signing of [{ [ownKey]: key }, remote]) expect(readOwn(signing)).toMatchObject({ hasSigner: true });
    expect(readProblem({ ...env, ...remote, [ownKey]: key })).toContain("not both");
  });

  test.each(
    Object.entries(refused).flatMap(([name, values]) =>
      Object.entries<string>(values).map(([value, problem]) => [name, value, problem] as const),
    ),
  )("refuse %s=%s", (name, value, problem) => {
    expect(readProblem({ ...env, [name]: value })).toContain(`${name} ${problem}`);
  });
});

test("a key of TON's is that of one of two wallets, and the devnet's of Tron is known", () => {
  const other = { TON_TREASURY_ADDRESS: `0:${"1".repeat(64)}`, TON_TREASURY_KEY: TON_WORDS };
  expect(readProblem({ ...TON, ...other })).toContain("not the key of a wallet v4r2 or v5r1");
  expect(readKeyAddress(DEVNET_TRON_KEY)).toBe(DEVNET_TRON_TREASURY);
});

describe("the one contract of USDT", () => {
  const usdt = { ...TON, USDT_TREASURY_ADDRESS: `0:${"2".repeat(64)}` };
  const otherHash = { USDT_WALLET_CODE_HASH: "a".repeat(64) };
  const otherMaster = { USDT_MASTER_ADDRESS: `0:${"3".repeat(64)}` };

  test("shares the nodes of its network, and has a treasury of its own", () => {
    expect(readConfig(usdt).chains.usdt).toMatchObject({ facts: { explorerTx: null, confirmations: 1 } });
    expect(readConfig(TON).chains.usdt).toBeUndefined();
    const together = { ...usdt, USDT_TREASURY_ADDRESS: TON_TREASURY };
    expect(readProblem(together)).toContain("USDT_TREASURY_ADDRESS must not be TON_TREASURY_ADDRESS");
  });

  test("is paid out from a wallet v5r1 alone, at a fee that the settings name", () => {
    const key = { USDT_TREASURY_KEY: TON_WORDS };
    expect(readConfig({ ...usdt, ...key, USDT_TREASURY_ADDRESS: undefined }).chains.usdt?.facts.treasuryAddress).toBe(
      listTonKeys(TON_WORDS).find(({ wallet }) => wallet.kind.name === "v5r1")?.address,
    );
    expect(readProblem({ ...usdt, ...key })).toContain("USDT_TREASURY_KEY is not the key of a wallet v5r1 at");
    expect(readProblem({ ...usdt, USDT_PAYOUT_FEE: "dime" })).toContain("USDT_PAYOUT_FEE must be an amount");
  });

  test("has one code on the main network", () => {
    expect(readProblem({ ...usdt, ...otherHash })).toContain("USDT_WALLET_CODE_HASH is not that of");
    expect(readConfig({ ...usdt, ...otherMaster, ...otherHash }).chains.usdt).toBeDefined();
    expect(readConfig({ ...usdt, ...otherHash, NODE_ENV: "development" }).chains.usdt).toBeDefined();
  });

  test.each([
    ["USDT_MASTER_ADDRESS", "EQnonsense"],
    ["USDT_WALLET_CODE_HASH", "8f45"],
  ])("refuses %s=%s", (name, value) => {
    expect(readProblem({ ...usdt, [name]: value })).toContain(`${name} must be`);
  });
});

test("the bot polls unless a webhook secret is set", () => {
  expect(readConfig(PRODUCTION).webhookSecret).toBeNull();
  expect(readConfig({ ...PRODUCTION, WEBHOOK_SECRET: "a_secret-of-16-l" }).webhookSecret).toBe("a_secret-of-16-l");
});

describe("the beacon", () => {
  const urls = ["https://one.example", "https://two.example", "https://three.example"];
  const chain = `${"a".repeat(64)},${"b".repeat(192)},1790000000,3`;
  const development = { ...PRODUCTION, NODE_ENV: "development" };

  test("is quicknet, told by several relays", () => {
    expect(readConfig(PRODUCTION).beacon.chain).toBe(QUICKNET);
    expect(readConfig(PRODUCTION).beacon.urls.length).toBeGreaterThanOrEqual(3);
    expect(readConfig({ ...PRODUCTION, BEACON_URLS: urls.join() }).beacon.urls).toEqual(urls);
  });

  test("may be another one in development alone", () => {
    const genesisS = 1_790_000_000;
    const own = { hash: "a".repeat(64), publicKey: "b".repeat(192), genesisS, periodS: 3 };
    expect(readConfig({ ...development, BEACON_CHAIN: chain }).beacon.chain).toEqual(own);
    expect(() => readConfig({ ...PRODUCTION, BEACON_CHAIN: chain })).toThrow("BEACON_CHAIN");
    expect(() => readConfig({ ...development, BEACON_CHAIN: chain.replace(/3$/, "0") })).toThrow("BEACON_CHAIN");
  });

  test("needs three different relays in production", () => {
    const [first = "", second = ""] = urls;
    expect(() => readConfig({ ...PRODUCTION, BEACON_URLS: [first, second, first].join() })).toThrow("three relays");
    expect(readConfig({ ...development, BEACON_URLS: first }).beacon.urls).toEqual([first]);
  });
});

test("the first of several secrets is the newest", () => {
  const older = SECRET.toLowerCase();
  expect(readConfig({ ...PRODUCTION, APP_SECRET: `${SECRET}, ${older}` }).appSecrets).toEqual([SECRET, older]);
  const DRAW_KEY = "7c0de5b18a3f4e2296d1c07b5e8fa34419d2b6e0c58f7a13bb60e94d2a7c3f58";
  expect(readConfig({ ...PRODUCTION, APP_SECRET: SECRET, DRAW_KEY }).drawSecrets).toEqual([DRAW_KEY, SECRET]);
});

describe("the table of settings is complete", () => {
  const root = new URL("../", import.meta.url);
  const asked = new Set<string>();
  const spy = new Proxy<Record<string, string | undefined>>(
    {
      ...SOLANA,
      ...TRON,
      ...TON,
      ...PRODUCTION,
      COINS: "eth,sol,tron,ton",
      USDT_TREASURY_ADDRESS: `0:${"2".repeat(64)}`,
    },
    {
      get(settings, name) {
        asked.add(String(name));
        return settings[String(name)];
      },
    },
  );
  readConfig(spy);

  test.each([
    ["docs/operations.md", /^\| `([A-Z_]+)`/gm],
    [".env.example", /^([A-Z_]+)=/gm],
  ])("in %s", (file, pattern) => {
    const documented = new Set(
      [...readFileSync(new URL(file, root), "utf8").matchAll(pattern)].map(([, name]) => name),
    );
    // Of the local database, which `npm start` brings.
    expect(documented).toEqual(new Set([...asked, "DATA_DIR"]));
  });
});

test.each([
  ["production", undefined, null],
  ["production", "1", "readonly"],
  ["development", undefined, "live"],
  ["development", "0", null],
] as const)("the inspector in %s with INSPECTOR=%s: %s", (mode, value, inspector) => {
  expect(readConfig({ ...PRODUCTION, NODE_ENV: mode, INSPECTOR: value }).inspector).toBe(inspector);
});
