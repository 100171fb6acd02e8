import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { MainBar } from "#src/components/shell/MainBar.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { AccountAmounts } from "./AccountAmounts.tsx";
import { LogOut } from "./LogOut.tsx";
import { Profile } from "./Profile.tsx";

/** `/user`: the personal center with the live figures of the account. */
export function User() {
  const { t } = useTranslation();
  const session = useService("session");
  const view = viewSession(useSnapshot(session));
  const address = view.user?.walletAddress ?? null;
  return (
    <Screen title={t("app:nav.personalCenter")} footer={<MainBar />} isFooterBare>
      <Profile view={view} send={session.send} />
      <AccountAmounts />
      <Section>
        <Cell
          to="/addWallet"
          before={<Icon name="wallet" />}
          title={t("envelope:user.wallets")}
          subtitle={address === null ? t("envelope:user.noWallet") : <Address address={address} isShort />}
        />
        <Cell to="/sendRecord?tab=sent" before={<Icon name="sent" />} title={t("envelope:user.sentRecords")} />
        <Cell to="/sendRecord?tab=received" before={<Icon name="gift" />} title={t("envelope:user.receivedRecords")} />
      </Section>
      <LogOut actions={view.actions} send={session.send} />
    </Screen>
  );
}
