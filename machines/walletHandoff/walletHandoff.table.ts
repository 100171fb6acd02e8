import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type {
  HandoffLink,
  WalletHandoffContext,
  WalletHandoffEvent,
  WalletHandoffInput,
} from "./walletHandoff.machine.ts";

type Context = WalletHandoffContext;
type Choice = Extract<WalletHandoffEvent, { type: "ui.chooseApp" }>;

export interface WalletHandoffShape {
  context: WalletHandoffContext;
  event: WalletHandoffEvent;
  input: WalletHandoffInput;
  outputs: { requestLink: HandoffLink; countdown: undefined };
  snapshots: { countdown: { context: { secondsLeft: number | null } } };
}

const CHOOSE = {
  guard: "isListed",
  when: ({ apps }: Context, { appId }: Choice) => apps.map((app) => app.appId).includes(appId),
  target: "asking",
  changes: (_: Context, { appId }: Choice) => ({ appId, failure: null }),
};

const NO_CODE = { codeLink: null, secondsLeft: null };

const SHOW_CODE = { guard: "hasNoApps", when: ({ apps }: Context) => apps.length === 0, target: "asking" };

/** PRODUCT.md 5: another browser gets a code of its own, for one order, once and for 5 minutes. */
export const walletHandoffTable: TransitionTable<WalletHandoffShape> = {
  asks: {
    requestLink: ({ orderId, walletType, appId }) => ({ orderId, walletType, appId }),
    countdown: () => ({ lastsSeconds: 290 }),
  },
  context: ({ orderId, walletType, apps }) => ({
    orderId,
    walletType,
    apps,
    appId: null,
    ...NO_CODE,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.chooseApp": CHOOSE, "ui.showCode": SHOW_CODE },
    asking: {
      "done(requestLink)": [
        {
          guard: "isForApp",
          when: ({ appId }) => appId !== null,
          target: "left",
          emits: (_, { output }) => [{ type: "link.made", handoffLink: output.handoffLink }],
        },
        {
          target: "showingCode",
          changes: (_, { output }) => ({ codeLink: output.handoffLink, secondsLeft: 290 }),
        },
      ],
      "error(requestLink)": { target: "failed", changes: (_, { error }) => ({ failure: toFailure(error) }) },
    },
    left: { "ui.chooseApp": CHOOSE },
    showingCode: {
      "snapshot(countdown)": { changes: (_, { snapshot }) => ({ secondsLeft: snapshot.context.secondsLeft }) },
      "done(countdown)": { target: "asking", changes: NO_CODE },
      "ui.showCode": { target: "asking", changes: NO_CODE },
    },
    failed: { "ui.chooseApp": CHOOSE, "ui.showCode": { ...SHOW_CODE, changes: { failure: null } } },
  },
};
