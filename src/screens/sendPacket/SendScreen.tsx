import { type ReactNode, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";

import { Screen } from "#src/components/shell/Screen.tsx";
import { Paper } from "#src/components/ui/Paper.tsx";
import { Section } from "#src/components/ui/Section.tsx";

import styles from "./SendScreen.module.css";

interface SendScreenProps {
  children: ReactNode;
  /** i18n key, where this part of the way has a name of its own. */
  titleKey?: string;
  footer?: ReactNode;
  /** Red background, where the stage has the title. */
  isStage?: boolean;
  /** Where back leads within the page; to the page before when absent. */
  onBack?: () => void;
}

/** The frame of the send page. Give each part of the way its own `key`: it begins at the top. */
export function SendScreen(props: SendScreenProps) {
  const { children, titleKey = "envelope:send.title", footer, isStage = false, onBack } = props;
  const { t } = useTranslation();
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <Screen
      title={t(titleKey)}
      isTitleHidden={isStage}
      ground={isStage ? "stage" : "page"}
      back="/homePage"
      onBack={onBack}
      footer={footer}
    >
      {children}
    </Screen>
  );
}

/** The send page before anything is known of it. */
export function SendLoading({ minChats, onBack }: { minChats: number; onBack?: (() => void) | undefined }) {
  return (
    <SendScreen titleKey={findSendTitle(minChats)} onBack={onBack}>
      <SendFormSkeleton />
    </SendScreen>
  );
}

/** The form before groups and open orders are known, in the measures of what comes. */
function SendFormSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} aria-busy="true">
      <output className="visually-hidden">{t("app:loading")}</output>
      <Paper>
        <div className={styles.preview}>
          <span className={styles.envelope} />
          <span className={styles.line} />
        </div>
      </Paper>
      <Section isPadded>
        <span className={styles.amount} />
        <span className={styles.control} />
        <span className={styles.stepper} />
        <span className={styles.line} />
      </Section>
      <Section isPadded>
        <span className={styles.field} />
        <span className={styles.field} />
      </Section>
    </div>
  );
}

/** The i18n key of the page's title, by how many groups it asks for. */
export function findSendTitle(minChats: number): string {
  return minChats > 0 ? "envelope:multi.title" : "envelope:send.title";
}
