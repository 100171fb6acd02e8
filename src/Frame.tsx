import { useTranslation } from "react-i18next";

import { viewApp } from "#machines/app/app.view.ts";
import { viewEnvironment } from "#machines/environment/environment.view.ts";
import { viewLanguage } from "#machines/language/language.view.ts";

import { ActionButton } from "./components/shell/ActionButton.tsx";
import { BrokenDialog } from "./components/shell/BrokenDialog.tsx";
import { Dialog } from "./components/ui/Dialog.tsx";
import { LanguageButton } from "./components/shell/LanguageButton.tsx";
import { NoTexts } from "./components/shell/NoTexts.tsx";
import { Toast } from "./components/ui/Toast.tsx";
import { useApp } from "./hooks/useApp.ts";
import { useOutcomeHaptics } from "./hooks/useOutcomeHaptics.ts";
import { useSelectionHaptics } from "./hooks/useSelectionHaptics.ts";
import { useService } from "./hooks/useService.ts";
import { useSnapshot } from "./hooks/useSnapshot.ts";
import { Router } from "./router.tsx";

const TONES = { success: "good", error: "bad", info: "plain" } as const;

/** What stands around every screen: toast, language button, and the dialogs that are nobody else's. */
export function Frame() {
  const language = useService("language");
  useSelectionHaptics();
  const { hasTexts } = viewLanguage(useSnapshot(language));
  if (!hasTexts) {
    return (
      <NoTexts
        onRetry={() => {
          language.send({ type: "ui.retry" });
        }}
      />
    );
  }
  return (
    <>
      <Router />
      <Language />
      <Toasts />
      <EnvironmentDialog />
      <Broken />
    </>
  );
}

function Language() {
  const language = useService("language");
  return (
    <LanguageButton
      view={viewLanguage(useSnapshot(language))}
      send={(event) => {
        language.send(event);
      }}
    />
  );
}

/** The latest of: a switch of language under way, the root's toast. */
function Toasts() {
  const { t } = useTranslation();
  const { root } = useApp();
  const { toast, actions } = viewApp(useSnapshot(root));
  const { isSwitching } = viewLanguage(useSnapshot(useService("language")));
  const tone = toast?.tone ?? "info";
  useOutcomeHaptics(tone === "info" ? null : tone);
  if (isSwitching) return <Toast message={t("app:language.switching")} isBusy />;
  if (toast !== null) {
    const dismiss = actions.find(({ event }) => event.type === "ui.dismissToast");
    return (
      <Toast
        message={t(toast.labelKey, { ...toast.values })}
        tone={TONES[toast.tone]}
        dismissLabel={dismiss && t(dismiss.labelKey)}
        onDismiss={
          dismiss &&
          (() => {
            root.send(dismiss.event);
          })
        }
      />
    );
  }
  return <Toast message={null} />;
}

/** SPEC section 2: the messenger is there, and our part of it does not work. */
function EnvironmentDialog() {
  const { t } = useTranslation();
  const environment = useService("environment");
  const { dialog, actions } = viewEnvironment(useSnapshot(environment));
  const retry = () => {
    environment.send({ type: "ui.retry" });
  };
  return (
    <Dialog
      isOpen={dialog !== null}
      title={dialog !== null && t(dialog.titleKey)}
      onClose={retry}
      actions={<ActionButton actions={actions} type="ui.retry" send={retry} />}
    >
      <p>{dialog !== null && t(dialog.messageKey)}</p>
    </Dialog>
  );
}

function Broken() {
  const { root } = useApp();
  return (
    <BrokenDialog
      view={viewApp(useSnapshot(root))}
      send={(event) => {
        root.send(event);
      }}
    />
  );
}
