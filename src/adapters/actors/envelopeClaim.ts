import i18next from "i18next";
import { enqueueActions, fromPromise } from "xstate";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import { createCountdown } from "#machines/kit/countdown.ts";
import type { ClaimRequest, EnvelopeDetail } from "#machines/envelopeClaim/claimedEnvelope.ts";
import { envelopeClaimMachine } from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { type EnvelopeClaimView, viewEnvelopeClaim } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { hasApiError } from "#machines/kit/failure.ts";
import { drawFollowChild, type DrawReading } from "#machines/kit/follow/drawFollow.ts";
import type { ActorsOf } from "#machines/kit/provide.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import type { Flow } from "./flow.ts";

/** An envelope has at most a hundred shares, so one page holds every claim. */
const ALL_CLAIMS = 100;

interface ClaimMeans {
  api: Api;
  /** Called where the person has a share of an envelope. */
  onClaimed: () => void;
}

export function createEnvelopeClaimActors({ api, onClaimed }: ClaimMeans): ActorsOf<typeof envelopeClaimMachine> {
  const tellOwn = (claims: EnvelopeDetail["claims"]) => {
    if (claims.some(({ isMine }) => isMine)) onClaimed();
  };
  return {
    loadFirst: fromPromise(async ({ input: { envelopeId }, signal }) => {
      const readDetail = async () => {
        const query = { envelopeId, opening: "take", limit: ALL_CLAIMS } as const;
        const { envelope, claims, hasOpening } = await api.get("/v1/redpackage/claimDetail", query, signal);
        tellOwn(claims);
        return { envelope, claims, hasOpening };
      };
      const detail = await readDetail();
      const isAsked = detail.envelope.entryCount > 0 && !detail.claims.some(({ isMine }) => isMine);
      const entry = isAsked ? await findEntry(api, envelopeId, signal) : null;
      // The draw was settled between the two readings, so the envelope as it was read is out of date.
      const isStale = entry !== null && entry.status !== "waiting" && detail.envelope.status === "open";
      return { ...(isStale ? await readDetail() : detail), entry };
    }),
    loadDetail: fromPromise(async ({ input: { envelopeId }, signal }) => {
      const query = { envelopeId, limit: ALL_CLAIMS };
      const { envelope, claims } = await api.get("/v1/redpackage/claimDetail", query, signal);
      return { envelope, claims };
    }),
    claimEnvelope: fromPromise(async ({ input: { passphrase, envelopeId }, signal }) => {
      const body = { ...(passphrase === null ? {} : { passphrase }), ...(envelopeId === null ? {} : { envelopeId }) };
      const result = await api.post("/v1/redpackage/acceptRedEnvelope", body, signal);
      const { claim, entry, envelope, alreadyClaimed } = result;
      if (claim !== null) onClaimed();
      keep(api, envelope.envelopeId, entry);
      return { claim, entry, envelope, alreadyClaimed };
    }),
    countdown: createCountdown(watchServerTime),
    drawFollow: drawFollowChild.provide({
      delays: { hurriedInterval: spreadAsking },
      actors: {
        read: fromPromise(async ({ input: { id }, signal }) => {
          const reading = await readEntry(api, id, signal);
          if (reading.claim !== null) onClaimed();
          keep(api, id, reading.entry);
          return reading;
        }),
      },
    }),
  };
}

/** A second, more or less: thousands wait for one draw, and their devices do not ask for it at one instant. */
function spreadAsking(): number {
  return 750 + 500 * Math.random();
}

/** Without what is kept, a draw is checked by what is told at the end. */
function keep(api: Api, envelopeId: string, entry: DrawReading["entry"] | null): void {
  if (entry?.status !== "waiting") return;
  const keeping = import("#src/adapters/draw/keepEntry.ts").then(({ keepEntry }) => keepEntry(api, envelopeId, entry));
  keeping.catch(() => {});
}

async function readEntry(api: Api, envelopeId: string, signal: AbortSignal): Promise<DrawReading> {
  const query = { envelopeId };
  return api.get("/v1/redpackage/entry", query, signal);
}

/** Null for who is in no draw of the envelope. */
async function findEntry(api: Api, envelopeId: string, signal: AbortSignal): Promise<DrawReading["entry"] | null> {
  try {
    return (await readEntry(api, envelopeId, signal)).entry;
  } catch (error) {
    if (hasApiError(error, "notFound")) return null;
    throw error;
  }
}

/** Open with `{ type: "ui.open" }`. */
export const envelopeClaimFlow: Flow<"envelopeClaim", EnvelopeClaimView, Pick<ClaimRequest, "envelopeId">> = {
  name: "envelopeClaim",
  create: ({ api, root }) =>
    envelopeClaimMachine.provide({
      actors: createEnvelopeClaimActors({
        api,
        onClaimed: () => root.send({ type: "app.claimed" }),
      }),
      actions: {
        emitUnseenShare: enqueueActions(({ context: { claim }, enqueue }) => {
          if (claim === null) return;
          const values = {
            amount: formatAmountText(claim.amount, i18next.language),
            coin: COINS[claim.coinType].ticker,
          };
          enqueue.emit({ type: "toast.show", tone: "success", labelKey: "envelope:claim.got", values });
        }),
      },
    }),
  view: viewEnvelopeClaim,
  prepare: ({ drafts }, { envelopeId }) => {
    const draftKey = `claim.${envelopeId ?? ""}`;
    return { draftKey, input: { envelopeId, passphrase: drafts.read(draftKey) ?? "" } };
  },
  leave: { type: "ui.leave" },
};
