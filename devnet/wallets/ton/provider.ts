import { Base64, hexToByteArray, SessionCrypto } from "@tonconnect/protocol";
import { Address, fromNano } from "@ton/core";
import type { TonBridge } from "./bridge.ts";
import { BAD_REQUEST, TonWalletError, UNKNOWN_APP, USER_REFUSED } from "./signer.ts";
import type { TonSigner, TransferMessage } from "./signer.ts";

/** As a wallet shows its own address: one that takes money before its contract is there. */
function showOwn(address: string): string {
  return Address.parse(address).toString({ bounceable: false });
}

/** As it was written where a person would know it, else in the form that people know. */
function showReceiver(address: string): string {
  return Address.isFriendly(address) ? address : Address.parse(address).toString();
}

/** What the wallet is told to do. */
export interface TonWalletSettings {
  accountIndex: number;
  /** Global id of its network. */
  chain: string;
  /** Whether it asks its owner, or answers by itself. */
  mode: "ask" | "agree" | "refuse";
  isLocked: boolean;
  /** Whether its script is left out of pages. */
  isAbsent: boolean;
  /** How long it waits before it answers. */
  delayMs: number;
}

/** A question to the wallet's owner. */
export interface TonPrompt {
  readonly id: string;
  /** The page that asks by script, or `bridge`. */
  readonly via: string;
  readonly kind: "connect" | "send" | "unlock";
  readonly title: string;
  readonly rows: readonly (readonly [string, string])[];
}

interface Session {
  readonly crypto: SessionCrypto;
  readonly appId: string;
  readonly accountIndex: number;
  readonly end: () => void;
}

interface AppRequest {
  readonly id: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Json = Readonly<Record<string, unknown>>;

const ANSWER_TTL_S = 300;
const DEVICE = {
  platform: "linux",
  appName: "devnetwallet",
  appVersion: "1.0.0",
  maxProtocolVersion: 2,
  features: ["SendTransaction", { name: "SendTransaction", maxMessages: 4, extraCurrencySupported: false }],
};

export interface TonWalletOptions {
  readonly signer: TonSigner;
  readonly bridge: TonBridge;
  readonly chain: string;
  /** The app's host, which proofs are for. */
  readonly readDomain: (manifestUrl: string) => Promise<string>;
  readonly nowSeconds: () => number;
}

/** A TON wallet that lives in this process: apps reach it by a script in their page, or over the bridge. */
export class TonWallet {
  readonly settings: TonWalletSettings;
  readonly #options: TonWalletOptions;
  readonly #prompts = new Map<string, { prompt: TonPrompt; answer: (isAllowed: boolean) => void }>();
  readonly #sessions = new Map<string, Session>();
  #lastEvent = 0;
  #lastPrompt = 0;

  constructor(options: TonWalletOptions) {
    this.#options = options;
    this.settings = {
      accountIndex: 0,
      chain: options.chain,
      mode: "ask",
      isLocked: false,
      isAbsent: false,
      delayMs: 0,
    };
  }

  get prompts(): readonly TonPrompt[] {
    return [...this.#prompts.values()].map(({ prompt }) => prompt);
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  answer(promptId: string, isAllowed: boolean): void {
    this.#prompts.get(promptId)?.answer(isAllowed);
    this.#prompts.delete(promptId);
  }

  /** @returns the event `connect` or `connect_error` */
  async connect(request: Json, via: string): Promise<Json> {
    const { accountIndex } = this.settings;
    try {
      const manifestUrl = readText(request, "manifestUrl");
      const domain = await this.#options.readDomain(manifestUrl);
      const account = await this.#options.signer.describe(accountIndex);
      const items = readList(request, "items");
      const proofItem = items.find((item) => item["name"] === "ton_proof");
      const isAllowed = await this.#ask(via, "connect", "Connect to this app", [
        ["App", domain],
        ["Account", `${accountIndex + 1}: ${showOwn(account.address)}`],
        ...(proofItem === undefined ? [] : [["Proves", readText(proofItem, "payload")] as const]),
      ]);
      if (!isAllowed) throw new TonWalletError(USER_REFUSED, "the owner refused");
      const proof =
        proofItem === undefined
          ? []
          : [
              {
                name: "ton_proof",
                proof: await this.#options.signer.prove(
                  accountIndex,
                  domain,
                  readText(proofItem, "payload"),
                  this.#options.nowSeconds(),
                ),
              },
            ];
      const address = { name: "ton_addr", ...account, network: this.settings.chain };
      return this.#event("connect", { items: [address, ...proof], device: DEVICE });
    } catch (error) {
      return this.#event("connect_error", toError(error));
    }
  }

  /** The event of an earlier connection that goes on. */
  async reconnect(accountIndex: number): Promise<Json> {
    const account = await this.#options.signer.describe(accountIndex);
    return this.#event("connect", {
      items: [{ name: "ton_addr", ...account, network: this.settings.chain }],
      device: DEVICE,
    });
  }

  /** Answers a request of a connected app. */
  async run({ id, method, params }: AppRequest, accountIndex: number, via: string): Promise<Json> {
    try {
      if (method === "disconnect") return { result: {}, id };
      if (method !== "sendTransaction") throw new TonWalletError(BAD_REQUEST, `${method} is not supported`);
      return { result: await this.#send(JSON.parse(String(params[0])) as Json, accountIndex, via), id };
    } catch (error) {
      return { error: toError(error), id };
    }
  }

  /** Opens a link that an app showed: connects over the bridge. */
  async openLink(appId: string, request: Json): Promise<void> {
    const { bridge } = this.#options;
    const { accountIndex } = this.settings;
    const crypto = new SessionCrypto();
    const event = await this.connect(request, "bridge");
    const send = (message: Json): void => {
      const sealed = crypto.encrypt(JSON.stringify(message), hexToByteArray(appId));
      bridge.send(appId, { from: crypto.sessionId, message: Base64.encode(sealed) }, ANSWER_TTL_S);
    };
    if (event["event"] === "connect") {
      const hear = async (message: string, from: string): Promise<void> => {
        const opened = crypto.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(from));
        const asked = JSON.parse(opened) as AppRequest;
        send(await this.run(asked, accountIndex, "bridge"));
        if (asked.method === "disconnect") this.#endSession(crypto.sessionId);
      };
      const end = bridge.listen(crypto.sessionId, 0, ({ message, from }) => {
        // Nobody else has the key of the session.
        if (from === appId) hear(message, from).catch((error: unknown) => console.error(error));
      });
      this.#sessions.set(crypto.sessionId, { crypto, appId, accountIndex, end });
    }
    send(event);
  }

  /** Ends every connection over the bridge, and tells the apps. */
  cutLinks(): void {
    for (const [sessionId, { crypto, appId }] of this.#sessions) {
      const sealed = crypto.encrypt(JSON.stringify(this.#event("disconnect", {})), hexToByteArray(appId));
      this.#options.bridge.send(appId, { from: sessionId, message: Base64.encode(sealed) }, ANSWER_TTL_S);
      this.#endSession(sessionId);
    }
  }

  #endSession(sessionId: string): void {
    this.#sessions.get(sessionId)?.end();
    this.#sessions.delete(sessionId);
  }

  async #send(request: Json, accountIndex: number, via: string): Promise<string> {
    const { signer, nowSeconds } = this.#options;
    const account = await signer.describe(accountIndex);
    const validUntil = Number(request["valid_until"] ?? 0);
    const from = request["from"];
    if (request["network"] !== undefined && request["network"] !== this.settings.chain)
      throw new TonWalletError(BAD_REQUEST, "the wallet is on another network");
    if (typeof from === "string" && !Address.parse(from).equals(Address.parse(account.address)))
      throw new TonWalletError(UNKNOWN_APP, "the wallet shows another account");
    if (validUntil !== 0 && validUntil <= nowSeconds())
      throw new TonWalletError(BAD_REQUEST, "the request has expired");
    const messages = readList(request, "messages") as unknown as readonly TransferMessage[];
    if (messages.length === 0 || messages.length > 4)
      throw new TonWalletError(BAD_REQUEST, "1 to 4 messages are needed");
    const isAllowed = await this.#ask(via, "send", "Send", [
      ["From", showOwn(account.address)],
      ...messages.flatMap(({ address, amount }) => [
        ["To", showReceiver(address)] as const,
        ["Amount", fromNano(amount)] as const,
      ]),
      ["Balance", fromNano(await signer.readBalance(accountIndex))],
    ]);
    if (!isAllowed) throw new TonWalletError(USER_REFUSED, "the owner refused");
    return await signer.transfer(accountIndex, { messages, validUntil: validUntil === 0 ? null : validUntil });
  }

  async #ask(via: string, kind: TonPrompt["kind"], title: string, rows: TonPrompt["rows"]): Promise<boolean> {
    const { mode, delayMs } = this.settings;
    await new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
    if (this.settings.isLocked) {
      if (!(await this.#prompt(via, "unlock", "The wallet is locked", []))) return false;
      this.settings.isLocked = false;
    }
    return mode === "ask" ? await this.#prompt(via, kind, title, rows) : mode === "agree";
  }

  async #prompt(via: string, kind: TonPrompt["kind"], title: string, rows: TonPrompt["rows"]): Promise<boolean> {
    this.#lastPrompt += 1;
    const prompt: TonPrompt = { id: String(this.#lastPrompt), via, kind, title, rows };
    return await new Promise((resolve) => {
      this.#prompts.set(prompt.id, { prompt, answer: resolve });
    });
  }

  #event(event: string, payload: Json): Json {
    this.#lastEvent += 1;
    return { event, id: this.#lastEvent, payload };
  }
}

function toError(error: unknown): { code: number; message: string } {
  if (error instanceof TonWalletError) return { code: error.code, message: error.message };
  return { code: 0, message: error instanceof Error ? error.message : String(error) };
}

function readText(source: Json, name: string): string {
  const value = source[name];
  if (typeof value !== "string") throw new TonWalletError(BAD_REQUEST, `${name} must be a text`);
  return value;
}

function readList(source: Json, name: string): readonly Json[] {
  const value = source[name];
  if (!Array.isArray(value)) throw new TonWalletError(BAD_REQUEST, `${name} must be a list`);
  return value as readonly Json[];
}
