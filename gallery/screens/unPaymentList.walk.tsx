import { model } from "#machines/payment/payment.model.ts";
import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { model as walletConnection } from "#machines/walletConnection/walletConnection.model.ts";
import { model as walletProof } from "#machines/walletProof/walletProof.model.ts";
import { model as walletHandoff } from "#machines/walletHandoff/walletHandoff.model.ts";
import { nothing } from "#gallery/nothing.ts";
import { leaveOut } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { TO_CODE, WITHOUT_CANCEL } from "./connection.ts";

import { PhoneHandoffSheet } from "#src/components/shell/PhoneHandoffSheet.tsx";
import { UnPaymentList } from "#src/screens/unPaymentList/UnPaymentList.tsx";
import { WalletApps } from "#src/screens/unPaymentList/WalletApps.tsx";

const page = {
  flow: "payment" as const,
  at: "/unPaymentList",
  screen: <UnPaymentList />,
  others: [
    "button Copy",
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

const proof = { flow: "walletProof" as const, model: walletProof, at: "/unPaymentList?prove=ETH" };

const handoff = { flow: "walletHandoff" as const, at: "/unPaymentList" };
const [ofPhone, ofDesktop] = walletHandoff.inputs;
const { error = [] } = walletHandoff.outcomes["requestLink"] ?? {};
const OF_APPS = /chooseApp|done\(requestLink\)#0/u;
const OF_CODES = /showCode|showingCode|done\(requestLink\)#1/u;

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    model: walletConnection,
    host: {
      model,
      steps: ["ui.open#0", "done(loadPage)#0", "ui.connect#0", "done(loadFirstTerms)#0"],
      child: "walletConnection",
    },
    unreached: WITHOUT_CANCEL,
  },
  { ...page, ...proof },
  {
    ...page,
    ...proof,
    model: securityCodePrompt,
    host: {
      model: walletConnection,
      steps: TO_CODE,
      child: "securityCodePrompt",
      host: {
        model: walletProof,
        steps: ["ui.open#0", "done(loadPage)#0", "ui.connect#0"],
        child: "walletConnection",
      },
    },
  },
  {
    ...handoff,
    model: {
      ...walletHandoff,
      inputs: [ofPhone],
      // It leads nowhere: a step in the browser's history can end the page of the tests.
      outcomes: { ...walletHandoff.outcomes, requestLink: { done: [{ handoffLink: "javascript:void 0" }], error } },
    },
    screen: <WalletApps orderId="o1" walletType="ETH" />,
    others: [],
    unreached: leaveOut(walletHandoff.machine, ({ id }) => OF_CODES.test(id), "a phone shows no code"),
  },
  {
    ...handoff,
    model: { ...walletHandoff, inputs: [ofDesktop] },
    screen: <PhoneHandoffSheet orderId="o1" walletType="Solana" isInApp={false} onClose={nothing} />,
    opening: "ui.showCode",
    others: ["button Close"],
    untold: ["code.link"],
    unreached: leaveOut(walletHandoff.machine, ({ id }) => OF_APPS.test(id), "a desktop opens no app"),
  },
];
