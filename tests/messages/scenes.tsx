import type { ReactNode } from "react";
import type { AnyMachineSnapshot, SnapshotFrom } from "xstate";

import type { FlowName } from "#machines/app/flows.ts";
import { appMachine } from "#machines/app/app.machine.ts";
import type { WalletType } from "#domain/coins.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { describeKind } from "#machines/walletConnection/walletKind.ts";
import { createStaticActor } from "#gallery/static/createStaticActor.ts";
import type { Standing } from "#gallery/static/createStaticApp.ts";
import { Scene } from "#gallery/static/Scene.tsx";
import { sampleSystemInfo } from "#tests/support/samples.ts";
import { listEmailCodes } from "#gallery/static/listCodes.ts";
import { withChildren } from "#gallery/static/withChildren.ts";
import { standInSystemInfo } from "#gallery/static/standInResource.ts";
import { WALLET_KINDS } from "#src/adapters/wallets/walletKinds.ts";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Frame } from "#src/Frame.tsx";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";
import { Login } from "#src/screens/login/Login.tsx";
import { SendPacket } from "#src/screens/sendPacket/SendPacket.tsx";
import { UpdateCode } from "#src/screens/updateCode/UpdateCode.tsx";
import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";
import { UnPaymentList } from "#src/screens/unPaymentList/UnPaymentList.tsx";
import { reachableSnapshots } from "#tests/models/reachableSnapshots.ts";

/** Draws a screen at a moment at which a person reads a message. */
export type DrawScene = () => Promise<ReactNode>;

/** A snapshot that the machine reaches in a state, with a few fields of its context changed. */
async function reach(machine: string, state: string, context: object = {}): Promise<AnyMachineSnapshot> {
  const found = (await reachableSnapshots(machine)).find(({ snapshot }) => snapshot.matches(state));
  if (found === undefined) throw new Error(`${machine} never reaches ${state}`);
  return { ...found.snapshot, context: { ...found.snapshot.context, ...context } } as AnyMachineSnapshot;
}

function drawFlow(at: string, flow: FlowName, snapshot: AnyMachineSnapshot, screen: ReactNode): ReactNode {
  return (
    <Scene at={at} flows={{ [flow]: snapshot }} hasPaymentCode>
      {screen}
    </Scene>
  );
}

/** `/unPaymentList` in a state of the payment. */
export function atPayment(state: string, failure: Failure | null): DrawScene {
  return async () =>
    drawFlow("/unPaymentList", "payment", await reach("payment", state, { failure }), <UnPaymentList />);
}

/** `/unPaymentList` while a wallet is being connected; of the samples' kind where none is named. */
export function atConnection(state: string, failure: Failure | null = null, walletType?: WalletType): DrawScene {
  return async () => {
    const payment = await reach("payment", "connecting");
    const kind = walletType === undefined ? {} : describeKind(walletType, WALLET_KINDS);
    const connection = await reach("walletConnection", state, { failure, ...kind });
    const children = { walletConnection: createStaticActor(connection) };
    return drawFlow("/unPaymentList", "payment", { ...payment, children }, <UnPaymentList />);
  };
}

/** `/addWallet` in a state of the binding. */
export function atBinding(state: string, context: object): DrawScene {
  return async () =>
    drawFlow("/addWallet", "walletBinding", await reach("walletBinding", state, context), <AddWallet />);
}

/** `/sendPacket` at a form that was refused. */
export function atSendForm(context: (before: AnyMachineSnapshot["context"]) => object): DrawScene {
  return async () => {
    const before = await reach("envelopeSend", "editing");
    const snapshot = { ...before, context: { ...before.context, rejectedSubmits: 1, ...context(before.context) } };
    return drawFlow("/sendPacket", "envelopeSend", snapshot as AnyMachineSnapshot, <SendPacket />);
  };
}

/** `/updateEmai` at a form that was sent. */
export function atEmail(context: object): DrawScene {
  return async () => {
    const snapshot = await reach("email", "typing", { showsProblems: true, refusal: null, ...context });
    return drawFlow("/updateEmai", "email", snapshot, <UpdateEmai />);
  };
}

/** `/updateEmai` after a code was sent to the new address. */
export const atEmailCode: DrawScene = async () => {
  const emailCode = (await listEmailCodes("updateEmail")).find(({ state }) => state === "sent");
  if (emailCode === undefined) throw new Error("emailCode never reaches sent");
  const snapshot = withChildren(await reach("email", "proving"), { emailCode: emailCode.actor });
  return drawFlow("/updateEmai", "email", snapshot, <UpdateEmai />);
};

/** `/updateCode` after a code was given that cannot be one. */
export function atSecurityCode(newSecurityCode: string): DrawScene {
  return async () => {
    const typed = { newSecurityCode, repeatedSecurityCode: newSecurityCode, showsProblems: true };
    return drawFlow("/updateCode", "securityCode", await reach("securityCode", "choosing", typed), <UpdateCode />);
  };
}

/** `/login` in a state of the session. */
export function atLogin(state: string, context: object): DrawScene {
  return async () => {
    const session = (await reach("session", state, context)) as NonNullable<Standing["session"]>;
    return (
      <Scene at="/login" session={session}>
        <Login />
      </Scene>
    );
  };
}

/** `/login` where the messenger is not as it should be, or at a domain that is not ours. */
export function atLaunch(state: string, isDomHttp = false): DrawScene {
  return async () => {
    const environment = (await reach("environment", state)) as NonNullable<Standing["environment"]>;
    return (
      <Scene at="/login" environment={environment} systemInfo={standInSystemInfo({ ...sampleSystemInfo, isDomHttp })}>
        <Login />
      </Scene>
    );
  };
}

/** A text that could not be copied. */
export const atManualCopy: DrawScene = async () => (
  <Scene flows={{ clipboard: await reach("clipboard", "manual") }}>
    <CopyButton text="lucky day" />
  </Scene>
);

/** Any screen with a toast of the root. */
export function atToast(labelKey: string, values: Readonly<Record<string, string>> = {}): DrawScene {
  const app: SnapshotFrom<typeof appMachine> = appMachine.resolveState({
    value: { running: "toasting" },
    context: { toast: { id: 1, tone: "error", labelKey, values }, toastCount: 1, flows: [], isWelcomeDue: false },
  });
  return () =>
    Promise.resolve(
      <Scene at="/errorPage" hasLanguageButton={false} app={app}>
        <Frame />
      </Scene>,
    );
}
