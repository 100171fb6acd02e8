import { fromPromise, type SnapshotFrom, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { envelopeOrderMachine } from "#machines/envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "#machines/envelopeOrder/envelopeOrder.view.ts";
import {
  type EnvelopeSendEvent,
  type EnvelopeSendInput,
  envelopeSendMachine,
  type OptionsRequest,
  type SendResult,
} from "#machines/envelopeSend/envelopeSend.machine.ts";
import type { SendOptions } from "#machines/envelopeSend/sendOptions.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { SavedSend } from "#machines/envelopeSend/sendForm.ts";
import type { Funds } from "#machines/envelopeSend/sendFunds.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { orderFollowChild, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import type {
  WalletConnectionInput,
  WalletConnectionOutput,
  walletConnectionMachine,
} from "#machines/walletConnection/walletConnection.machine.ts";
import {
  sampleChat,
  sampleConnection,
  sampleLook,
  sampleOrder,
  sampleSendInput,
  sampleUnpaidEnvelope,
  sampleWallet,
} from "#tests/support/samples.ts";
import { openChart, provideWorld } from "./openChart.ts";
import { answerInTurn } from "./refusal.ts";

type Envelope = components["schemas"]["Envelope"];

interface SendRequest {
  body: components["schemas"]["SendRedEnvelopeBody"];
  idempotencyKey: string;
}

export const FAMILY = sampleChat;
export const LOOK = sampleLook;
/** The passphrase that the app makes up for every form here. */
export const MADE_UP = "acid army able arrow";
/** Leads from the form to the order that is not paid yet, and back: the form is read anew. */
export const READ_ANEW = [{ type: "ui.resume", orderId: sampleOrder.orderId }, { type: "ui.toForm" }] as const;
/** A right form. */
export const FORM = { count: "5", totalAmount: "0.05", passphrase: "happy year" };
const SENT: SendResult = { envelopes: [sampleUnpaidEnvelope], order: sampleOrder };

export function bind(balance: string | null, inApp: Pick<Funds, "inApp"> = {}): Funds {
  return { kind: "bound", address: sampleWallet.address, balance, ...inApp };
}

interface Known {
  input?: Partial<EnvelopeSendInput>;
  options?: Partial<SendOptions>;
  /** How readings of the options differ, or fail, before they are as `options` says. */
  readings?: (Partial<SendOptions> | Failure)[];
  /** Answers to the questions about funds, in their order; the last one is repeated. `undefined` never answers. */
  funds?: (Funds | Promise<Funds> | Failure | undefined)[];
  /** Of coins in dollars; none of the others is known. */
  prices?: Partial<Record<CoinType, string>>;
  /** Answers to sends, likewise. */
  results?: (SendResult | Failure)[];
  /** Why what connects a wallet cannot be loaded; it can be when absent. */
  connectionFailure?: Failure;
  /** How the connection of a wallet ends; no answer when absent. */
  connected?: WalletConnectionOutput | Failure;
  /** What becomes of an order that is followed, likewise; no answer when absent. */
  followed?: OrderReading[];
  /** What becomes of live envelopes; no answer when absent. */
  ended?: readonly Envelope[];
}

/** Whether nothing is being read or sent. */
function isSettled(snapshot: SnapshotFrom<typeof envelopeSendMachine>): boolean {
  const isReading = ["loadingOptions", "connecting"] as const;
  return (
    !snapshot.hasTag("busy") &&
    !isReading.some((state) => snapshot.matches(state)) &&
    !snapshot.matches({ editing: "readingFunds" })
  );
}

export const CONNECTION: WalletConnectionInput = { ...sampleConnection, isExplained: true };

const OPTIONS: SendOptions = {
  coinTypes: ["eth"],
  holdings: [],
  chats: [FAMILY],
  unpaidOrders: [sampleOrder],
  coinsPaidHere: [],
  lookInUse: LOOK,
  passphrase: MADE_UP,
  recent: [],
};

/** Opens the send page of a person whose server answers so. */
export async function openSendPage(known: Known = {}) {
  const { input, options, readings = [], funds = [bind("1")], prices = {}, results = [SENT], followed, ended } = known;
  /** The coins whose funds were asked for. */
  const coins: CoinType[] = [];
  const requests: OptionsRequest[] = [];
  /** What each connection of a wallet began with. */
  const connections: WalletConnectionInput[] = [];
  const sent: SendRequest[] = [];
  const answerFunds = answerInTurn<Funds | Promise<Funds>>(funds);
  const readFunds = async (): Promise<Funds> => await answerFunds();
  const loadConnection = answerInTurn<WalletConnectionInput>([known.connectionFailure ?? CONNECTION]);
  const connect = answerInTurn<WalletConnectionOutput>([known.connected]);
  const answerSend = answerInTurn<SendResult>(results);
  const chart = openChart(envelopeSendMachine, viewEnvelopeSend, {
    input: { ...sampleSendInput, ...input },
    world: {
      loadConnection: ({ coinType }) => {
        coins.push(coinType);
        return loadConnection();
      },
      walletConnection: fromPromise<WalletConnectionOutput, WalletConnectionInput>(({ input: connection }) => {
        connections.push(connection);
        return connect();
      }) as unknown as typeof walletConnectionMachine,
      envelopeOrder: provideWorld(envelopeOrderMachine, {
        orderFollow: provideWorld(orderFollowChild, { read: answerInTurn<OrderReading>(followed ?? []) }),
        loadEnvelopes: answerInTurn<readonly Envelope[]>([ended]),
      }),
      loadOptions: async (request) => {
        requests.push(request);
        const reading = await answerInTurn<Partial<SendOptions>>([readings.shift() ?? {}])();
        return { ...OPTIONS, ...options, ...reading };
      },
      loadFunds: ({ coinType }) => {
        coins.push(coinType);
        return readFunds();
      },
      loadMeans: async ({ coinType }) => {
        coins.push(coinType);
        return { funds: await readFunds(), price: prices[coinType] ?? null };
      },
      sendEnvelope: (request) => {
        sent.push(request);
        return answerSend();
      },
    },
  });
  const { actor, send } = chart;
  /** What the page was asked to keep, in order. */
  const saved: (SavedSend | null)[] = [];
  const shown: string[] = [];
  actor.on("navigate", ({ to }) => shown.push(to));
  actor.on("draft.changed", ({ text }) => {
    saved.push(
      text === "" ? null : (JSON.parse(text, (name, value) => (name === "version" ? undefined : value)) as SavedSend),
    );
  });
  const act = async (...events: EnvelopeSendEvent[]) => {
    send(...events);
    return viewEnvelopeSend(await waitFor(actor, isSettled));
  };
  const type = (fields: Partial<Record<keyof typeof FORM | "singleAmount" | "remark", string>>) =>
    send(
      ...Object.entries(fields).map(([field, value]) => ({
        type: "ui.type" as const,
        field: field as keyof typeof fields,
        value,
      })),
    );
  /** The order that the form has led to, in that state. */
  const reachOrder = async (state: ReturnType<typeof viewEnvelopeOrder>["state"]) => {
    const { children } = await waitFor(actor, (snapshot) => snapshot.children.envelopeOrder !== undefined);
    const order = children.envelopeOrder;
    if (order === undefined) throw new Error("there is no order");
    const view = viewEnvelopeOrder(await waitFor(order, (snapshot) => viewEnvelopeOrder(snapshot).state === state));
    return { order, view };
  };
  send({ type: "ui.open" });
  const areFundsKnown = funds[0] !== undefined && !(funds[0] instanceof Promise);
  await waitFor(actor, areFundsKnown ? isSettled : (snapshot) => snapshot.matches("editing"));
  return { ...chart, coins, connections, requests, sent, saved, shown, act, type, reachOrder };
}
