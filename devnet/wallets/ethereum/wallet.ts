/**
 * A browser wallet for the payment page, announced by EIP-6963 like an installed extension. Its keys stay in the
 * process that serves this script and signs what the owner confirms here.
 */
import { announce, openBackend } from "../askGateway.ts";
import { MOODS, openMemory } from "../ownedWallet.ts";
import type { WalletAccount } from "../ownedWallet.ts";
import { BarWallet } from "../walletPanel.ts";
import { FRESH_STATE, NETWORKS, WalletProvider } from "./provider.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Cdefs%3E%3ClinearGradient id='g' x2='1' y2='1'%3E%3Cstop stop-color='%237c5cff'/%3E%3Cstop offset='1' stop-color='%232bd4c5'/%3E%3C/linearGradient%3E%3C/defs%3E%3Crect width='48' height='48' rx='12' fill='url(%23g)'/%3E%3Cpath d='M12 16a4 4 0 0 1 4-4h17v5h3v19H16a4 4 0 0 1-4-4zm17 9h7v5h-7z' fill='%232b1c6b'/%3E%3C/svg%3E";

const { withoutBalance: _, onlySigns: __, ...moods } = MOODS;
const look = {
  prefix: "wallet",
  name: "Devnet Wallet",
  label: "Ethereum",
  place: 0,
  symbol: "ETH",
  digits: 18,
  canOverspend: false,
};
const backend = openBackend<readonly WalletAccount[]>("ethereum", "/devnet/rpc");
const { memory, save } = openMemory("devnet.wallet", FRESH_STATE);
const panel = new BarWallet(look, () => void openSettings());
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
  announce("eip6963", { name: look.name, icon: ICON, rdns: "localhost.devnet.wallet" }, provider);
}
