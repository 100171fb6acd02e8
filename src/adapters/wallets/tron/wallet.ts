import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { decodeBase58 } from "#domain/address/base58.ts";
import { toHex } from "#domain/hex.ts";

import type { BrowserWallet } from "../browserWallet.ts";
import { createAnnouncedWallets } from "../discoverAnnounced.ts";
import { rejectWallet } from "../rejectWallet.ts";
import { broadcast } from "./broadcast.ts";
import { discoverProviders, type DiscoveredProvider, findProvider, type WalletPage } from "./discoverProviders.ts";
import {
  getTronWeb,
  NAMESPACE,
  readAddress,
  readConnected,
  requestAccount,
  waitForConnected,
} from "./readConnected.ts";
import { readTransfer, type Transfer } from "./readTransfer.ts";
import { toWalletFailure } from "./toWalletFailure.ts";
import { watchAccount } from "./watchAccount.ts";

type PaymentRequest = components["schemas"]["PaymentRequest"];

/** TIP-6963 wallets answer at once; this leaves time for slow injection. */
const ANNOUNCEMENT_WINDOW_MS = 300;
const SUN_DIGITS = 6;
/** Of an address in base58check: what it names, and a checksum. */
const BODY_BYTES = 21;
const CHECKSUM_BYTES = 4;

function toHexAddress(address: string): string {
  const bytes = decodeBase58(address, BODY_BYTES + CHECKSUM_BYTES);
  return bytes === null ? "" : toHex(bytes.subarray(0, BODY_BYTES));
}

/** Here, since the module that parses amounts of all coins is in a chunk with components, which a wallet does without. */
function toSun(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(SUN_DIGITS, "0"));
}

/** The transfer, which pays exactly what the person agreed to. Rejects with `payFailed` for any other transaction. */
function checkTransfer(transaction: unknown, { from, to, amount }: PaymentRequest): Transfer {
  const transfer = readTransfer(transaction);
  const isAgreed =
    transfer !== null &&
    transfer.from === toHexAddress(from) &&
    transfer.to === toHexAddress(to) &&
    transfer.amountBase === toSun(amount);
  return isAgreed ? transfer : rejectWallet("payFailed");
}

/** Reads the balance through the wallet's node. A node that cannot be read takes no payment either. */
async function checkBalance(provider: DiscoveredProvider["provider"], { from }: PaymentRequest, amountBase: bigint) {
  const balance = await getTronWeb(provider)
    .trx.getUnconfirmedBalance(from)
    .catch(() => null);
  if (typeof balance !== "number" || !Number.isSafeInteger(balance)) return rejectWallet("balanceUnavailable");
  if (BigInt(balance) < amountBase) rejectWallet("insufficientBalance");
}

/** Tron wallets of this page, by TIP-6963 and TIP-1193. The nodes that are asked are the wallets' own. */
export function createTronWallet(page: WalletPage): BrowserWallet {
  const { detect, find, ask } = createAnnouncedWallets<DiscoveredProvider>({
    discover: () => discoverProviders(page, ANNOUNCEMENT_WINDOW_MS),
    refresh: (known) => ({ ...known, provider: findProvider(page, known) }),
    toFailure: toWalletFailure,
  });

  return {
    detect,
    connect: ({ connectorId }) =>
      ask(connectorId, "connect", async (wallet) => {
        await requestAccount(wallet);
        // Read like in the watch and the payment: the permission alone does not name the chosen account.
        return { account: await waitForConnected(wallet.provider), proof: null };
      }),
    watch: (connectorId, known, signal) =>
      ask(connectorId, "connect", () => watchAccount(page, () => find(connectorId).provider, known, signal)),
    switchNetwork: (connectorId, networkId) =>
      ask(connectorId, "switchNetwork", async ({ provider }) => {
        const params = [{ chainId: networkId.slice(NAMESPACE.length) }];
        await provider.request({ method: "wallet_switchEthereumChain", params });
      }),
    sign: (connectorId, address, message) =>
      ask(connectorId, "sign", async ({ provider }) => {
        if (!isSameAddress("Tron", readAddress(provider), address)) rejectWallet("addressMismatch");
        const signature = await getTronWeb(provider).trx.signMessageV2(message);
        return typeof signature === "string" ? signature : rejectWallet("linkFailed");
      }),
    pay: (connectorId, request) =>
      ask(connectorId, "pay", async ({ provider }) => {
        const { signing, from, network } = request;
        const account = await readConnected(provider);
        if (account.networkId !== network.id) rejectWallet("wrongNetwork");
        if (!isSameAddress("Tron", account.address, from)) rejectWallet("addressMismatch");
        if (signing.kind !== "tron") return rejectWallet("payFailed");
        const { amountBase } = checkTransfer(signing.transaction, request);
        await checkBalance(provider, request, amountBase);
        const signed = await getTronWeb(provider).trx.sign(signing.transaction);
        // A wallet may make the transaction anew; what it signed counts.
        const { txId } = checkTransfer(signed, request);
        await broadcast(getTronWeb(provider), signed);
        return txId;
      }),
  };
}
