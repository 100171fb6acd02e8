import { walletHandoffMachine, walletHandoffSecrets } from "#machines/walletHandoff/walletHandoff.machine.ts";
import { walletHandoffTable, type WalletHandoffShape } from "#machines/walletHandoff/walletHandoff.table.ts";
import { viewWalletHandoff } from "#machines/walletHandoff/walletHandoff.view.ts";
import { defineModel } from "./model.ts";

export const model = defineModel<WalletHandoffShape>({
  machine: walletHandoffMachine,
  table: walletHandoffTable,
  secrets: walletHandoffSecrets,
  inputs: [
    {
      orderId: "o1",
      walletType: "ETH",
      apps: [
        { appId: "metamask", name: "MetaMask" },
        { appId: "trust", name: "Trust Wallet" },
      ],
    },
  ],
  events: {
    "ui.chooseApp": [
      { type: "ui.chooseApp", appId: "metamask" },
      { type: "ui.chooseApp", appId: "trust" },
      { type: "ui.chooseApp", appId: "unknown" },
    ],
  },
  outcomes: {
    requestLink: {
      done: [{ appLink: "https://wallet.example/#handoff=abc" }],
      error: [{ kind: "network" }, { kind: "api", error: "orderNotPayable", message: "" }],
    },
  },
  key: ({ appId, failure }) => ({ appId, failure }),
  invariants: {
    "a link is made for an app of the list": ({ apps, appId }, isIn) =>
      isIn("idle") || apps.some((app) => app.appId === appId),
    "a failure is shown where it happened": ({ failure }, isIn) => (failure !== null) === isIn("failed"),
  },
  view: viewWalletHandoff,
});
