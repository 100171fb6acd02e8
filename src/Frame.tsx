import { useSelector } from "@xstate/react";
import { Suspense } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { viewApp } from "#machines/app/app.view.ts";
import { viewEnvironment } from "#machines/environment/environment.view.ts";
import { canPress } from "#machines/kit/viewAction.ts";
import { hasTexts, isSwitching, viewLanguage } from "#machines/language/language.view.ts";

import { CrashPage } from "./components/shell/CrashPage.tsx";
import { lazyPart } from "./components/shell/lazyPart.tsx";
import { NoTexts } from "./components/shell/NoTexts.tsx";
import { WhenIdle } from "./components/shell/WhenIdle.tsx";
import { Toast } from "./components/ui/Toast.tsx";
import { useApp } from "./hooks/useApp.ts";
import { useTopModal } from "./hooks/openModals.ts";
import { useService } from "#src/hooks/useSnapshot.ts";
import { useSnapshot } from "./hooks/useSnapshot.ts";
import { Router } from "./router.tsx";

/** It floats over the page and moves nothing there; a page without it is complete. */
const { Part: LanguageButton, preload: loadLanguageButton } = lazyPart(
  async () => (await import("./components/shell/LanguageButton.tsx")).LanguageButton,
  () => null,
);
// Hardly anybody ever sees them. The page that needs no loading stands in for one that does not come.
const { Part: EnvironmentDialog } = lazyPart(
  async () => (await import("#src/components/shell/FrameDialogs.tsx")).EnvironmentDialog,
  CrashPage,
);
const { Part: BrokenDialog } = lazyPart(
  async () => (await import("#src/components/shell/FrameDialogs.tsx")).BrokenDialog,
  CrashPage,
);

const TONES = { success: "good", error: "bad", info: "plain" } as const;

/** What stands around every screen: toast, language button, and the app-wide dialogs. */
export function Frame() {
  const hasFirstTexts = useSelector(useService("language"), hasTexts);
  if (!hasFirstTexts) return <TextsToCome />;
  return (
    <>
      <Router />
      <WhenIdle preload={loadLanguageButton}>
        <Language />
      </WhenIdle>
      <Toasts />
      <Unavailable />
      <Broken />
    </>
  );
}

function TextsToCome() {
  const language = useService("language");
  const { actions } = viewLanguage(useSnapshot(language));
  return <NoTexts isBusy={!canPress(actions, "ui.retry")} onRetry={() => language.send({ type: "ui.retry" })} />;
}

function Language() {
  const language = useService("language");
  return <LanguageButton view={viewLanguage(useSnapshot(language))} send={language.send} />;
}

/** In the uppermost dialog while one is open: it would cover the toast, and take its taps. */
function Toasts() {
  const modal = useTopModal();
  return modal === null ? <LatestToast /> : createPortal(<LatestToast />, modal);
}

/** The latest of: a switch of language under way, the root's toast. */
function LatestToast() {
  const { t } = useTranslation();
  const { root } = useApp();
  const { toast, actions } = useSelector(root, viewApp);
  const isLanguageComing = useSelector(useService("language"), isSwitching);
  if (isLanguageComing) return <Toast message={t("app:language.switching")} isBusy />;
  if (toast !== null) {
    const dismiss = actions.find(({ event }) => event.type === "ui.dismissToast");
    return (
      <Toast
        message={t(toast.labelKey, { ...toast.values })}
        tone={TONES[toast.tone]}
        dismissLabel={dismiss && t(dismiss.labelKey)}
        onDismiss={dismiss && (() => root.send(dismiss.event))}
      />
    );
  }
  return <Toast message={null} />;
}

/** SPEC section 2: the messenger is there, and our part of it does not work. */
function Unavailable() {
  const environment = useService("environment");
  const view = viewEnvironment(useSnapshot(environment));
  if (view.dialog === null) return null;
  return (
    <Suspense>
      <EnvironmentDialog view={view} send={environment.send} />
    </Suspense>
  );
}

function Broken() {
  const { root } = useApp();
  const view = useSelector(root, viewApp);
  if (view.brokenKey === null) return null;
  return (
    <Suspense>
      <BrokenDialog view={view} send={root.send} />
    </Suspense>
  );
}
