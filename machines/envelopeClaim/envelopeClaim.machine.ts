import { assign } from "xstate";
import { failTo, keepFailure } from "../kit/request.ts";
import { envelopeClaimSetup } from "./envelopeClaim.setup.ts";

const keepTyped = {
  type: "keepPassphrase",
  params: ({ event }: { event: { value: string } }) => ({ passphrase: event.value }),
} as const;

/** Claims a share of an envelope with its passphrase. A repeat is harmless: the server gives each person one share. */
export const envelopeClaimMachine = envelopeClaimSetup.createMachine({
  id: "envelopeClaim",
  description: "Claim of one share of an envelope.",
  context: ({ input }) => ({
    envelopeId: input.envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    isRepeat: false,
    passphrase: input.passphrase,
    isChecked: false,
    secondsLeft: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: {
        "ui.open": [
          { guard: "isLinked", target: "loadingDetail", description: "A link names the envelope." },
          { target: "entering", description: "The passphrase will find the envelope." },
        ],
      },
    },
    loadingDetail: {
      description: "The named envelope is being read.",
      tags: "busy",
      invoke: {
        id: "loadDetail",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: [
          {
            guard: { type: "hasOwnClaim", params: ({ event }) => event.output },
            target: "alreadyClaimed",
            description: "The person has a share of it.",
            actions: [
              { type: "keepOwnDetail", params: ({ event }) => event.output },
              assign({ isRepeat: true }),
              "forgetPassphrase",
              "emitDraft",
            ],
          },
          {
            guard: { type: "isOwn", params: ({ event }) => event.output },
            target: "own",
            description: "The person sent it and cannot claim it.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isFinished", params: ({ event }) => event.output },
            target: "soldOut",
            description: "Every share is claimed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOver", params: ({ event }) => event.output },
            target: "expired",
            description: "Its time has passed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOpen", params: ({ event }) => event.output },
            target: "notReceived",
            description: "It can be claimed.",
            actions: { type: "keepDetail", params: ({ event }) => event.output },
          },
          {
            target: "missing",
            description: "It is not paid yet.",
          },
        ],
        onError: [
          {
            guard: { type: "isUnknown", params: ({ event }) => ({ error: event.error }) },
            target: "missing",
            description: "There is no such envelope.",
          },
          failTo({ target: "failed", description: "The server cannot be reached." }),
        ],
      },
    },
    notReceived: {
      description: "The closed envelope: the person has received nothing of it.",
      on: {
        "ui.enter": [
          {
            guard: "knowsPassphrase",
            target: "claiming",
            description: "The sender of a lucky draw has nothing to type.",
            actions: assign({ passphrase: ({ context }) => context.envelope?.passphrase ?? "" }),
          },
          { target: "entering", description: "Claim it." },
        ],
      },
    },
    own: { description: "The person's own envelope, which they cannot claim: the page shows its details." },
    entering: {
      description: "The passphrase is being typed.",
      on: {
        "ui.type": {
          description: "The passphrase changed.",
          actions: [keepTyped, "emitDraft"],
        },
        "ui.submit": [
          {
            guard: "isPassphraseRight",
            target: "claiming",
            description: "Claim with what was typed.",
            actions: assign({ isChecked: false }),
          },
          { description: "It cannot be a passphrase: say so.", actions: assign({ isChecked: true }) },
        ],
      },
    },
    claiming: {
      description: "The server decides.",
      tags: "busy",
      invoke: {
        id: "claimEnvelope",
        src: "claimEnvelope",
        input: ({ context }) => ({ passphrase: context.passphrase, envelopeId: context.envelopeId }),
        onDone: [
          {
            guard: { type: "isRepeat", params: ({ event }) => event.output },
            target: "refreshing",
            description: "The person had a share before: nothing is played, the others are read.",
            actions: [{ type: "keepShare", params: ({ event }) => event.output }, "forgetPassphrase", "emitDraft"],
          },
          {
            target: "opening",
            description: "A share for this person.",
            actions: [
              { type: "keepShare", params: ({ event }) => event.output },
              "forgetPassphrase",
              "emitDraft",
              "emitHeavyVibration",
            ],
          },
        ],
        onError: [
          {
            guard: { type: "isWrongPassphrase", params: ({ event }) => ({ error: event.error }) },
            target: "wrongPassphrase",
            description: "No envelope has this passphrase.",
            actions: "emitErrorVibration",
          },
          {
            guard: { type: "isThrottled", params: ({ event }) => ({ error: event.error }) },
            target: "tooManyTries",
            description: "Too many wrong tries.",
            actions: [{ type: "noteWait", params: ({ event }) => ({ error: event.error }) }, "emitWarningVibration"],
          },
          {
            guard: { type: "isLinkedEnd", params: ({ event }) => ({ error: event.error }) },
            target: "missed",
            description: "The envelope ended meanwhile; who got it can be read.",
            actions: [keepFailure, "emitWarningVibration"],
          },
          {
            guard: { type: "isSoldOut", params: ({ event }) => ({ error: event.error }) },
            target: "soldOut",
            description: "Every share is claimed.",
            actions: "emitWarningVibration",
          },
          {
            guard: { type: "isExpired", params: ({ event }) => ({ error: event.error }) },
            target: "expired",
            description: "Its time has passed.",
            actions: "emitWarningVibration",
          },
          {
            target: "failed",
            description: "It may not be claimed by this person, or the server cannot be reached.",
            actions: [keepFailure, "emitErrorVibration"],
          },
        ],
      },
    },
    opening: {
      description: "The envelope opens; the amount is known already.",
      on: {
        "ui.skip": { target: "refreshing", description: "Show the amount at once.", actions: "emitSuccessVibration" },
      },
      after: {
        openingTime: {
          target: "refreshing",
          description: "Opened: the amount has landed.",
          actions: "emitSuccessVibration",
        },
      },
    },
    partiallyReceived: {
      description: "The person has a share; others are left.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others do." } },
    },
    received: {
      description: "The person has a share, and none is left.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others did." } },
    },
    alreadyClaimed: {
      description: "Shows what the person got before.",
      on: { "ui.refresh": { target: "refreshing", description: "See how the others do." } },
    },
    refreshing: {
      description: "The person's share is shown; the shares of the others are being read.",
      tags: "busy",
      entry: "forgetFailure",
      invoke: {
        id: "refreshDetail",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.claim?.envelopeId ?? "" }),
        onDone: {
          target: "sortingShare",
          description: "The shares of the others are here.",
          actions: { type: "keepOwnDetail", params: ({ event }) => event.output },
        },
        onError: failTo({ target: "sortingShare", description: "Not now; keep showing what is known." }),
      },
    },
    sortingShare: {
      description: "Whether the share is an old one, and whether it was the last.",
      always: [
        { guard: "wasRepeat", target: "alreadyClaimed", description: "The share is an old one." },
        { guard: "isAllReceived", target: "received", description: "No share is left." },
        { target: "partiallyReceived", description: "Shares are left." },
      ],
    },
    missed: {
      description: "The envelope ended before the claim came; the shares of the others are being read.",
      tags: "busy",
      invoke: {
        id: "readEnd",
        src: "loadDetail",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: {
          target: "sortingEnd",
          description: "The shares of the others are here.",
          actions: { type: "keepDetail", params: ({ event }) => event.output },
        },
        onError: { target: "sortingEnd", description: "The others stay unknown." },
      },
    },
    sortingEnd: {
      description: "Sorts by the reason why the claim was refused.",
      exit: "forgetFailure",
      always: [
        { guard: "wasExpired", target: "expired", description: "Its time has passed." },
        { target: "soldOut", description: "Every share is claimed." },
      ],
    },
    soldOut: {
      description: "Every share went to somebody else.",
      entry: ["forgetPassphrase", "emitDraft"],
      on: {
        "ui.again": { guard: "isSearch", target: "entering", description: "Try another passphrase." },
      },
    },
    expired: {
      description: "The envelope is closed; the rest went back to its sender.",
      entry: ["forgetPassphrase", "emitDraft"],
      on: {
        "ui.again": { guard: "isSearch", target: "entering", description: "Try another passphrase." },
      },
    },
    missing: {
      description: "The link leads to no envelope that can be claimed.",
      on: {
        "ui.again": {
          target: "entering",
          description: "A passphrase finds its envelope without a link.",
          actions: "forgetLink",
        },
      },
    },
    wrongPassphrase: {
      description: "The server knows no such envelope; what was typed is kept to be corrected.",
      on: {
        "ui.type": {
          target: "entering",
          description: "Correct it.",
          actions: [keepTyped, "emitDraft"],
        },
      },
    },
    tooManyTries: {
      description: "Counts down until the next try is allowed; what was typed is kept.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context }) => ({ lastsSeconds: context.secondsLeft ?? 0 }),
        onSnapshot: {
          description: "A second has passed, or many while the page slept.",
          actions: {
            type: "keepSecondsLeft",
            params: ({ event }) => ({ secondsLeft: event.snapshot.context.secondsLeft }),
          },
        },
        onDone: { target: "entering", description: "The next try is allowed." },
      },
      exit: "forgetWait",
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      on: {
        "ui.retry": [
          {
            guard: "isUnread",
            target: "loadingDetail",
            description: "Read the envelope once more.",
            actions: "forgetFailure",
          },
          { guard: "canRetry", target: "claiming", description: "Claim once more.", actions: "forgetFailure" },
        ],
        "ui.type": {
          target: "entering",
          description: "Try another one.",
          actions: ["forgetFailure", keepTyped, "emitDraft"],
        },
        "ui.back": { target: "entering", description: "Type another passphrase.", actions: "forgetFailure" },
      },
    },
  },
});

export const envelopeClaimSecrets: readonly string[] = ["passphrase"];
