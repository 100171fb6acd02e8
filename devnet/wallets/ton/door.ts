import type { IncomingMessage, ServerResponse } from "node:http";
import { Address } from "@ton/core";
import { isLocalHost } from "#devnet/http/isForeign.ts";
import { readJson } from "#devnet/http/readJson.ts";
import { sendBrowserFile, sendJson } from "#devnet/http/send.ts";
import { TonBridge } from "./bridge.ts";
import { Jettons } from "./jettons.ts";
import { TonSigner } from "./signer.ts";
import { TonWallet } from "./provider.ts";
import type { TonWalletSettings } from "./provider.ts";

export interface TonWalletPlace {
  readonly apiUrl: string;
  /** 24 words each. */
  readonly mnemonics: readonly string[];
  /** Address of the master of the jetton that it shows. */
  readonly jettonMaster: string;
  /** Global id. */
  readonly chain: string;
  /** Address of the stack. */
  readonly origin: string;
}

/** Answers `/devnet/ton/…`: the bridge, and the wallet with its page. */
export interface TonWalletDoor {
  readonly answer: (name: string, url: URL, request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Whether pages get no script of it. */
  readonly isAbsent: () => boolean;
}

export function createTonWallet({ apiUrl, mnemonics, jettonMaster, chain, origin }: TonWalletPlace): TonWalletDoor {
  const bridge = new TonBridge(Date.now);
  const signer = new TonSigner(apiUrl, mnemonics);
  const wallet = new TonWallet({
    signer,
    jettons: new Jettons(apiUrl, jettonMaster),
    bridge,
    chain,
    readDomain: async (manifestUrl) => {
      // Every page of this stack has the same manifest, and its names are known to browsers alone.
      const url = new URL(manifestUrl);
      const manifest = await fetch(isLocalHost(url.host) ? new URL(url.pathname, origin) : url);
      return new URL(((await manifest.json()) as { url: string }).url).host;
    },
    nowSeconds: () => Math.floor(Date.now() / 1_000),
  });

  async function readState(): Promise<unknown> {
    const accounts = await Promise.all(
      Array.from({ length: signer.accountCount }, async (_, index) => {
        const account = await signer.describe(index);
        const shownAddress = Address.parse(account.address).toString({ bounceable: false });
        return { index, name: `Account ${index + 1}`, ...account, shownAddress };
      }),
    );
    return { settings: wallet.settings, accounts, prompts: wallet.prompts, sessionCount: wallet.sessionCount };
  }

  async function act(name: string, body: Record<string, unknown>): Promise<unknown> {
    const via = typeof body["via"] === "string" ? body["via"] : "bridge";
    switch (name) {
      case "settings":
        Object.assign(wallet.settings, body as Partial<TonWalletSettings>);
        return wallet.settings;
      case "bridge":
        bridge.isUp = body["isUp"] === true;
        return bridge.isUp;
      case "open":
        // The link is done once the wallet shows it; its owner may take long.
        wallet
          .openLink(String(body["id"]), body["request"] as Record<string, unknown>)
          .catch((error: unknown) => console.error(error));
        return null;
      case "connect":
        return {
          accountIndex: wallet.settings.accountIndex,
          event: await wallet.connect(body["request"] as Record<string, unknown>, via),
        };
      case "reconnect":
        return await wallet.reconnect(Number(body["accountIndex"]));
      case "request":
        return await wallet.run(body["request"] as Parameters<TonWallet["run"]>[0], Number(body["accountIndex"]), via);
      case "answer":
        wallet.answer(String(body["promptId"]), body["isAllowed"] === true);
        return null;
      case "cut":
        wallet.cutLinks();
        return null;
      default:
        throw new Error(`the wallet does not know ${name}`);
    }
  }

  return {
    isAbsent: () => wallet.settings.isAbsent,
    answer: async (name, url, request, response) => {
      if (name.startsWith("bridge/")) await bridge.answer(name.slice("bridge/".length), url, request, response);
      else if (name === "wallet") await sendBrowserFile(response, import.meta.dirname, "index.html");
      else if (name === "wallet/state") sendJson(response, 200, { result: await readState() });
      else if (name.startsWith("wallet/") && request.method === "POST") {
        sendJson(response, 200, { result: await act(name.slice("wallet/".length), await readJson(request)) });
      } else sendJson(response, 404, { code: 404, msg: "not found", data: null });
    },
  };
}

/** The wallets that the local app offers: this one alone, in the format of TON Connect's lists. */
export function listTonWallets(origin: string): unknown {
  return [
    {
      app_name: "devnetwallet",
      name: "Devnet Wallet",
      image: `${origin}/icon-180.png`,
      about_url: `${origin}/devnet/ton/wallet`,
      universal_url: `${origin}/devnet/ton/wallet`,
      bridge: [
        { type: "js", key: "devnetwallet" },
        { type: "sse", url: `${origin}/devnet/ton/bridge` },
      ],
      platforms: ["ios", "android", "macos", "windows", "linux", "chrome", "firefox", "safari"],
      features: DEVICE_FEATURES,
    },
  ];
}

const DEVICE_FEATURES = [{ name: "SendTransaction", maxMessages: 4, extraCurrencySupported: false }];
