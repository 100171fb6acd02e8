import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { Screen } from "#src/components/Screen.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import { BindingActions } from "./BindingActions.tsx";
import { BindingBody } from "./BindingBody.tsx";

/** The wallet page as the machine stands. */
export function AddWalletView(props: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen
      title={t("wallet:binding.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={<BindingActions {...props} />}
    >
      <BindingBody {...props} />
    </Screen>
  );
}
