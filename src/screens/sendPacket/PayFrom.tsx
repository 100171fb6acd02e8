import { useTranslation } from "react-i18next";

import type { EnvelopeSendView } from "#machines/envelopeSend/envelopeSend.view.ts";
import { Address } from "#src/components/ui/Address.tsx";
import { Amount } from "#src/components/amount/Amount.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { formatAmountText } from "#src/components/amount/formatAmountText.ts";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./PayFrom.module.css";

/** The wallet that pays with what it has, and why the form was not sent. */
export function PayFrom({ view }: { view: EnvelopeSendView }) {
  const { t, i18n } = useTranslation();
  const { payer, shortage, refusal, limits, draft } = view;
  const show = (amount: string) => formatAmountText(amount, i18n.language);
  const isBound = payer.kind === "bound";
  const isRefusalShown = refusal !== null && payer.kind !== "notBound";
  if (!isBound && !isRefusalShown) return null;
  return (
    <Section title={isBound ? t("envelope:send.payFrom") : undefined}>
      {isBound && (
        <Cell
          before={<Icon name="wallet" />}
          title={<Address address={payer.address} isShort />}
          subtitle={payer.balance === null ? t("envelope:send.balanceUnknown") : undefined}
          after={payer.balance === null ? undefined : <Amount amount={payer.balance} coinType={draft.coinType} />}
        />
      )}
      {isRefusalShown ? (
        <p role="alert" className={styles.refusal} data-refusal="" tabIndex={-1}>
          {t(
            refusal.messageKey,
            Object.fromEntries(
              Object.entries(refusal.params).map(([name, value]) => [
                name,
                /^[0-9.]+$/u.test(value) ? show(value) : value,
              ]),
            ),
          )}
        </p>
      ) : (
        shortage !== null && (
          <output className={styles.refusal}>
            {t(shortage.messageKey, {
              balance: show(shortage.balance),
              needed: show(shortage.needed),
              coin: limits.coinLabel,
            })}
          </output>
        )
      )}
    </Section>
  );
}
