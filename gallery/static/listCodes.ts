import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";

import { type EmailCodeGoal, type emailCodeMachine } from "#machines/emailCode/emailCode.machine.ts";
import { viewEmailCode } from "#machines/emailCode/emailCode.view.ts";
import type { SecuredAttempt } from "#machines/securityCodePrompt/securedAttempt.ts";
import type { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";

import { reachableSnapshots } from "#tests/models/reachableSnapshots.ts";

import { dropLookalikes } from "../dropLookalikes.ts";
import { readAppearance } from "../listFacts.ts";
import { createStaticActor } from "./createStaticActor.ts";
import { withChildren } from "./withChildren.ts";

type Prompt = SnapshotFrom<typeof securityCodePromptMachine>;
type Code = SnapshotFrom<typeof emailCodeMachine>;

const LOCK_ENDS_AT_MS = Date.UTC(2026, 10, 20, 12, 15);

/** Every state of the prompt in which a person sees it, for one kind of try. */
async function listPrompts(attempt: SecuredAttempt) {
  const reached = await listReached<Prompt>("securityCodePrompt", viewSecurityCodePrompt);
  return reached
    .filter(({ snapshot }) => snapshot.status === "active")
    .map(({ state, facts, snapshot }) => ({
      state,
      facts,
      actor: createStaticActor<typeof securityCodePromptMachine>({
        ...snapshot,
        context: { ...snapshot.context, attempt, lockEndsAtMs: state === "locked" ? LOCK_ENDS_AT_MS : null },
      }),
    }));
}

/** Every state of the code by email in which a person sees it, for one goal. */
export async function listEmailCodes(kind: EmailCodeGoal["kind"]) {
  const reached = await listReached<Code>("emailCode", viewEmailCode);
  const [prompt] = await listPrompts({ kind: "updateEmail", email: "ann@example.com", verificationCode: "004217" });
  return reached
    .filter(({ snapshot }) => snapshot.status === "active" && snapshot.context.goal.kind === kind)
    .map(({ state, facts, snapshot }) => ({
      state,
      facts,
      actor: createStaticActor<typeof emailCodeMachine>(
        state === "askingSecurityCode" && prompt !== undefined
          ? withChildren(snapshot, { securityCodePrompt: prompt.actor })
          : state === "locked" || state === "shut"
            ? { ...snapshot, context: { ...snapshot.context, waitEndsAtMs: LOCK_ENDS_AT_MS } }
            : snapshot,
      ),
    }));
}

interface Reached<Snapshot> {
  state: string;
  facts: ReadonlyMap<string, string>;
  snapshot: Snapshot;
}

/** Snapshots that a machine can reach: in each state, one for each fact that its view can tell. */
async function listReached<Snapshot extends AnyMachineSnapshot>(
  machine: string,
  view: (snapshot: Snapshot) => object,
): Promise<readonly Reached<Snapshot>[]> {
  const seen = new Map<string, Reached<Snapshot>>();
  for (const reached of await reachableSnapshots(machine)) {
    const snapshot = reached.snapshot as Snapshot;
    const { state, facts } = readAppearance(snapshot, view(snapshot));
    const key = JSON.stringify([state, ...facts]);
    if (!seen.has(key)) seen.set(key, { state, facts, snapshot });
  }
  return dropLookalikes([...seen.values()]);
}
