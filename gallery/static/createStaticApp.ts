import type { AnyActorRef, AnyMachineSnapshot, SnapshotFrom } from "xstate";

import { getFlowId, type FlowName, type FlowStart, type RunningFlow } from "#machines/app/flows.ts";
import { appMachine, type ServiceLogics } from "#machines/app/app.machine.ts";
import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { environmentMachine } from "#machines/environment/environment.machine.ts";
import { groupChoiceMachine } from "#machines/groupChoice/groupChoice.machine.ts";
import type { languageMachine } from "#machines/language/language.machine.ts";
import { sessionMachine } from "#machines/session/session.machine.ts";
import { createBoundedCache } from "#src/adapters/createBoundedCache.ts";
import type { App } from "#src/createApp.ts";
import { sampleLaunch, sampleUser } from "#tests/support/samples.ts";

import { nothing } from "../nothing.ts";
import { createStaticActor } from "./createStaticActor.ts";
import { createStaticMessenger } from "./createStaticMessenger.ts";
import { noteDeed } from "./onStage.ts";
import { standInLanguage } from "./standInLanguage.ts";
import { standInSystemInfo } from "./standInResource.ts";

/** Snapshots of the root, its services and flows. A service that is left out is in its usual state. */
export interface Standing {
  app?: SnapshotFrom<typeof appMachine>;
  session?: SnapshotFrom<typeof sessionMachine>;
  environment?: SnapshotFrom<typeof environmentMachine>;
  language?: SnapshotFrom<typeof languageMachine>;
  systemInfo?: SnapshotFrom<ServiceLogics["systemInfo"]>;
  /** By name, for every flow of that name; one that is left out never starts. `clipboard` is idle and `groupChoice` left to the link unless they are named. */
  flows?: Readonly<Partial<Record<FlowName, AnyMachineSnapshot>>>;
  /** Of each coin. */
  price?: string | null;
  hasPaymentCode?: boolean;
}

const RUNNING = appMachine.resolveState({
  value: { running: "quiet" },
  context: { toast: null, toastCount: 0, flows: [], isWelcomeDue: false },
});
const INSIDE = environmentMachine.resolveState({
  value: "ready",
  context: { launch: sampleLaunch, reason: null, failure: null },
});
const LOGGED_IN = sessionMachine.resolveState({
  value: { loggedIn: { user: "settled", storage: "checked" } },
  context: {
    launch: sampleLaunch,
    token: "token",
    userId: sampleLaunch.tgUserId,
    user: sampleUser,
    isNewUser: false,
    isRenewed: false,
    notice: null,
    failure: null,
  },
});
const CHECKED = Promise.resolve();
const NOTHING_COPIED = clipboardMachine.resolveState({ value: "idle", context: { text: null } });

/** The messenger has no list of groups to choose from. */
const LEFT_TO_LINK = groupChoiceMachine.resolveState({
  value: "unsupported",
  context: { isWanted: false, newestId: null, failure: null },
});

/** An app in which nothing moves: each service keeps its snapshot, and so does each flow once it is started. */
export function createStaticApp(standing: Standing = {}) {
  const { app = RUNNING, price = "3051.12" } = standing;
  const flows: Standing["flows"] = {
    clipboard: NOTHING_COPIED,
    groupChoice: LEFT_TO_LINK,
    ...standing.flows,
  };
  const children: Record<string, AnyActorRef> = {
    session: createStaticActor<typeof sessionMachine>(standing.session ?? LOGGED_IN),
    environment: createStaticActor<typeof environmentMachine>(standing.environment ?? INSIDE),
    language: createStaticActor<typeof languageMachine>(standing.language ?? standInLanguage("en")),
    systemInfo: createStaticActor<ServiceLogics["systemInfo"]>(standing.systemInfo ?? standInSystemInfo()),
  };
  const running: RunningFlow[] = [];
  const startFlow = ({ flow, key }: FlowStart) => {
    const snapshot = flows[flow];
    if (snapshot === undefined) return;
    const id = getFlowId(flow, key);
    children[id] = createStaticActor(snapshot);
    running.push({ id, flow });
  };
  const root = createStaticActor<typeof appMachine>({ ...app, children, context: { ...app.context, flows: running } });
  const refuse = () => {
    throw new Error("nothing is asked of a server here");
  };
  return {
    root: {
      ...root,
      send: (event: Parameters<typeof root.send>[0]) => {
        if (event.type === "flow.start") {
          noteDeed(`starts ${event.flow}`);
          startFlow(event);
        } else root.send(event);
      },
    },
    messenger: createStaticMessenger(),
    browserBack: { push: () => nothing, follow: nothing },
    checkedPlaces: { check: () => CHECKED, arrive: nothing, getGoal: () => null },
    api: { get: refuse, post: refuse },
    paymentApi: { get: refuse, post: refuse },
    prices: { read: refuse, get: () => price, follow: () => nothing },
    leftPlaces: createBoundedCache(0),
    leftLists: createBoundedCache(0),
    drafts: { read: () => null, write: nothing, clear: nothing },
    hasPaymentCode: standing.hasPaymentCode ?? false,
    paymentCredential: null,
    inspect: null,
    whenIdle: (run) => {
      run();
      return nothing;
    },
    provideFlow: () => undefined,
  } satisfies App;
}
