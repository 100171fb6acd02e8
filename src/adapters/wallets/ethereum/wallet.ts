import { isSameAddress } from "#domain/address/addressKey.ts";
import { toHex } from "#domain/hex.ts";
import type { BrowserWallet } from "../browserWallet.ts";
import { createAnnouncedWallets } from "../discoverAnnounced.ts";
import { type DiscoveredProvider, discoverProviders, findProvider, type WalletPage } from "./discoverProviders.ts";
import type { Eip1193Provider } from "./eip1193.ts";
import { readAccount, readConnected } from "./readConnected.ts";
import { rejectWallet } from "../rejectWallet.ts";
import { toWalletFailure } from "./toWalletFailure.ts";
import { watchAccount } from "./watchAccount.ts";

/** EIP-6963 wallets answer at once; this leaves time for slow injection. */
const ANNOUNCEMENT_WINDOW_MS = 300;

/** Before the EIP-155 id in a CAIP-2 id. */
const NAMESPACE = "eip155:";

/** Networks that a wallet may not know yet, by EIP-155 id. The address of a node is needed to add one. */
const ADDABLE_NETWORKS: Readonly<Record<number, { chainName: string; rpcUrl: string; explorerUrl: string }>> = {
  1: {
    chainName: "Ethereum Mainnet",
    rpcUrl: "https://ethereum-rpc.publicnode.com",
    explorerUrl: "https://etherscan.io",
  },
  11155111: {
    chainName: "Sepolia",
    rpcUrl: "https://ethereum-sepolia-rpc.publicnode.com",
    explorerUrl: "https://sepolia.etherscan.io",
  },
};

async function requestSwitch(provider: Eip1193Provider, networkId: string): Promise<void> {
  const chainId = Number(networkId.slice(NAMESPACE.length));
  const hexId = `0x${chainId.toString(16)}`;
  try {
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: hexId }] });
  } catch (error) {
    const failure = toWalletFailure(error, "switchNetwork");
    const network = ADDABLE_NETWORKS[chainId];
    if (failure.kind !== "wallet" || failure.reason !== "wrongNetwork" || network === undefined) throw failure;
    await provider.request({
      method: "wallet_addEthereumChain",
      params: [
        {
          chainId: hexId,
          chainName: network.chainName,
          nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
          rpcUrls: [network.rpcUrl],
          blockExplorerUrls: [network.explorerUrl],
        },
      ],
    });
  }
}

/** Ethereum wallets of this page, by EIP-6963 and EIP-1193. Nothing here speaks to a node. */
export function createEthereumWallet(page: WalletPage): BrowserWallet {
  const { detect, find, ask } = createAnnouncedWallets<DiscoveredProvider>({
    discover: () => discoverProviders(page, ANNOUNCEMENT_WINDOW_MS),
    refresh: (known) => ({ ...known, provider: findProvider(page, known) }),
    toFailure: toWalletFailure,
  });

  return {
    detect,
    connect: ({ connectorId }) =>
      ask(connectorId, "connect", async ({ provider }) => {
        await readAccount(provider, "eth_requestAccounts");
        // Read like in the watch and the payment: the permission alone does not name the chosen account.
        return { account: await readConnected(provider), proof: null };
      }),
    watch: (connectorId, known, signal) =>
      ask(connectorId, "connect", () => watchAccount(page, () => find(connectorId).provider, known, signal)),
    switchNetwork: (connectorId, networkId) =>
      ask(connectorId, "switchNetwork", ({ provider }) => requestSwitch(provider, networkId)),
    sign: (connectorId, address, message) =>
      ask(connectorId, "sign", async ({ provider }) => {
        const signature = await provider.request({
          method: "personal_sign",
          params: [`0x${toHex(new TextEncoder().encode(message))}`, address],
        });
        return typeof signature === "string" ? signature : rejectWallet("connectionFailed");
      }),
    pay: (connectorId, { signing, from, network }) =>
      ask(connectorId, "pay", async ({ provider }) => {
        const account = await readConnected(provider);
        if (account.networkId !== network.id) rejectWallet("wrongNetwork");
        if (!isSameAddress("ETH", account.address, from)) rejectWallet("addressMismatch");
        if (signing.kind !== "evm") return rejectWallet("payFailed");
        const hash = await provider.request({ method: "eth_sendTransaction", params: [signing.transaction] });
        return typeof hash === "string" && /^0x[0-9a-fA-F]{64}$/u.test(hash) ? hash : rejectWallet("payFailed");
      }),
  };
}
