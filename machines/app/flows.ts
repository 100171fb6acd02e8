import type { ActorRefFrom, InputFrom } from "xstate";
import type { envelopeClaimMachine } from "../envelopeClaim/envelopeClaim.machine.ts";
import type { envelopeSendMachine } from "../envelopeSend/envelopeSend.machine.ts";
import type { envelopeShareMachine } from "../envelopeShare/envelopeShare.machine.ts";
import type { orderFollowMachine } from "../orderFollow/orderFollow.machine.ts";
import type { pagedListMachine } from "../pagedList/pagedList.machine.ts";
import type { paymentMachine } from "../payment/payment.machine.ts";
import type { walletBindingMachine } from "../walletBinding/walletBinding.machine.ts";

/** What a screen can have started: at most one of each at a time. */
export interface FlowLogics {
  walletBinding: typeof walletBindingMachine;
  payment: typeof paymentMachine;
  envelopeSend: typeof envelopeSendMachine;
  envelopeClaim: typeof envelopeClaimMachine;
  envelopeShare: typeof envelopeShareMachine;
  sentRecords: typeof pagedListMachine;
  receivedRecords: typeof pagedListMachine;
  envelopeClaims: typeof pagedListMachine;
  chats: typeof pagedListMachine;
  accountAmounts: typeof pagedListMachine;
  fairness: typeof pagedListMachine;
  orderFollow: typeof orderFollowMachine;
  systemInfo: typeof pagedListMachine;
}

export type FlowName = keyof FlowLogics;

export type FlowRef<Name extends FlowName> = ActorRefFrom<FlowLogics[Name]>;

/** Starts a flow, in place of the one of that name that runs already. */
export type FlowStart = {
  [Name in FlowName]: { type: "flow.start"; flow: Name; input: InputFrom<FlowLogics[Name]> };
}[FlowName];
