import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { model } from "#machines/withdrawal/withdrawal.model.ts";
import { walkScreen } from "#tests/screens/walkScreen.tsx";

import { Withdraw } from "./Withdraw.tsx";

const page = {
  flow: "withdrawal" as const,
  at: "/withdraw?coinType=eth",
  screen: <Withdraw />,
  others: [
    "button Hide",
    "button Show",
    "choice Withdraw automatically",
    "link /addWallet",
    "link /statePage",
    "link /updateCode",
    "link /updateEmai",
  ],
};

await walkScreen({ ...page, model });
await walkScreen({
  ...page,
  model: securityCodePrompt,
  host: {
    model,
    steps: ["ui.open#0", "done(loadAccount)#0", "ui.type#0", "ui.submit#0", "done(loadQuote)#0", "ui.agree#0"],
    child: "securityCodePrompt",
  },
});
