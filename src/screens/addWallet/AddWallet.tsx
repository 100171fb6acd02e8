import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { walletBindingFlow } from "#src/adapters/actors/walletBinding.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import { BindingPage } from "./BindingPage.tsx";

/** `/addWallet`: lists, binds and unbinds wallets. */
export function AddWallet() {
  const { t } = useTranslation();
  const { value: info } = useSystemInfo().view;
  const isEthereumOpen = info?.coins.some(({ coinType }) => coinType === "eth") === true;
  return (
    <BindingPage flow={walletBindingFlow}>
      {isEthereumOpen && (
        <Section>
          <Cell to="/ethereumWalletBinding" before={<Icon name="wallet" />} title={t("wallet:binding.ethereum")} />
        </Section>
      )}
    </BindingPage>
  );
}
