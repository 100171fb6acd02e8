import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { COINS } from "#domain/coins.ts";
import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { buildBindingPath } from "#src/routes/links.ts";

import styles from "./MissingWallet.module.css";

/** Neither a wallet nor the balance can pay: says so before the form is sent, with a link to bind one. */
export function MissingWallet({ view: { limits, draft, refusal } }: { view: EnvelopeSendView }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Section isPadded>
      <div className={styles.missing} data-refusal={refusal === null ? undefined : ""} tabIndex={-1}>
        <p className={styles.text} role={refusal === null ? "status" : "alert"}>
          <Icon name="wallet" />
          <span>{t("envelope:send.walletMissing", { coin: limits.ticker, wallet: COINS[draft.coinType].label })}</span>
        </p>
        <ButtonLink to={buildBindingPath(`${pathname}${search}`, COINS[draft.coinType].walletType)} variant="secondary">
          {t("envelope:send.bindWallet")}
        </ButtonLink>
      </div>
    </Section>
  );
}
