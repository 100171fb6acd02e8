/**
 * A Solana wallet for the payment page, announced by the Wallet Standard like an installed extension. Its keys stay in
 * the process that serves this script and sign what the owner confirms here.
 */
import { askGateway } from "../askGateway.ts";
import { FRESH_STATE, NETWORKS, SolanaProvider } from "./provider.ts";
import type { Network, SolanaAccount, SolanaBackend } from "./provider.ts";
import { MOODS, openMemory } from "../walletMemory.ts";
import { WalletPanel } from "../walletPanel.ts";

const ICON = `data:image/svg+xml;base64,${btoa(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'><defs><linearGradient id='g' x1='1' y1='0' x2='0' y2='1'><stop stop-color='#19fb9b'/><stop offset='1' stop-color='#9945ff'/></linearGradient></defs><rect width='48' height='48' rx='12' fill='url(#g)'/><path d='M16 13h21l-5 6H11zm-5 9h21l5 6H16zm5 9h21l-5 6H11z' fill='#fff'/></svg>",
)}`;

async function sign(kind: string, content: object): Promise<unknown> {
  return await askGateway("/devnet/wallets/sign", { kind, ...content });
}

let knownAccounts: Promise<unknown> | null = null;
const backend: SolanaBackend = {
  accounts: async () =>
    (await (knownAccounts ??= askGateway("/devnet/wallets/solanaAccounts"))) as readonly SolanaAccount[],
  signMessage: async (index, message) => (await sign("solanaMessage", { index, message })) as string,
  describe: async (transaction) =>
    (await sign("solanaTransfer", { transaction })) as Awaited<ReturnType<SolanaBackend["describe"]>>,
  signTransaction: async (index, transaction) => (await sign("solanaTransaction", { index, transaction })) as string,
  rpc: (method, params) => askGateway("/devnet/solana/rpc", { jsonrpc: "2.0", id: 1, method, params }),
};

const { memory, save } = openMemory("devnet.solanaWallet", FRESH_STATE);
const panel = new WalletPanel(() => void openSettings(), {
  prefix: "solana-wallet",
  name: "Devnet Solana Wallet",
  label: "Solana",
  place: 2,
  symbol: "SOL",
  digits: 9,
  canOverspend: true,
});
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
  window.addEventListener("wallet-standard:app-ready", (event) => {
    register((event as CustomEvent<WalletsOfApp>).detail);
  });
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
}
