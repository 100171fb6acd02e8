import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { countdown, type CountdownEnd } from "../kit/countdown.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, toFailure, type Failure } from "../kit/failure.ts";
import { drawFollowChild, type DrawFollowEvent, type DrawReading, LATE_AFTER_MS } from "../kit/follow/drawFollow.ts";
import { getFailureKey, getFailureValues, toRetryAfterSeconds } from "../kit/failureText.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, readError, setFailure, takeOutput } from "../kit/request.ts";
import {
  type ClaimRequest,
  type ClaimResult,
  type EnvelopeDetail,
  findOwnClaim,
  type FirstDetail,
  isClosedEarly,
  isForMembers,
  isOnlyShown,
  withConditions,
} from "./claimedEnvelope.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Entry = components["schemas"]["Entry"];

export interface EnvelopeClaimInput {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  /** What the person typed here before, and did not send with success; empty at first. */
  passphrase: string;
}

export interface EnvelopeClaimContext {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  envelope: Envelope | null;
  claims: readonly Claim[];
  /** The person's own. */
  claim: Claim | null;
  /** The person's place in a draw for all; null where there is none. */
  entry: Entry | null;
  /** As typed. */
  passphrase: string;
  /** When the next try is allowed, by the clock of this device; null where there is none to wait for, and until the clock was read. */
  waitEndsAtMs: number | null;
  failure: Failure | null;
}

export type EnvelopeClaimEvent =
  | { type: "ui.open" }
  | { type: "ui.enter" }
  | { type: "ui.type"; field: "passphrase"; value: string }
  | { type: "ui.submit" }
  | { type: "ui.skip" }
  | { type: "ui.refresh" }
  | { type: "ui.again" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  | DrawFollowEvent
  /** The page is gone. */
  | { type: "ui.leave" };

/** How the claim and its draw end. */
type Answered =
  | { type: "xstate.done.actor.claimEnvelope"; output: ClaimResult }
  | { type: "xstate.error.actor.claimEnvelope"; error: unknown }
  | { type: "xstate.done.actor.drawFollow"; output: DrawReading };

export type EnvelopeClaimEmitted =
  /** What the claim came to whose page was left before it showed. */
  { type: "share.unseen"; claim: Claim } | Effect;

/** What a state tells the page to show. */
export interface Shown {
  /**
   * The content of the page: nothing known yet, an envelope that cannot be shown, none at all, the closed one, the
   * passphrase, the wait for a draw for all, the opening, the share, an end without a share, an own one that is only shown.
   */
  part: "own" | "loading" | "loadFailed" | "missing" | "closed" | "form" | "waiting" | "opening" | "landed" | "over";
  /** How the envelope is drawn. */
  picture?: "sealed" | "claiming" | "opening" | "opened" | "empty" | "expired";
  /** i18n key; absent where the failure of the last request says it. */
  failureKey?: string;
}

const claimSetup = setup({
  types: {
    input: {} as EnvelopeClaimInput,
    context: {} as EnvelopeClaimContext,
    events: {} as EnvelopeClaimEvent | Answered,
    tags: {} as "busy" | "fresh",
    children: {} as Record<"countdown" | "windowEnd" | "lateCountdown", "countdown"> & { drawFollow: "drawFollow" },
    emitted: {} as EnvelopeClaimEmitted,
    meta: {} as Shown,
  },
  actors: {
    loadFirst: provideActor<FirstDetail, { envelopeId: string }>("envelopeClaim.loadFirst"),
    loadDetail: provideActor<EnvelopeDetail, { envelopeId: string }>("envelopeClaim.loadDetail"),
    claimEnvelope: provideActor<ClaimResult, ClaimRequest>("envelopeClaim.claimEnvelope"),
    countdown,
    drawFollow: drawFollowChild,
  },
  guards: {
    isLinked: ({ context }) => context.envelopeId !== null,
    isSearch: ({ context }) => context.envelopeId === null,
    isPassphraseRight: ({ context }) => typeof readTriedKey(context.passphrase) !== "string",
    isForMembers: ({ context }) => isForMembers(context.envelope),
    isTyped: ({ context }) => !isForMembers(context.envelope),
    knowsPassphrase: ({ context }) => (context.envelope?.passphrase ?? null) !== null,
    hasOpening: (_, { hasOpening, claims }: FirstDetail) => hasOpening && findOwnClaim(claims) !== null,
    isOwn: ({ context }) => isOnlyShown(context.envelope),
    isOpen: ({ context }) => context.envelope?.status === "open",
    isFinished: ({ context }) => context.envelope?.status === "finished",
    isOver: ({ context }) => isClosedEarly(context.envelope),
    isAllReceived: ({ context }) => context.envelope?.recordStatus === "received",
    isSomeLeft: ({ context }) => context.envelope?.recordStatus !== "received",
    hasShare: ({ context }) => context.claim !== null,
    isInDraw: ({ context }) => context.entry?.status === "waiting",
    isUndrawn: ({ context }) => context.entry?.status === "undrawn",
    isLost: ({ context }) => context.entry?.status === "lost",
    isRepeat: (_, { alreadyClaimed, claim }: ClaimResult) => alreadyClaimed && claim !== null,
    isEntered: (_, { entry }: ClaimResult) => entry?.status === "waiting",
    /** The id is the only input, so `invalidRequest` means a malformed id. */
    isUnknown: (_, { error }: { error: unknown }) =>
      hasApiError(error, "notFound") || hasApiError(error, "invalidRequest"),
    isNoMember: ({ context }) => hasApiError(context.failure, "membersOnly"),
    isWrongPassphrase: ({ context }) =>
      !isForMembers(context.envelope) && hasApiError(context.failure, "wrongPassphrase"),
    isThrottled: ({ context }) => hasApiError(context.failure, "tooManyTries"),
    isSoldOut: ({ context }) => hasApiError(context.failure, "soldOut"),
    isExpired: ({ context }) => hasApiError(context.failure, "envelopeExpired"),
    isOwnEnvelope: ({ context }) => hasApiError(context.failure, "ownEnvelope"),
  },
  actions: {
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: null }),
    setDetail: assign(({ context }, { envelope, claims, entry }: EnvelopeDetail) => ({
      envelope,
      claims,
      claim: findOwnClaim(claims) ?? context.claim,
      entry: entry ?? context.entry,
    })),
    setAnswer: assign((_, { claim, entry, envelope }: ClaimResult) => ({ claim, entry, envelope })),
    setDrawn: assign((_, { claim, entry }: DrawReading) => ({ claim, entry })),
    forgetEnvelope: assign({ envelopeId: null, envelope: null, claims: [], entry: null }),
    setWaitEnd: assign((_, end: CountdownEnd | undefined) => ({ waitEndsAtMs: end?.endsAtMs ?? null })),
    clearWaitEnd: assign({ waitEndsAtMs: null }),
    setPassphrase: enqueueActions(({ enqueue }, { passphrase }: { passphrase: string }) => {
      enqueue.assign({ passphrase });
      enqueue.emit({ type: "draft.changed", text: passphrase });
    }),
    emitSuccess: emit({ type: "vibrate", kind: "success" }),
    emitWarning: emit({ type: "vibrate", kind: "warning" }),
    emitError: emit({ type: "vibrate", kind: "error" }),
    emitUnseenShare: enqueueActions(({ context: { claim }, enqueue }) => {
      if (claim !== null) enqueue.emit({ type: "share.unseen", claim });
    }),
  },
  delays: { turnTime: 900, openingTime: 1000 },
});

const setTyped = {
  type: "setPassphrase",
  params: ({ event }: { event: { value: string } }) => ({ passphrase: event.value }),
} as const;

const forgetPassphrase = { type: "setPassphrase", params: { passphrase: "" } } as const;

const setDetail = { type: "setDetail", params: takeOutput<EnvelopeDetail> } as const;
const setAnswer = { type: "setAnswer", params: takeOutput<ClaimResult> } as const;
const setDrawn = { type: "setDrawn", params: takeOutput<DrawReading> } as const;

/** Until the server allows the next try. */
const nextTry = {
  id: "countdown",
  src: "countdown",
  input: ({ context }: { context: EnvelopeClaimContext }) => ({ lastsSeconds: toRetryAfterSeconds(context.failure) }),
  onSnapshot: {
    description: "The clock was read.",
    actions: {
      type: "setWaitEnd",
      params: ({ event }: { event: { snapshot: { context: CountdownEnd | undefined } } }) => event.snapshot.context,
    },
  },
} as const;

/** Claims a share of an envelope with its passphrase. A repeat is harmless: the server gives each person one share. */
export const envelopeClaimMachine = claimSetup.createMachine({
  id: "envelopeClaim",
  description: "Claim of one share of an envelope.",
  context: ({ input }) => ({
    envelopeId: input.envelopeId,
    envelope: null,
    claims: [],
    claim: null,
    entry: null,
    passphrase: input.passphrase,
    waitEndsAtMs: null,
    failure: null,
  }),
  on: { "ui.leave": { target: ".left", description: "The page is left with nothing to be said later." } },
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
        id: "loadFirst",
        src: "loadFirst",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: [
          {
            guard: { type: "hasOpening", params: takeOutput },
            target: "opening",
            description: "The person claimed it in a chat and has not seen it open.",
            actions: setDetail,
          },
          { target: "found", description: "There is such an envelope.", actions: setDetail },
        ],
        onError: [
          {
            guard: { type: "isUnknown", params: readError },
            target: "missing",
            description: "There is no such envelope.",
          },
          failTo({ target: "failed.loadFailed", description: "The server cannot be reached." }),
        ],
      },
    },
    found: {
      description: "Sorts by what became of the envelope, and by what the person has of it.",
      always: [
        {
          guard: "hasShare",
          target: ["landed.share.alreadyClaimed", "landed.others.read"],
          description: "The person has a share of it.",
          actions: forgetPassphrase,
        },
        { guard: "isInDraw", target: "waiting", description: "The person is in its draw, which goes on where it was." },
        { guard: "isOwn", target: "own", description: "The person sent it and cannot claim it." },
        { guard: "isUndrawn", target: "over.reason.notDrawn", description: "They waited for a draw that never was." },
        { guard: "isLost", target: "over.reason.lost", description: "The draw gave its shares to others." },
        { guard: "isFinished", target: "over.reason.soldOut", description: "Every share is claimed." },
        { guard: "isOver", target: "over.reason.expired", description: "Its time has passed." },
        { guard: "isOpen", target: "notReceived", description: "It can be claimed." },
        { target: "missing", description: "It is not paid yet." },
      ],
    },
    notReceived: {
      description: "The closed envelope: the person has received nothing of it.",
      meta: { part: "closed" },
      on: {
        "ui.enter": [
          { guard: "isForMembers", target: "claiming", description: "A tap opens it." },
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
    own: {
      description: "The person's own envelope, which they cannot claim: the page shows its details.",
      meta: { part: "own" },
    },
    entering: {
      description: "The passphrase is being typed.",
      meta: { part: "form" },
      on: {
        "ui.type": { description: "The passphrase changed.", actions: setTyped },
        "ui.submit": [
          { guard: "isPassphraseRight", target: "claiming", description: "Claim with what was typed." },
          { target: ".checked", description: "It cannot be a passphrase: say so." },
        ],
      },
      initial: "unchecked",
      states: {
        unchecked: { description: "Nothing is said of what is typed." },
        checked: { description: "What is wrong with what is typed shows, until it is right and sent." },
      },
    },
    claiming: {
      description: "The server decides. It is asked once, and its answer is awaited also where the page is left.",
      meta: { part: "form", picture: "claiming" },
      tags: "busy",
      invoke: {
        id: "claimEnvelope",
        src: "claimEnvelope",
        input: ({ context }) => ({
          passphrase: isForMembers(context.envelope) ? null : context.passphrase,
          envelopeId: context.envelopeId,
        }),
        onDone: [
          {
            guard: { type: "isRepeat", params: takeOutput },
            target: "landed.share.alreadyClaimed",
            description: "The person had a share before: nothing is played, the others are read.",
            actions: [setAnswer, forgetPassphrase],
          },
          { target: "answered", description: "A share, or how the draw for all stands.", actions: setAnswer },
        ],
        onError: { target: "declined", description: "No share.", actions: setFailure },
      },
      initial: "seen",
      states: {
        seen: {
          description: "The person waits for the answer, and the seal turns.",
          entry: emit({ type: "vibrate", kind: "light" }),
          after: { turnTime: { target: "seen", reenter: true, description: "The seal has turned once: it is felt." } },
          on: { "ui.leave": { target: "unseen", description: "They look at something else meanwhile." } },
        },
        unseen: {
          description: "The page is left: the answer is told where the person is now.",
          on: {
            "xstate.done.actor.claimEnvelope": [
              {
                guard: { type: "isEntered", params: takeOutput },
                target: "#envelopeClaim.waiting.unseen",
                description: "A place in the draw for all.",
                actions: setAnswer,
              },
              {
                target: "#envelopeClaim.left",
                description: "A share for this person, or none of a draw that is over.",
                actions: [setAnswer, forgetPassphrase, "emitUnseenShare"],
              },
            ],
            "xstate.error.actor.claimEnvelope": {
              target: "#envelopeClaim.left",
              description: "No share. Where the session has ended, that is told elsewhere.",
              actions: enqueueActions(({ enqueue, event }) => {
                const failure = toFailure(event.error);
                const words = { labelKey: getFailureKey(failure), values: getFailureValues(failure) };
                if (failure.kind !== "unauthorized") enqueue.emit({ type: "toast.show", tone: "error", ...words });
              }),
            },
          },
        },
      },
    },
    answered: {
      description: "Sorts by what the person got, at once or by the draw for all.",
      always: [
        { guard: "hasShare", target: "opening", description: "A share for this person." },
        { guard: "isInDraw", target: "waiting", description: "A place in the draw for all.", actions: "emitSuccess" },
        { guard: "isUndrawn", target: "over.reason.notDrawn", description: "No round came.", actions: "emitWarning" },
        {
          target: ["over.reason.lost", "over.others.reading"],
          description: "The draw gave the shares to others; who got them can be read.",
          actions: "emitWarning",
        },
      ],
    },
    declined: {
      description: "Sorts by why the person got nothing.",
      always: [
        { guard: "isNoMember", target: "notMember", description: "They are not in every chat that it asks for." },
        { guard: "isWrongPassphrase", target: "wrongPassphrase", description: "No envelope has this passphrase." },
        { guard: "isThrottled", target: "tooManyTries", description: "Too many wrong tries." },
        {
          guard: "isSoldOut",
          target: "over.reason.soldOut",
          description: "The last share went.",
          actions: "emitWarning",
        },
        {
          guard: "isExpired",
          target: "over.reason.expired",
          description: "It closed meanwhile.",
          actions: "emitWarning",
        },
        { guard: "isOwnEnvelope", target: "failed.refused", description: "The person sent it." },
        { target: "failed", description: "It may not be claimed now, or the server cannot be reached." },
      ],
    },
    waiting: {
      description: "The person is in a draw for all, and it is not settled yet.",
      entry: forgetPassphrase,
      invoke: {
        id: "drawFollow",
        src: "drawFollow",
        input: ({ context: { envelope, entry } }) => ({
          id: envelope?.envelopeId ?? "",
          reading: entry && { entry, claim: null },
        }),
        onDone: { target: "answered", description: "The draw is over.", actions: setDrawn },
      },
      on: {
        "draw.read": {
          description: "How many are in by now.",
          actions: assign({ entry: ({ event }) => event.reading.entry }),
        },
        "ui.leave": { target: ".unseen", description: "They look at something else meanwhile." },
      },
      initial: "inDraw",
      states: {
        inDraw: {
          description: "Others can still enter.",
          meta: { part: "waiting", picture: "sealed" },
          invoke: {
            id: "windowEnd",
            src: "countdown",
            input: ({ context }) => ({ endsAtMs: Date.parse(context.entry?.closesAt ?? "") }),
            onDone: { target: "drawing", description: "Nobody enters any more." },
          },
        },
        drawing: {
          description: "Everybody who takes part is known; the round of the beacon comes within moments.",
          meta: { part: "waiting", picture: "claiming" },
          entry: sendTo("drawFollow", { type: "follow.hurry" }),
          invoke: {
            id: "lateCountdown",
            src: "countdown",
            input: ({ context }) => ({ endsAtMs: Date.parse(context.entry?.closesAt ?? "") + LATE_AFTER_MS }),
            onDone: { target: "late", description: "Ten seconds after its time there is no result." },
          },
        },
        late: {
          description: "Public randomness is late; the place is kept.",
          meta: { part: "waiting", picture: "claiming", failureKey: "envelope:draw.lateText" },
        },
        unseen: {
          description: "The page is left: the result is told where the person is then.",
          on: {
            "xstate.done.actor.drawFollow": {
              target: "#envelopeClaim.left",
              description: "The draw is over.",
              actions: [setDrawn, "emitUnseenShare"],
            },
          },
        },
      },
    },
    opening: {
      description: "The envelope opens; the amount is known already.",
      meta: { part: "opening", picture: "opening" },
      tags: "fresh",
      entry: [forgetPassphrase, emit({ type: "vibrate", kind: "heavy" })],
      on: {
        "ui.skip": { target: "landed", description: "Show the amount at once.", actions: "emitSuccess" },
        "ui.leave": {
          target: "left",
          description: "The amount is told where the person is now.",
          actions: "emitUnseenShare",
        },
      },
      after: {
        openingTime: { target: "landed", description: "Opened: the amount has landed.", actions: "emitSuccess" },
      },
    },
    landed: {
      description: "The person has a share.",
      meta: { part: "landed", picture: "opened" },
      type: "parallel",
      states: {
        share: {
          description: "Whether it is new, and whether it was the last.",
          initial: "partiallyReceived",
          states: {
            partiallyReceived: {
              description: "A new share; others are left.",
              tags: "fresh",
              always: { guard: "isAllReceived", target: "received", description: "No share is left." },
            },
            received: {
              description: "A new share, and none is left.",
              tags: "fresh",
              always: { guard: "isSomeLeft", target: "partiallyReceived", description: "Shares are left." },
            },
            alreadyClaimed: { description: "The person got it before this visit: nothing is played again." },
          },
        },
        others: {
          description: "What the others got of the envelope.",
          initial: "reading",
          states: {
            reading: {
              description: "It is being read.",
              tags: "busy",
              entry: "clearFailure",
              invoke: {
                id: "refreshDetail",
                src: "loadDetail",
                input: ({ context }) => ({ envelopeId: context.claim?.envelopeId ?? "" }),
                onDone: { target: "read", description: "The read succeeded.", actions: setDetail },
                onError: failTo({ target: "read", description: "Not now; keep showing what is known." }),
              },
            },
            read: {
              description: "What could be read is shown.",
              on: { "ui.refresh": { target: "reading", description: "See how the others do." } },
            },
          },
        },
      },
    },
    over: {
      description: "The envelope has ended without a share for this person.",
      entry: [forgetPassphrase, "clearFailure"],
      type: "parallel",
      on: {
        "ui.again": {
          guard: "isSearch",
          target: "entering",
          description: "Try another passphrase.",
          actions: "forgetEnvelope",
        },
      },
      states: {
        reason: {
          description: "Why it has.",
          initial: "soldOut",
          states: {
            soldOut: {
              description: "Every share went to somebody else.",
              meta: { part: "over", picture: "empty", failureKey: "errors:soldOut" },
            },
            lost: {
              description: "The draw for all gave them to others.",
              meta: { part: "over", picture: "empty", failureKey: "envelope:draw.lostText" },
            },
            notDrawn: {
              description: "The draw for all never was; the rest went back to its sender.",
              meta: { part: "over", picture: "expired", failureKey: "envelope:draw.notDrawnText" },
            },
            expired: {
              description: "It is closed; the rest went back to its sender.",
              meta: { part: "over", picture: "expired", failureKey: "errors:envelopeExpired" },
            },
          },
        },
        others: {
          description: "What the others got of it.",
          initial: "known",
          states: {
            known: {
              description: "What is known of it is shown; nothing is where the passphrase found none.",
              always: { guard: "isOpen", target: "reading", description: "It is from before its end." },
            },
            reading: {
              description: "It is being read.",
              tags: "busy",
              invoke: {
                id: "readEnd",
                src: "loadDetail",
                input: ({ context }) => ({ envelopeId: context.envelope?.envelopeId ?? "" }),
                onDone: { target: "read", description: "The read succeeded.", actions: setDetail },
                onError: { target: "read", description: "It stays unknown." },
              },
            },
            read: { description: "What could be read is shown." },
          },
        },
      },
    },
    missing: {
      description: "The link leads to no envelope that can be claimed.",
      meta: { part: "missing", failureKey: "envelope:details.notFoundText" },
      entry: "forgetEnvelope",
      on: { "ui.again": { target: "entering", description: "A passphrase finds its envelope without a link." } },
    },
    wrongPassphrase: {
      description: "The server knows no such envelope; what was typed is kept to be corrected.",
      meta: { part: "form", failureKey: "errors:wrongPassphrase" },
      entry: "emitError",
      exit: "clearFailure",
      on: { "ui.type": { target: "entering", description: "Correct it.", actions: setTyped } },
    },
    tooManyTries: {
      description: "Counts down until the next try is allowed; what was typed is kept.",
      meta: { part: "form", failureKey: "errors:tooManyTries" },
      entry: "emitWarning",
      invoke: {
        ...nextTry,
        onDone: [
          { guard: "isForMembers", target: "notReceived", description: "The next tap is allowed." },
          { target: "entering", description: "The next try is allowed." },
        ],
      },
      exit: ["clearWaitEnd", "clearFailure"],
    },
    notMember: {
      description: "The person is not in each chat of an envelope for members: they can join and tap again.",
      meta: { part: "closed", failureKey: "errors:membersOnly" },
      entry: [assign({ envelope: ({ context }) => withConditions(context.envelope, context.failure) }), "emitWarning"],
      exit: "clearFailure",
      initial: "waiting",
      states: {
        waiting: {
          description: "Waits until the messenger can be asked again.",
          invoke: { ...nextTry, onDone: { target: "ready", description: "It can be asked again." } },
          exit: "clearWaitEnd",
        },
        ready: {
          description: "The next tap asks the messenger.",
          on: { "ui.retry": { target: "#envelopeClaim.claiming", description: "Check again." } },
        },
      },
    },
    failed: {
      description: "The last step failed; what was typed is kept.",
      meta: { part: "form" },
      exit: "clearFailure",
      on: {
        "ui.type": { guard: "isTyped", target: "entering", description: "Try another one.", actions: setTyped },
        "ui.back": [
          { guard: "isForMembers", target: "notReceived", description: "See the closed envelope." },
          { target: "entering", description: "Type another passphrase." },
        ],
      },
      initial: "unclaimed",
      states: {
        loadFailed: {
          description: "The named envelope could not be read.",
          meta: { part: "loadFailed" },
          on: {
            "ui.retry": { target: "#envelopeClaim.loadingDetail", description: "Read the envelope once more." },
            "app.online": { target: "#envelopeClaim.loadingDetail", description: "The device has a network again." },
          },
        },
        unclaimed: {
          description: "The claim did not succeed.",
          entry: "emitError",
          on: { "ui.retry": { target: "#envelopeClaim.claiming", description: "Claim once more." } },
        },
        refused: {
          description: "The person sent the envelope, and can never claim it.",
          entry: "emitError",
        },
      },
    },
    left: { type: "final", description: "The page is left, and what the claim came to has been told." },
  },
});
