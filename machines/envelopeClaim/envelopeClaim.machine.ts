import { assign, emit, enqueueActions, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { countdown, type CountdownEnd } from "../kit/countdown.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, toFailure, type Failure } from "../kit/failure.ts";
import { drawFollowChild, type DrawFollowEvent, type DrawReading } from "../kit/follow/drawFollow.ts";
import { getFailureKey, getFailureValues, toRetryAfterSeconds } from "../kit/failureText.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo, readError, setFailure } from "../kit/request.ts";
import { isSentByMe } from "../lifecycle/envelope/isSentByMe.ts";

type Envelope = components["schemas"]["Envelope"];
type Claim = components["schemas"]["Claim"];
type Entry = components["schemas"]["Entry"];

export interface EnvelopeClaimInput {
  /** From the link; null where the passphrase alone has to find the envelope. */
  envelopeId: string | null;
  /** What the person typed here before, and did not send with success; empty at first. */
  passphrase: string;
}

export interface EnvelopeDetail {
  envelope: Envelope;
  /** All of them: an envelope has at most a hundred. */
  claims: readonly Claim[];
}

/** What the page reads as it opens. */
export interface FirstDetail extends EnvelopeDetail {
  /** The person claimed in a chat and has not seen the envelope open; told once, so this page plays it. */
  hasOpening: boolean;
  /** The person's place in its last draw for all; null for who is in none, and where none is asked for. */
  entry: Entry | null;
}

export interface ClaimResult {
  /** Null where a draw for all is not settled yet, or was lost. */
  claim: Claim | null;
  entry: Entry | null;
  envelope: Envelope;
  alreadyClaimed: boolean;
}

export interface ClaimRequest {
  /** Null where members open the envelope by a tap. */
  passphrase: string | null;
  envelopeId: string | null;
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
  /** How long the server wants the person to wait; null where it wants no wait. */
  waitSeconds: number | null;
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

/** How the request for the claim ends. */
type ClaimAnswered =
  | { type: "xstate.done.actor.claimEnvelope"; output: ClaimResult }
  | { type: "xstate.error.actor.claimEnvelope"; error: unknown };

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

/** Whether a tap opens it and nothing has to be typed. */
export function isForMembers({ envelope }: Pick<EnvelopeClaimContext, "envelope">): boolean {
  return envelope?.claimRule === "members";
}

function isAllReceived({ envelope }: EnvelopeClaimContext): boolean {
  return envelope?.recordStatus === "received";
}

function findOwnClaim(claims: readonly Claim[]): Claim | null {
  return claims.find((claim) => claim.isMine) ?? null;
}

/** The draw starts with a round of the beacon, whose time is at most 4 s after the end; 10 s after that it is late. */
const LATE_AFTER_MS = 14_000;

/** What is followed; the chart follows nothing before the person is in a draw. */
function toDrawReading({ entry }: EnvelopeClaimContext): DrawReading {
  if (entry === null) throw new Error("no draw to follow");
  return { entry, claim: null };
}

function getEnvelopeId({ envelope, envelopeId }: EnvelopeClaimContext): string {
  return envelope?.envelopeId ?? envelopeId ?? "";
}

/** The envelope with what a refusal says of its chats. */
function setConditions(envelope: Envelope | null, failure: Failure): Envelope | null {
  const conditions = failure.kind === "api" ? failure.conditions : undefined;
  return envelope === null || conditions === undefined ? envelope : { ...envelope, conditions: [...conditions] };
}

const envelopeClaimSetup = setup({
  types: {
    input: {} as EnvelopeClaimInput,
    context: {} as EnvelopeClaimContext,
    events: {} as EnvelopeClaimEvent | ClaimAnswered,
    tags: {} as "busy" | "fresh",
    children: {} as {
      countdown: "countdown";
      memberCountdown: "countdown";
      windowEnd: "countdown";
      lateCountdown: "countdown";
      drawFollow: "drawFollow";
    },
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
    isOwn: (_, { envelope }: EnvelopeDetail) =>
      isSentByMe(envelope) && (envelope.type === "ordinary" || envelope.status !== "open"),
    isForMembers: ({ context }) => isForMembers(context),
    isNoMember: (_, params: { error: unknown }) => hasApiError(params.error, "membersOnly"),
    knowsPassphrase: ({ context }) => (context.envelope?.passphrase ?? null) !== null,
    hasOpening: (_, params: FirstDetail) => params.hasOpening && findOwnClaim(params.claims) !== null,
    hasOwnClaim: (_, params: EnvelopeDetail) => findOwnClaim(params.claims) !== null,
    isFinished: (_, params: EnvelopeDetail) => params.envelope.status === "finished",
    isOver: (_, params: EnvelopeDetail) => ["expired", "refunded", "cancelled"].includes(params.envelope.status),
    isOpen: (_, params: EnvelopeDetail) => params.envelope.status === "open",
    isAllReceived: ({ context }) => isAllReceived(context),
    isSomeLeft: ({ context }) => !isAllReceived(context),
    isRepeat: (_, { alreadyClaimed, claim }: ClaimResult) => alreadyClaimed && claim !== null,
    hasWon: (_, { claim }: { claim: Claim | null }) => claim !== null,
    isInDraw: (_, { entry }: { entry: Entry | null }) => entry?.status === "waiting",
    isUndrawn: (_, { entry }: { entry: Entry | null }) => entry?.status === "undrawn",
    isLost: (_, { entry }: { entry: Entry | null }) => entry?.status === "lost",
    /** The id is the only input, so `invalidRequest` means a malformed id. */
    isUnknown: (_, { error }: { error: unknown }) =>
      hasApiError(error, "notFound") || hasApiError(error, "invalidRequest"),
    isWrongPassphrase: ({ context }, params: { error: unknown }) =>
      !isForMembers(context) && hasApiError(params.error, "wrongPassphrase"),
    isTyped: ({ context }) => !isForMembers(context),
    isThrottled: (_, params: { error: unknown }) => hasApiError(params.error, "tooManyTries"),
    isLinkedSoldOut: ({ context }, params: { error: unknown }) =>
      context.envelopeId !== null && hasApiError(params.error, "soldOut"),
    isLinkedExpired: ({ context }, params: { error: unknown }) =>
      context.envelopeId !== null && hasApiError(params.error, "envelopeExpired"),
    isSoldOut: (_, params: { error: unknown }) => hasApiError(params.error, "soldOut"),
    isExpired: (_, params: { error: unknown }) => hasApiError(params.error, "envelopeExpired"),
    isOwnEnvelope: (_, params: { error: unknown }) => hasApiError(params.error, "ownEnvelope"),
    isUnauthorized: (_, params: { error: unknown }) => toFailure(params.error).kind === "unauthorized",
  },
  actions: {
    setDetail: assign((_, { envelope, claims }: EnvelopeDetail) => ({ envelope, claims })),
    setOwnDetail: assign(({ context }, { envelope, claims }: EnvelopeDetail) => ({
      envelope,
      claims,
      claim: findOwnClaim(claims) ?? context.claim,
    })),
    setShare: assign((_, { claim, envelope }: ClaimResult) => ({ claim, envelope })),
    setPlace: assign((_, { entry, envelope }: Pick<ClaimResult, "entry" | "envelope">) => ({ entry, envelope })),
    setDrawn: assign((_, { entry, claim }: DrawReading) => ({ entry, claim })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    clearFailure: assign({ failure: null }),
    setWait: assign((_, { error }: { error: unknown }) => ({ waitSeconds: toRetryAfterSeconds(error) })),
    setWaitEnd: assign((_, end: CountdownEnd | undefined) => ({ waitEndsAtMs: end?.endsAtMs ?? null })),
    clearWait: assign({ waitSeconds: null, waitEndsAtMs: null }),
    setPassphrase: assign((_, { passphrase }: { passphrase: string }) => ({ passphrase })),
    clearPassphrase: assign({ passphrase: "" }),
    emitDraft: emit(({ context: { passphrase } }) => ({ type: "draft.changed", text: passphrase })),
    emitHeavyVibration: emit({ type: "vibrate", kind: "heavy" }),
    emitSuccessVibration: emit({ type: "vibrate", kind: "success" }),
    emitWarningVibration: emit({ type: "vibrate", kind: "warning" }),
    emitErrorVibration: emit({ type: "vibrate", kind: "error" }),
    emitUnseenShare: enqueueActions(({ enqueue }, { claim }: { claim: Claim | null }) => {
      if (claim !== null) enqueue.emit({ type: "share.unseen", claim });
    }),
  },
  delays: { turnTime: 900, openingTime: 1000 },
});

const setTyped = {
  type: "setPassphrase",
  params: ({ event }: { event: { value: string } }) => ({ passphrase: event.value }),
} as const;

const takeOutput = <Output>({ event }: { event: { output: Output } }): Output => event.output;

/** Read again and again; the chart goes on where it ends. */
const followDraw = {
  id: "drawFollow",
  src: "drawFollow",
  onDone: [
    {
      guard: { type: "hasWon", params: takeOutput<DrawReading> },
      target: "#envelopeClaim.opening",
      description: "The draw gave the person a share.",
      actions: [{ type: "setDrawn", params: takeOutput<DrawReading> }, "emitHeavyVibration"],
    },
    {
      guard: { type: "isUndrawn", params: takeOutput<DrawReading> },
      target: "#envelopeClaim.over.reason.notDrawn",
      description: "No round came for a day.",
      actions: [{ type: "setDrawn", params: takeOutput<DrawReading> }, "emitWarningVibration"],
    },
    {
      target: ["#envelopeClaim.over.reason.lost", "#envelopeClaim.over.others.reading"],
      description: "The draw gave the shares to others; who got them can be read.",
      actions: [{ type: "setDrawn", params: takeOutput<DrawReading> }, "emitWarningVibration"],
    },
  ],
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
    entry: null,
    passphrase: input.passphrase,
    waitSeconds: null,
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
        id: "loadDetail",
        src: "loadFirst",
        input: ({ context }) => ({ envelopeId: context.envelopeId ?? "" }),
        onDone: [
          {
            guard: { type: "hasOpening", params: ({ event }) => event.output },
            target: "opening",
            description: "The person claimed it in a chat and has not seen it open.",
            actions: [
              { type: "setOwnDetail", params: ({ event }) => event.output },
              "clearPassphrase",
              "emitDraft",
              "emitHeavyVibration",
            ],
          },
          {
            guard: { type: "hasOwnClaim", params: ({ event }) => event.output },
            target: ["landed.share.alreadyClaimed", "landed.others.read"],
            description: "The person has a share of it.",
            actions: [{ type: "setOwnDetail", params: ({ event }) => event.output }, "clearPassphrase", "emitDraft"],
          },
          {
            guard: { type: "isInDraw", params: ({ event }) => event.output },
            target: "waiting",
            description: "The person is in its draw, which goes on where it was.",
            actions: [{ type: "setPlace", params: ({ event }) => event.output }, "clearPassphrase", "emitDraft"],
          },
          {
            guard: { type: "isOwn", params: ({ event }) => event.output },
            target: "own",
            description: "The person sent it and cannot claim it.",
            actions: { type: "setDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isUndrawn", params: ({ event }) => event.output },
            target: "over.reason.notDrawn",
            description: "The person waited for a draw that never was.",
            actions: { type: "setPlace", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isLost", params: ({ event }) => event.output },
            target: "over.reason.lost",
            description: "The draw gave its shares to others.",
            actions: [
              { type: "setPlace", params: ({ event }) => event.output },
              { type: "setDetail", params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: "isFinished", params: ({ event }) => event.output },
            target: "over.reason.soldOut",
            description: "Every share is claimed.",
            actions: { type: "setDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOver", params: ({ event }) => event.output },
            target: "over.reason.expired",
            description: "Its time has passed.",
            actions: { type: "setDetail", params: ({ event }) => event.output },
          },
          {
            guard: { type: "isOpen", params: ({ event }) => event.output },
            target: "notReceived",
            description: "It can be claimed.",
            actions: { type: "setDetail", params: ({ event }) => event.output },
          },
          {
            target: "missing",
            description: "It is not paid yet.",
          },
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
        "ui.type": {
          description: "The passphrase changed.",
          actions: [setTyped, "emitDraft"],
        },
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
      description:
        "The server decides. The request is made once, and its answer is awaited also where the page is left.",
      meta: { part: "form", picture: "claiming" },
      tags: "busy",
      invoke: {
        id: "claimEnvelope",
        src: "claimEnvelope",
        input: ({ context }) => ({
          passphrase: isForMembers(context) ? null : context.passphrase,
          envelopeId: context.envelopeId,
        }),
        onDone: [
          {
            guard: { type: "isRepeat", params: ({ event }) => event.output },
            target: "landed.share.alreadyClaimed",
            description: "The person had a share before: nothing is played, the others are read.",
            actions: [{ type: "setShare", params: ({ event }) => event.output }, "clearPassphrase", "emitDraft"],
          },
          {
            guard: { type: "isInDraw", params: ({ event }) => event.output },
            target: "waiting",
            description: "A place in the draw for all.",
            actions: [
              { type: "setPlace", params: ({ event }) => event.output },
              "clearPassphrase",
              "emitDraft",
              "emitSuccessVibration",
            ],
          },
          {
            guard: { type: "isUndrawn", params: ({ event }) => event.output },
            target: "over.reason.notDrawn",
            description: "They waited for a draw that never was.",
            actions: [{ type: "setPlace", params: ({ event }) => event.output }, "emitWarningVibration"],
          },
          {
            guard: { type: "isLost", params: ({ event }) => event.output },
            target: ["over.reason.lost", "over.others.reading"],
            description: "They were in the draw before, which gave its shares to others.",
            actions: [{ type: "setPlace", params: ({ event }) => event.output }, "emitWarningVibration"],
          },
          {
            target: "opening",
            description: "A share for this person.",
            actions: [
              { type: "setShare", params: ({ event }) => event.output },
              "clearPassphrase",
              "emitDraft",
              "emitHeavyVibration",
            ],
          },
        ],
        onError: [
          {
            guard: { type: "isNoMember", params: readError },
            target: "notMember",
            description: "The person is not in every chat that it asks for.",
            actions: [
              assign({ envelope: ({ context, event }) => setConditions(context.envelope, toFailure(event.error)) }),
              { type: "setWait", params: readError },
              "emitWarningVibration",
            ],
          },
          {
            guard: { type: "isWrongPassphrase", params: readError },
            target: "wrongPassphrase",
            description: "No envelope has this passphrase.",
            actions: "emitErrorVibration",
          },
          {
            guard: { type: "isThrottled", params: readError },
            target: "tooManyTries",
            description: "Too many wrong tries.",
            actions: [{ type: "setWait", params: readError }, "emitWarningVibration"],
          },
          {
            guard: { type: "isLinkedSoldOut", params: readError },
            target: ["over.reason.soldOut", "over.others.reading"],
            description: "The last share went meanwhile; who got them can be read.",
            actions: "emitWarningVibration",
          },
          {
            guard: { type: "isLinkedExpired", params: readError },
            target: ["over.reason.expired", "over.others.reading"],
            description: "The envelope closed meanwhile; who got it can be read.",
            actions: "emitWarningVibration",
          },
          {
            guard: { type: "isSoldOut", params: readError },
            target: "over.reason.soldOut",
            description: "Every share is claimed.",
            actions: "emitWarningVibration",
          },
          {
            guard: { type: "isExpired", params: readError },
            target: "over.reason.expired",
            description: "Its time has passed.",
            actions: "emitWarningVibration",
          },
          {
            guard: { type: "isOwnEnvelope", params: readError },
            target: "failed.refused",
            description: "The person sent it.",
            actions: [setFailure, "emitErrorVibration"],
          },
          {
            target: "failed.unclaimed",
            description: "It may not be claimed now, or the server cannot be reached.",
            actions: [setFailure, "emitErrorVibration"],
          },
        ],
      },
      initial: "seen",
      states: {
        seen: {
          description: "The person waits for the answer, and the seal turns.",
          entry: emit({ type: "vibrate", kind: "light" }),
          after: {
            turnTime: { target: "seen", reenter: true, description: "The seal has turned once: it is felt." },
          },
          on: { "ui.leave": { target: "unseen", description: "They look at something else meanwhile." } },
        },
        unseen: {
          description: "The page is left: the answer is told where the person is now.",
          on: {
            "xstate.done.actor.claimEnvelope": [
              {
                guard: { type: "isInDraw", params: ({ event }) => event.output },
                target: "#envelopeClaim.waitingUnseen",
                description: "A place in the draw for all.",
                actions: [{ type: "setPlace", params: ({ event }) => event.output }, "clearPassphrase", "emitDraft"],
              },
              {
                target: "#envelopeClaim.left",
                description: "A share for this person, or none of a draw that is over.",
                actions: [
                  "clearPassphrase",
                  "emitDraft",
                  { type: "emitUnseenShare", params: ({ event }) => event.output },
                ],
              },
            ],
            "xstate.error.actor.claimEnvelope": [
              {
                guard: { type: "isUnauthorized", params: readError },
                target: "#envelopeClaim.left",
                description: "The page went with the session, whose end is told elsewhere.",
              },
              {
                target: "#envelopeClaim.left",
                description: "No share.",
                actions: emit(({ event }) => {
                  const failure = toFailure(event.error);
                  const values = getFailureValues(failure);
                  return { type: "toast.show", tone: "error", labelKey: getFailureKey(failure), values };
                }),
              },
            ],
          },
        },
      },
    },
    waiting: {
      description: "The person is in a draw for all, and it is not settled yet.",
      on: {
        "draw.read": {
          description: "How many are in by now.",
          actions: assign({ entry: ({ event }) => event.reading.entry }),
        },
        "ui.leave": { target: "waitingUnseen", description: "They look at something else meanwhile." },
      },
      initial: "inDraw",
      states: {
        inDraw: {
          description: "Others can still enter.",
          meta: { part: "waiting", picture: "sealed" },
          invoke: [
            {
              ...followDraw,
              input: ({ context }) => ({ id: getEnvelopeId(context), reading: toDrawReading(context) }),
            },
            {
              id: "windowEnd",
              src: "countdown",
              input: ({ context }) => ({ endsAtMs: Date.parse(toDrawReading(context).entry.closesAt) }),
              onDone: { target: "drawing", description: "Nobody enters any more." },
            },
          ],
        },
        drawing: {
          description: "Everybody who takes part is known; the round of the beacon comes within moments.",
          meta: { part: "waiting", picture: "claiming" },
          invoke: [
            {
              ...followDraw,
              input: ({ context }) => ({
                id: getEnvelopeId(context),
                reading: toDrawReading(context),
                awaited: "round",
              }),
            },
            {
              id: "lateCountdown",
              src: "countdown",
              input: ({ context }) => ({
                endsAtMs: Date.parse(toDrawReading(context).entry.closesAt) + LATE_AFTER_MS,
              }),
              onDone: { target: "late", description: "Ten seconds after its time there is no result." },
            },
          ],
        },
        late: {
          description: "Public randomness is late; the place is kept.",
          meta: { part: "waiting", picture: "claiming", failureKey: "envelope:draw.lateText" },
          invoke: {
            ...followDraw,
            input: ({ context }) => ({ id: getEnvelopeId(context), reading: toDrawReading(context) }),
          },
        },
      },
    },
    waitingUnseen: {
      description: "The page is left while its draw is waited for: the result is told where the person is then.",
      invoke: {
        id: "drawFollow",
        src: "drawFollow",
        input: ({ context }) => ({ id: getEnvelopeId(context), reading: toDrawReading(context) }),
        onDone: {
          target: "left",
          description: "The draw is over.",
          actions: { type: "emitUnseenShare", params: takeOutput<DrawReading> },
        },
      },
    },
    opening: {
      description: "The envelope opens; the amount is known already.",
      meta: { part: "opening", picture: "opening" },
      tags: "fresh",
      on: {
        "ui.skip": { target: "landed", description: "Show the amount at once.", actions: "emitSuccessVibration" },
        "ui.leave": {
          target: "left",
          description: "The amount is told where the person is now.",
          actions: { type: "emitUnseenShare", params: ({ context }) => context },
        },
      },
      after: {
        openingTime: {
          target: "landed",
          description: "Opened: the amount has landed.",
          actions: "emitSuccessVibration",
        },
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
                onDone: {
                  target: "read",
                  description: "The read succeeded.",
                  actions: { type: "setOwnDetail", params: ({ event }) => event.output },
                },
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
      entry: ["clearPassphrase", "emitDraft"],
      type: "parallel",
      on: {
        "ui.again": { guard: "isSearch", target: "entering", description: "Try another passphrase." },
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
          initial: "read",
          states: {
            reading: {
              description: "It is being read.",
              tags: "busy",
              invoke: {
                id: "readEnd",
                src: "loadDetail",
                input: ({ context }) => ({ envelopeId: getEnvelopeId(context) }),
                onDone: {
                  target: "read",
                  description: "The read succeeded.",
                  actions: { type: "setDetail", params: ({ event }) => event.output },
                },
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
      on: {
        "ui.again": {
          target: "entering",
          description: "A passphrase finds its envelope without a link.",
          actions: assign({ envelopeId: null }),
        },
      },
    },
    wrongPassphrase: {
      description: "The server knows no such envelope; what was typed is kept to be corrected.",
      meta: { part: "form", failureKey: "errors:wrongPassphrase" },
      on: {
        "ui.type": {
          target: "entering",
          description: "Correct it.",
          actions: [setTyped, "emitDraft"],
        },
      },
    },
    tooManyTries: {
      description: "Counts down until the next try is allowed; what was typed is kept.",
      meta: { part: "form", failureKey: "errors:tooManyTries" },
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context }) => ({ lastsSeconds: context.waitSeconds ?? 0 }),
        onSnapshot: {
          description: "The clock was read.",
          actions: { type: "setWaitEnd", params: ({ event }) => event.snapshot.context },
        },
        onDone: [
          { guard: "isForMembers", target: "notReceived", description: "The next tap is allowed." },
          { target: "entering", description: "The next try is allowed." },
        ],
      },
      exit: "clearWait",
    },
    notMember: {
      description:
        "The envelope is for members, and the person is not in each of its chats: they can join and tap again.",
      meta: { part: "closed", failureKey: "errors:membersOnly" },
      exit: "clearWait",
      initial: "waiting",
      states: {
        waiting: {
          description: "Waits until the messenger can be asked again.",
          invoke: {
            id: "memberCountdown",
            src: "countdown",
            input: ({ context }) => ({ lastsSeconds: context.waitSeconds ?? 0 }),
            onSnapshot: {
              description: "The clock was read.",
              actions: { type: "setWaitEnd", params: ({ event }) => event.snapshot.context },
            },
            onDone: { target: "ready", description: "It can be asked again.", actions: "clearWait" },
          },
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
        "ui.type": {
          guard: "isTyped",
          target: "entering",
          description: "Try another one.",
          actions: [setTyped, "emitDraft"],
        },
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
          on: { "ui.retry": { target: "#envelopeClaim.claiming", description: "Claim once more." } },
        },
        refused: { description: "The person sent the envelope, and can never claim it." },
      },
    },
    left: { type: "final", description: "The page is left, and what the claim came to has been told." },
  },
});
