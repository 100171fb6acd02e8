import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { model } from "#machines/walletBinding/walletBinding.model.ts";
import { model as walletConnection } from "#machines/walletConnection/walletConnection.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { WITHOUT_CANCEL } from "./connection.ts";

import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";

const page = {
  flow: "walletBinding" as const,
  at: "/addWallet",
  screen: <AddWallet />,
  back: "/user",
  moves: {
    "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2FaddWallet"],
  },
  // The form and the question stay in their places, and the wallet's own page stands where one is connected.
  untold: [
    "titleKey wallet:binding.state.binding",
    "titleKey wallet:binding.state.connecting",
    "titleKey wallet:proof.state.connecting",
    "appUrl",
  ],
  others: [
    "button Copy",
    "button Show",
    "link /ethereumWalletBinding",
    "button Paste",
    "link https://ethereum.org",
    "link https://t.me",
    "link https://ton.org",
  ],
  seldom: ["link https://t.me", "link https://ton.org"],
};
const [, withWallets] = model.inputs;

export const walks: readonly ScreenWalk[] = [
  { ...page, model },
  {
    ...page,
    model: walletConnection,
    host: {
      model: { ...model, inputs: [withWallets] },
      steps: ["ui.open#0", "done(loadWallets)#0", "ui.connect#0"],
      child: "walletConnection",
    },
    unreached: WITHOUT_CANCEL,
  },
  {
    ...page,
    model: securityCodePrompt,
    host: {
      model,
      steps: ["ui.open#0", "done(loadWallets)#1", "ui.unbind#0", "ui.confirm#0", "error(unbindWallet)#1"],
      child: "securityCodePrompt",
    },
  },
];
