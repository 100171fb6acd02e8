import { useTranslation } from "react-i18next";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

interface BackToAppProps {
  variant: "primary" | "secondary";
  /** The app at the order in question; null: at its start. */
  appUrl?: string | null;
}

/** The way back to the messenger, where a new link to this page is made. */
export function BackToApp({ variant, appUrl = null }: BackToAppProps) {
  const { t } = useTranslation();
  const { value: info } = useSystemInfo().view;
  if (info === null) return null;
  return (
    <ButtonLink href={appUrl ?? info.appUrl} variant={variant} icon="linkOut">
      {t("wallet:payment.backToApp")}
    </ButtonLink>
  );
}

/** The controls of the wallet's connection: where the network can be switched from here, that comes first. */
export function WalletConnectionActions({ view, send }: ChildProps<"walletConnection">) {
  const { actions } = view;
  // The same wallet would be refused again; only the app can help.
  const isUnsupported = view.failureKey === "errors:walletUnsupported";
  return (
    <>
      <MainAction actions={actions} type="ui.sign" send={send} />
      {view.state === "wrongNetwork" && view.canSwitchNetwork ? (
        <>
          <MainAction actions={actions} type="ui.switchNetwork" send={send} />
          <ActionButton actions={actions} type="ui.retry" send={send} variant="secondary" />
        </>
      ) : isUnsupported ? null : (
        <MainAction actions={actions} type="ui.retry" send={send} />
      )}
      <ActionButton actions={actions} type="ui.cancel" send={send} variant="plain" />
    </>
  );
}
