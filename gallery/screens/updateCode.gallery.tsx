import type { AnyActorRef, SnapshotFrom } from "xstate";

import type { securityCodeMachine } from "#machines/securityCode/securityCode.machine.ts";
import { viewSecurityCode } from "#machines/securityCode/securityCode.view.ts";
import { UpdateCode } from "#src/screens/updateCode/UpdateCode.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { listEmailCodes, listPrompts } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof securityCodeMachine>;

function drawCode(snapshot: Snapshot) {
  return (
    <Scene at="/updateCode" flows={{ securityCode: snapshot }}>
      <UpdateCode />
    </Scene>
  );
}

/** The child's states, each over the chart at the state that invokes it. */
function drawOver(
  snapshot: Snapshot | undefined,
  name: string,
  children: readonly { state: string; facts: ReadonlyMap<string, string>; actor: AnyActorRef }[],
): Candidate[] {
  if (snapshot === undefined) return [];
  return children.map(({ state, facts, actor }) => ({
    state: `${name} ${state}`,
    facts,
    node: drawCode(withChildren(snapshot, { [name]: actor })),
  }));
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const reached = await listReached<Snapshot>("securityCode", viewSecurityCode);
    const find = (name: string) => reached.find(({ state }) => state === name)?.snapshot;
    return [
      ...reached
        .filter(({ state }) => state !== "proving" && state !== "askingCode")
        .map(({ state, facts, snapshot }) => ({ state, facts, node: drawCode(snapshot) })),
      ...drawOver(find("proving"), "emailCode", await listEmailCodes("recoverSecurityCode")),
      ...drawOver(
        find("askingCode"),
        "securityCodePrompt",
        await listPrompts({ kind: "changeSecurityCode", newSecurityCode: "Newcode1" }),
      ),
    ];
  },
};
