import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { AutoPayoutChoice, AutoPayoutContext, AutoPayoutEvent, AutoPayoutInput } from "./autoPayout.machine.ts";

export interface AutoPayoutShape {
  context: AutoPayoutContext;
  event: AutoPayoutEvent;
  input: AutoPayoutInput;
  outputs: { loadChoice: AutoPayoutChoice; securityCodePrompt: SecurityCodePromptOutput };
}

const OFF = { maxFee: null };
const keepFailure = (_: AutoPayoutContext, { error }: { error: unknown }): Partial<AutoPayoutContext> => ({
  failure: toFailure(error),
});
const keepChoice = (_: AutoPayoutContext, { output }: { output: AutoPayoutChoice }): Partial<AutoPayoutContext> => ({
  saved: output,
  failure: null,
});
const keepWanted = ({ wanted }: AutoPayoutContext): Partial<AutoPayoutContext> => ({
  saved: wanted,
  typed: "",
  isChecked: false,
});

/** PRODUCT.md 3: off; on with the security code and a highest fee. */
export const autoPayoutTable: TransitionTable<AutoPayoutShape> = {
  asks: {
    loadChoice: ({ coinType }) => ({ coinType }),
    securityCodePrompt: ({ coinType, wanted: { maxFee } }) => ({
      attempt: { kind: "autoPayout", coinType, maxFee },
      failure: { kind: "api", error: "securityCodeRequired", message: "" },
    }),
  },
  context: ({ coinType }) => ({ coinType, saved: OFF, wanted: OFF, typed: "", isChecked: false, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loading" } },
    loading: {
      "done(loadChoice)": [
        { guard: "isLoadedOn", when: (_, { output }) => output.maxFee !== null, target: "on", changes: keepChoice },
        { target: "off", changes: keepChoice },
      ],
      "error(loadChoice)": { target: "failed", changes: keepFailure },
    },
    off: { "ui.edit": { target: "typing" } },
    typing: {
      "ui.type": { changes: (_, { value }) => ({ typed: value, isChecked: false }) },
      "ui.submit": [
        {
          guard: "isRight",
          when: ({ typed }) => /^(0|[1-9][0-9]*)([.][0-9]{1,6})?$/.test(typed) && /[1-9]/.test(typed),
          target: "askingCode",
          changes: ({ typed }) => ({ wanted: { maxFee: typed } }),
        },
        { changes: { isChecked: true } },
      ],
      "ui.back": { target: "off" },
    },
    on: { "ui.turnOff": { target: "askingCode", changes: { wanted: OFF } } },
    askingCode: {
      "done(securityCodePrompt)": [
        {
          guard: "hasTurnedOn",
          when: ({ wanted }, { output }) => output.status === "given" && wanted.maxFee !== null,
          target: "on",
          changes: keepWanted,
        },
        {
          guard: "hasTurnedOff",
          when: (_, { output }) => output.status === "given",
          target: "off",
          changes: keepWanted,
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "sorting",
          emits: ["recovery.wanted"],
        },
        {
          guard: "isFailed",
          when: (_, { output }) => output.status === "failed",
          target: "failed",
          changes: (_, { output }) => ({ failure: output.status === "failed" ? output.failure : null }),
        },
        { target: "sorting" },
      ],
      "error(securityCodePrompt)": { target: "failed", changes: keepFailure },
    },
    sorting: {
      always: [{ guard: "isOn", when: ({ saved }) => saved.maxFee !== null, target: "on" }, { target: "typing" }],
    },
    failed: { "ui.retry": { target: "loading" } },
  },
};
