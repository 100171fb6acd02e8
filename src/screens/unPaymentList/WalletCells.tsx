import { useTranslation } from "react-i18next";

import { Cell } from "#src/components/ui/Cell.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import type { ChildProps } from "#src/hooks/useChild.ts";

import { WalletIcon } from "./WalletIcon.tsx";

/** The wallets that announced themselves. */
export function WalletCells({ view, send }: ChildProps<"walletConnection">) {
  const { t } = useTranslation();
  return (
    <Section title={t(view.titleKey)}>
      {view.wallets.map(({ connectorId, name, icon }) => (
        <Cell
          key={connectorId}
          title={name}
          before={<WalletIcon icon={icon} />}
          onClick={() => {
            send({ type: "ui.chooseWallet", connectorId });
          }}
        />
      ))}
    </Section>
  );
}
