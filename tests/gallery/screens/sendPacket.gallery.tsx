import type { SnapshotFrom } from "xstate";

import type { envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { viewEnvelopeShare } from "#machines/envelopeShare/envelopeShare.view.ts";
import type { envelopeShareMachine } from "#machines/envelopeShare/envelopeShare.machine.ts";
import { SendPacket } from "#src/screens/sendPacket/SendPacket.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { systemInfo } from "../samples.ts";
import { Scene } from "../still/Scene.tsx";
import { listReachedLists, standInList } from "../still/standInList.ts";

type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type ShareSnapshot = SnapshotFrom<typeof envelopeShareMachine>;

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const sends = await listReached<Snapshot>("envelopeSend", viewEnvelopeSend);
    const shares = await listReached<ShareSnapshot>("envelopeShare", viewEnvelopeShare);
    const infos = await listReachedLists([systemInfo]);
    const known = standInList([systemInfo]);
    const [unshared] = shares;
    const live = sends.find(({ state }) => state === "live");
    return [
      ...sends.map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene
            at="/sendPacket"
            flows={{ systemInfo: known, envelopeSend: snapshot, ...(unshared && { envelopeShare: unshared.snapshot }) }}
          >
            <SendPacket />
          </Scene>
        ),
      })),
      ...shares.map(({ state, facts, snapshot }) => ({
        state: `live, share ${state}`,
        facts,
        node: (
          <Scene
            at="/sendPacket"
            flows={{ systemInfo: known, ...(live && { envelopeSend: live.snapshot }), envelopeShare: snapshot }}
          >
            <SendPacket />
          </Scene>
        ),
      })),
      ...infos.map(({ state, facts, snapshot }) => ({
        state: `system info ${state}`,
        facts,
        node: (
          <Scene at="/sendPacket" flows={{ systemInfo: snapshot }}>
            <SendPacket />
          </Scene>
        ),
      })),
    ];
  },
};
