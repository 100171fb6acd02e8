import type { ComponentProps } from "react";
import type { SnapshotFrom } from "xstate";

import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import type { FlowLogics } from "#machines/app/flows.ts";
import type { envelopeCloseMachine } from "#machines/envelopeClose/envelopeClose.machine.ts";
import { viewEnvelopeClose } from "#machines/envelopeClose/envelopeClose.view.ts";
import type { envelopePictureMachine } from "#machines/envelopePicture/envelopePicture.machine.ts";
import { viewEnvelopePicture } from "#machines/envelopePicture/envelopePicture.view.ts";
import type { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import type { pagedListMachine } from "#machines/kit/pagedList/pagedList.machine.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import { PictureSheet } from "#src/components/envelope/PictureSheet.tsx";
import { SendRecordDetails } from "#src/screens/sendRecordDetails/SendRecordDetails.tsx";

import { listReached } from "../listReached.ts";
import { nothing } from "../nothing.ts";
import type { GalleryScreen } from "../picture.ts";
import { claimersEnvelope, claims, envelope, envelopes, membersEnvelope, strangersEnvelope } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedChoices } from "../static/standInChoice.ts";
import { listReachedLists, standInFailedList, standInList } from "../static/standInList.ts";
import { listReachedResources, standInResource } from "../static/standInResource.ts";

type EnvelopeStatus = (typeof envelopes)[number]["status"];
type ListSnapshot = SnapshotFrom<typeof pagedListMachine>;
type FairnessSnapshot = SnapshotFrom<FlowLogics["fairness"]>;
type CloseSnapshot = SnapshotFrom<typeof envelopeCloseMachine>;
type Flows = NonNullable<ComponentProps<typeof Scene>["flows"]>;
type PictureSnapshot = SnapshotFrom<typeof envelopePictureMachine>;
type ShareSnapshot = SnapshotFrom<typeof envelopeShareMachine>;

const closable = { ...envelope, closableAt: "2026-11-20T12:11:00Z" };

const thankful = claims.map((claim, place) => ({ ...claim, reaction: place % 2 === 0 ? ("heart" as const) : null }));

const VERDICTS = { pending: null, fair: [], unfair: ["total"] } as const;

/** Nobody claims from what was never paid. */
const UNOPENED: ReadonlySet<EnvelopeStatus> = new Set(["draft", "awaitingPayment", "cancelled"]);

const NO_FACTS: ReadonlyMap<string, string> = new Map();

const PARAMS = { envelopeId: "e1" };

function readFairness(failures: CheckedFairness["failures"]): FairnessSnapshot {
  return standInResource<CheckedFairness, typeof PARAMS>(
    { commitment: envelope.commitment, salt: null, failures },
    PARAMS,
  );
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const lists = await listReachedLists(claims, { envelope });
    const checks = await listReachedResources<CheckedFairness, typeof PARAMS>(
      { commitment: envelope.commitment, salt: null, failures: null },
      PARAMS,
    );
    const [unshared] = await listReached<ShareSnapshot>("envelopeShare", viewEnvelopeShare);
    const closings = await listReached<CloseSnapshot>("envelopeClose", viewEnvelopeClose);
    const thanks = await listReachedChoices(
      envelopeThankFlow,
      { params: { envelopeId: "e1" }, saved: ["clap"] },
      { name: "heart", isOn: true },
    );
    const pictures = await listReached<PictureSnapshot>("envelopePicture", viewEnvelopePicture);
    const drawDetails = (list: ListSnapshot, fairness: FairnessSnapshot, more: Flows = {}) => (
      <Scene
        at="/sendRecordDetails?envelopeId=e1"
        flows={{ envelopeClaims: list, fairness, ...(unshared && { envelopeShare: unshared.snapshot }), ...more }}
      >
        <SendRecordDetails />
      </Scene>
    );
    return [
      ...lists.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: drawDetails(snapshot, readFairness(null)),
      })),
      { state: "no claims", facts: NO_FACTS, node: drawDetails(standInList([], { envelope }), readFairness(null)) },
      {
        state: "of others",
        facts: NO_FACTS,
        node: drawDetails(standInList([], { envelope: strangersEnvelope }), readFairness(null)),
      },
      {
        state: "for members",
        facts: NO_FACTS,
        node: drawDetails(standInList([], { envelope: membersEnvelope }), readFairness(null)),
      },
      { state: "missing", facts: NO_FACTS, node: drawDetails(standInFailedList("notFound"), readFairness(null)) },
      ...envelopes.map((one) => ({
        state: `envelope ${one.status}`,
        facts: new Map([["remark", one.remark ?? "none"]]),
        node: drawDetails(standInList(UNOPENED.has(one.status) ? [] : claims, { envelope: one }), readFairness(null)),
      })),
      ...checks.map(({ state, facts, snapshot }) => ({
        state: `check ${state}`,
        facts,
        node: drawDetails(standInList(claims, { envelope }), snapshot),
      })),
      ...closings.map(({ state, facts, snapshot }) => ({
        state: `closing ${state}`,
        facts,
        node: drawDetails(standInList(thankful, { envelope: closable }), readFairness(null), {
          envelopeClose: snapshot,
        }),
      })),
      ...thanks.map(({ state, facts, snapshot }) => ({
        state: `thanks ${state}`,
        facts,
        node: drawDetails(standInList(claims, { envelope: claimersEnvelope }), readFairness(null), {
          envelopeThank: snapshot,
        }),
      })),
      ...pictures.map(({ state, facts, snapshot }) => ({
        state: `picture ${state}`,
        facts,
        node: (
          <Scene at="/sendRecordDetails?envelopeId=e1" flows={{ envelopePicture: snapshot }}>
            <PictureSheet envelope={envelope} onClose={nothing} />
          </Scene>
        ),
      })),
      ...Object.entries(VERDICTS).map(([verdict, failures]) => ({
        state: `draw ${verdict}`,
        facts: NO_FACTS,
        node: drawDetails(standInList(claims, { envelope }), readFairness(failures)),
      })),
    ];
  },
};
