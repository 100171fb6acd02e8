import { assign, emit, setup } from "xstate";
import type { CoinType } from "#domain/coins.ts";
import { isAmountText } from "#domain/money/amount.ts";
import type { Effect } from "../kit/effects.ts";
import { lacksNetwork, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, failTo, setOutputFailure, readOutput, takeOutput } from "../kit/request.ts";
import { type PromptEnd, promptGuards, secured } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

export interface AutoPayoutInput {
  coinType: CoinType;
}

/** `maxFee`: a whole-coin decimal string; null where automatic payout is off. */
export interface AutoPayoutChoice {
  maxFee: string | null;
}

export interface AutoPayoutContext extends AutoPayoutInput {
  /** What the server has. */
  saved: AutoPayoutChoice;
  /** What the security code is asked for. */
  wanted: AutoPayoutChoice;
  /** The highest fee as typed. */
  typed: string;
  /** Whether the form was sent with a problem, so that it shows. */
  showsProblems: boolean;
  failure: Failure | null;
}

export type AutoPayoutEvent =
  | { type: "ui.open" }
  | { type: "ui.edit" }
  | { type: "ui.type"; field: "maxFee"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.back" }
  | { type: "ui.turnOff" }
  | { type: "ui.retry" }
  | { type: "app.online" };

const OFF: AutoPayoutChoice = { maxFee: null };

/** What is wrong with the fee as typed; null where nothing is. */
export function findFeeProblem(typed: string): "feeRequired" | "feeFormat" | null {
  if (typed === "" || Number(typed) === 0) return "feeRequired";
  return isAmountText(typed) ? null : "feeFormat";
}

const setChoice = { type: "setChoice", params: takeOutput<AutoPayoutChoice> } as const;

/** Switches the automatic payout of one coin on, with a highest fee, or off; both need the security code. */
export const autoPayoutMachine = setup({
  types: {
    input: {} as AutoPayoutInput,
    context: {} as AutoPayoutContext,
    events: {} as AutoPayoutEvent,
    emitted: {} as Effect,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    loadChoice: provideActor<AutoPayoutChoice, { coinType: CoinType }>("autoPayout.loadChoice"),
    securityCodePrompt: securityCodePromptMachine,
  },
  guards: {
    lacksNetwork,
    isOn: ({ context }) => context.saved.maxFee !== null,
    isLoadedOn: (_, params: AutoPayoutChoice) => params.maxFee !== null,
    isRight: ({ context }) => findFeeProblem(context.typed) === null,
    ...promptGuards,
    hasTurnedOn: ({ context }, { output }: PromptEnd) => output.status === "given" && context.wanted.maxFee !== null,
  },
  actions: {
    setChoice: assign((_, saved: AutoPayoutChoice) => ({ saved, failure: null })),
    ...failureActions,
    setWanted: assign(({ context }) => ({ saved: context.wanted, typed: "", showsProblems: false })),
    emitRecovery: emit({ type: "code.wanted", isForgotten: true }),
  },
}).createMachine({
  id: "autoPayout",
  description: "Automatic payout of one coin.",
  context: ({ input: { coinType } }) => ({
    coinType,
    saved: OFF,
    wanted: OFF,
    typed: "",
    showsProblems: false,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is known yet.",
      on: { "ui.open": { target: "loading", description: "It is to be shown." } },
    },
    loading: {
      description: "What is chosen is being read.",
      invoke: {
        id: "loadChoice",
        src: "loadChoice",
        input: ({ context }) => ({ coinType: context.coinType }),
        onDone: [
          {
            guard: { type: "isLoadedOn", params: takeOutput },
            target: "on",
            description: "It is on.",
            actions: setChoice,
          },
          { target: "off", description: "It is off.", actions: setChoice },
        ],
        onError: failTo({ target: "failed", description: "It cannot be read." }),
      },
    },
    off: {
      description: "Money waits in the balance until it is withdrawn.",
      on: { "ui.edit": { target: "typing", description: "It is to be switched on." } },
    },
    typing: {
      description: "The highest fee is being typed.",
      on: {
        "ui.type": {
          description: "The fee changed.",
          actions: assign({ typed: ({ event }) => event.value, showsProblems: false }),
        },
        "ui.submit": [
          {
            guard: "isRight",
            target: "askingCode",
            description: "Switch it on with this fee.",
            actions: assign({ wanted: ({ context }) => ({ maxFee: context.typed }) }),
          },
          { description: "The fee has a problem: show it.", actions: assign({ showsProblems: true }) },
        ],
        "ui.back": { target: "off", description: "Not now." },
      },
    },
    on: {
      description: "What comes into the balance is paid out by itself.",
      on: { "ui.turnOff": { target: "askingCode", description: "Switch it off.", actions: assign({ wanted: OFF }) } },
    },
    askingCode: {
      description: "The person is asked for the security code, and the switch is made with it.",
      invoke: secured({
        attempt: ({ coinType, wanted }: AutoPayoutContext) => ({
          kind: "autoPayout",
          coinType,
          maxFee: wanted.maxFee,
        }),
        cases: [
          {
            guard: { type: "hasTurnedOn", params: readOutput },
            target: "on",
            description: "It is on.",
            actions: "setWanted",
          },
        ],
        given: { target: "off", description: "It is off.", actions: "setWanted" },
        forgotten: {
          target: "sorting",
          description: "The code is to be recovered first.",
          actions: "emitRecovery",
        },
        failed: {
          target: "failed",
          description: "The server refused, or did not answer: look what it has.",
          actions: setOutputFailure,
        },
        givenUp: { target: "sorting", description: "The person gave it up." },
        broken: { target: "failed" },
      }),
    },
    sorting: {
      description: "Back to where the code was asked for.",
      always: [
        { guard: "isOn", target: "on", description: "It was to be switched off." },
        { target: "typing", description: "It was to be switched on." },
      ],
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": { target: "loading", description: "Read what the server has." },
        "app.online": { guard: "lacksNetwork", target: "loading", description: "The device has a network again." },
      },
    },
  },
});
