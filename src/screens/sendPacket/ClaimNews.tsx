import { useSelector } from "@xstate/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { viewSession } from "#machines/session/session.view.ts";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { useApp } from "#src/hooks/useApp.ts";
import { useService } from "#src/hooks/useService.ts";

/**
 * Offers messages of the bot about the envelope while it may not write to the person: a tap has the messenger ask.
 * Absent for somebody who has switched messages off.
 */
export function ClaimNews() {
  const { t } = useTranslation();
  const { messenger } = useApp();
  const [isAllowed, setIsAllowed] = useState(false);
  const isWanted = useSelector(
    useService("session"),
    (snapshot) => viewSession(snapshot).user?.allowNotifications !== false,
  );
  if (!isAllowed && !(isWanted && messenger.canAskToWrite())) return null;
  const before = <Icon name={isAllowed ? "check" : "mail"} />;
  return (
    <Section>
      {isAllowed ? (
        <Cell before={before} title={<output>{t("envelope:send.newsAllowed")}</output>} />
      ) : (
        <Cell
          before={before}
          title={t("envelope:send.news")}
          subtitle={t("envelope:send.newsHint")}
          onClick={() => void messenger.requestWriteAccess().then(setIsAllowed)}
        />
      )}
    </Section>
  );
}
