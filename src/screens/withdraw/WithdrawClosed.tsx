import { useTranslation } from "react-i18next";

import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";

import { PastWithdrawals } from "./PastWithdrawals.tsx";

/** Nothing pays the coin out: what the balance is good for, and what was withdrawn before. */
export function WithdrawClosed({ view: { coinType } }: { view: WithdrawalView }) {
  const { t } = useTranslation();
  return (
    <>
      <Empty
        title={t("withdraw:closed.title")}
        text={t("withdraw:closed.text")}
        action={
          <ButtonLink to={`/sendPacket?coinType=${coinType}`} variant="secondary">
            {t("withdraw:closed.send")}
          </ButtonLink>
        }
      />
      <PastWithdrawals coinType={coinType} />
    </>
  );
}
