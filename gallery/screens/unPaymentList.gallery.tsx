import type { SnapshotFrom } from "xstate";

import type { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { UnPaymentList } from "#src/screens/unPaymentList/UnPaymentList.tsx";

import { listReached } from "../listReached.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { createStillActor } from "../still/createStillActor.ts";
import { Scene } from "../still/Scene.tsx";

type Snapshot = SnapshotFrom<typeof paymentMachine>;
type Connection = SnapshotFrom<typeof walletConnectionMachine>;

function drawPayment(snapshot: Snapshot) {
  return (
    <Scene at="/unPaymentList" flows={{ payment: snapshot }} hasPaymentCode>
      <UnPaymentList />
    </Scene>
  );
}

/** A payment at `connecting`, with its wallet in the given state. */
function connect(payment: Snapshot, connection: Connection): Snapshot {
  const children = { walletConnection: createStillActor<typeof walletConnectionMachine>(connection) };
  return { ...payment, children } as unknown as Snapshot;
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const payments = await listReached<Snapshot>("payment", viewPayment);
    const connections = await listReached<Connection>("walletConnection", viewWalletConnection);
    return payments.flatMap(({ state, facts, snapshot }): Candidate[] =>
      state === "connecting"
        ? connections.map((connection) => ({
            state: `connecting ${connection.state}`,
            facts: connection.facts,
            node: drawPayment(connect(snapshot, connection.snapshot)),
          }))
        : [{ state, facts, node: drawPayment(snapshot) }],
    );
  },
};
