/**
 * A TON wallet in the page, as an extension puts one there: `window.devnetwallet.tonconnect`. Its keys, its settings and
 * its questions are in the process that serves this script; the questions show here.
 */
import { callWallet, TonPanel } from "./panel.ts";

interface Answered {
  accountIndex: number;
  event: { event: string };
}

const KEY = "devnet.tonWallet";
const POLL_MS = 300;
const via = `page:${crypto.randomUUID()}`;
const panel = new TonPanel(via);

/** Shows the wallet's questions for as long as an answer is awaited. */
async function askWallet(name: string, body: object): Promise<unknown> {
  const timer = setInterval(() => void panel.refresh(), POLL_MS);
  return await callWallet(name, { ...body, via }).finally(() => clearInterval(timer));
}

const listeners = new Set<(event: unknown) => void>();

function readAccount(): number | null {
  const kept = localStorage.getItem(KEY);
  return kept === null ? null : Number(kept);
}

const tonconnect = Object.freeze({
  deviceInfo: {
    platform: "linux",
    appName: "devnetwallet",
    appVersion: "1.0.0",
    maxProtocolVersion: 2,
    features: ["SendTransaction", { name: "SendTransaction", maxMessages: 4, extraCurrencySupported: false }],
  },
  walletInfo: {
    name: "Devnet Wallet",
    app_name: "devnetwallet",
    image: `${location.origin}/icon-180.png`,
    about_url: `${location.origin}/devnet/ton/wallet`,
    platforms: ["chrome"],
    features: [{ name: "SendTransaction", maxMessages: 4, extraCurrencySupported: false }],
  },
  protocolVersion: 2,
  isWalletBrowser: false,
  connect: async (_version: number, request: object) => {
    const { accountIndex, event } = (await askWallet("connect", { request })) as Answered;
    if (event.event === "connect") localStorage.setItem(KEY, String(accountIndex));
    return event;
  },
  restoreConnection: async () => {
    const accountIndex = readAccount();
    if (accountIndex === null) {
      return { event: "connect_error", id: 0, payload: { code: 100, message: "no app is connected" } };
    }
    return await callWallet("reconnect", { accountIndex });
  },
  send: async (request: { id: string; method: string }) => {
    if (request.method === "disconnect") localStorage.removeItem(KEY);
    const accountIndex = readAccount() ?? 0;
    return await askWallet("request", { request, accountIndex });
  },
  listen: (tell: (event: unknown) => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
  disconnect: () => {
    // The app ends the connection itself, and needs no event of it.
    localStorage.removeItem(KEY);
  },
});

Object.defineProperty(window, "devnetwallet", { value: Object.freeze({ tonconnect }) });
