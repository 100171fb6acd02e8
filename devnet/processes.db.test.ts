import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkPortIsFree, findFreePort, readPort } from "./process/ports.ts";
import { isProcessAlive, lockFolder } from "./process/lockFolder.ts";
import { startDevnet, type Devnet, type DevnetOptions } from "./startDevnet.ts";
import { startStack } from "./startStack.ts";

function createFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "devnet-"));
}

async function askNode(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}

async function waitForBlocks(rpcUrl: string, count: number): Promise<void> {
  await expect.poll(async () => Number(await askNode(rpcUrl, "eth_blockNumber", []))).toBeGreaterThanOrEqual(count);
}

/** Starts the stand-ins, and ends them with the test: a process left alive would keep the run from ending. */
function startStandIns(options: Pick<DevnetOptions, "folder" | "env">): Promise<Devnet> {
  return startDevnet({
    ...options,
    gatewayOrigin: "http://localhost:8080",
    onChild: (child) => onTestFinished(() => child.stop()),
  });
}

/** A parent process that starts the stand-ins, prints their ids and addresses, and then waits. */
const PARENT = `
import { startDevnet } from ${JSON.stringify(path.join(import.meta.dirname, "startDevnet.ts"))};
const devnet = await startDevnet({ gatewayOrigin: "http://localhost:8080", folder: process.argv[1], env: process.env, onChild: () => undefined });
console.log(JSON.stringify({ pids: devnet.children.map((child) => child.pid), rpcUrl: devnet.info.ethereum.rpcUrl }));
`;

describe("the stand-ins", () => {
  it("end when their parent is killed, including the node that one of them started", async () => {
    const folder = createFolder();
    const parent = spawn(process.execPath, ["--input-type=module-typescript", "-e", PARENT, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // The processes that it started end too.
    onTestFinished(() => void parent.kill("SIGKILL"));
    const line = await new Promise<string>((resolve) => {
      createInterface({ input: parent.stdout }).once("line", resolve);
    });
    const { pids, rpcUrl } = JSON.parse(line) as { pids: number[]; rpcUrl: string };
    expect(pids).toHaveLength(8);
    expect(pids.every(isProcessAlive)).toBe(true);
    // Before its first block, the node may not handle signals yet.
    await waitForBlocks(rpcUrl, 1);
    parent.kill("SIGKILL");
    await expect.poll(() => pids.filter(isProcessAlive)).toEqual([]);
    // The node saves its chain when it is asked to end, and only then this soon.
    expect(existsSync(path.join(folder, "anvil.json"))).toBe(true);
  });

  it("keep the chain, the messenger and the beacon's key over a restart", async () => {
    const options = { folder: createFolder(), env: process.env };
    const first = await startStandIns(options);
    const address = first.info.ethereum.fundedAddresses[0] ?? "";
    await askNode(first.info.ethereum.rpcUrl, "anvil_setBalance", [address, "0x7b"]);
    expect(
      await askNode(first.info.ethereum.rpcUrl, "eth_getBalance", [first.info.ethereum.treasuryAddress, "latest"]),
    ).toBe("0x0");
    await waitForBlocks(first.info.ethereum.rpcUrl, 4);
    const finalized = (await askNode(first.info.ethereum.rpcUrl, "eth_getBlockByNumber", ["finalized", false])) as {
      number: string;
    };
    expect(Number(finalized.number)).toBeGreaterThan(0);
    const readMessages = async (port: number): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${port}/devnet/telegram/messages`)).json();
    const messages = await readMessages(first.telegramPort);
    await Promise.all(first.children.map((child) => child.stop()));

    const second = await startStandIns(options);
    expect(second.info.botToken).toBe(first.info.botToken);
    expect(second.serverEnv["BEACON_CHAIN"]).toBe(first.serverEnv["BEACON_CHAIN"]);
    expect(second.info.botToken).toMatch(/^[0-9]+:[A-Za-z0-9_-]{35}$/);
    expect(await askNode(second.info.ethereum.rpcUrl, "eth_getBalance", [address, "latest"])).toBe("0x7b");
    expect(Number(await askNode(second.info.ethereum.rpcUrl, "eth_blockNumber", []))).toBeGreaterThan(3);
    expect(await readMessages(second.telegramPort)).toEqual(messages);
  });

  it("keep the user's settings", async () => {
    const env = {
      ...process.env,
      BOT_TOKEN: "99:own",
      BOT_APP_NAME: "gifts",
      ETH_RPC_URLS: "http://127.0.0.1:9",
      ETH_TREASURY_KEY: `0x${"1".repeat(64)}`,
      SOL_RPC_URLS: "http://127.0.0.1:9",
      TON_API_URLS: "http://127.0.0.1:9/api/v2",
      TRON_API_URLS: "http://127.0.0.1:9",
      SMTP_URL: "smtp://mail.example",
      PRICE_API_URL: "https://prices.example",
      BEACON_URLS: "https://beacon.example",
    };
    const devnet = await startStandIns({ folder: createFolder(), env });
    expect(devnet.children.map((child) => child.name)).toEqual(["telegram"]);
    expect(devnet.info).toMatchObject({
      botToken: null,
      botAppName: "gifts",
      mail: null,
      prices: null,
      beacon: null,
      ethereum: { rpcUrl: "http://127.0.0.1:9" },
    });
    expect([devnet.mailPort, devnet.serverEnv["SMTP_URL"], devnet.serverEnv["PRICE_API_URL"]]).toEqual([
      null,
      undefined,
      undefined,
    ]);
    expect(devnet.serverEnv["BEACON_CHAIN"]).toBeUndefined();
    expect(await (await fetch(`${devnet.info.telegram.apiUrl}/bot99:own/getMe`)).json()).toMatchObject({
      ok: true,
      result: { id: 99 },
    });
  });
});

describe("a start that must fail", () => {
  it.each(["production", "staging"])("refuses NODE_ENV=%s", async (NODE_ENV) => {
    await expect(startStack({ port: 0, dataDir: createFolder(), env: { NODE_ENV }, quiet: true })).rejects.toThrow(
      /start:production/,
    );
  });

  it("names a port in use and what to do", async () => {
    const port = await findFreePort();
    const taker = createServer().listen(port, "127.0.0.1");
    onTestFinished(() => void taker.close());
    await new Promise((resolve) => {
      taker.once("listening", resolve);
    });
    await expect(checkPortIsFree(port)).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=`,
    );
    await expect(startStack({ port, dataDir: createFolder(), env: {}, quiet: true })).rejects.toThrow(/is taken/);
  });

  it("refuses a folder in use, takes over one whose owner has ended, and releases it", () => {
    const folder = createFolder();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(new RegExp(`in use by process ${process.pid}`));
    unlock();
    writeFileSync(path.join(folder, "lock"), "999999999");
    lockFolder(folder)();
    expect(existsSync(path.join(folder, "lock"))).toBe(false);
  });

  it("refuses a folder that cannot be written to", () => {
    const file = path.join(createFolder(), "file");
    writeFileSync(file, "");
    expect(() => lockFolder(path.join(file, "devnet"))).toThrow(/cannot be written to/);
  });

  it.each(["80a", "-1", "70000", "8.5"])("refuses PORT=%s", (port) => {
    expect(() => readPort({ PORT: port })).toThrow("PORT must be an integer from 0 to 65535");
  });

  it("reads PORT, 8080 by default", () => {
    expect([readPort({}), readPort({ PORT: " " }), readPort({ PORT: "0" }), readPort({ PORT: "9000" })]).toEqual([
      8080, 8080, 0, 9000,
    ]);
  });
});
