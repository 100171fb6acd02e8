/**
 * A browser wallet for the payment page, announced by EIP-6963 like an installed extension. Its keys stay in the
 * process that serves this script and signs what the owner confirms here.
 */
import { askGateway } from "../askGateway.ts";
import { MOODS, openMemory } from "../walletMemory.ts";
import { WalletPanel } from "../walletPanel.ts";
import { FRESH_STATE, NETWORKS, WalletProvider } from "./provider.ts";
import type { WalletAccount, WalletBackend } from "../walletTypes.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Cdefs%3E%3ClinearGradient id='g' x2='1' y2='1'%3E%3Cstop stop-color='%237c5cff'/%3E%3Cstop offset='1' stop-color='%232bd4c5'/%3E%3C/linearGradient%3E%3C/defs%3E%3Crect width='48' height='48' rx='12' fill='url(%23g)'/%3E%3Cpath d='M12 16a4 4 0 0 1 4-4h17v5h3v19H16a4 4 0 0 1-4-4zm17 9h7v5h-7z' fill='%232b1c6b'/%3E%3C/svg%3E";

let knownAccounts: Promise<unknown> | null = null;
const backend: WalletBackend = {
  accounts: async () => (await (knownAccounts ??= askGateway("/devnet/wallets/accounts"))) as readonly WalletAccount[],
  sign: async (index, message) =>
    (await askGateway("/devnet/wallets/sign", { kind: "message", index, message })) as string,
  send: async (index, transaction) =>
    (await askGateway("/devnet/wallets/sign", { kind: "transaction", index, transaction })) as string,
  rpc: async (method, params) => await askGateway("/devnet/rpc", { jsonrpc: "2.0", id: 1, method, params }),
};

const { withoutBalance: _, onlySigns: __, ...moods } = MOODS;
const { memory, save } = openMemory("devnet.wallet", FRESH_STATE);
const panel = new WalletPanel(() => void openSettings(), {
  prefix: "wallet",
  name: "Devnet Wallet",
  label: "Ethereum",
  place: 0,
  symbol: "ETH",
  digits: 18,
  canOverspend: false,
});
const provider = new WalletProvider(memory, save, panel, backend);

async function openSettings(): Promise<void> {
  panel.showSettings(
    {
      ...memory,
      accounts: await backend.accounts(),
      networks: Object.entries(NETWORKS),
      network: String(memory.chainId),
      moods,
    },
    provider,
    (chainId) => provider.chooseNetwork(Number(chainId)),
    [
      [
        "forget-network",
        memory.hasDevnet ? "Forget the local network" : "Know the local network",
        () => {
          memory.hasDevnet = !memory.hasDevnet;
          save();
        },
      ],
    ],
  );
}

if (memory.mood !== "absent") {
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: "Devnet Wallet",
      icon: ICON,
      rdns: "localhost.devnet.wallet",
    }),
    provider,
  });
  const announce = (): boolean => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
