/**
 * A Solana wallet for the payment page, announced by the Wallet Standard like an installed extension. Its keys stay in
 * the process that serves this script and sign what the owner confirms here.
 */
import { openBackend } from "../askGateway.ts";
import { MOODS, openMemory } from "../ownedWallet.ts";
import { BarWallet } from "../walletPanel.ts";
import { FRESH_STATE, NETWORKS, SolanaProvider } from "./provider.ts";
import type { Network, SolanaAccount } from "./provider.ts";

const ICON = `data:image/svg+xml;base64,${btoa(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><defs><linearGradient id='g' x1='1' y1='0' x2='0' y2='1'><stop stop-color='#19fb9b'/><stop offset='1' stop-color='#9945ff'/></linearGradient></defs><rect width='48' height='48' rx='12' fill='url(#g)'/><path d='M16 13h21l-5 6H11zm-5 9h21l5 6H16zm5 9h21l-5 6H11z' fill='#fff'/></svg>",
)}`;

const look = {
  prefix: "solana-wallet",
  name: "Devnet Solana Wallet",
  label: "Solana",
  place: 2,
  symbol: "SOL",
  digits: 9,
  canOverspend: true,
};
const backend = openBackend<readonly SolanaAccount[]>("solana", "/devnet/solana/rpc");
const { memory, save } = openMemory("devnet.solanaWallet", FRESH_STATE);
const panel = new BarWallet(look, () => void openSettings());
const provider = new SolanaProvider(memory, save, panel, backend, ICON);

async function openSettings(): Promise<void> {
  const networks = Object.entries(NETWORKS) as [Network, string][];
  panel.showSettings({ ...memory, accounts: await backend.accounts(), networks, moods: MOODS }, provider, (network) =>
    provider.chooseNetwork(network),
  );
}

interface WalletsOfApp {
  register: (wallet: SolanaProvider) => void;
}

if (memory.mood !== "absent") {
  const register = ({ register: add }: WalletsOfApp): void => add(provider);
  window.addEventListener("wallet-standard:app-ready", (event) =>
    register((event as CustomEvent<WalletsOfApp>).detail),
  );
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
}
