import type { SnapshotFrom } from "xstate";

import type { sessionMachine } from "#machines/session/session.machine.ts";
import { viewSession } from "#machines/session/session.view.ts";
import { userChoicesFlow } from "#src/adapters/actors/choices.ts";
import { User } from "#src/screens/user/User.tsx";

import { listReached } from "../listReached.ts";
import type { GalleryScreen } from "../picture.ts";
import { LONG } from "#tests/models/samples.ts";
import { holdings, systemInfo, user } from "../samples.ts";
import { Scene } from "../static/Scene.tsx";
import { listReachedChoices, standInChoice } from "../static/standInChoice.ts";
import { listReachedResources, standInResource, standInSystemInfo } from "../static/standInResource.ts";

type Snapshot = SnapshotFrom<typeof sessionMachine>;

const SETTLED = standInChoice(userChoicesFlow, { params: null, saved: ["allowNotifications"] });
const KNOWN = standInResource(holdings, null);

export const screen: GalleryScreen = {
  listCandidates: async () => {
    const sessions = await listReached<Snapshot>("session", viewSession);
    const amounts = await listReachedResources(holdings, null);
    const infos = await listReachedResources(systemInfo, null);
    const choices = await listReachedChoices(
      userChoicesFlow,
      { params: null, saved: ["allowNotifications"] },
      { name: "hideFromRanking", isOn: true },
    );
    const loggedIn = sessions.filter(({ snapshot }) => viewSession(snapshot).status === "loggedIn");
    const longNamed = loggedIn.slice(0, 1).map(({ snapshot }) => ({
      state: "long name",
      facts: new Map<string, string>(),
      snapshot: { ...snapshot, context: { ...snapshot.context, user: { ...user, name: LONG.name } } } as Snapshot,
    }));
    const guarded = loggedIn.slice(0, 1).map(({ snapshot }) => ({
      state: "code, email and VIP",
      facts: new Map<string, string>(),
      snapshot: {
        ...snapshot,
        context: {
          ...snapshot.context,
          user: {
            ...user,
            email: "lin.mei@example.com",
            hasSecurityCode: true,
            vipLevel: 3,
            spendingBlocks: [
              { coinType: "eth" as const, cause: "walletChanged" as const, until: "2099-01-01T09:30:00Z" },
            ],
          },
        },
      } as Snapshot,
    }));
    return [
      ...[...loggedIn, ...longNamed, ...guarded].map(({ state, facts, snapshot }) => ({
        state,
        facts,
        node: (
          <Scene at="/user" session={snapshot} flows={{ holdings: KNOWN, userChoices: SETTLED }}>
            <User />
          </Scene>
        ),
      })),
      ...amounts.map(({ state, facts, snapshot }) => ({
        state: `amounts ${state}`,
        facts,
        node: (
          <Scene at="/user" flows={{ holdings: snapshot, userChoices: SETTLED }}>
            <User />
          </Scene>
        ),
      })),
      ...choices.map(({ state, facts, snapshot }) => ({
        state: `switches ${state}`,
        facts,
        node: (
          <Scene at="/user" flows={{ holdings: KNOWN, userChoices: snapshot }}>
            <User />
          </Scene>
        ),
      })),
      ...infos.map(({ state, facts, snapshot }) => ({
        state: `system info ${state}`,
        facts,
        node: (
          <Scene at="/user" systemInfo={snapshot} flows={{ holdings: KNOWN, userChoices: SETTLED }}>
            <User />
          </Scene>
        ),
      })),
      {
        state: "not on the home screen",
        facts: new Map<string, string>(),
        node: (
          <Scene
            at="/user"
            flows={{
              holdings: KNOWN,
              userChoices: SETTLED,
              homeScreen: standInResource({ canAdd: true }, null),
            }}
          >
            <User />
          </Scene>
        ),
      },
      {
        state: "at a strange address",
        facts: new Map<string, string>(),
        node: (
          <Scene
            at="/user"
            systemInfo={standInSystemInfo({ ...systemInfo, isDomHttp: true, officialDomains: ["hongbao.example"] })}
            flows={{ holdings: KNOWN, userChoices: SETTLED }}
          >
            <User />
          </Scene>
        ),
      },
      ...[
        { state: "nothing of any coin", has: { accounts: [] } },
        { state: "balance of a coin that is switched off", has: holdings },
      ].map(({ state, has }) => ({
        state,
        facts: new Map<string, string>(),
        node: (
          <Scene
            at="/user"
            systemInfo={standInSystemInfo({ ...systemInfo, coins: [] })}
            flows={{ holdings: standInResource(has, null) }}
          >
            <User />
          </Scene>
        ),
      })),
    ];
  },
};
