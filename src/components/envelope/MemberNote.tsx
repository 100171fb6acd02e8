import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";

/** Who opens an envelope by a tap: whoever is in all of these chats. */
export function MemberNote({ conditions }: Pick<components["schemas"]["Envelope"], "conditions">) {
  const { t, i18n } = useTranslation();
  const groups = new Intl.ListFormat(i18n.language).format(
    conditions.map(({ title }) => title ?? t("envelope:members.privateGroup")),
  );
  return t("envelope:members.open", { groups });
}
