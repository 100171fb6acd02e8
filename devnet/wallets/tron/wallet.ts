/**
 * A Tron wallet for the payment page, as an installed extension: announced by TIP-6963, and in `window.tron` and
 * `window.tronWeb`. Its keys stay in the process that serves this script and sign what the owner confirms here; its
 * TronWeb asks the node from the page.
 */
import { askGateway, postJson } from "../askGateway.ts";
import { FRESH_STATE, PUBLIC_NETWORKS, TronProvider } from "./provider.ts";
import type { TronBackend } from "./provider.ts";
import { MOODS, openMemory } from "../walletMemory.ts";
import { WalletPanel } from "../walletPanel.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' rx='12' fill='%23c8102e'/%3E%3Cpath d='m9 10 26 5 5 7-22 18z' fill='%23fff'/%3E%3Cpath d='m13 13 13 10-7 12z' fill='%23c8102e'/%3E%3C/svg%3E";

async function sign(kind: string, index: number, content: object): Promise<string> {
  return (await askGateway("/devnet/wallets/sign", { kind, index, ...content })) as string;
}

const known = (await askGateway("/devnet/wallets/tronAccounts")) as Pick<
  TronBackend,
  "accounts" | "chainId" | "fullHost"
>;
const backend: TronBackend = {
  ...known,
  signMessage: (index, message) => sign("tronMessage", index, { message }),
  signTransaction: (index, transaction) => sign("tronTransaction", index, { transaction }),
  node: async (path, body) => (await postJson(`${known.fullHost}/${path}`, body)) as Readonly<Record<string, unknown>>,
};

const { onlySigns: _, ...moods } = MOODS;
const { memory, save } = openMemory("devnet.tronWallet", FRESH_STATE);
const panel = new WalletPanel(openSettings, {
  prefix: "tron-wallet",
  name: "Devnet Tron Wallet",
  label: "Tron",
  place: 1,
  symbol: "TRX",
  digits: 6,
  canOverspend: true,
});
const provider = new TronProvider(memory, save, panel, backend, (action, data) => {
  window.postMessage({ isTronLink: true, message: { action, data } }, location.origin);
});

function openSettings(): void {
  panel.showSettings<string>(
    {
      ...memory,
      accounts: backend.accounts,
      networks: [["", "Tron (local)"], ...Object.entries(PUBLIC_NETWORKS).map(([id, { name }]) => [id, name] as const)],
      network: memory.chainId ?? "",
      moods,
    },
    provider,
    (chainId) => provider.chooseNetwork(chainId === "" ? null : chainId),
  );
}

if (memory.mood !== "absent") {
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: "Devnet Tron Wallet",
      icon: ICON,
      rdns: "localhost.devnet.tron.wallet",
    }),
    provider,
  });
  Object.defineProperty(window, "tron", { value: provider });
  Object.defineProperty(window, "tronWeb", { get: () => provider.tronWeb });
  const announce = (): boolean => window.dispatchEvent(new CustomEvent("TIP6963:announceProvider", { detail }));
  window.addEventListener("TIP6963:requestProvider", announce);
  announce();
}
