import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { Envelope } from "#src/components/envelope/Envelope.tsx";
import { Screen } from "#src/components/shell/Screen.tsx";
import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import { Cell } from "#src/components/ui/Cell.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { Topic, Topics } from "#src/components/ui/Topics.tsx";
import { joinSentences } from "#src/format/joinSentences.ts";
import { useGoBack } from "#src/hooks/useGoBack.ts";
import { useSystemInfo } from "#src/hooks/useSystemInfo.ts";
import { useTimes } from "#src/hooks/useTimes.ts";

import { Holdings } from "./Holdings.tsx";
import styles from "./RedEnvelopeSystem.module.css";

const TOPICS = ["send", "pay", "claim", "luck", "refund", "fees", "holder"] as const;
type Topic = (typeof TOPICS)[number];

const ICONS: Readonly<Record<Topic, IconName>> = {
  send: "send",
  pay: "wallet",
  claim: "gift",
  luck: "dice",
  refund: "clock",
  fees: "equal",
  holder: "shield",
};

/** Whether balances of every coin that can be sent can be withdrawn. */
function isAllPaidOut(info: components["schemas"]["SystemInfo"] | null): boolean {
  if (info === null || info.payoutCoins.length === 0) return false;
  return info.coins.every(({ coinType }) => info.payoutCoins.some((paid) => paid.coinType === coinType));
}

/** `/redEnvelopeSystem`: how red envelopes work here, and the way to one's own covers and texts. */
export function RedEnvelopeSystem() {
  const { t } = useTranslation();
  const goBack = useGoBack("/user");
  const times = useTimes();
  const hasPayouts = isAllPaidOut(useSystemInfo().view.value);
  return (
    <Screen
      title={t("about:system.title")}
      onBack={goBack}
      backLabel={t("app:back")}
      footer={
        <ButtonLink to="/sendPacket" icon="send">
          {t("about:system.sendOne")}
        </ButtonLink>
      }
    >
      <div className={styles.lead} data-ground="stage">
        <Envelope state="sealed" size="small" coverId="goodLuck" />
        <p>{t("about:system.lead")}</p>
      </div>
      <Section isPadded>
        <Topics isOrdered>
          {TOPICS.map((topic) => (
            <Topic
              key={topic}
              icon={ICONS[topic]}
              title={t(`about:system.${topic}.title`, { time: times.envelope })}
              text={joinSentences(
                t(`about:system.${topic}.text`, { time: topic === "pay" ? times.order : times.envelope }),
                topic === "holder" && hasPayouts && t("about:system.holder.withdraw"),
              )}
            >
              {topic === "holder" && <Holdings />}
            </Topic>
          ))}
        </Topics>
      </Section>
      <Section title={t("about:system.more")}>
        <Cell to="/redImg" before={<Icon name="gift" />} title={t("about:hub.covers")} />
        <Cell to="/redPageAdmin" before={<Icon name="edit" />} title={t("about:hub.texts")} />
      </Section>
    </Screen>
  );
}
