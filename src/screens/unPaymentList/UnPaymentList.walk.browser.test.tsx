import { model } from "#machines/payment/payment.model.ts";
import { model as walletConnection } from "#machines/walletConnection/walletConnection.model.ts";
import { model as walletProof } from "#machines/walletProof/walletProof.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { UnPaymentList } from "./UnPaymentList.tsx";

const page = {
  flow: "payment" as const,
  at: "/unPaymentList",
  screen: <UnPaymentList />,
  others: [
    "button Copy",
    "button Hide",
    "button Show",
    "button Pay with your phone",
    "link https://ethereum.org",
    "link https://explorer.example",
    "link https://t.me",
  ],
  // The way back stands where a payment has ended, and the explorer's where it has a transaction.
  untold: [
    "titleKey wallet:payment.state.connecting",
    "titleKey wallet:payment.state.confirmingInWallet",
    "titleKey wallet:proof.state.connecting",
    "moneyKey",
    "explorerUrl",
    "appUrl",
    "order.explorerTx",
    "orders.explorerTx",
  ],
};

await walkScreen({ ...page, model });
await walkScreen({
  ...page,
  model: walletConnection,
  host: {
    model,
    steps: ["ui.open#0", "done(loadPage)#0", "ui.connect#0", "done(loadFirstTerms)#0"],
    child: "walletConnection",
  },
  unreached: { "proving.submitting --ui.cancel#0": "a proof that is handed in has no control" },
});
await walkScreen({ ...page, flow: "walletProof", model: walletProof, at: "/unPaymentList?prove=ETH" });
