import { useTranslation } from "react-i18next";

import type { SessionEvent } from "#machines/session/session.machine.ts";
import type { SessionView } from "#machines/session/session.view.ts";
import { ActionButton } from "#src/components/shell/ActionButton.tsx";
import { Avatar } from "#src/components/ui/Avatar.tsx";
import { Badge } from "#src/components/ui/Badge.tsx";
import { CopyButton } from "#src/components/shell/CopyButton.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./Profile.module.css";

interface ProfileProps {
  view: SessionView;
  send: (event: SessionEvent) => void;
}

/** The logged-in user; where the lookup failed, an error with a retry. */
export function Profile({ view: { user, noticeKey, actions }, send }: ProfileProps) {
  const { t } = useTranslation();
  if (user === null) {
    if (noticeKey === null) return null;
    return (
      <Section isPadded>
        <p role="alert">{t(noticeKey)}</p>
        <ActionButton actions={actions} type="ui.retryUser" send={send} variant="secondary" />
      </Section>
    );
  }
  const id = String(user.tgUserId);
  return (
    <div className={styles.profile}>
      <span className={styles.ring}>
        <Avatar name={user.name} url={user.url} sizePx={64} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{user.name}</bdi>
        </p>
        {user.vipLevel > 0 && (
          <Badge tone="gold" icon="crown">
            {t("about:hub.vip", { level: user.vipLevel })}
          </Badge>
        )}
        {user.username !== null && <p className={styles.username}>@{user.username}</p>}
        <CopyButton text={id} variant="plain">
          {t("envelope:user.id", { id })}
        </CopyButton>
      </div>
    </div>
  );
}
