import { createRoot } from "react-dom/client";
import { startTransition } from "react";
import { BrowserRouter } from "react-router-dom";
import { waitFor, type AnyActorRef, type SnapshotFrom } from "xstate";

import { OPEN_PATHS } from "#machines/app/openPaths.ts";
import { hasTexts } from "#machines/language/language.view.ts";
import type { sessionMachine } from "#machines/session/session.machine.ts";
import { readStatus } from "#machines/session/session.view.ts";

import { followPaymentLinks } from "./adapters/paymentCode.ts";
import { CrashPage } from "./components/shell/CrashPage.tsx";
import { ErrorBoundary } from "./components/shell/ErrorBoundary.tsx";
import { createApp, type App } from "./createApp.ts";
import { Frame } from "./Frame.tsx";
import { getService } from "./getService.ts";
import { AppContext } from "./hooks/useApp.ts";
import { startTexts } from "./i18n/texts.ts";
import { yieldToMain } from "./page/idle.ts";
import { isInspected } from "./inspector/isInspected.ts";
import { HOME_PATH, PATHS } from "./routes/paths.ts";
import { SCREENS } from "./routes/screens.ts";

/** The first texts are awaited this long; then the page is shown with what there is, and a retry. */
const FIRST_TEXTS_TIMEOUT_MS = 30_000;

/** The login is awaited this long. Until then index.html shows the picture that the app would render. */
const FIRST_LOGIN_TIMEOUT_MS = 1_000;

/** Asks for the first screen's code while the launch is read. */
function preloadFirstScreen(): void {
  const path = PATHS.find((known) => known === window.location.pathname) ?? HOME_PATH;
  void SCREENS[path].preload();
}

async function loadInput({ messenger }: App): Promise<void> {
  try {
    (await import("./page/followInput.ts")).followInput(window, messenger);
  } catch {
    // One can type and choose without it.
  }
}

/** Resolves once a snapshot fits, and after the timeout without one. */
async function waitAtMost<Actor extends AnyActorRef>(
  actor: Actor,
  fits: (snapshot: SnapshotFrom<Actor>) => boolean,
  timeoutMs: number,
): Promise<void> {
  try {
    await waitFor(actor, fits, { timeout: timeoutMs });
  } catch {
    // The page shows what there is; the actor goes on.
  }
}

async function boot(): Promise<void> {
  await yieldToMain();
  // An actor tells of itself when it is made: the inspector has to listen before the first one.
  const inspect = isInspected(window) ? (await import("./inspector/startInspector.tsx")).startInspector(window) : null;
  const app = await createApp(window, inspect);
  import.meta.hot?.dispose(() => app.root.stop());
  await yieldToMain();
  await startTexts();
  await yieldToMain();
  app.root.start();
  await yieldToMain();
  app.root.send({ type: "app.start" });
  preloadFirstScreen();
  await waitAtMost(
    getService(app.root, "language"),
    (snapshot) => hasTexts(snapshot) || snapshot.matches("failed"),
    FIRST_TEXTS_TIMEOUT_MS,
  );
  if (!OPEN_PATHS.has(window.location.pathname)) {
    const isSettled = (snapshot: SnapshotFrom<typeof sessionMachine>) => readStatus(snapshot) !== "pending";
    await waitAtMost(getService(app.root, "session"), isSettled, FIRST_LOGIN_TIMEOUT_MS);
  }
  followPaymentLinks(window);
  app.whenIdle(() => void loadInput(app));
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no #root");
  await yieldToMain();
  const page = createRoot(container);
  // React renders a transition in short tasks.
  startTransition(() =>
    page.render(
      <AppContext value={app}>
        <ErrorBoundary fallback={<CrashPage />}>
          <BrowserRouter>
            <Frame />
          </BrowserRouter>
        </ErrorBoundary>
      </AppContext>,
    ),
  );
}

void boot();
