import { useTranslation } from "react-i18next";

import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { Screen } from "#src/components/Screen.tsx";
import type { FlowProps } from "#src/flows/flow.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import { BindActions } from "./BindActions.tsx";
import { WalletPage } from "./WalletPage.tsx";

/** The wallet page as the machine stands. */
export function AddWalletView(props: FlowProps<"walletBinding", WalletBindingView>) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  return (
    <Screen
      title={t("wallet:binding.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={<BindActions {...props} />}
    >
      <WalletPage {...props} />
    </Screen>
  );
}
