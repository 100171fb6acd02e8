import { failTo, setFailure, setOutputFailure, readOutput, readError } from "../kit/request.ts";
import { type EmailCodeOutput, emailCodeSetup, toAttempt, toSecuredAttempt } from "./emailCode.setup.ts";

interface Typed {
  event: { value: string };
}

const setTyped = { type: "setTyped", params: ({ event }: Typed) => ({ typed: event.value }) } as const;
const isCode = { type: "isCode", params: ({ event }: Typed) => ({ typed: event.value }) } as const;

const type = [
  {
    guard: isCode,
    target: "verifying",
    description: "The last digit is there: nothing more is to be pressed.",
    actions: setTyped,
  },
  { target: "sent", description: "The digits changed.", actions: setTyped },
] as const;

const back = { target: "cancelled", description: "Back to what the code is for." } as const;

const send = { target: "sending", description: "Send another code." } as const;

interface CountdownStep {
  event: { snapshot: { context: { secondsLeft: number | null; endsAtMs: number | null } } };
}

const setRest = {
  description: "A second has passed, or many while the page slept.",
  actions: {
    type: "setRest",
    params: ({ event: { snapshot } }: CountdownStep) => ({
      secondsLeft: snapshot.context.secondsLeft,
      endsAtMs: snapshot.context.endsAtMs,
    }),
  },
} as const;

/** Until another code can be sent: by the deadline where it is known, so that leaving and coming back start nothing anew. */
const untilResend = {
  id: "countdown",
  src: "countdown",
  input: ({ context }: { context: { waitEndsAtMs: number | null; waitSeconds: number } }) =>
    context.waitEndsAtMs === null ? { lastsSeconds: context.waitSeconds } : { endsAtMs: context.waitEndsAtMs },
  onSnapshot: setRest,
} as const;

/** Sends six digits by email and does with them what they are for. */
export const emailCodeMachine = emailCodeSetup.createMachine({
  id: "emailCode",
  description: "A code by email, typed here to prove that the mailbox is the person's.",
  context: ({ input }) => ({
    ...input,
    verificationCode: "",
    expiresAt: null,
    isEarlier: false,
    isLastRefused: false,
    waitSeconds: 0,
    secondsLeft: null,
    waitEndsAtMs: null,
    failure: null,
    changedAt: null,
  }),
  output: ({ event }) => event.output as EmailCodeOutput,
  initial: "idle",
  states: {
    idle: {
      description: "Nothing was sent: says where the code will go.",
      on: { "ui.send": { ...send, description: "Send the code." }, "ui.back": back },
    },
    sending: {
      description: "The server is sending a code.",
      tags: "busy",
      entry: "clearCode",
      invoke: {
        id: "sendCode",
        src: "sendCode",
        input: ({ context }) => ({ goal: context.goal.kind, address: context.address }),
        onDone: {
          target: "sent",
          description: "The code is on its way, or went there a short time ago.",
          actions: { type: "setSent", params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: "canTypeLast", params: readError },
            target: "sent",
            description: "No other code can be sent yet: the last one can be typed still.",
            actions: [setFailure, "setWait", "setLastRefused"],
          },
          {
            guard: { type: "isSendingShut", params: readError },
            target: "shut",
            description: "Too many codes were asked for.",
            actions: [setFailure, "setWait"],
          },
          failTo({ target: "sorting", description: "The server refused." }),
        ],
      },
    },
    shut: {
      description: "No code was sent: counts down until one can be asked for.",
      invoke: {
        ...untilResend,
        onDone: { description: "A code can be asked for.", actions: "endWait" },
      },
      on: {
        "ui.send": { ...send, guard: "canResend", description: "Ask for a code again." },
        "ui.back": back,
      },
    },
    sent: {
      description: "The digits are being typed; another code can be sent when the countdown ends.",
      invoke: {
        ...untilResend,
        onDone: { target: "resendable", description: "Another code can be sent.", actions: "endWait" },
      },
      on: {
        "ui.type": [type[0], { description: "The digits changed.", actions: setTyped }],
        "ui.back": back,
      },
    },
    resendable: {
      description: "The digits are being typed; another code can be sent.",
      on: {
        "ui.type": [type[0], { description: "The digits changed.", actions: setTyped }],
        "ui.send": send,
        "ui.back": back,
      },
    },
    verifying: {
      description: "The server looks at the digits, and does what they are for.",
      tags: "busy",
      invoke: {
        id: "verifyCode",
        src: "verifyCode",
        input: ({ context }) => toAttempt(context),
        onDone: {
          target: "verified",
          description: "They are right, and it is done.",
          actions: { type: "setChange", params: ({ event }) => event.output },
        },
        onError: [
          {
            guard: { type: "isSecurityCodeAsked", params: readError },
            target: "askingSecurityCode",
            description: "The server wants the security code as well.",
            actions: setFailure,
          },
          failTo({ target: "sorting", description: "The server refused." }),
        ],
      },
    },
    askingSecurityCode: {
      description: "The person is asked for the security code, and the try is repeated with it.",
      invoke: {
        id: "securityCodePrompt",
        src: "securityCodePrompt",
        input: ({ context }) => ({
          attempt: toSecuredAttempt(context),
          failure: context.failure ?? { kind: "aborted" },
        }),
        onDone: [
          {
            guard: { type: "isGiven", params: readOutput },
            target: "verified",
            description: "Both codes are right, and it is done.",
            actions: {
              type: "setChange",
              params: ({ event: { output } }) => ({
                changedAt:
                  output.status === "given" && output.result.kind === "updateEmail" ? output.result.changedAt : "",
              }),
            },
          },
          {
            guard: { type: "isForgotten", params: readOutput },
            target: "forgotten",
            description: "The security code is to be recovered first.",
            actions: "clearCode",
          },
          {
            guard: { type: "isFailed", params: readOutput },
            target: "sorting",
            description: "The security code is not the reason any more.",
            actions: setOutputFailure,
          },
          {
            target: "sent",
            description: "The person gave it up.",
            actions: "clearCode",
          },
        ],
        onError: failTo({ target: "failed", description: "The question broke." }),
      },
    },
    sorting: {
      description: "Sorts by why the server refused.",
      always: [
        {
          guard: "isRefused",
          target: "refused",
          description: "No code can help.",
          actions: "clearCode",
        },
        { guard: "isWrong", target: "wrong", description: "The digits are others.", actions: "clearCode" },
        {
          guard: "isExpired",
          target: "expired",
          description: "The code is too old.",
          actions: ["clearCode", "clearSent"],
        },
        {
          guard: "isThrottled",
          target: "locked",
          description: "Too many digits were wrong.",
          actions: ["clearCode", "setWait"],
        },
        { target: "failed", description: "The server cannot do it now." },
      ],
    },
    wrong: {
      description: "The digits were wrong; the code can be typed again.",
      invoke: {
        ...untilResend,
        onDone: { description: "Another code can be sent.", actions: "endWait" },
      },
      on: {
        "ui.type": type,
        "ui.send": { ...send, guard: "canResend" },
        "ui.back": back,
      },
    },
    expired: {
      description: "The code is too old; another one can be sent.",
      on: { "ui.send": send, "ui.back": back },
    },
    locked: {
      description: "Too many digits were wrong: counts down until the next try is allowed.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context }) => ({ lastsSeconds: context.waitSeconds }),
        onSnapshot: setRest,
        onDone: {
          target: "resendable",
          description: "The wait is over.",
          actions: "endWait",
        },
      },
      on: { "ui.back": back },
    },
    failed: {
      description: "Server or network failed; what was typed is kept.",
      on: {
        "ui.retry": [
          { guard: "isTyped", target: "verifying", description: "Look at the digits again." },
          { target: "sending", description: "Send a code again." },
        ],
        "ui.back": back,
      },
    },
    verified: {
      type: "final",
      description: "What the code was for is done.",
      output: ({ context: { changedAt } }) => ({ status: "verified", changedAt }),
    },
    refused: {
      type: "final",
      description: "It lies with the goal.",
      output: ({ context: { failure } }) => ({ status: "refused", failure }),
    },
    forgotten: {
      type: "final",
      description: "The security code is to be recovered first.",
      output: { status: "forgotten" },
    },
    cancelled: {
      type: "final",
      description: "The person went back.",
      entry: "clearCode",
      output: { status: "cancelled" },
    },
  },
});
