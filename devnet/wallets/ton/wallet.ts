/**
 * A TON wallet in the page, as an extension puts one there: `window.devnetwallet.tonconnect`. Its keys, its settings and
 * its questions are in the process that serves this script; the questions show here.
 */
export interface Prompt {
  id: string;
  via: string;
  kind: string;
  title: string;
  rows: [string, string][];
}

interface Answered {
  accountIndex: number;
  event: { event: string };
}

const KEY = "devnet.tonWallet";
const POLL_MS = 300;
const via = `page:${crypto.randomUUID()}`;
const STYLE = `
section { position: fixed; top: 12px; right: 12px; z-index: 2147483001; width: min(360px, calc(100vw - 24px)); max-height: calc(100vh - 24px); overflow-y: auto;
  box-sizing: border-box; font: 14px/1.45 system-ui, sans-serif; color: #10202b; background: #fff; border-radius: 18px; padding: 18px; box-shadow: 0 18px 60px #0a1a3c66; }
h1 { font-size: 18px; margin: 0 0 10px; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 14px; margin: 0 0 14px; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
div { display: flex; gap: 10px; }
button { flex: 1; min-height: 44px; border-radius: 999px; border: 1px solid #0a7ad1; font: inherit; font-weight: 600; color: #075a9b; background: #fff; }
button + button { color: #fff; background: #0a6fc2; }
`;

async function call(name: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    `/devnet/ton/wallet/${name}`,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  return ((await answer.json()) as { result: unknown }).result;
}

const host = document.createElement("div");
host.setAttribute("data-devnet-ton-wallet", "");
const root = host.attachShadow({ mode: "open" });
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
root.adoptedStyleSheets = [sheet];
document.documentElement.append(host);

function make(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function showPrompt({ id, kind, title, rows }: Prompt): void {
  const section = make("section", "");
  section.setAttribute("role", "dialog");
  section.setAttribute("aria-label", title);
  section.setAttribute("data-testid", `ton-wallet-${kind}`);
  const list = make("dl", "");
  for (const [name, value] of rows) list.append(make("dt", name), make("dd", value));
  const buttons = make("div", "");
  for (const isAllowed of [false, true]) {
    const button = make("button", isAllowed ? (kind === "unlock" ? "Unlock" : "Confirm") : "Reject");
    button.setAttribute("data-testid", isAllowed ? "ton-wallet-approve" : "ton-wallet-reject");
    button.addEventListener("click", () => {
      section.remove();
      void call("answer", { promptId: id, isAllowed });
    });
    buttons.append(button);
  }
  section.append(make("h1", title), list, buttons);
  root.append(section);
}

async function showNew(shown: Set<string>): Promise<void> {
  const { prompts } = (await call("state")) as { prompts: Prompt[] };
  for (const prompt of prompts) {
    if (prompt.via !== via || shown.has(prompt.id)) continue;
    shown.add(prompt.id);
    showPrompt(prompt);
  }
}

/** Shows the wallet's questions for as long as an answer is awaited. */
async function withPrompts<Answer>(run: Promise<Answer>): Promise<Answer> {
  const shown = new Set<string>();
  const timer = setInterval(() => {
    void showNew(shown);
  }, POLL_MS);
  return await run.finally(() => clearInterval(timer));
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
    const { accountIndex, event } = (await withPrompts(call("connect", { request, via }))) as Answered;
    if (event.event === "connect") localStorage.setItem(KEY, String(accountIndex));
    return event;
  },
  restoreConnection: async () => {
    const accountIndex = readAccount();
    if (accountIndex === null) {
      return { event: "connect_error", id: 0, payload: { code: 100, message: "no app is connected" } };
    }
    return await call("reconnect", { accountIndex });
  },
  send: async (request: { id: string; method: string }) => {
    if (request.method === "disconnect") localStorage.removeItem(KEY);
    const accountIndex = readAccount() ?? 0;
    return await withPrompts(call("request", { request, accountIndex, via }));
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
