import { model } from "#machines/walletBinding/walletBinding.model.ts";
import { EthereumWalletBinding } from "#src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx";
import { leaveOut } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const { done = [], error = [] } = model.outcomes["loadWallets"] ?? {};
const [, bound] = done;
const none = { ...(bound as object), wallets: [] };

export const walks: readonly ScreenWalk[] = [
  {
    flow: "ethereumBinding",
    model: { ...model, outcomes: { ...model.outcomes, loadWallets: { done: [none, bound], error } } },
    at: "/ethereumWalletBinding",
    screen: <EthereumWalletBinding />,
    back: "/user",
    moves: {
      "code.wanted": ["goes to /updateCode?forgotten=1&redirect=%2FethereumWalletBinding"],
    },
    untold: ["titleKey wallet:binding.state.binding", "titleKey wallet:binding.state.choosing", "problems.walletType"],
    others: ["button Copy", "button Show", "button Paste", "link /addWallet"],
    unreached: leaveOut(
      model.machine,
      ({ key, source }) => key === "ui.connect" || key === "ui.chooseType" || source === "connecting",
      "the page is for one type, which is not connected here",
    ),
  },
];
