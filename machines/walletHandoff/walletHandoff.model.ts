import { walletHandoffMachine } from "./walletHandoff.machine.ts";
import { viewWalletHandoff } from "./walletHandoff.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: walletHandoffMachine,
  inputs: [
    {
      orderId: "o1",
      walletType: "ETH",
      apps: [
        { appId: "metamask", name: "MetaMask" },
        { appId: "trust", name: "Trust Wallet" },
      ],
    },
    { orderId: "o1", walletType: "Solana", apps: [] },
  ],
  events: {
    "ui.chooseApp": [
      // Not the first row of the list, which a screen may mistake for any.
      { type: "ui.chooseApp", appId: "trust" },
      { type: "ui.chooseApp", appId: "metamask" },
      { type: "ui.chooseApp", appId: "unknown" },
    ],
  },
  outcomes: {
    requestLink: {
      done: [{ handoffLink: "https://hongbao.example/unPaymentList?lang=en#handoff=abc" }],
      error: [{ kind: "network" }, { kind: "api", error: "orderNotPayable", message: "" }],
    },
    countdown: { done: [undefined], error: [] },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
  },
  key: ({ apps, appId, codeLink, failure }) => ({ apps, appId, codeLink, failure }),
  invariants: {
    "a link is made for an app of the list, or for any browser where there is none": ({ apps, appId }, isIn) =>
      isIn("idle") || (apps.length === 0 ? appId === null : apps.some((app) => app.appId === appId)),
    "a code is kept only while it is shown": ({ codeLink, codeEndsAtMs }, isIn) =>
      (codeLink !== null) === isIn("showingCode") && (codeEndsAtMs !== null) === isIn("showingCode"),
    "a failure is shown where it happened": ({ failure }, isIn) => (failure !== null) === isIn("failed"),
  },
  view: viewWalletHandoff,
  press: {
    "ui.chooseApp": ({ appId }, { apps }) => {
      const names = apps.filter((app) => app.appId === appId).map(({ name }) => `Open in ${name}`);
      return { names, isShown: names.length > 0 };
    },
    "ui.showCode": () => ({ names: ["wallet:handoff.byPhone", "wallet:handoff.newCode", "app:list.retry"] }),
  },
});
