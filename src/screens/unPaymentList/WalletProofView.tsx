import { useTranslation } from "react-i18next";

import { selectFlow } from "#machines/app/selectFlow.ts";
import type { WalletProofView as View } from "#machines/walletProof/walletProof.view.ts";
import { SecurityCodePrompt } from "#src/components/account/SecurityCodePrompt.tsx";
import { MainAction } from "#src/components/shell/MainAction.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import type { FlowProps } from "#src/adapters/actors/flow.ts";
import { useApp } from "#src/hooks/useApp.ts";
import { useSecurityCodePrompt } from "#src/hooks/useSecurityCodePrompt.ts";

import { DomainCheck } from "./DomainCheck.tsx";
import { OfflineNote } from "./OfflineNote.tsx";
import { useWalletConnection } from "./useWalletConnection.ts";
import { WalletConnectionActions } from "./WalletConnectionActions.tsx";
import { WalletProofBody } from "./WalletProofBody.tsx";

/** The proof page in the machine's present state. */
export function WalletProofView({ view, send }: FlowProps<"walletProof", View>) {
  const { t } = useTranslation();
  const connection = useWalletConnection("walletProof");
  const { root } = useApp();
  const prompt = useSecurityCodePrompt(selectFlow(root.getSnapshot(), "walletProof")?.getSnapshot() ?? null);
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
