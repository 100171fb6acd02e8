import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { AntiFraudContext, AntiFraudEvent, Verdict } from "./antiFraud.machine.ts";

export interface AntiFraudShape {
  context: AntiFraudContext;
  event: AntiFraudEvent;
  outputs: { queryAccount: Verdict; sendReport: null };
}

type Typed = { field: "text" | "reason"; value: string };

const ASKED_NOTHING = { account: null, verdict: null, reason: "", failure: null };
const isText = (_: AntiFraudContext, { field }: Typed): boolean => field === "text";
const keepText = (_: AntiFraudContext, { value }: Typed): Partial<AntiFraudContext> => ({
  ...ASKED_NOTHING,
  text: value,
  isChecked: false,
});
const keepFailure = (_: AntiFraudContext, { error }: { error: unknown }): Partial<AntiFraudContext> => ({
  failure: toFailure(error),
});
const keepVerdict = (_: AntiFraudContext, { output }: { output: Verdict }): Partial<AntiFraudContext> => ({
  verdict: output,
});
const TYPE_ANOTHER = { guard: "isField", when: isText, target: "idle", changes: keepText };

/** PRODUCT.md 7: official, reported or unknown; typing another account forgets the verdict on the last one. */
export const antiFraudTable: TransitionTable<AntiFraudShape> = {
  asks: {
    queryAccount: ({ account }) => ({ account }),
    sendReport: ({ account, reason }) => ({ account, reason: reason.trim() }),
  },
  context: () => ({ ...ASKED_NOTHING, text: "", isChecked: false }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.type": { guard: "isField", when: isText, changes: keepText },
      "ui.check": [
        {
          guard: "isAccount",
          when: ({ text }) => /^@?[a-z]\w{3,}$/i.test(text),
          target: "checking",
          changes: ({ text }) => ({
            ...ASKED_NOTHING,
            account: `@${text.replace("@", "").toLowerCase()}`,
            isChecked: false,
          }),
        },
        { changes: { isChecked: true } },
      ],
    },
    checking: {
      "done(queryAccount)": [
        {
          guard: "isVerdict",
          when: (_, { output }) => output === "official",
          target: "official",
          changes: keepVerdict,
        },
        {
          guard: "isVerdict",
          when: (_, { output }) => output === "reported",
          target: "reported",
          changes: keepVerdict,
        },
        { target: "unknown", changes: keepVerdict },
      ],
      "error(queryAccount)": { target: "failed", changes: keepFailure },
    },
    official: { "ui.type": TYPE_ANOTHER },
    reported: { "ui.type": TYPE_ANOTHER, "ui.report": { target: "writing" } },
    unknown: { "ui.type": TYPE_ANOTHER, "ui.report": { target: "writing" } },
    failed: { "ui.type": TYPE_ANOTHER, "ui.retry": { target: "checking", changes: { failure: null } } },
    writing: {
      "ui.type": {
        guard: "isField",
        when: (_, { field }) => field === "reason",
        changes: (_, { value }) => ({ reason: value }),
      },
      "ui.send": { target: "sending" },
      "ui.back": [
        { guard: "wasReported", when: ({ verdict }) => verdict === "reported", target: "reported" },
        { target: "unknown" },
      ],
    },
    sending: {
      "done(sendReport)": { target: "sent" },
      "error(sendReport)": { target: "unsent", changes: keepFailure },
    },
    sent: { "ui.type": TYPE_ANOTHER },
    unsent: { "ui.retry": { target: "writing", changes: { failure: null } } },
  },
};
