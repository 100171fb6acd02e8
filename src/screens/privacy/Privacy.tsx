import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { useGoBack } from "#src/hooks/useGoBack.ts";

import { DeleteAccount } from "./DeleteAccount.tsx";
import styles from "./Privacy.module.css";

const TOPICS = ["profile", "money", "email", "words", "traces", "seen", "others"] as const;

const ICONS: Readonly<Record<(typeof TOPICS)[number], IconName>> = {
  profile: "person",
  money: "wallet",
  email: "mail",
  words: "edit",
  traces: "clock",
  seen: "eye",
  others: "shield",
};

/** `/privacy`: what is kept of a person, why and for how long, and the way to delete the account. */
export function Privacy() {
  const { t } = useTranslation();
  const goBack = useGoBack("/user");
  return (
    <Screen title={t("privacy:title")} onBack={goBack} backLabel={t("app:back")}>
      <Section isPadded>
        <p className={styles.lead}>{t("privacy:lead")}</p>
        <ul className={styles.topics}>
          {TOPICS.map((topic) => (
            <li key={topic} className={styles.topic}>
              <span className={styles.icon} aria-hidden="true">
                <Icon name={ICONS[topic]} sizePx={22} />
              </span>
              <div>
                <h2 className={styles.title}>{t(`privacy:kept.${topic}.title`)}</h2>
                <p className={styles.text}>{t(`privacy:kept.${topic}.text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <DeleteAccount />
    </Screen>
  );
}
