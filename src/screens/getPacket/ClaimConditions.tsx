import { useTranslation } from "react-i18next";

import { writeWait } from "#domain/writeWait.ts";
import type { EnvelopeClaimView } from "#machines/envelopeClaim/envelopeClaim.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { MemberNote } from "#src/components/envelope/MemberNote.tsx";
import { SecondsLeft } from "#src/components/shell/SecondsLeft.tsx";
import { Section } from "#src/components/ui/Section.tsx";
import { formatTimeLeft } from "#src/format/formatTime.ts";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";

import styles from "./ClaimConditions.module.css";

type Condition = EnvelopeClaimView["conditions"][number];

/**
 * Who opens the envelope. The chats that one has to be in, each with the way into it, are listed once one is known to be
 * missing: to a member they are no news.
 */
export function ClaimConditions({ view }: { view: EnvelopeClaimView }) {
  const { t } = useTranslation();
  const { conditions } = view;
  return (
    <div className={styles.conditions}>
      <p className={styles.note}>
        <MemberNote conditions={conditions} />
      </p>
      {conditions.some(({ isMet }) => isMet === false) && (
        <Section title={t("envelope:members.title")}>
          {conditions.map((condition) => (
            <Cell
              key={condition.chatId}
              title={<bdi>{condition.title ?? t("envelope:members.privateGroup")}</bdi>}
              subtitle={condition.isMet === true ? undefined : <WayIn condition={condition} />}
              after={<ConditionBadge isMet={condition.isMet} />}
            />
          ))}
        </Section>
      )}
      <RefusalNote view={view} />
    </div>
  );
}

/** A public chat has a link; into a private one somebody has to invite. */
function WayIn({ condition: { link } }: { condition: Condition }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  if (link === null) return t("envelope:members.private");
  return (
    <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer" onClick={openLink}>
      {t("envelope:members.join")}
    </a>
  );
}

function ConditionBadge({ isMet }: Pick<Condition, "isMet">) {
  const { t } = useTranslation();
  if (isMet === null) return <Badge icon="clock">{t("envelope:members.unknown")}</Badge>;
  return isMet ? (
    <Badge tone="good" icon="check">
      {t("envelope:members.met")}
    </Badge>
  ) : (
    <Badge tone="warn" icon="cross">
      {t("envelope:members.unmet")}
    </Badge>
  );
}

/** Why it does not open now. A wait is no failure, and screen readers do not read each of its seconds. */
function RefusalNote({ view }: { view: EnvelopeClaimView }) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const { state, waitEndsAt } = view;
  if (waitEndsAt === null) return state === "failed" && <p className={styles.note}>{getFailureText(view)}</p>;
  return (
    <p className={styles.note}>
      <SecondsLeft
        until={waitEndsAt}
        write={(seconds) =>
          state === "tooManyTries"
            ? t("errors:tooManyTries", { ...writeWait(seconds) })
            : t("envelope:claim.checkAgainIn", { time: formatTimeLeft(seconds) })
        }
      />
    </p>
  );
}
