import { useTranslation } from "react-i18next";

import type { EnvironmentEvent } from "#machines/environment/environment.machine.ts";
import type { EnvironmentView } from "#machines/environment/environment.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Skeleton } from "#src/components/ui/Skeleton.tsx";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";

import styles from "./OutsidePrompt.module.css";
import { Notice } from "./Notice.tsx";

interface OutsidePromptProps {
  view: EnvironmentView;
  send: (event: EnvironmentEvent) => void;
}

/** The height of the loaded link. */
const LINK_HEIGHT_PX = 52;

/** What is shown instead of a login: where the app runs, with the link, and whether this domain is ours. */
export function OutsidePrompt({ view, send }: OutsidePromptProps) {
  const { t } = useTranslation();
  const { status, value: info } = useSystemInfo().view;
  return (
    <>
      {info?.isDomHttp === true && (
        <Notice role="note">
          {t("app:domain.warning")}
          {info.officialDomains.length > 0 && (
            <>
              <br />
              {t("app:domain.official", { domains: info.officialDomains.join(", ") })}
            </>
          )}
        </Notice>
      )}
      <div className={styles.actions}>
        {info !== null && (
          <ButtonLink href={info.appUrl} icon="linkOut" variant="gold">
            {t("app:login.openTelegram")}
          </ButtonLink>
        )}
        {status === "loading" && (
          <Skeleton label={t("app:loading")} shape="cards" rows={1} rowHeightPx={LINK_HEIGHT_PX} />
        )}
        <p className={styles.caption}>{view.promptKey !== null && t(view.promptKey)}</p>
        <ActionButton variant="secondary" actions={view.actions} type="ui.retry" send={send} />
      </div>
    </>
  );
}
