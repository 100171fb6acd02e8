import i18next from "i18next";
import { enqueueActions, fromPromise } from "xstate";
import { COINS } from "#domain/coins.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";
import type { components } from "#contract/schema.d.ts";
import { createCountdown } from "#machines/kit/countdown.ts";
import {
  type ClaimRequest,
  type ClaimResult,
  envelopeClaimMachine,
  type EnvelopeDetail,
  type FirstDetail,
} from "#machines/envelopeClaim/envelopeClaim.machine.ts";
import { type EnvelopeClaimView, viewEnvelopeClaim } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import type { ActorsOf } from "#machines/kit/provideAll.ts";
import type { Failure } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { watchServerTime } from "#src/adapters/serverClock.ts";
import type { Flow } from "./flow.ts";

const POLL_MS = 1_000;
/** The phone's clock may be wrong. */
const LONGEST_PAUSE_MS = 5_000;

/** An envelope has at most a hundred shares, so one page holds every claim. */
const ALL_CLAIMS = 100;

interface ClaimMeans {
  api: Api;
  /** Called where the person has a share of an envelope. */
  onClaimed: () => void;
}

export function createEnvelopeClaimActors({ api, onClaimed }: ClaimMeans) {
  const tellOwn = (claims: EnvelopeDetail["claims"]) => {
    if (claims.some(({ isMine }) => isMine)) onClaimed();
  };
  return {
    loadFirst: fromPromise<FirstDetail, { envelopeId: string }>(async ({ input: { envelopeId }, signal }) => {
      const query = { envelopeId, opening: "take", limit: ALL_CLAIMS } as const;
      const { envelope, claims, hasOpening } = await api.call((client) =>
        client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
      );
      tellOwn(claims);
      return { envelope, claims, hasOpening };
    }),
    loadDetail: fromPromise<EnvelopeDetail, { envelopeId: string }>(async ({ input: { envelopeId }, signal }) => {
      const query = { envelopeId, limit: ALL_CLAIMS };
      const { envelope, claims } = await api.call((client) =>
        client.GET("/v1/redpackage/claimDetail", { params: { query }, signal }),
      );
      return { envelope, claims };
    }),
    claimEnvelope: fromPromise<ClaimResult, ClaimRequest>(async ({ input: { passphrase, envelopeId }, signal }) => {
      const body = { ...(passphrase === null ? {} : { passphrase }), ...(envelopeId === null ? {} : { envelopeId }) };
      const result = await api.call((client) => client.POST("/v1/redpackage/acceptRedEnvelope", { body, signal }));
      const { claim, envelope, alreadyClaimed } = result;
      const claimed = claim === null ? await awaitDraw(api, result, signal) : { claim, envelope, alreadyClaimed };
      onClaimed();
      return claimed;
    }),
    countdown: createCountdown(watchServerTime),
  };
}

interface Entered {
  entry: components["schemas"]["Entry"] | null;
  envelope: ClaimResult["envelope"];
}

/** Waits until the draw for all is settled. Who lost, or in whose draw no round came, is refused as who comes too late. */
async function awaitDraw(api: Api, { entry, envelope }: Entered, signal: AbortSignal): Promise<ClaimResult> {
  const query = { envelopeId: envelope.envelopeId };
  let latest = entry;
  while (latest?.status === "waiting") {
    const leftMs = Date.parse(latest.closesAt) - Date.now();
    await pause(Math.min(Math.max(leftMs, POLL_MS), LONGEST_PAUSE_MS), signal);
    const read = await api.call((client) => client.GET("/v1/redpackage/entry", { params: { query }, signal }));
    if (read.claim !== null) return { claim: read.claim, envelope, alreadyClaimed: false };
    latest = read.entry;
  }
  const error = latest?.status === "undrawn" ? "envelopeExpired" : "soldOut";
  return Promise.reject({ kind: "api", error, message: "" } satisfies Failure);
}

/** Rejects once nobody waits any more. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", resolve);
  });
  if (signal.aborted) return Promise.reject({ kind: "aborted" } satisfies Failure);
}

/** Open with `{ type: "ui.open" }`. */
export const envelopeClaimFlow: Flow<"envelopeClaim", EnvelopeClaimView, Pick<ClaimRequest, "envelopeId">> = {
  name: "envelopeClaim",
  create: ({ api, root }) =>
    envelopeClaimMachine.provide({
      actors: createEnvelopeClaimActors({
        api,
        onClaimed: () => root.send({ type: "app.claimed" }),
      }) satisfies ActorsOf<typeof envelopeClaimMachine>,
      actions: {
        emitUnseenShare: enqueueActions(({ enqueue }, { claim }) => {
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
