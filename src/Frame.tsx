import { useTranslation } from "react-i18next";

import { viewApp } from "#machines/app/app.view.ts";
import { viewClipboard } from "#machines/clipboard/clipboard.view.ts";
import { viewEnvironment } from "#machines/environment/environment.view.ts";
import { viewLanguage } from "#machines/language/language.view.ts";

import { ActionButton } from "./components/shell/ActionButton.tsx";
import { BrokenDialog } from "./components/shell/BrokenDialog.tsx";
import { Dialog } from "./components/ui/Dialog.tsx";
import styles from "./Frame.module.css";
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
      <ManualCopy />
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

/** The latest of: a switch of language under way, the root's toast, a copied text. */
function Toasts() {
  const { t } = useTranslation();
  const { root } = useApp();
  const { toast, actions } = viewApp(useSnapshot(root));
  const { isSwitching } = viewLanguage(useSnapshot(useService("language")));
  const clipboard = viewClipboard(useSnapshot(useService("clipboard")));
  const isCopied = clipboard.status === "copied" && clipboard.messageKey !== null;
  const told = toast?.tone ?? (isCopied ? "success" : "info");
  useOutcomeHaptics(told === "info" ? null : told);
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
  return <Toast message={isCopied ? t(clipboard.messageKey ?? "") : null} tone="good" />;
}

function ManualCopy() {
  const { t } = useTranslation();
  const clipboard = useService("clipboard");
  const { manualText, messageKey, actions } = viewClipboard(useSnapshot(clipboard));
  return (
    <Dialog
      isOpen={manualText !== null}
      title={t("app:tips")}
      onClose={() => {
        clipboard.send({ type: "ui.dismiss" });
      }}
      actions={
        <ActionButton
          actions={actions}
          type="ui.dismiss"
          send={(event) => {
            clipboard.send(event);
          }}
        />
      }
    >
      <p>{messageKey !== null && t(messageKey)}</p>
      <input
        className={styles.manual}
        readOnly
        value={manualText ?? ""}
        aria-label={t("app:clipboard.copy")}
        onFocus={(event) => {
          event.target.select();
        }}
      />
    </Dialog>
  );
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
