import { useTranslation } from "react-i18next";

import { groupChoiceFlow } from "#src/adapters/actors/groupChoice.ts";
import { Button } from "#src/components/ui/Button.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";
import { useOpenLink } from "#src/hooks/useOpenLink.ts";

import { ActionButton } from "./ActionButton.tsx";
import styles from "./GroupChoice.module.css";

interface GroupChoiceProps {
  /** Whether the person has pressed for it already, which loaded this. */
  isWanted?: boolean;
  labelKey?: string;
  variant: "secondary" | "plain";
  /** Called once a chosen group is among the person's. */
  onLinked: () => void;
  /** For the steps that stand in its place where the messenger has no such list; absent where nothing does. */
  botUsername?: string | null;
}

/** Lets the person choose a group in the messenger's own list, where it has one. */
export function GroupChoice({
  isWanted = false,
  labelKey = "home:groups.choose",
  variant,
  onLinked,
  botUsername,
}: GroupChoiceProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const flow = useFlow(groupChoiceFlow, { input: { isWanted }, isExtra: true, onOutdated: onLinked });
  if (flow === null) return null;
  const { view, send } = flow;
  if (view.isSupported === null && !view.isBusy) return null;
  if (view.isSupported === false) return botUsername === undefined ? null : <GroupSteps botUsername={botUsername} />;
  return (
    <div className={styles.choice}>
      {view.isBusy ? (
        <Button variant={variant} isBusy>
          {t(labelKey)}
        </Button>
      ) : (
        <ActionButton actions={view.actions} type="ui.chooseGroup" send={send} labelKey={labelKey} variant={variant} />
      )}
      <output className={styles.note}>{view.noteKey !== null && t(view.noteKey)}</output>
      {view.failureKey !== null && (
        <p role="alert" className={styles.failure}>
          {getFailureText(view)}
        </p>
      )}
    </div>
  );
}

/** How a group gets into the app, step by step. `botUsername`: null while it is not known. */
function GroupSteps({ botUsername }: { botUsername: string | null }) {
  const { t } = useTranslation();
  const openLink = useOpenLink();
  return (
    <ol className={styles.steps}>
      <li>
        {botUsername === null ? (
          t("home:groups.addBot")
        ) : (
          <a
            className={styles.link}
            href={`https://t.me/${botUsername}?startgroup=true`}
            target="_blank"
            rel="noopener noreferrer"
            onClick={openLink}
          >
            {t("home:groups.addBot")}
          </a>
        )}
      </li>
      <li>{t("home:groups.openFromChat")}</li>
    </ol>
  );
}
