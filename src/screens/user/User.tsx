import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { Avatar } from "#src/components/Avatar.tsx";
import { Cell } from "#src/components/Cell.tsx";
import { MainBar } from "#src/components/MainBar.tsx";
import { Screen } from "#src/components/Screen.tsx";
import { Section } from "#src/components/Section.tsx";
import { Skeleton } from "#src/components/Skeleton.tsx";
import { WithSystemInfo } from "#src/components/WithSystemInfo.tsx";
import { useService } from "#src/hooks/useService.ts";
import { useSnapshot } from "#src/hooks/useSnapshot.ts";

import { AccountAmounts } from "./AccountAmounts.tsx";
import styles from "./User.module.css";

/** `/user`: the personal center with the live figures of the account. */
export function User() {
  const { t } = useTranslation();
  const session = useService("session");
  const { user, actions } = viewSession(useSnapshot(session));
  const name = user?.username ?? "";
  return (
    <Screen title={t("app:nav.personalCenter")} footer={<MainBar />} isFooterBare>
      <div className={styles.person}>
        <Avatar name={name} url={user?.url ?? null} sizePx={64} />
        <div>
          {name !== "" && <p className={styles.name}>{name}</p>}
          {user !== null && <p className={styles.id}>{t("envelope:user.id", { id: String(user.tgUserId) })}</p>}
        </div>
      </div>
      <WithSystemInfo skeleton={<Skeleton label={t("app:loading")} rows={4} />}>
        {(info) => <AccountAmounts coinTypes={info.coins.map(({ coinType }) => coinType)} />}
      </WithSystemInfo>
      <Section>
        <Cell
          to="/addWallet"
          title={t("envelope:user.wallets")}
          subtitle={user?.walletAddress ?? t("envelope:user.noWallet")}
        />
        <Cell to="/sendRecord?tab=sent" title={t("envelope:user.sentRecords")} />
        <Cell to="/sendRecord?tab=received" title={t("envelope:user.receivedRecords")} />
      </Section>
      <ActionButton
        actions={actions}
        type="ui.logout"
        send={(event) => {
          session.send(event);
        }}
        variant="plain"
      />
    </Screen>
  );
}
