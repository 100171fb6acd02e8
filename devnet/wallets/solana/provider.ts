import { CODES, OwnedWallet, rejected, WalletError } from "../ownedWallet.ts";
import type { Mood, WalletAccount, WalletBackend, WalletMemory, WalletPrompts } from "../ownedWallet.ts";

const LOCAL = "solana:localnet";

/** The networks that the wallet can be on, by their names in the Wallet Standard. */
export const NETWORKS = { [LOCAL]: "Solana (local)", "solana:mainnet": "Solana" } as const;
export type Network = keyof typeof NETWORKS;

/** What this wallet keeps besides what all do. */
export interface SolanaState {
  network: Network;
}
export const FRESH_STATE: SolanaState = { network: LOCAL };

const SIGNATURE_BYTES = 64;

export interface SolanaAccount extends WalletAccount {
  /** In base64. */
  readonly publicKey: string;
}

/** The wallet's questions to its owner. */
export type SolanaPrompts = Pick<WalletPrompts, "connect" | "unlock" | "sign" | "send">;

/** It signs a `message` or a `transaction`, and tells the `transfer` in an unsigned transaction. */
export type SolanaBackend = WalletBackend<readonly SolanaAccount[]>;

/** An account as the Wallet Standard has it. */
interface StandardAccount {
  readonly address: string;
  readonly publicKey: Uint8Array;
  readonly chains: readonly string[];
  readonly features: readonly string[];
  readonly label: string;
}

interface SignInput {
  readonly account: { readonly address: string };
  readonly message: Uint8Array;
}

interface TransactionInput {
  readonly account: { readonly address: string };
  readonly transaction: Uint8Array;
  readonly chain?: string;
  readonly options?: { readonly preflightCommitment?: string };
}

/** A wallet by the Wallet Standard that behaves like Phantom: it asks its owner, and refuses as Phantom does. */
export class SolanaProvider extends OwnedWallet<WalletMemory & SolanaState, SolanaPrompts> {
  readonly version = "1.0.0";
  readonly name = "Devnet Solana Wallet";
  readonly icon: string;
  readonly chains = Object.keys(NETWORKS);
  readonly #backend: SolanaBackend;
  #known: readonly SolanaAccount[] = [];
  #accounts: readonly StandardAccount[] = [];

  constructor(
    memory: WalletMemory & SolanaState,
    save: () => void,
    prompts: SolanaPrompts,
    backend: SolanaBackend,
    icon = "data:image/svg+xml;base64,",
  ) {
    super(memory, save, prompts);
    this.#backend = backend;
    this.icon = icon;
  }

  /** A page sees an account only once it has connected since it was loaded. */
  get accounts(): readonly StandardAccount[] {
    return this.#accounts;
  }

  get features(): Readonly<Record<string, object>> {
    const supported = { version: "1.0.0", supportedTransactionVersions: ["legacy", 0] };
    const signAndSendTransaction = (...inputs: readonly TransactionInput[]): Promise<readonly object[]> =>
      each(inputs, (input) => this.#sendTransaction(input));
    return {
      "standard:connect": { version: "1.0.0", connect: (input?: { silent?: boolean }) => this.#connect(input) },
      "standard:disconnect": { version: "1.0.0", disconnect: async () => this.setConnected(false) },
      "standard:events": {
        version: "1.0.0",
        on: (event: "change", listener: (changed: unknown) => void) => {
          this.on(event, listener);
          return () => this.removeListener(event, listener);
        },
      },
      "solana:signMessage": {
        version: "1.1.0",
        signMessage: (...inputs: readonly SignInput[]) => each(inputs, (input) => this.#signMessage(input)),
      },
      "solana:signTransaction": {
        ...supported,
        signTransaction: (...inputs: readonly TransactionInput[]) =>
          each(inputs, async (input) => ({ signedTransaction: await this.#signTransaction(input) })),
      },
      ...(this.memory.mood === "onlySigns"
        ? {}
        : { "solana:signAndSendTransaction": { ...supported, signAndSendTransaction } }),
    };
  }

  /** The owner chose another network in the wallet. */
  chooseNetwork(network: Network): void {
    this.memory.network = network;
    this.remember();
  }

  override chooseMood(mood: Mood): void {
    super.chooseMood(mood);
    if (mood === "cut") this.setConnected(false);
  }

  protected override tellAccount(): void {
    const isShown = this.memory.isConnected && !this.memory.isLocked && this.#known.length > 0;
    this.#accounts = isShown ? [this.#describeAccount()] : [];
    this.emit("change", { accounts: this.#accounts });
  }

  #account(): SolanaAccount {
    return this.pickAccount(this.#known);
  }

  #describeAccount(): StandardAccount {
    const { address, name, publicKey } = this.#account();
    return {
      address,
      publicKey: fromBase64(publicKey),
      chains: [this.memory.network],
      features: ["solana:signMessage", "solana:signTransaction", "solana:signAndSendTransaction"],
      label: name,
    };
  }

  async #connect({ silent = false }: { silent?: boolean } = {}): Promise<object> {
    return await this.connectOnce("Request already pending.", async () => {
      if (silent && (this.memory.isLocked || !this.memory.isConnected)) return { accounts: [] };
      await this.begin();
      this.#known = await this.#backend.accounts();
      if (!(await this.askToConnect(this.#known))) this.remember();
      return { accounts: this.#accounts };
    });
  }

  async #signMessage({ account, message }: SignInput): Promise<object> {
    await this.begin();
    const { index } = this.#allowed(account.address);
    if (!(await this.prompts.sign(this.#account(), new TextDecoder().decode(message)))) throw rejected();
    const signature = await this.#backend.sign("message", { index, message: toBase64(message) });
    return { signedMessage: message, signature: fromBase64(signature), signatureType: "ed25519" };
  }

  async #signTransaction({ account, transaction, chain = LOCAL }: TransactionInput): Promise<Uint8Array> {
    await this.begin();
    const { index, address } = this.#allowed(account.address);
    if (chain !== this.memory.network) throw new WalletError(CODES.invalidParams, `The wallet is not on ${chain}`);
    const unsigned = toBase64(transaction);
    const asked = await this.#backend.sign("transfer", { transaction: unsigned });
    const { to, lamports } = asked as { to: string; lamports: string };
    const transfer = { to, amountBase: BigInt(lamports), balanceBase: await this.#readBalance(address) };
    if (!(await this.prompts.send(this.#account(), transfer))) throw rejected();
    return fromBase64(await this.#backend.sign("transaction", { index, transaction: unsigned }));
  }

  async #sendTransaction(input: TransactionInput): Promise<object> {
    const signed = await this.#signTransaction(input);
    const { preflightCommitment = "finalized" } = input.options ?? {};
    await this.#ask("sendTransaction", [toBase64(signed), { encoding: "base64", preflightCommitment }]);
    return { signature: signed.slice(1, 1 + SIGNATURE_BYTES) };
  }

  async #readBalance(address: string): Promise<bigint> {
    if (this.memory.mood === "withoutBalance") throw new Error("Failed to get the balance of the account");
    const { value } = (await this.#ask("getBalance", [address, { commitment: "confirmed" }])) as { value: number };
    return BigInt(value);
  }

  #allowed(address: string): WalletAccount {
    const account = this.#account();
    if (this.#accounts.length === 0 || account.address !== address)
      throw new WalletError(CODES.unauthorized, "The requested account has not been authorized by the user.");
    return account;
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.memory.network !== LOCAL || this.memory.mood === "cut") throw new Error("Failed to fetch");
    return await this.#backend.rpc(method, params);
  }
}

async function each<Input>(
  inputs: readonly Input[],
  answer: (input: Input) => Promise<object>,
): Promise<readonly object[]> {
  const outputs: object[] = [];
  // One question after the other.
  for (const input of inputs) outputs.push(await answer(input));
  return outputs;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
}

function fromBase64(text: unknown): Uint8Array {
  return Uint8Array.from(atob(String(text)), (character) => character.codePointAt(0) ?? 0);
}
