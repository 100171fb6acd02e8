/**
 * A Tron wallet for the payment page, as an installed extension: announced by TIP-6963, and in `window.tron` and
 * `window.tronWeb`. Its keys stay in the process that serves this script and sign what the owner confirms here; its
 * TronWeb asks the node from the page.
 */
import { announce, openBackend, postJson } from "../askGateway.ts";
import { MOODS, openMemory } from "../ownedWallet.ts";
import { BarWallet } from "../walletPanel.ts";
import { FRESH_STATE, PUBLIC_NETWORKS, TronProvider } from "./provider.ts";
import type { TronBackend, TronPlace } from "./provider.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' rx='12' fill='%23c8102e'/%3E%3Cpath d='m9 10 26 5 5 7-22 18z' fill='%23fff'/%3E%3Cpath d='m13 13 13 10-7 12z' fill='%23c8102e'/%3E%3C/svg%3E";

const { onlySigns: _, ...moods } = MOODS;
const look = {
  prefix: "tron-wallet",
  name: "Devnet Tron Wallet",
  label: "Tron",
  place: 1,
  symbol: "TRX",
  digits: 6,
  canOverspend: true,
};
const { accounts, sign } = openBackend<TronPlace>("tron", "");
const known = await accounts();
const backend: TronBackend = {
  ...known,
  sign,
  node: async (path, body) => (await postJson(`${known.fullHost}/${path}`, body)) as Readonly<Record<string, unknown>>,
};
const { memory, save } = openMemory("devnet.tronWallet", FRESH_STATE);
const panel = new BarWallet(look, openSettings);
const provider = new TronProvider(memory, save, panel, backend, (action, data) =>
  window.postMessage({ isTronLink: true, message: { action, data } }, location.origin),
);

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
  Object.defineProperty(window, "tron", { value: provider });
  Object.defineProperty(window, "tronWeb", { get: () => provider.tronWeb });
  announce("TIP6963", { name: look.name, icon: ICON, rdns: "localhost.devnet.tron.wallet" }, provider);
}
