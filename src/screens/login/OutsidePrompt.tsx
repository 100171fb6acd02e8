import { useTranslation } from "react-i18next";

import type { EnvironmentEvent } from "#machines/environment/environment.machine.ts";
import type { EnvironmentView } from "#machines/environment/environment.view.ts";
import { ActionButton } from "#src/components/ActionButton.tsx";
import { ButtonLink } from "#src/components/ButtonLink.tsx";
import { systemInfo } from "#src/flows/lists.ts";
import { useList } from "#src/hooks/useList.ts";

import styles from "./Login.module.css";

interface OutsidePromptProps {
  view: EnvironmentView;
  send: (event: EnvironmentEvent) => void;
}

/** What is shown instead of a login: where the app runs, with the link, and whether this domain is ours. */
export function OutsidePrompt({ view, send }: OutsidePromptProps) {
  const { t } = useTranslation();
  const info = useList(systemInfo)?.view.items[0];
  return (
    <>
      <p className={styles.text}>{view.promptKey !== null && t(view.promptKey)}</p>
      {info !== undefined && (
        <ButtonLink href={info.appUrl} icon="linkOut">
          {t("app:login.openTelegram")}
        </ButtonLink>
      )}
      <ActionButton variant="plain" actions={view.actions} type="ui.retry" send={send} />
      {info?.isDomHttp === true && (
        <p className={styles.problem} role="note">
          {t("app:domain.warning")}
          {info.officialDomains.length > 0 && (
            <>
              <br />
              {t("app:domain.official", { domains: info.officialDomains.join(", ") })}
            </>
          )}
        </p>
      )}
    </>
  );
}
