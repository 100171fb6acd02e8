import i18next from "i18next";
import { fromPromise } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Holding } from "#domain/money/holdings.ts";
import { type Language, toLanguage } from "#domain/language/language.ts";
import { type EnvelopeSendInput, envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import type { Recent } from "#machines/envelopeSend/sendOptions.ts";
import { type EnvelopeSendView, viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { isSentByMe } from "#machines/lifecycle/envelope/isSentByMe.ts";
import type { WalletConnectionInput } from "#machines/walletConnection/walletConnection.machine.ts";
import type { ActorsOf } from "#machines/kit/provide.ts";
import { hasApiError } from "#machines/kit/failure.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import { readBalance } from "#src/adapters/api/readBalance.ts";
import { readEnvelope } from "#src/adapters/api/readEnvelope.ts";
import { readFunds } from "#src/adapters/api/readFunds.ts";
import { openPrices } from "#src/adapters/prices.ts";
import { createAttemptId, getRandomBytes } from "#src/adapters/random.ts";
import { makePassphraseUp } from "#src/adapters/makePassphraseUp.ts";
import { readSystemInfo } from "#src/adapters/readSystemInfo.ts";
import { withTimeout } from "#src/adapters/withTimeout.ts";
import { parseSavedSend, SAVED_SEND_KEY } from "#src/adapters/savedSend.ts";
import type { Flow } from "./flow.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

/** As many groups and open orders as one page of the contract holds. */
const FULL_PAGE = { limit: 100 };
/** How many of the newest envelopes are read to find the recent amounts. */
const LATELY = { limit: 10 };
/** How long the form waits for what it can do without. */
const EXTRA_TIMEOUT_MS = 3000;

interface EnvelopeSendDeps {
  api: Api;
  readSystemInfo: () => Promise<components["schemas"]["SystemInfo"]>;
  /** "0" while none is known. */
  readPrice: (coinType: CoinType) => Promise<string>;
  /** The person's. */
  getLanguage: () => Language;
  /** Has the chart know what connects a wallet; answers what it begins with. */
  loadConnection: (coinType: CoinType, signal: AbortSignal) => Promise<WalletConnectionInput>;
  /** Has the chart know what follows an order; answers the coins whose orders are paid inside the messenger. */
  loadOrderPart: () => Promise<readonly CoinType[]>;
}

export function createEnvelopeSendActors(
  deps: EnvelopeSendDeps,
): Omit<ActorsOf<typeof envelopeSendMachine>, "envelopeOrder" | "walletConnection"> {
  const { api, getLanguage, loadOrderPart } = deps;
  /** Null where there is none, or not soon. */
  async function findPrice(coinType: CoinType): Promise<string | null> {
    try {
      const price = await withTimeout(deps.readPrice(coinType), EXTRA_TIMEOUT_MS);
      return price === "0" ? null : price;
    } catch {
      return null;
    }
  }

  /** Undefined where the address names an order that this person has not. */
  async function readOrder(orderId: string, signal: AbortSignal): Promise<Order | undefined> {
    const query = { orderId };
    try {
      return (await api.get("/v1/order/detail", query, signal)).order;
    } catch (error) {
      if (hasApiError(error, "notFound") || hasApiError(error, "invalidRequest")) return undefined;
      throw error;
    }
  }

  /** Undefined where the person has sent no such envelope. */
  async function readOwnEnvelope(envelopeId: string, signal: AbortSignal): Promise<Envelope | undefined> {
    try {
      const envelope = await readEnvelope(api, envelopeId, signal);
      return isSentByMe(envelope) ? envelope : undefined;
    } catch (error) {
      if (hasApiError(error, "notFound") || hasApiError(error, "invalidRequest")) return undefined;
      throw error;
    }
  }

  /** What was paid for; nothing where it cannot be read, or not soon. */
  async function readRecent(signal: AbortSignal): Promise<readonly Recent[]> {
    try {
      const answer = api.get("/v1/redpackage/allSendRecords", LATELY, signal);
      const { items } = await withTimeout(answer, EXTRA_TIMEOUT_MS);
      return items.filter(({ openedAt }) => openedAt !== null);
    } catch {
      return [];
    }
  }

  async function readHolding(coinType: CoinType, signal: AbortSignal): Promise<Holding> {
    const balance = await readBalance(api, coinType, signal);
    return { coinType, balance, price: balance === "0" ? "0" : ((await findPrice(coinType)) ?? "0") };
  }

  /** What the person has in the app; nothing where it cannot be read, or not soon. */
  async function findHoldings(signal: AbortSignal): Promise<readonly Holding[]> {
    try {
      // The answer names the coins of all accounts, whichever coin is asked for.
      const answer = api.get("/v1/user/accountAmountInfo", { coinType: COIN_TYPES[0] }, signal);
      const { coinTypes } = await withTimeout(answer, EXTRA_TIMEOUT_MS);
      const held = coinTypes.map((coinType) => readHolding(coinType, signal));
      return await withTimeout(Promise.all(held), EXTRA_TIMEOUT_MS);
    } catch {
      return [];
    }
  }

  return {
    loadOptions: fromPromise(async ({ input: { orderId, againId }, signal }) => {
      const [chats, unpaid, lookInUse, { coins }, askedOrder, coinsPaidHere, ...others] = await Promise.all([
        api.get("/v1/chat/list", FULL_PAGE, signal, { hasToast: true }),
        api.get("/v1/order/unpaidList", FULL_PAGE, signal, { hasToast: true }),
        api.get("/v1/user/redEnvelopeCoverAndMessage", {}, signal, { hasToast: true }),
        deps.readSystemInfo(),
        orderId === null ? undefined : readOrder(orderId, signal),
        loadOrderPart(),
        makePassphraseUp(getLanguage()),
        readRecent(signal),
        findHoldings(signal),
        againId === null ? undefined : readOwnEnvelope(againId, signal),
      ]);
      const [passphrase, recent, holdings, again] = others;
      const coinTypes = coins.map(({ coinType }) => coinType);
      return {
        coinTypes,
        holdings,
        chats: chats.items.filter(({ kind }) => kind === "group"),
        channels: chats.items.filter(({ kind }) => kind === "channel"),
        unpaidOrders: unpaid.items,
        lookInUse,
        coinsPaidHere,
        askedOrder,
        passphrase,
        recent: recent.map(({ coinType, totalAmount }) => ({ coinType, totalAmount })),
        again,
      };
    }),
    loadMeans: fromPromise(async ({ input: { coinType }, signal }) => {
      const [funds, price] = await Promise.all([readFunds(api, coinType, signal), findPrice(coinType)]);
      return { funds, price };
    }),
    loadFunds: fromPromise(({ input: { coinType }, signal }) => readFunds(api, coinType, signal)),
    loadConnection: fromPromise(({ input: { coinType }, signal }) => deps.loadConnection(coinType, signal)),
    sendEnvelope: fromPromise(({ input: { body, idempotencyKey }, signal }) =>
      api.post("/v1/redpackage/sendRedEnvelope", body, signal, { idempotencyKey }),
    ),
  };
}

/** What the page's address says. */
interface AskedSend extends Pick<EnvelopeSendInput, "chatIds" | "coinType" | "minChats" | "asked" | "againId"> {
  /** What an envelope in return begins with, a whole-coin decimal string; null: nothing. */
  giftAmount: string | null;
}

/** Open with `{ type: "ui.open" }`. */
export const envelopeSendFlow: Flow<"envelopeSend", EnvelopeSendView, AskedSend> = {
  name: "envelopeSend",
  create: (app) => {
    const { api, root } = app;
    const loadOrderPart = async () => {
      const { logic: envelopeOrder, coinsPaidHere } = (await import("./envelopeOrder.ts")).createEnvelopeOrder(app);
      Object.assign(logic.implementations.actors, { envelopeOrder });
      return coinsPaidHere;
    };
    const actors = createEnvelopeSendActors({
      api,
      readSystemInfo: () => readSystemInfo(root),
      readPrice: openPrices(app).read,
      getLanguage: () => toLanguage(i18next.language),
      loadConnection: async (coinType, signal) => {
        const { logic: walletConnection, input } = (await import("./sendConnection.ts")).createSendConnection(app);
        Object.assign(logic.implementations.actors, { walletConnection });
        return await input(coinType, signal);
      },
      loadOrderPart,
    });
    const logic = envelopeSendMachine.provide({
      actors: actors,
    });
    return logic;
  },
  view: viewEnvelopeSend,
  prepare: ({ drafts }, { giftAmount, ...asked }) => ({
    draftKey: SAVED_SEND_KEY,
    input: {
      ...asked,
      saved: parseSavedSend(drafts.read(SAVED_SEND_KEY)),
      gift: giftAmount === null ? null : { amount: giftAmount },
      attemptId: createAttemptId(getRandomBytes),
    },
  }),
};
