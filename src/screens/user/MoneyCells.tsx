import { useTranslation } from "react-i18next";

import type { SessionView } from "#machines/session/session.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";

/** The wallets, the records and what moved the balance. */
export function MoneyCells({ user }: Pick<SessionView, "user">) {
  const { t } = useTranslation();
  const address = user?.walletAddress ?? null;
  return (
    <>
      <Cell
        to="/addWallet"
        before={<Icon name="wallet" />}
        title={t("envelope:user.wallets")}
        subtitle={address === null ? t("envelope:user.noWallet") : <Address address={address} isShort />}
      />
      <Cell to="/sendRecord?tab=sent" before={<Icon name="sent" />} title={t("envelope:user.sentRecords")} />
      <Cell to="/sendRecord?tab=received" before={<Icon name="gift" />} title={t("envelope:user.receivedRecords")} />
      <Cell to="/sendRecord?tab=balance" before={<Icon name="clock" />} title={t("envelope:user.movements")} />
    </>
  );
}
