import type { ActorRefFrom, InputFrom, SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { CheckedDraw } from "#domain/draw/answerQuestion.ts";
import type { CheckedFairness } from "#domain/draw/checkedFairness.ts";
import type { Drawable } from "#domain/draw/drawPreview.ts";
import type { Reaction } from "#domain/envelope/reactions.ts";
import type { Holding } from "#domain/money/holdings.ts";
import type { BalanceCheck } from "#domain/solvency/checkBalances.ts";
import type { SolvencySummary } from "#domain/solvency/summarizeStatement.ts";
import type { accountDeletionMachine } from "../accountDeletion/accountDeletion.machine.ts";
import type { antiFraudMachine } from "../antiFraud/antiFraud.machine.ts";
import type { autoPayoutMachine } from "../autoPayout/autoPayout.machine.ts";
import type { chatRightsMachine } from "../chatRights/chatRights.machine.ts";
import type { clipboardMachine } from "../clipboard/clipboard.machine.ts";
import type { depositMachine } from "../deposit/deposit.machine.ts";
import type { emailMachine } from "../email/email.machine.ts";
import type { envelopeClaimMachine } from "../envelopeClaim/envelopeClaim.machine.ts";
import type { envelopeCloseMachine } from "../envelopeClose/envelopeClose.machine.ts";
import type { envelopeSendMachine } from "../envelopeSend/envelopeSend.machine.ts";
import type { Funds } from "../envelopeSend/sendFunds.ts";
import type { envelopePictureMachine } from "../envelopePicture/envelopePicture.machine.ts";
import type { envelopeShareMachine } from "../envelopeShare/envelopeShare.machine.ts";
import type { groupChoiceMachine } from "../groupChoice/groupChoice.machine.ts";
import type { ChoiceMachine } from "../kit/choice/choice.machine.ts";
import type { orderFollowMachine } from "../kit/follow/orderFollow.ts";
import type { pagedListMachine } from "../kit/pagedList/pagedList.machine.ts";
import type { paymentMachine } from "../payment/payment.machine.ts";
import type { payoutFollowMachine } from "../kit/follow/payoutFollow.ts";
import type { pickerMachine } from "../picker/picker.machine.ts";
import type { ResourceMachine } from "../kit/resource/resource.machine.ts";
import type { securityCodeMachine } from "../securityCode/securityCode.machine.ts";
import type { walletBindingMachine } from "../walletBinding/walletBinding.machine.ts";
import type { walletHandoffMachine } from "../walletHandoff/walletHandoff.machine.ts";
import type { walletProofMachine } from "../walletProof/walletProof.machine.ts";
import type { welcomeMachine } from "../welcome/welcome.machine.ts";
import type { withdrawalMachine } from "../withdrawal/withdrawal.machine.ts";
import type { appMachine } from "./app.machine.ts";

type Schemas = components["schemas"];

/** How far an envelope is, or how a claim of it ended. */
export interface EnvelopeState {
  envelope: Schemas["Envelope"];
  /** The reader's own. */
  claim: Schemas["Claim"] | null;
}

/** The coins that the person has, or had, something of. */
export interface Holdings {
  accounts: readonly (Holding & Schemas["AccountAmountInfo"])[];
}

/** What can pay for each of some coins. */
export interface CoinFunds {
  coins: readonly { coinType: CoinType; funds: Funds }[];
}

/** Some draws, each a list of whole-coin decimal texts, the greatest share first. */
export interface LuckPreview {
  draws: readonly (readonly string[])[];
}

export interface HomeScreenState {
  /** Whether the app is not on the phone's home screen and can be put there. */
  canAdd: boolean;
}

/** How a binding ended. */
export interface WalletState {
  /** Null: it is not bound to the reader's account, or no longer. */
  wallet: Schemas["Wallet"] | null;
}

/** The wallets that are bound to the reader's account. */
export interface OwnWallets {
  wallets: readonly Schemas["Wallet"][];
}

/** What the network asks for sending a balance out now. */
export interface PayoutFee {
  /** A whole-coin decimal string. */
  fee: string;
}

/** What the server keeps for a person, who turns it on and off. */
export type UserChoice = "hideFromRanking" | "allowNotifications";

/** What screens can start, by name: the one list of flows. Each is made in `src/adapters/actors/`. */
export interface FlowLogics {
  walletBinding: typeof walletBindingMachine;
  /** The same for one type of wallet. */
  ethereumBinding: typeof walletBindingMachine;
  email: typeof emailMachine;
  securityCode: typeof securityCodeMachine;
  payment: typeof paymentMachine;
  walletProof: typeof walletProofMachine;
  walletHandoff: typeof walletHandoffMachine;
  /** The same for one order of the person who is logged in. */
  orderHandoff: typeof walletHandoffMachine;
  envelopeSend: typeof envelopeSendMachine;
  envelopeClaim: typeof envelopeClaimMachine;
  envelopePicture: typeof envelopePictureMachine;
  envelopeShare: typeof envelopeShareMachine;
  envelopeClose: typeof envelopeCloseMachine;
  envelopeThank: ChoiceMachine<Reaction, { envelopeId: string }>;
  groupChoice: typeof groupChoiceMachine;
  chatRights: typeof chatRightsMachine;
  sentRecords: typeof pagedListMachine;
  receivedRecords: typeof pagedListMachine;
  envelopeClaims: typeof pagedListMachine;
  chats: typeof pagedListMachine;
  unpaidOrders: typeof pagedListMachine;
  payouts: typeof pagedListMachine;
  movements: typeof pagedListMachine;
  arrivals: typeof pagedListMachine;
  holdings: ResourceMachine<Holdings, null>;
  coinFunds: ResourceMachine<CoinFunds, { coinTypes: readonly CoinType[] }>;
  chatSize: ResourceMachine<Schemas["ChatSize"], { chatId: string }>;
  deposit: typeof depositMachine;
  depositInfo: ResourceMachine<Schemas["DepositInfo"], { coinType: CoinType }>;
  userRanking: ResourceMachine<Schemas["Ranking"], { period: "week" | "all" }>;
  groupRanking: ResourceMachine<Schemas["Ranking"], { period: "week" | "all" }>;
  claimFigures: ResourceMachine<Schemas["ClaimStatic"], { coinType: CoinType }>;
  luckPreview: ResourceMachine<LuckPreview, Drawable>;
  drawProof: ResourceMachine<CheckedDraw, { envelopeId: string; count: number | null; isWhole: boolean }>;
  fairness: ResourceMachine<CheckedFairness, { envelopeId: string }>;
  envelopeState: ResourceMachine<EnvelopeState, { envelopeId: string }>;
  ownWallets: ResourceMachine<OwnWallets, null>;
  payoutFee: ResourceMachine<PayoutFee, { coinType: CoinType; amount: string }>;
  walletState: ResourceMachine<WalletState, { walletId: string }>;
  solvency: ResourceMachine<SolvencySummary, null>;
  balanceCheck: ResourceMachine<BalanceCheck, { tgUserId: number }>;
  homeScreen: ResourceMachine<HomeScreenState, null>;
  userChoices: ChoiceMachine<UserChoice, null>;
  orderFollow: typeof orderFollowMachine;
  payoutFollow: typeof payoutFollowMachine;
  withdrawal: typeof withdrawalMachine;
  autoPayout: typeof autoPayoutMachine;
  accountDeletion: typeof accountDeletionMachine;
  clipboard: typeof clipboardMachine;
  picker: typeof pickerMachine;
  welcome: typeof welcomeMachine;
  antiFraud: typeof antiFraudMachine;
}

export type FlowName = keyof FlowLogics;

export type FlowRef<Name extends FlowName> = ActorRefFrom<FlowLogics[Name]>;

/** The payment page has no session, so it outlives one, and so does what it copies. */
export const SESSIONLESS_FLOWS: readonly FlowName[] = ["payment", "walletProof", "walletHandoff", "clipboard"];

/** The id of a flow's actor at the root. */
export type FlowId = FlowName | `${FlowName}:${string}`;

/** A key distinguishes flows of one kind; without a key there is only one of the kind. */
export function getFlowId(flow: FlowName, key?: string): FlowId {
  return key === undefined ? flow : `${flow}:${key}`;
}

/** Starts a flow, in place of the one of the same kind and key. */
export type FlowStart = {
  [Name in FlowName]: { type: "flow.start"; flow: Name; key?: string; input: InputFrom<FlowLogics[Name]> };
}[FlowName];

/** A flow that was started and not stopped; it may have ended by itself. */
export interface RunningFlow {
  id: FlowId;
  flow: FlowName;
}

/** The running actor of a flow; undefined until `flow.start`, and after the session has ended. */
export function selectFlow<Name extends FlowName>(
  { context, children }: SnapshotFrom<typeof appMachine>,
  flow: Name,
  key?: string,
): FlowRef<Name> | undefined {
  const id = getFlowId(flow, key);
  return context.flows.some((running) => running.id === id) ? (children[id] as FlowRef<Name> | undefined) : undefined;
}
