import { useTranslation } from "react-i18next";

import { viewSecurityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.view.ts";
import { viewWalletConnection } from "#machines/walletConnection/walletConnection.view.ts";
import type { WalletProofView as View } from "#machines/walletProof/walletProof.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { StartedFlow } from "#src/adapters/actors/flow.ts";
import { useChild } from "#src/hooks/useChild.ts";

import { DomainCheck } from "./DomainCheck.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { WalletConnectionActions } from "./WalletConnectionActions.tsx";
import { WalletProofBody } from "./WalletProofBody.tsx";

/** The proof page in the machine's present state. */
export function WalletProofView({ view, send, actor }: StartedFlow<"walletProof", View>) {
  const { t } = useTranslation();
  const connection = useChild(actor, "walletConnection", viewWalletConnection);
  const prompt = useChild(actor, "securityCodePrompt", viewSecurityCodePrompt);
  const { actions, state, domain } = view;
  return (
    <Screen
      title={t("wallet:proof.title")}
      footer={
        state === "connecting" ? (
          connection !== null && <WalletConnectionActions {...connection} />
        ) : (
          <>
            <MainAction actions={actions} type="ui.connect" send={send} />
            <MainAction actions={actions} type="ui.retry" send={send} />
          </>
        )
      }
    >
      {(domain.hasWarning || state !== "proven") && <DomainCheck domain={domain} />}
      <OfflineNote />
      <WalletProofBody view={view} connection={connection} />
      <SecurityCodePrompt prompt={prompt} />
    </Screen>
  );
}
