import { useTranslation } from "react-i18next";
import type { SnapshotFrom } from "xstate";

import type { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment } from "#machines/payment/payment.view.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { walletHandoffMachine } from "#machines/walletHandoff/walletHandoff.machine.ts";
import { viewWalletHandoff } from "#machines/walletHandoff/walletHandoff.view.ts";
import type { walletProofMachine } from "#machines/walletProof/walletProof.machine.ts";
import { viewWalletProof } from "#machines/walletProof/walletProof.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import { PhoneHandoffSheet } from "#src/components/shell/PhoneHandoffSheet.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { paymentCoursePart, phoneHandoffPart } from "#src/screens/unPaymentList/paymentParts.ts";
import { UnPaymentList } from "#src/screens/unPaymentList/UnPaymentList.tsx";
import { WalletApps } from "#src/screens/unPaymentList/WalletApps.tsx";
import { WalletProof } from "#src/screens/unPaymentList/WalletProof.tsx";

import { listReached } from "../listReached.ts";
import { nothing } from "../nothing.ts";
import type { Candidate, GalleryScreen } from "../picture.ts";
import { createStaticActor } from "../static/createStaticActor.ts";
import { listPrompts } from "../static/listCodes.ts";
import { Scene } from "../static/Scene.tsx";
import { withChildren } from "../static/withChildren.ts";

type Snapshot = SnapshotFrom<typeof paymentMachine>;
type ProofSnapshot = SnapshotFrom<typeof walletProofMachine>;
type HandoffSnapshot = SnapshotFrom<typeof walletHandoffMachine>;
type Connection = SnapshotFrom<typeof walletConnectionMachine>;

function drawPayment(snapshot: Snapshot) {
  return (
    <Scene at="/unPaymentList" flows={{ payment: snapshot }} hasPaymentCode>
      <UnPaymentList />
    </Scene>
  );
}

function drawProof(snapshot: ProofSnapshot) {
  return (
    <Scene at="/unPaymentList?prove=ETH" flows={{ walletProof: snapshot }} hasPaymentCode>
      <WalletProof />
    </Scene>
  );
}

function AppsScreen() {
  const { t } = useTranslation();
  return (
    <Screen title={t("wallet:payment.title")}>
      <WalletApps orderId="o1" walletType="ETH" />
    </Screen>
  );
}

function drawApps(snapshot: HandoffSnapshot) {
  return (
    <Scene at="/unPaymentList" flows={{ walletHandoff: snapshot }} hasPaymentCode>
      <AppsScreen />
    </Scene>
  );
}

/** An order on a desktop, with the code for the phone over it. */
function drawCode(payment: Snapshot, walletHandoff: HandoffSnapshot) {
  return (
    <Scene at="/unPaymentList" flows={{ payment, walletHandoff }} hasPaymentCode>
      <UnPaymentList />
      <PhoneHandoffSheet orderId="o1" walletType="ETH" isInApp={false} onClose={nothing} />
    </Scene>
  );
}

/** A payment or proof at `connecting`, with its wallet in the given state. */
function connect<Parent extends Snapshot | ProofSnapshot>(parent: Parent, connection: Connection): Parent {
  const children = { walletConnection: createStaticActor<typeof walletConnectionMachine>(connection) };
  return { ...parent, children };
}

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const payments = await listReached<Snapshot>("payment", viewPayment);
    const connections = await listReached<Connection>("walletConnection", viewWalletConnection);
    const proofs = await listReached<ProofSnapshot>("walletProof", viewWalletProof);
    await paymentCoursePart.preload();
    await phoneHandoffPart.preload();
    const explained = connections.find(({ state }) => state === "explainingProof");
    const prompts = await listPrompts({
      kind: "bindWallet",
      type: "ETH",
      address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    });
    const drawnProofs = proofs.flatMap(({ state, facts, snapshot }): Candidate[] => {
      if (state === "askingCode") {
        return prompts.map((prompt) => ({
          state: `proof askingCode ${prompt.state}`,
          facts: prompt.facts,
          node: drawProof(withChildren(snapshot, { securityCodePrompt: prompt.actor })),
        }));
      }
      if (state !== "connecting") return [{ state: `proof ${state}`, facts, node: drawProof(snapshot) }];
      if (explained === undefined) return [];
      return [{ state: `proof ${state}`, facts, node: drawProof(connect(snapshot, explained.snapshot)) }];
    });
    const drawnPayments = payments.flatMap(({ state, facts, snapshot }): Candidate[] =>
      state === "connecting"
        ? connections.map((connection) => ({
            state: `connecting ${connection.state}`,
            facts: connection.facts,
            node: drawPayment(connect(snapshot, connection.snapshot)),
          }))
        : [{ state, facts, node: drawPayment(snapshot) }],
    );
    // The page shows them where a finger points; here a mouse does.
    const handoffs = await listReached<HandoffSnapshot>("walletHandoff", viewWalletHandoff);
    const drawnApps = handoffs
      .filter(({ snapshot }) => snapshot.context.apps.length > 0)
      .map(({ state, facts, snapshot }) => ({
        state: `connecting notInstalled, apps ${state}`,
        facts,
        node: drawApps(snapshot),
      }));
    const due = payments.find(({ snapshot }) => viewPayment(snapshot).canMoveToPhone);
    const drawnCodes =
      due === undefined
        ? []
        : handoffs
            .filter(({ state, snapshot }) => snapshot.context.apps.length === 0 && state !== "idle")
            .map(({ state, facts, snapshot }) => ({
              state: `choosingOrder, code ${state}`,
              facts,
              node: drawCode(due.snapshot, snapshot),
            }));
    return [...drawnPayments, ...drawnApps, ...drawnCodes, ...drawnProofs];
  },
};
