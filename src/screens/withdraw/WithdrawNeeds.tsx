import { useTranslation } from "react-i18next";

import { maskEmail } from "#domain/account/email.ts";
import { COINS } from "#domain/coins.ts";
import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon, type IconName } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { shortenAddress } from "#src/format/shortenAddress.ts";
import { buildBindingPath, buildCodePath, buildEmailPath, buildWithdrawPath } from "#src/routes/links.ts";

import styles from "./WithdrawNeeds.module.css";

/** What a withdrawal needs, done or to do; each leads to where it is done, and back here. */
export function WithdrawNeeds({ view: { coinType, wallet, email, hasSecurityCode } }: { view: WithdrawalView }) {
  const { t } = useTranslation();
  const back = buildWithdrawPath(coinType);
  const isReady = wallet?.proven === true;
  return (
    <Section title={t("withdraw:needs.title")}>
      <Need
        to={buildBindingPath(back, COINS[coinType].walletType)}
        icon="wallet"
        title={t("withdraw:needs.wallet")}
        isDone={isReady}
        text={
          isReady
            ? shortenAddress(wallet.address)
            : t(wallet === null ? "withdraw:needs.walletUnbound" : "withdraw:needs.walletUnproven")
        }
      />
      <Need
        to={buildEmailPath(back)}
        icon="mail"
        title={t("withdraw:needs.email")}
        isDone={email !== null}
        text={email === null ? t("withdraw:needs.isMissing") : maskEmail(email)}
      />
      <Need
        to={buildCodePath(back)}
        icon="key"
        title={t("withdraw:needs.code")}
        isDone={hasSecurityCode}
        text={t(hasSecurityCode ? "withdraw:needs.isSet" : "withdraw:needs.isMissing")}
      />
    </Section>
  );
}

interface NeedProps {
  to: string;
  icon: IconName;
  title: string;
  isDone: boolean;
  /** What is set, or that it is not. */
  text: string;
}

function Need({ to, icon, title, isDone, text }: NeedProps) {
  return (
    <Cell
      to={to}
      before={<Icon name={icon} />}
      title={title}
      subtitle={text}
      after={
        isDone && (
          <span className={styles.done}>
            <Icon name="check" sizePx={20} />
          </span>
        )
      }
    />
  );
}
