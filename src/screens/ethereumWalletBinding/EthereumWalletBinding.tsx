import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { ethereumBindingFlow } from "#src/adapters/actors/walletBinding.ts";
import { BindingPage } from "#src/screens/addWallet/BindingPage.tsx";

/** `/ethereumWalletBinding`: the wallets of Ethereum alone, and why their proof comes later. */
export function EthereumWalletBinding() {
  const { t } = useTranslation();
  return (
    <BindingPage flow={ethereumBindingFlow} title={t("about:ethereum.title")}>
      <Section isPadded title={t("about:ethereum.whyTitle")}>
        <p>{t("about:ethereum.whyText")}</p>
      </Section>
      <Section>
        <Cell to="/addWallet" before={<Icon name="wallet" />} title={t("about:ethereum.others")} />
      </Section>
    </BindingPage>
  );
}
