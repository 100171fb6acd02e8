import { randomUUID } from "node:crypto";
import { Base64, hexToByteArray, SessionCrypto } from "@tonconnect/protocol";
import { Address, fromNano } from "@ton/core";
import type { TonBridge } from "./bridge.ts";
import { TON_CODES, WalletError } from "../ownedWallet.ts";
import type { JettonOrder, Jettons } from "./jettons.ts";
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
  readonly jettons: Jettons;
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
    const { signer, nowSeconds } = this.#options;
    const { accountIndex } = this.settings;
    try {
      const domain = await this.#options.readDomain(readText(request, "manifestUrl"));
      const account = await signer.describe(accountIndex);
      const proofItem = readList(request, "items").find((item) => item["name"] === "ton_proof");
      const payload = proofItem === undefined ? null : readText(proofItem, "payload");
      await this.#ask(via, "connect", "Connect to this app", [
        ["App", domain],
        ["Account", `${accountIndex + 1}: ${showOwn(account.address)}`],
        ...(payload === null ? [] : [["Proves", payload] as const]),
      ]);
      const connected = await this.reconnect(accountIndex);
      if (payload !== null) {
        const proof = await signer.prove(accountIndex, domain, payload, nowSeconds());
        connected.payload.items.push({ name: "ton_proof", proof });
      }
      return connected;
    } catch (error) {
      return this.#event("connect_error", toError(error));
    }
  }

  /** The event of an earlier connection that goes on. */
  async reconnect(accountIndex: number) {
    const account = await this.#options.signer.describe(accountIndex);
    const items: object[] = [{ name: "ton_addr", ...account, network: this.settings.chain }];
    return this.#event("connect", { items, device: DEVICE });
  }

  /** Answers a request of a connected app. */
  async run({ id, method, params }: AppRequest, accountIndex: number, via: string): Promise<Json> {
    try {
      if (method === "disconnect") return { result: {}, id };
      if (method !== "sendTransaction") throw new WalletError(TON_CODES.badRequest, `${method} is not supported`);
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
    const send = (message: Json): void => this.#sendSealed(crypto, appId, message);
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
      this.#sendSealed(crypto, appId, this.#event("disconnect", {}));
      this.#endSession(sessionId);
    }
  }

  #sendSealed(crypto: SessionCrypto, appId: string, message: Json): void {
    const sealed = Base64.encode(crypto.encrypt(JSON.stringify(message), hexToByteArray(appId)));
    this.#options.bridge.send(appId, { from: crypto.sessionId, message: sealed }, ANSWER_TTL_S);
  }

  #endSession(sessionId: string): void {
    this.#sessions.get(sessionId)?.end();
    this.#sessions.delete(sessionId);
  }

  async #send(request: Json, accountIndex: number, via: string): Promise<string> {
    const { signer, jettons, nowSeconds } = this.#options;
    const account = await signer.describe(accountIndex);
    const validUntil = Number(request["valid_until"] ?? 0);
    const from = request["from"];
    if (request["network"] !== undefined && request["network"] !== this.settings.chain)
      throw new WalletError(TON_CODES.badRequest, "the wallet is on another network");
    if (typeof from === "string" && !Address.parse(from).equals(Address.parse(account.address)))
      throw new WalletError(TON_CODES.unknownApp, "the wallet shows another account");
    if (validUntil !== 0 && validUntil <= nowSeconds())
      throw new WalletError(TON_CODES.badRequest, "the request has expired");
    const messages = readList(request, "messages") as unknown as readonly TransferMessage[];
    if (messages.length === 0 || messages.length > 4)
      throw new WalletError(TON_CODES.badRequest, "1 to 4 messages are needed");
    const owner = Address.parse(account.address);
    const orders = await Promise.all(
      messages.map(({ address, payload }) => jettons.readOrder(owner, address, payload)),
    );
    await this.#ask(via, "send", "Send", [
      ["From", showOwn(account.address)],
      ...messages.flatMap((message, place) => describeMessage(message, orders[place] ?? null)),
      ["Balance", fromNano(await signer.readBalance(accountIndex))],
      ...(orders.some((order) => order !== null) ? [["Jettons", await jettons.readBalance(owner)] as const] : []),
    ]);
    return await signer.transfer(accountIndex, { messages, validUntil: validUntil === 0 ? null : validUntil });
  }

  /** Throws where the owner refuses. */
  async #ask(via: string, kind: TonPrompt["kind"], title: string, rows: TonPrompt["rows"]): Promise<void> {
    const { mode, delayMs } = this.settings;
    await new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
    if (this.settings.isLocked) {
      if (!(await this.#prompt(via, "unlock", "The wallet is locked", []))) throw refused();
      this.settings.isLocked = false;
    }
    if (mode !== "agree" && (mode === "refuse" || !(await this.#prompt(via, kind, title, rows)))) throw refused();
  }

  async #prompt(via: string, kind: TonPrompt["kind"], title: string, rows: TonPrompt["rows"]): Promise<boolean> {
    const prompt: TonPrompt = { id: randomUUID(), via, kind, title, rows };
    return await new Promise((resolve) => {
      this.#prompts.set(prompt.id, { prompt, answer: resolve });
    });
  }

  #event<Payload>(event: string, payload: Payload) {
    this.#lastEvent += 1;
    return { event, id: this.#lastEvent, payload };
  }
}

/** A jetton is shown by who gets it, not by the sender's jetton wallet, which gets the message with its gas. */
function describeMessage({ address, amount }: TransferMessage, order: JettonOrder | null): TonPrompt["rows"] {
  if (order === null)
    return [
      ["To", showReceiver(address)],
      ["Amount", fromNano(amount)],
    ];
  return [
    ["To", showOwn(order.to.toRawString())],
    ["Amount", order.amount],
    ["Gas", fromNano(amount)],
  ];
}

function refused(): WalletError {
  return new WalletError(TON_CODES.userRejected, "the owner refused");
}

function toError(error: unknown): { code: number; message: string } {
  const code = error instanceof WalletError ? error.code : TON_CODES.unknown;
  return { code, message: error instanceof Error ? error.message : String(error) };
}

function readText(source: Json, name: string): string {
  const value = source[name];
  if (typeof value !== "string") throw new WalletError(TON_CODES.badRequest, `${name} must be a text`);
  return value;
}

function readList(source: Json, name: string): readonly Json[] {
  const value = source[name];
  if (!Array.isArray(value)) throw new WalletError(TON_CODES.badRequest, `${name} must be a list`);
  return value as readonly Json[];
}
