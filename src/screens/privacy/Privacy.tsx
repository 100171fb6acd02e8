import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { Topic, Topics } from "#src/components/ui/Topics.tsx";
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
        <Topics>
          {TOPICS.map((topic) => (
            <Topic
              key={topic}
              icon={ICONS[topic]}
              title={t(`privacy:kept.${topic}.title`)}
              text={t(`privacy:kept.${topic}.text`)}
            />
          ))}
        </Topics>
      </Section>
      <DeleteAccount />
    </Screen>
  );
}
