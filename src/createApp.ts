import i18next from "i18next";
import {
  createActor,
  enqueueActions,
  fromPromise,
  type ActorOptions,
  type ActorRefFrom,
  type AnyActorLogic,
  type InspectionEvent,
  type Observer,
  waitFor,
} from "xstate";

import type { components } from "#contract/schema.d.ts";
import { appMachine, type ServiceLogics } from "#machines/app/app.machine.ts";
import type { FlowLogics, FlowName } from "#machines/app/flows.ts";
import { createEnvironmentService } from "#machines/environment/environment.machine.ts";
import type { Failure } from "#machines/kit/failure.ts";
import type { ActorsOf } from "#machines/kit/provide.ts";
import { createLanguageService } from "#machines/language/language.machine.ts";
import type { Page as ListPage } from "#machines/kit/pagedList/pagedList.machine.ts";
import { createResourceMachine } from "#machines/kit/resource/resource.machine.ts";
import { createSessionService } from "#machines/session/session.machine.ts";

import { createLanguageActors } from "./adapters/actors/language.ts";
import { createSessionActors } from "./adapters/actors/session.ts";
import { createApi, type Api, type Credential } from "./adapters/api/createApi.ts";
import { getVerbatimMessage } from "./adapters/api/toApiFailure.ts";
import { createBrowserBack, type BrowserBack } from "./adapters/browserBack.ts";
import { createCheckedPlaces, type CheckedPlaces } from "./adapters/checkedPlaces.ts";
import { createBoundedCache, type BoundedCache } from "./adapters/createBoundedCache.ts";
import { createDrafts, type Drafts } from "./adapters/drafts.ts";
import type { Prices } from "./adapters/prices.ts";
import { ensureStorage, createAppStorage } from "./adapters/storage.ts";
import { takePaymentCode } from "./adapters/paymentCode.ts";
import type { KeptAttempts } from "./adapters/walletAttempts.ts";
import { createMessenger, type Messenger } from "./adapters/telegram/messenger.ts";
import { endWalletSessions } from "./adapters/wallets/endSessions.ts";
import { getService } from "./getService.ts";
import { showLanguage } from "./i18n/texts.ts";
import { createWhenIdle, type WhenIdle, yieldToMain } from "./page/idle.ts";
import type { ScrollPlace } from "./hooks/useScrollPlace.ts";

type SystemInfo = components["schemas"]["SystemInfo"];

/** How many pages are remembered for going back. */
const MAX_LEFT = 10;

/** Everything that screens and flows are made of. */
export interface App {
  root: ActorRefFrom<typeof appMachine>;
  messenger: Messenger;
  browserBack: BrowserBack;
  checkedPlaces: CheckedPlaces;
  /** Speaks with the bearer. */
  api: Api;
  /** Speaks with the external payment code and never with the bearer; a refusal there ends no session. */
  paymentApi: Api;
  /** There once somebody asks for one: `openPrices`. */
  prices?: Prices;
  drafts: Drafts;
  /** What wallets are asked for; there once a page has a wallet pay, and somebody whose it is. */
  attempts?: KeptAttempts | null;
  /** Where pages were scrolled to when they were left, by the router's key of the history entry. */
  leftPlaces: BoundedCache<ScrollPlace>;
  /** What lists showed when they were left, by history entry and name. */
  leftLists: BoundedCache<ListPage>;
  /** Whether this tab was opened with an external payment code, or a handoff code that is exchanged for one. */
  hasPaymentCode: boolean;
  /** The external payment code, once a flow of the payment page has read or redeemed it. */
  paymentCredential: Credential | null;
  /** Hears of every actor, also of one that a component starts for itself; null where nobody looks. */
  inspect: Observer<InspectionEvent> | null;
  whenIdle: WhenIdle;
  /** Hands a flow's logic to the root; the chunk that holds it does so before it starts the flow. */
  provideFlow: <Name extends FlowName>(name: Name, create: (app: App) => FlowLogics[Name]) => void;
}

/**
 * The composition root: the one place where machines meet the world. Nothing works before `app.start`. Made in several
 * tasks, so that the page hears touches in between.
 *
 * @param inspect hears of every actor from the root on; null where nobody looks
 * @param clock times the delays of all charts
 */
export async function createApp(
  page: Window,
  inspect: Observer<InspectionEvent> | null = null,
  clock?: ActorOptions<AnyActorLogic>["clock"],
): Promise<App> {
  const { isSessionReal } = ensureStorage(page);
  const storage = createAppStorage(page.localStorage);
  const messenger = createMessenger({ isSessionReal });
  const drafts = createDrafts({ storage: page.sessionStorage, getUserId: () => storage.read("userId") });
  const hasPaymentCode = takePaymentCode(page);
  const getLanguage = () => i18next.language;

  const showFailure = (failure: Failure): void => {
    const message = getVerbatimMessage(failure);
    if (message !== null)
      root.send({ type: "toast.show", tone: "error", labelKey: "app:toast.told", values: { message } });
  };
  const getBearer = (): Credential | null => {
    // Not of the storage: another person may log in there while this page is open, and it must not call in their name.
    const token = root.getSnapshot().children.session?.getSnapshot().context.token ?? null;
    return token === null ? null : { header: "authorization", value: `Bearer ${token}` };
  };
  const api = createApi({
    getLanguage,
    getCredential: getBearer,
    renew: async ({ value }) => {
      root.send({ type: "http.unauthorized", token: value.replace("Bearer ", "") });
      await waitFor(getService(root, "session"), (session) => !session.matches("renewing"));
      const present = getBearer();
      return present?.value === value ? null : present;
    },
    onFailure: (failure, credential) => {
      if (failure.kind !== "unauthorized") showFailure(failure);
      else if (credential !== null) {
        root.send({ type: "http.unauthorized", token: credential.value.replace("Bearer ", "") });
      }
    },
  });
  const paymentApi = createApi({
    getLanguage,
    getCredential: () => app.paymentCredential,
    onFailure: showFailure,
  });

  const endWallets = async (): Promise<void> => {
    await endWalletSessions(page, getService(root, "systemInfo").getSnapshot().context.value?.appUrl ?? "");
  };

  await yieldToMain();
  const environment = createEnvironmentService({
    readLaunch: fromPromise(() => messenger.readLaunch()),
    probeTheme: fromPromise(() => messenger.probeHost()),
    signalReady: fromPromise(() => messenger.signalReady()),
  } satisfies ActorsOf<ServiceLogics["environment"]>);
  const session = createSessionService(createSessionActors({ api, storage, drafts, endWallets }));
  await yieldToMain();
  const language = createLanguageService(createLanguageActors({ api, storage, page, showLanguage }));
  const systemInfo = createResourceMachine<SystemInfo, null>().provide({
    actors: { read: fromPromise(({ signal }) => api.get("/v1/system/info", {}, signal)) },
  });
  await yieldToMain();
  const flowLogics = new Map<FlowName, AnyActorLogic>();
  const root = createActor(
    appMachine.provide({
      actors: { environment, session, language, systemInfo },
      actions: {
        spawnFlow: enqueueActions(({ enqueue }, { id, flow, input }) => {
          const logic = flowLogics.get(flow);
          if (logic === undefined) throw new Error(`provide ${flow}`);
          // XState's types allow an id only for a logic that the machine's setup names.
          const named = { id, input };
          const options: { input: unknown } = named;
          enqueue.spawnChild(logic, options);
        }),
      },
    }),
    { ...(inspect && { inspect }), ...(clock && { clock }) },
  );

  page.addEventListener("online", () => root.send({ type: "app.online" }));
  const app: App = {
    root,
    messenger,
    browserBack: createBrowserBack(page),
    checkedPlaces: createCheckedPlaces(root),
    api,
    paymentApi,
    drafts,
    leftPlaces: createBoundedCache(MAX_LEFT),
    leftLists: createBoundedCache(MAX_LEFT),
    hasPaymentCode,
    paymentCredential: null,
    whenIdle: createWhenIdle(page),
    inspect,
    provideFlow: (name, create) => {
      if (!flowLogics.has(name)) flowLogics.set(name, create(app));
    },
  };
  return app;
}
