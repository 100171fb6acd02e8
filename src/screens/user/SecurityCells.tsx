import { useTranslation } from "react-i18next";

import type { SessionView } from "#machines/session/session.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { maskEmail } from "#domain/account/maskEmail.ts";

/** What guards the account. Nothing is said of code and email until the person's info is here. */
export function SecurityCells({ user }: Pick<SessionView, "user">) {
  const { t } = useTranslation();
  const email = user?.email ?? null;
  return (
    <>
      <Cell
        to="/updateCode"
        before={<Icon name="key" />}
        title={t("about:hub.code")}
        subtitle={user === null ? undefined : t(user.hasSecurityCode ? "about:hub.isSet" : "about:hub.isNotSet")}
      />
      <Cell
        to="/updateEmai"
        before={<Icon name="mail" />}
        title={t("about:hub.email")}
        subtitle={user === null ? undefined : email === null ? t("about:hub.isNotSet") : maskEmail(email)}
      />
      <Cell to="/tgAntiFraud" before={<Icon name="shield" />} title={t("about:hub.antiFraud")} />
    </>
  );
}
