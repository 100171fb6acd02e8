import { useSelector } from "@xstate/react";
import { Suspense, use, useEffect, type ReactNode } from "react";
import { Navigate, useLocation, useNavigate } from "react-router-dom";

import { OPEN_PATHS } from "#machines/app/openPaths.ts";
import { readStatus, type SessionView } from "#machines/session/session.view.ts";

import { FlowBoundary } from "./components/shell/FlowBoundary.tsx";
import { Splash } from "./components/shell/Splash.tsx";
import { useApp } from "./hooks/useApp.ts";
import { useGround } from "./hooks/useGround.ts";
import { useScrollPlace } from "./hooks/useScrollPlace.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { decideRoute, type RouteRequest } from "./routes/decideRoute.ts";
import { PATHS, type Path } from "./routes/paths.ts";
import { buildLoginPath } from "./routes/redirectTarget.ts";
import { SCREENS } from "./routes/screens.ts";
import { readStartGround } from "./start/startGround.ts";

const PERMISSIONS: Readonly<Record<SessionView["status"], RouteRequest["permission"]>> = {
  pending: "pending",
  loggedIn: "granted",
  loggedOut: "refused",
  launchExpired: "refused",
  accountDeleted: "refused",
};

/** Does what the root asks for, e.g. shows another screen after a refused session. */
function useRootEffects(path: string, search: string): void {
  const { root, messenger, checkedPlaces } = useApp();
  const navigate = useNavigate();
  useEffect(() => {
    const subscription = root.on("*", (event) => {
      if (event.type === "vibrate") messenger.vibrate(event.kind);
      else if (event.type === "app.close") messenger.close();
      else if (event.type === "app.reload") window.location.reload();
      else if (!OPEN_PATHS.has(path)) {
        const goal = checkedPlaces.getGoal() ?? { pathname: path, search };
        void navigate(buildLoginPath(goal.pathname, goal.search), { replace: true });
      }
    });
    return () => subscription.unsubscribe();
  }, [root, messenger, checkedPlaces, navigate, path, search]);
}

/** The address gives the location, the root machine the permission. */
export function Router() {
  const { root, messenger, browserBack, checkedPlaces } = useApp();
  const location = useLocation();
  const { pathname: path, search } = location;
  const session = useService("session");
  const status = useSelector(session, readStatus);
  const isWelcomeDue = useSelector(root, ({ context }) => context.isWelcomeDue);
  const startParam = useSelector(session, ({ context }) => context.launch?.startParam ?? null);
  useRootEffects(path, search);

  useEffect(() => {
    messenger.keepLaunchHash(location);
    browserBack.follow();
    checkedPlaces.arrive(location);
  }, [messenger, browserBack, checkedPlaces, location]);

  const decision = decideRoute({
    path,
    search,
    permission: PERMISSIONS[status],
    isWelcomeDue,
    startParam,
  });
  const known = decision.kind === "show" ? PATHS.find((candidate) => candidate === path) : undefined;
  // One boundary for all, so that the present screen stays until the next one is loaded.
  return (
    <Suspense fallback={<Wait />}>
      {known === undefined ? (
        <Wait />
      ) : (
        <Checked>
          <Page key={path} path={known} place={location.key} />
        </Checked>
      )}
      {decision.kind === "redirect" && <Navigate to={decision.to} replace />}
    </Suspense>
  );
}

/** Before the first screen the messenger's bars have the colour of the shell. */
function Wait() {
  useGround(readStartGround());
  return <Splash />;
}

/** Nothing of a page is rendered, and no flow of it starts, before it is known whose the storage is (SPEC section 4). */
function Checked({ children }: { children: ReactNode }) {
  use(useApp().checkedPlaces.check(useLocation()));
  return children;
}

/** One route's screen. */
function Page({ path, place }: { path: Path; place: string }) {
  const { Part } = SCREENS[path];
  useScrollPlace(place);
  return (
    <FlowBoundary>
      <Part />
    </FlowBoundary>
  );
}
