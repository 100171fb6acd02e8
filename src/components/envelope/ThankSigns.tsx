import { useTranslation } from "react-i18next";

import { REACTIONS, type Reaction } from "#domain/envelope/reactions.ts";
import { envelopeThankFlow } from "#src/adapters/actors/choices.ts";
import { Section } from "#src/components/ui/Section.tsx";
import { useFailureText } from "#src/hooks/useFailureText.ts";
import { useFlow } from "#src/hooks/useFlow.ts";

import styles from "./ThankSigns.module.css";

interface ThankSignsProps {
  envelopeId: string;
  /** The reader's own reaction; null without one. */
  saved: Reaction | null;
  /** The server has a change. */
  onChange: () => void;
}

/** The signs by which who has a share thanks the sender: a tap sets one, and the same once more takes it back. */
export function ThankSigns({ envelopeId, saved, onChange }: ThankSignsProps) {
  const { t } = useTranslation();
  const getFailureText = useFailureText();
  const input = { params: { envelopeId }, saved: saved === null ? [] : [saved] };
  const flow = useFlow(envelopeThankFlow, { input, isExtra: true, onOutdated: onChange });
  if (flow === null) return null;
  const { view, send } = flow;
  return (
    <Section>
      <fieldset className={styles.thanks}>
        <legend className={styles.title}>{t("envelope:thanks.title")}</legend>
        <div className={styles.signs}>
          {view.actions.map(({ event, labelKey, enabled }) => (
            <button
              key={event.name}
              type="button"
              className={styles.sign}
              aria-label={t(labelKey)}
              aria-pressed={!event.isOn}
              aria-disabled={!enabled}
              onClick={() => {
                if (enabled) send(event);
              }}
            >
              <span aria-hidden="true">{REACTIONS[event.name]}</span>
            </button>
          ))}
        </div>
        {view.failureKey !== null && <p role="alert">{getFailureText(view)}</p>}
      </fieldset>
    </Section>
  );
}
