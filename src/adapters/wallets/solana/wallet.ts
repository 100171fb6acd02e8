import { getWallets, type Wallets } from "@wallet-standard/app";
import type { Wallet } from "@wallet-standard/base";

import { isSameAddress } from "#domain/address/addressKey.ts";
import { encodeBase58 } from "#domain/address/base58.ts";

import type { BrowserWallet } from "../browserWallet.ts";
import { readField } from "../readField.ts";
import { rejectWallet } from "../rejectWallet.ts";
import { findAccount, readConnected, type Wanted } from "./readConnected.ts";
import { readNodes, sendTransaction } from "./sendTransaction.ts";
import { canSend, type Feature, findMethod, isSolanaWallet, toChainName } from "./standardWallet.ts";
import { toWalletFailure } from "./toWalletFailure.ts";
import type { WalletStep } from "../readProviderReason.ts";
import { watchAccount } from "./watchAccount.ts";

/** Wallets register at once; this leaves time for slow injection. */
const REGISTRATION_WINDOW_MS = 300;

const SIGNATURE_BYTES = 64;

/** So that a blockhash of a confirmed block is known where a wallet tries the payment first. */
const SEND_OPTIONS = { preflightCommitment: "confirmed" };

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}

/** The answer to the only input. Rejects with `notConnected` where the wallet lacks the feature. */
async function ask(wallet: Wallet, feature: Feature, input: object): Promise<unknown> {
  const method = findMethod(wallet, feature) ?? rejectWallet("notConnected");
  const outputs = await method(input);
  return Array.isArray(outputs) ? (outputs as unknown[])[0] : undefined;
}

/** A signature in an answer, in base58. */
function readSignature(output: unknown, reason: "connectionFailed" | "payFailed"): string {
  const signature = readField(output, "signature");
  const isWhole = signature instanceof Uint8Array && signature.length === SIGNATURE_BYTES;
  return isWhole ? encodeBase58(signature) : rejectWallet(reason);
}

function readIcon({ icon }: Wallet): string | null {
  return typeof icon === "string" && icon.startsWith("data:image/") ? icon : null;
}

/** Solana wallets of this page, by the Wallet Standard. Speaks to a node only for wallets that sign and do not send. */
export function createSolanaWallet(registry: Pick<Wallets, "get"> = getWallets()): BrowserWallet {
  const wallets = new Map<string, Wallet>();
  /** Where payments are sent of wallets that do not send. */
  let nodes: readonly string[] = [];
  /** What the page wants of each wallet since it connected. */
  const wants = new Map<string, Wanted>();

  async function run<Answer>(
    connectorId: string,
    step: WalletStep,
    act: (wallet: Wallet) => Answer | Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await act(wallets.get(connectorId) ?? rejectWallet("notInstalled"));
    } catch (error) {
      throw toWalletFailure(error, step);
    }
  }

  const getWanted = (connectorId: string): Wanted => wants.get(connectorId) ?? { address: null, networkId: null };

  return {
    detect: async () => {
      await new Promise((resolve) => setTimeout(resolve, REGISTRATION_WINDOW_MS));
      const found = registry.get().filter(isSolanaWallet);
      nodes = found.every(canSend) ? [] : await readNodes();
      wallets.clear();
      // The Wallet Standard gives wallets no ids; two of one name are told apart by their order.
      for (const wallet of found.filter((one) => canSend(one) || nodes.length > 0)) {
        const isTaken = wallets.has(wallet.name);
        wallets.set(isTaken ? `${wallet.name} ${wallets.size + 1}` : wallet.name, wallet);
      }
      return [...wallets].map(([connectorId, wallet]) => ({
        connectorId,
        name: connectorId.slice(0, 40),
        icon: readIcon(wallet),
      }));
    },
    connect: ({ connectorId, expectedAddress, networkId }) =>
      run(connectorId, "connect", async (wallet) => {
        wants.set(connectorId, { address: expectedAddress, networkId });
        await findMethod(wallet, "standard:connect")?.();
        return { account: readConnected(wallet, getWanted(connectorId)), proof: null };
      }),
    watch: (connectorId, known, signal) =>
      run(connectorId, "connect", (wallet) => watchAccount(wallet, getWanted(connectorId), known, signal)),
    // The Wallet Standard has no way to ask for it.
    switchNetwork: async () => rejectWallet("wrongNetwork"),
    sign: (connectorId, address, message) =>
      run(connectorId, "sign", async (wallet) => {
        const account = findAccount(wallet, address);
        const input = { account, message: new TextEncoder().encode(message) };
        return readSignature(await ask(wallet, "solana:signMessage", input), "connectionFailed");
      }),
    pay: (connectorId, { signing, from, network }) =>
      run(connectorId, "pay", async (wallet) => {
        const shown = readConnected(wallet, { address: from, networkId: network.id });
        if (shown.networkId !== network.id) rejectWallet("wrongNetwork");
        if (!isSameAddress("Solana", shown.address, from)) rejectWallet("addressMismatch");
        if (signing.kind !== "solana") return rejectWallet("payFailed");
        const account = findAccount(wallet, from);
        const input = {
          account,
          chain: account.chains.find((chain) => chain === network.id) ?? toChainName(network.id),
          transaction: decodeBase64(signing.transaction),
          options: SEND_OPTIONS,
        };
        if (canSend(wallet)) {
          return readSignature(await ask(wallet, "solana:signAndSendTransaction", input), "payFailed");
        }
        const signed = readField(await ask(wallet, "solana:signTransaction", input), "signedTransaction");
        return signed instanceof Uint8Array ? sendTransaction(nodes, signed) : rejectWallet("payFailed");
      }),
  };
}
