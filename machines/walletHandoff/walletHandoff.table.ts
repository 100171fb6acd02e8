import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { AppLink, WalletHandoffContext, WalletHandoffEvent, WalletHandoffInput } from "./walletHandoff.machine.ts";

type Context = WalletHandoffContext;

export interface WalletHandoffShape {
  context: WalletHandoffContext;
  event: WalletHandoffEvent;
  input: WalletHandoffInput;
  outputs: { requestLink: AppLink };
}

const CHOOSE = {
  guard: "isListed",
  when: ({ apps }: Context, { appId }: WalletHandoffEvent) => apps.map((app) => app.appId).includes(appId),
  target: "asking",
  changes: (_: Context, { appId }: WalletHandoffEvent) => ({ appId, failure: null }),
};

/** PRODUCT.md 5: a wallet's browser gets a code of its own, for one order and once. */
export const walletHandoffTable: TransitionTable<WalletHandoffShape> = {
  delaysMs: { requestTimeout: 100_000 },
  asks: { requestLink: ({ orderId, walletType, appId }) => ({ orderId, walletType, appId }) },
  context: ({ orderId, walletType, apps }) => ({ orderId, walletType, apps, appId: null, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.chooseApp": CHOOSE },
    asking: {
      "done(requestLink)": {
        target: "left",
        emits: (_, { output }) => [{ type: "link.made", appLink: output.appLink }],
      },
      "error(requestLink)": { target: "failed", changes: (_, { error }) => ({ failure: toFailure(error) }) },
      "after(requestTimeout)": { target: "failed", changes: { failure: { kind: "timeout" } } },
    },
    left: { "ui.chooseApp": CHOOSE },
    failed: { "ui.chooseApp": CHOOSE },
  },
};
