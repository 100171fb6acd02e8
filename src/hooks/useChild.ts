import type { AnyActorRef, AnyMachineSnapshot, EventFromLogic } from "xstate";

import type { balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import type { BalancePaymentView } from "#machines/balancePayment/balancePayment.view.ts";
import type { emailCodeMachine } from "#machines/emailCode/emailCode.machine.ts";
import type { EmailCodeView } from "#machines/emailCode/emailCode.view.ts";
import type { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import type { EnvelopeOrderView } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import type { paymentMachine } from "#machines/payment/payment.machine.ts";
import type { PaymentView } from "#machines/payment/payment.view.ts";
import type { securityCodePromptMachine } from "#machines/securityCodePrompt/securityCodePrompt.machine.ts";
import type { SecurityCodePromptView } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import type { walletConnectionMachine } from "#machines/walletConnection/walletConnection.machine.ts";
import type { WalletConnectionView } from "#machines/walletConnection/walletConnection.view.ts";

import { useOptionalSnapshot } from "./useSnapshot.ts";

/** Charts that others invoke, with controls of their own. */
interface Children {
  balancePayment: { logic: typeof balancePaymentMachine; view: BalancePaymentView };
  emailCode: { logic: typeof emailCodeMachine; view: EmailCodeView };
  envelopeOrder: { logic: typeof envelopeOrderMachine; view: EnvelopeOrderView };
  payment: { logic: typeof paymentMachine; view: PaymentView };
  securityCodePrompt: { logic: typeof securityCodePromptMachine; view: SecurityCodePromptView };
  walletConnection: { logic: typeof walletConnectionMachine; view: WalletConnectionView };
}

/** What the part of a screen is given that shows a child. */
export interface ChildProps<Name extends keyof Children> {
  view: Children[Name]["view"];
  send: (event: EventFromLogic<Children[Name]["logic"]>) => void;
}

/** A child with its actor, whose own children `useChild` reads. */
export interface StartedChild<Name extends keyof Children> extends ChildProps<Name> {
  actor: AnyActorRef;
}

/** The child that a chart has under way; null while it has none, and without a chart. */
export function useChild<Name extends keyof Children>(
  parent: AnyActorRef | null,
  name: Name,
  view: (snapshot: ReturnType<Children[Name]["logic"]["getInitialSnapshot"]>) => Children[Name]["view"],
): StartedChild<Name> | null {
  const parentSnapshot: AnyMachineSnapshot | null = useOptionalSnapshot(parent);
  const actor = parentSnapshot?.children[name] ?? null;
  const snapshot = useOptionalSnapshot(actor);
  return actor === null || snapshot === null ? null : { view: view(snapshot), send: actor.send, actor };
}
