import type { SnapshotFrom } from "xstate";

import type { components } from "#contract/schema.d.ts";
import type { autoPayoutMachine } from "#machines/autoPayout/autoPayout.machine.ts";
import { viewAutoPayout } from "#machines/autoPayout/autoPayout.view.ts";
import type { withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import { viewWithdrawal } from "#machines/withdrawal/withdrawal.view.ts";
import { Withdraw } from "#src/screens/withdraw/Withdraw.tsx";
import { belowFormPart, spendingBlocksPart, withdrawStepsPart } from "#src/screens/withdraw/withdrawParts.ts";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { payouts } from "../samples.ts";
import { listPrompts } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { standInList } from "../static/standInList.ts";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof withdrawalMachine>;
type AutoSnapshot = SnapshotFrom<typeof autoPayoutMachine>;

function drawWithdrawal(withdrawal: Snapshot, autoPayout?: AutoSnapshot) {
  return (
    <Scene
      at="/withdraw?coinType=eth"
      flows={{ withdrawal, payouts: standInList(payouts), ...(autoPayout && { autoPayout }) }}
    >
      <Withdraw />
    </Scene>
  );
}

type HeldReason = NonNullable<components["schemas"]["Payout"]["heldReason"]>;
/** Beside the walk's. */
const HELD_REASONS: readonly HeldReason[] = ["treasury", "fee", "paused", "frozen", "receiver"];

/** A payout that is held for another reason than the walk's. */
function holdFor(held: Snapshot, heldReason: HeldReason): Snapshot {
  const { payout } = held.context;
  return { ...held, context: { ...held.context, payout: payout && { ...payout, heldReason } } };
}

/** The walk blocks from no clock on. */
const BLOCKED_UNTIL_MS = Date.UTC(2026, 10, 21, 9, 30);

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reached = await listReached<Snapshot>("withdrawal", viewWithdrawal);
    const switches = await listReached<AutoSnapshot>("autoPayout", viewAutoPayout);
    const prompts = await listPrompts({ kind: "payout", quoteId: "q1" });
    await Promise.all([belowFormPart.preload(), withdrawStepsPart.preload(), spendingBlocksPart.preload()]);
    const asking = reached.find(({ state }) => state === "askingCode");
    const form = reached.find(({ state, snapshot }) => state === "editing" && viewWithdrawal(snapshot).hasSecurityCode);
    const held = reached.find(({ state }) => state === "held");
    return [
      ...reached
        .filter(({ state }) => state !== "askingCode" && state !== "submitting")
        .map(({ state, facts, snapshot }) => ({
          state,
          facts,
          node: drawWithdrawal(
            state === "blocked"
              ? { ...snapshot, context: { ...snapshot.context, blockedUntilMs: BLOCKED_UNTIL_MS } }
              : snapshot,
          ),
        })),
      ...prompts.flatMap(({ state, facts, actor }): Candidate[] =>
        asking === undefined
          ? []
          : [
              {
                state: `askingCode ${state}`,
                facts,
                node: drawWithdrawal(withChildren(asking.snapshot, { securityCodePrompt: actor })),
              },
            ],
      ),
      ...(held === undefined
        ? []
        : HELD_REASONS.map((reason) => ({
            state: `held for ${reason}`,
            facts: held.facts,
            node: drawWithdrawal(holdFor(held.snapshot, reason)),
          }))),
      ...(form === undefined
        ? []
        : switches
            .filter(({ state }) => state !== "askingCode")
            .map(({ state, facts, snapshot }) => ({
              state: `editing, automatic ${state}`,
              facts,
              node: drawWithdrawal(form.snapshot, snapshot),
            }))),
    ];
  },
};
