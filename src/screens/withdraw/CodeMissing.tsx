import { useTranslation } from "react-i18next";

import type { WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { MainLink } from "#src/components/shell/MainLink.tsx";
import { Empty } from "#src/components/ui/Empty.tsx";
import { Seal } from "#src/components/ui/Seal.tsx";
import { buildCodePath, buildWithdrawPath } from "#src/routes/links.ts";

/** A withdrawal needs a security code: where it is set, and back here. */
export function CodeMissing({ view }: { view: WithdrawalView }) {
  const { t } = useTranslation();
  return (
    <Empty
      isPage
      picture={<Seal icon="key" />}
      title={t(view.titleKey)}
      text={t("withdraw:codeMissing")}
      action={<MainLink to={buildCodePath(buildWithdrawPath(view.coinType))}>{t("withdraw:setCode")}</MainLink>}
    />
  );
}
