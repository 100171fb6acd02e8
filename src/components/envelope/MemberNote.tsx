import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { NamedList } from "#src/components/ui/NamedList.tsx";

/** Who opens an envelope by a tap: whoever is in all of these chats. */
export function MemberNote({ conditions }: Pick<components["schemas"]["Envelope"], "conditions">) {
  const { t, i18n } = useTranslation();
  return (
    <NamedList
      names={conditions.map(({ title }) => title ?? t("envelope:members.privateGroup"))}
      language={i18n.language}
      write={(groups) => t("envelope:members.open", { groups })}
    />
  );
}
