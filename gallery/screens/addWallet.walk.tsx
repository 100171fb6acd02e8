import { model } from "#machines/walletBinding/walletBinding.model.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

import { buildRecoveryPath } from "#src/routes/links.ts";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";

export const walks: readonly ScreenWalk[] = [
  {
    flow: "walletBinding",
    model,
    at: "/addWallet",
    screen: <AddWallet />,
    back: "/user",
    moves: {
      "recovery.wanted": [`goes to ${buildRecoveryPath(`${window.location.pathname}${window.location.search}`)}`],
    },
    // The form and the question stay in their places, and the wallet's own page stands where one is connected.
    untold: ["titleKey wallet:binding.state.binding", "titleKey wallet:binding.state.connecting"],
    others: ["button Copy", "button Hide", "button Show", "link /ethereumWalletBinding", "button Paste"],
  },
];
