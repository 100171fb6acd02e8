import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { ConnectedAccount, WalletConnectionOutput } from "../walletConnection/walletConnection.setup.ts";
import type { DepositContext, DepositEvent, DepositInput } from "./deposit.setup.ts";

type DepositInfo = components["schemas"]["DepositInfo"];

export interface DepositShape {
  context: DepositContext;
  event: DepositEvent;
  input: DepositInput;
  outputs: {
    walletConnection: WalletConnectionOutput;
    watchWallet: ConnectedAccount;
    loadInfo: DepositInfo;
    pay: null;
  };
}

const ASKING_LEFT = { showsProblem: false, isChanged: false };
const EMITS = ["asked.changed"];

const hasReason = (error: unknown, ...reasons: string[]): boolean =>
  typeof error === "object" && error !== null && "reason" in error && reasons.includes(String(error.reason));

const isEnough = ({ amount, info }: DepositContext): boolean =>
  /^(0|[1-9]\d*)(\.\d{1,6})?$/u.test(amount) && Number(amount) >= Number(info.minAmount);

/** A wallet pays in what the person typed, to the address and with the reference that the server says, once per agreement. */
export const depositTable: TransitionTable<DepositShape> = {
  delaysMs: { walletTimeout: 120_000 },
  asks: {
    walletConnection: ({ info, walletKind, connection }) => ({
      ...walletKind,
      walletType: "Ton",
      expectedAddress: null,
      networkId: info.network.id,
      isProven: true,
      isBlocking: false,
      hasReference: true,
      connectorId: connection?.connectorId ?? null,
    }),
    watchWallet: ({ connection }) => ({
      walletType: "Ton",
      connectorId: connection?.connectorId,
      account: { address: connection?.address, networkId: connection?.networkId },
    }),
    loadInfo: () => ({ coinType: "ton" }),
    pay: ({ info, amount, connection }) => ({
      walletType: "Ton",
      connectorId: connection?.connectorId,
      from: connection?.address,
      amount,
      info,
    }),
  },
  context: (input) => ({
    ...input,
    amount: "",
    showsProblem: false,
    rejectedSubmits: 0,
    isChanged: false,
    connection: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "closed" },
    closed: {
      "ui.open": [
        { guard: "isUnanswered", when: ({ askedAmount }) => askedAmount !== null, target: "unanswered" },
        { target: "asking" },
      ],
    },
    asking: {
      "ui.type": { changes: (_, { value }) => ({ amount: value, showsProblem: false }) },
      "ui.submit": [
        { guard: "isRight", when: isEnough, target: "connecting", changes: ASKING_LEFT },
        { changes: ({ rejectedSubmits }) => ({ showsProblem: true, rejectedSubmits: rejectedSubmits + 1 }) },
      ],
      "ui.close": { target: "closed", changes: ASKING_LEFT },
    },
    connecting: {
      "done(walletConnection)": [
        {
          guard: "isConnected",
          when: (_, { output }) => output.status === "connected",
          target: "reviewing",
          changes: (_, { output }) => (output.status === "connected" ? { connection: output } : {}),
        },
        { target: "asking" },
      ],
      "error(walletConnection)": { target: "failed", changes: (_, { error }) => ({ failure: toFailure(error) }) },
    },
    reviewing: {
      "done(watchWallet)": { target: "connecting", changes: { failure: null } },
      "error(watchWallet)": { target: "connecting", changes: { failure: null } },
      "ui.pay": { target: "checking", changes: { failure: null } },
      "ui.back": { target: "asking", changes: { failure: null } },
    },
    checking: {
      "done(loadInfo)": [
        {
          guard: "isOther",
          when: ({ info }, { output }) =>
            info.address !== output.address ||
            info.reference !== output.reference ||
            info.minAmount !== output.minAmount ||
            info.network.id !== output.network.id,
          target: "asking",
          changes: (_, { output }) => ({ info: output, isChanged: true }),
        },
        { target: "paying", changes: ({ amount }) => ({ askedAmount: amount }), emits: EMITS },
      ],
      "error(loadInfo)": { target: "failed", changes: (_, { error }) => ({ failure: toFailure(error) }) },
      "ui.back": { target: "asking" },
    },
    paying: {
      initial: "paying.prompt",
      "done(pay)": { target: "sent", changes: { askedAmount: null, amount: "" }, emits: EMITS },
      "error(pay)": [
        {
          guard: "isCancelled",
          when: (_, { error }) => hasReason(error, "cancelled", "denied"),
          target: "reviewing",
          changes: (_, { error }) => ({ askedAmount: null, failure: toFailure(error) }),
          emits: EMITS,
        },
        {
          guard: "isOtherWallet",
          when: (_, { error }) => hasReason(error, "wrongNetwork", "addressMismatch"),
          target: "connecting",
          changes: { askedAmount: null },
          emits: EMITS,
        },
        {
          guard: "isUnsent",
          when: (_, { error }) => hasReason(error, "notConnected", "insufficientBalance"),
          target: "failed",
          changes: (_, { error }) => ({ askedAmount: null, failure: toFailure(error) }),
          emits: EMITS,
        },
        { target: "unanswered" },
      ],
    },
    "paying.prompt": { "after(walletTimeout)": { target: "paying.slow" } },
    "paying.slow": { "ui.back": { target: "unanswered" } },
    sent: { "ui.close": { target: "closed" } },
    unanswered: {
      "ui.again": { target: "asking", changes: { askedAmount: null, amount: "" }, emits: EMITS },
      "ui.close": { target: "closed" },
    },
    failed: {
      "ui.retry": { target: "asking", changes: { failure: null } },
      "ui.close": { target: "closed", changes: { failure: null } },
    },
  },
};
