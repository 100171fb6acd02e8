/**
 * The one address of the local stack. The messenger or the inbox answers `/devnet/…`; all other requests go to the
 * server, which does not know of the gateway.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import path from "node:path";
import type { Duplex } from "node:stream";
import { addWalletScript, renderHelp, writeMessengerOrigins } from "./pages.ts";
import type { GatewaySettings } from "./gatewaySettings.ts";
import { isLocalHost, isForeign } from "#devnet/http/isForeign.ts";
import { proxyUpgrade, proxyRequest } from "#devnet/http/proxyRequest.ts";
import { openSolanaKeys } from "#devnet/wallets/solana/signer.ts";
import { openTronKeys } from "#devnet/wallets/tron/signer.ts";
import { openEthereumKeys } from "#devnet/wallets/ethereum/signer.ts";
import { createTonWallet } from "#devnet/wallets/ton/door.ts";
import type { WalletKeys } from "#devnet/wallets/walletKeys.ts";
import { readBody, readJson } from "#devnet/http/readJson.ts";
import { sendBrowserFile, sendJson } from "#devnet/http/send.ts";
import { endWithParent } from "#devnet/process/endWithParent.ts";

const PAYMENT_PAGE = "/unPaymentList";
/** Paths that the server answers even while Vite serves the app. */
const SERVER_PATH = /^\/(api|healthz|readyz|metrics|tonconnect-(manifest|wallets)\.json|solana-nodes\.json)(\/|$)/;
const WALLET_FOLDER = path.join(import.meta.dirname, "../wallets");

const settings = JSON.parse(process.env["DEVNET_GATEWAY"] ?? "null") as GatewaySettings;
const origin = `http://localhost:${settings.port}`;
const { solana, ton, tron, usdt } = settings.info;
const tonWallet =
  ton === null || usdt === null
    ? null
    : createTonWallet({
        apiUrl: ton.apiUrl,
        mnemonics: ton.fundedKeys,
        jettonMaster: usdt.master,
        chain: ton.network.id.slice("tvm:".length),
        origin,
      });

function listWalletScripts(): string[] {
  return [
    "messengerLinks.ts",
    "ethereum/wallet.ts",
    ...(solana === null ? [] : ["solana/wallet.ts"]),
    ...(tonWallet === null || tonWallet.isAbsent() ? [] : ["ton/wallet.ts"]),
    ...(tron === null ? [] : ["tron/wallet.ts"]),
  ];
}

async function answerDevnet(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = url.pathname.slice("/devnet/".length);
  // A bridge is for apps and wallets anywhere; it reads nothing of what it passes on.
  const isForBridge = name.startsWith("ton/bridge/");
  if (request.method !== "GET" && request.method !== "HEAD" && !isForBridge && isForeign(request)) {
    sendJson(response, 403, { code: 403, msg: "Only JSON from this stack's own pages and from programs", data: null });
    return;
  }
  if (name === "info") sendJson(response, 200, settings.info);
  else if (name === "help") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(renderHelp(settings.info));
  } else if (name === "rpc" && request.method === "POST") {
    await forwardRpc(settings.info.ethereum.rpcUrl, request, response);
  } else if (name === "solana/rpc" && request.method === "POST" && solana !== null) {
    await forwardRpc(solana.rpcUrl, request, response);
  } else if (name === "wallets/accounts") {
    sendJson(response, 200, { result: pickWallet(url.searchParams.get("chain")).accounts });
  } else if (name === "wallets/sign" && request.method === "POST") await sign(request, response);
  else if (name.startsWith("wallets/")) await sendBrowserFile(response, WALLET_FOLDER, name.slice("wallets/".length));
  else if (name.startsWith("ton/") && tonWallet !== null) {
    await tonWallet.answer(name.slice("ton/".length), url, request, response);
  } else if (name.startsWith("mail/")) showMail(request, response);
  else proxyRequest(request, response, { port: settings.telegramPort });
}

function showMail(request: IncomingMessage, response: ServerResponse): void {
  if (settings.mailPort === null) sendJson(response, 404, { code: 404, msg: "Mail goes to SMTP_URL", data: null });
  else proxyRequest(request, response, { port: settings.mailPort });
}

async function forwardRpc(rpcUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const answer = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new Uint8Array(body),
  });
  sendJson(response, 200, await answer.json());
}

const walletKeys: Readonly<Record<string, WalletKeys | null>> = {
  ethereum: openEthereumKeys(settings.info.ethereum),
  solana: solana === null ? null : openSolanaKeys(solana),
  tron: tron === null ? null : openTronKeys(tron),
};

/** @param chain that of the coin; Ethereum where it is left out */
function pickWallet(chain: unknown): WalletKeys {
  const name = typeof chain === "string" ? chain : "ethereum";
  const keys = walletKeys[name] ?? null;
  if (keys === null) throw new Error(`there is no wallet of ${name}`);
  return keys;
}

async function sign(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const input = await readJson(request);
    sendJson(response, 200, { result: await pickWallet(input["chain"]).sign(input) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    sendJson(response, 200, { error: { code: -32_000, message } });
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", origin);
  if (!isLocalHost(request.headers.host)) {
    sendJson(response, 421, { code: 421, msg: `This stack answers on ${origin} only`, data: null });
    return;
  }
  if (url.pathname === "/devnet" || url.pathname === "/devnet/mail") {
    response.writeHead(302, { location: `${origin}${url.pathname}/` }).end();
    return;
  }
  if (url.pathname === "/devnet/" && request.headers.host !== new URL(origin).host) {
    // The app accepts messages from this origin only.
    response.writeHead(302, { location: `${origin}${url.pathname}${url.search}` }).end();
    return;
  }
  if (url.pathname.startsWith("/devnet/")) {
    answerDevnet(url, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent)
        sendJson(response, 502, { error: { code: -32_603, message: "nothing answers behind the gateway" } });
    });
    return;
  }
  const isFromVite = settings.vitePort !== null && !SERVER_PATH.test(url.pathname);
  const hasWallet = url.pathname === PAYMENT_PAGE && url.searchParams.get("wallet") !== "none";
  const edits = [
    ...(isFromVite ? [(html: string) => writeMessengerOrigins(html, origin)] : []),
    ...(hasWallet ? [(html: string) => addWalletScript(html, listWalletScripts())] : []),
  ];
  proxyRequest(request, response, {
    port: isFromVite && settings.vitePort !== null ? settings.vitePort : settings.serverPort,
    ...(edits.length === 0 ? {} : { editHtml: (html: string) => edits.reduce((text, edit) => edit(text), html) }),
  });
}

function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (settings.vitePort === null) socket.destroy();
  else proxyUpgrade(request, socket, head, settings.vitePort);
}

/** Listens on both loopback addresses, since `localhost` is either; a machine without IPv6 has one. */
async function listen(): Promise<Server[]> {
  const servers: Server[] = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer(answer).on("upgrade", upgrade);
    const isListening = await new Promise<boolean>((resolve, reject) => {
      server.once("error", (error) => (host === "::1" ? resolve(false) : reject(error)));
      server.listen(settings.port, host, () => resolve(true));
    });
    if (isListening) servers.push(server);
  }
  return servers;
}

endWithParent(await listen());
console.log(`ready ${settings.port}`);
