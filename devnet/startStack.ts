import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildApp } from "./buildApp.ts";
import type { DevnetInfo, GatewaySettings } from "#devnet/gateway/gatewaySettings.ts";
import { startGateway, waitForGateway } from "#devnet/gateway/startGateway.ts";
import { checkPortIsFree, findFreePort } from "./process/ports.ts";
import { lockFolder } from "./process/lockFolder.ts";
import { type LocalDatabase, startDatabase } from "./postgres/database.ts";
import { startChild } from "./process/startChild.ts";
import type { Child } from "./process/startChild.ts";
import { type DevnetOptions, startDevnet } from "./startDevnet.ts";

const ROOT = path.join(import.meta.dirname, "..");
const GUARD = path.join(import.meta.dirname, "process/guard.ts");
const SERVER_START_TIMEOUT_MS = 180_000;
const READY_POLL_MS = 100;

export interface StackOptions extends Pick<DevnetOptions, "coins"> {
  /** 0 for a free one. */
  readonly port: number;
  readonly dataDir: string;
  /** Settings of the user, `process.env` by default; devnet fills in missing ones. */
  readonly env?: NodeJS.ProcessEnv;
  /** Prints nothing. */
  readonly quiet?: boolean;
  /** Serves the app by Vite with hot reload instead of building it. */
  readonly hotReload?: boolean;
  /** The server's program; `server/main.ts` by default. */
  readonly serverFile?: string;
}

export interface Stack {
  /** E.g. `http://localhost:8080`. */
  readonly url: string;
  readonly info: DevnetInfo;
  /** What the server uses as DATABASE_URL. */
  readonly databaseUrl: string;
  /** Resolves with the name and the last output of a process that ended unexpectedly. */
  readonly broken: Promise<string>;
  /** Ends every process and waits for it. */
  stop(): Promise<void>;
}

/** Starts the stand-ins, the server and the gateway; resolves when the server is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const env = options.env ?? process.env;
  const say = (line: string): void => {
    if (options.quiet !== true) console.log(line);
  };
  const mode = env["NODE_ENV"]?.trim() ?? "";
  // As in the server, anything but development is production. Tests run the stack too.
  if (!["", "development", "test"].includes(mode)) {
    throw new Error(
      `NODE_ENV=${mode}: these stand-ins hold money that anybody can spend. Use npm run start:production, or leave NODE_ENV out`,
    );
  }
  const dataDir = path.resolve(options.dataDir);
  const folder = path.join(dataDir, "devnet");
  const logFolder = path.join(folder, "logs");
  const port = options.port === 0 ? await findFreePort() : options.port;
  await checkPortIsFree(port);
  const unlock = lockFolder(folder);

  const children: Child[] = [];
  let database: LocalDatabase | null = null;
  let isStopping = false;
  let reportBroken: (words: string) => void = () => undefined;
  const broken = new Promise<string>((resolve) => {
    reportBroken = resolve;
  });
  const adopt = (child: Child): void => {
    children.push(child);
    void child.exited.then(() =>
      isStopping ? undefined : reportBroken(`${child.name} ended by itself\n${child.readTail()}`),
    );
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    // Stops the gateway first, so that no request reaches half a stack; then the server, then its dependencies.
    for (const child of children.toReversed()) await child.stop();
    await database?.stop();
    unlock();
  };

  try {
    if (options.hotReload !== true) await buildApp(ROOT, say);
    const url = `http://localhost:${port}`;
    const given = withoutEmpty(env);
    if (given["DATABASE_URL"] === undefined) {
      database = await startDatabase(dataDir);
      void database.ended.then((said) => (isStopping ? undefined : reportBroken(`the database ended\n${said}`)));
    }
    const databaseUrl = given["DATABASE_URL"] ?? database?.url ?? "";
    const devnet = await startDevnet({ gatewayOrigin: url, folder, env, coins: options.coins, onChild: adopt });
    say(`telegram  ${devnet.info.telegram.apiUrl} (Bot API), ${devnet.info.telegram.hostUrl} (people and their chats)`);
    say(`ethereum  ${devnet.info.ethereum.rpcUrl} (chain ${devnet.info.ethereum.network.chainId})`);
    const { solana, tron } = devnet.info;
    if (solana !== null) say(`solana    ${solana.rpcUrl} (${solana.network.id})`);
    if (tron !== null) say(`tron      ${tron.fullHost} (${tron.network.id})`);
    if (devnet.info.ton !== null) say(`ton       ${devnet.info.ton.apiUrl} (${devnet.info.ton.network.id})`);
    if (devnet.info.mail !== null) say(`mail      ${devnet.info.mail.smtpUrl} (SMTP), ${url}/devnet/mail/ (inbox)`);
    if (devnet.info.prices !== null) say(`prices    ${devnet.info.prices.url}`);
    if (devnet.info.beacon !== null) say(`beacon    ${devnet.info.beacon.urls.join(", ")} (drand)`);
    say("wallets   a browser wallet of each kind on the payment page (none: ?wallet=none)");

    const [serverPort, freePort] = [await findFreePort(), await findFreePort()];
    const adminPort = given["ADMIN_PORT"] ?? String(freePort);
    const operatorToken = keepSecret(folder, "operator-token", "base64url");
    const admin = {
      url: `http://127.0.0.1:${adminPort}/`,
      token: given["OPERATOR_TOKEN"] === undefined ? operatorToken : null,
    };
    const info: DevnetInfo = { ...devnet.info, admin };
    say(`operators ${admin.url} (token in ${path.join(folder, "operator-token")})`);
    const server = startChild({
      name: "server",
      command: process.execPath,
      args: [GUARD, process.execPath, options.serverFile ?? path.join(ROOT, "server/main.ts")],
      env: {
        PUBLIC_URL: url,
        MESSENGER_ORIGINS: url,
        TRUSTED_PROXIES: "127.0.0.1",
        DATABASE_URL: databaseUrl,
        APP_SECRET: keepSecret(folder, "app-secret", "base64url"),
        STATEMENT_KEY: keepSecret(folder, "statement-key", "hex"),
        OPERATOR_TOKEN: operatorToken,
        ADMIN_PORT: adminPort,
        ...devnet.serverEnv,
        ...given,
        NODE_ENV: "development",
        // The server is behind the gateway, which listens on this machine only.
        HOST: "127.0.0.1",
        PORT: String(serverPort),
      },
      cwd: ROOT,
      logFile: path.join(logFolder, "server.log"),
    });
    adopt(server);
    const vitePort = options.hotReload === true ? await startVite(env, logFolder, adopt) : null;
    if (vitePort !== null) say(`vite      http://127.0.0.1:${vitePort} (hot reload)`);

    const settings: GatewaySettings = {
      port,
      serverPort,
      telegramPort: devnet.telegramPort,
      mailPort: devnet.mailPort,
      vitePort,
      info,
    };
    const gateway = startGateway(settings, env, logFolder);
    adopt(gateway);
    await waitForGateway(gateway);
    await Promise.race([waitUntilReady(serverPort), failWhenBroken(broken)]);
    say(`server    http://127.0.0.1:${serverPort} (logs of every process: ${logFolder})`);
    return { url, info, databaseUrl, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startVite(env: NodeJS.ProcessEnv, logFolder: string, adopt: (child: Child) => void): Promise<number> {
  const port = await findFreePort();
  const child = startChild({
    name: "vite",
    command: process.execPath,
    args: [
      GUARD,
      process.execPath,
      path.join(ROOT, "node_modules/vite/bin/vite.js"),
      "--config",
      path.join(ROOT, "gallery/vite.config.ts"),
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--strictPort",
    ],
    env: { ...env, NODE_ENV: "development", NO_COLOR: "1" },
    cwd: ROOT,
    logFile: path.join(logFolder, "vite.log"),
  });
  adopt(child);
  await child.waitForLine(/ready in/, SERVER_START_TIMEOUT_MS);
  return port;
}

async function waitUntilReady(port: number): Promise<void> {
  const deadlineMs = performance.now() + SERVER_START_TIMEOUT_MS;
  let last = "nothing answers";
  while (performance.now() < deadlineMs) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    if (answer !== null) last = `${answer.status} ${await answer.text()}`;
    await new Promise((resolve) => {
      setTimeout(resolve, READY_POLL_MS);
    });
  }
  throw new Error(`The server was not ready within ${SERVER_START_TIMEOUT_MS / 1000} s: ${last}`);
}

async function failWhenBroken(broken: Promise<string>): Promise<never> {
  throw new Error(await broken);
}

/** One secret as long as the data exists: the database stores what only this one decrypts or continues. */
function keepSecret(folder: string, name: string, encoding: "base64url" | "hex"): string {
  const file = path.join(folder, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString(encoding), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""));
}
