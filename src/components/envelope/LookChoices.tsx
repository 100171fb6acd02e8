import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { LookKind, PickerEvent } from "#machines/picker/picker.machine.ts";
import type { LookMark, PickerView, ShownLook } from "#machines/picker/picker.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import { Skeleton } from "#src/components/shell/Skeleton.tsx";

import { Envelope } from "./Envelope.tsx";
import styles from "./LookChoices.module.css";

interface LookChoicesProps {
  view: PickerView;
  /** Gets the choice that the view offers. */
  onChoose: (event: Extract<PickerEvent, { type: "ui.choose" }>) => void;
}

/** The covers side by side, or the texts one a row, as native radio buttons; marked is what is in use and what is set. */
export function LookChoices({ view, onChoose }: LookChoicesProps) {
  const { t } = useTranslation();
  const name = useId();
  const choices = view.actions.flatMap(({ event, enabled }) =>
    event.type === "ui.choose" ? [{ event, enabled }] : [],
  );
  return (
    <fieldset>
      <legend className="visually-hidden">{t(`personal:${view.kind}s.choices`)}</legend>
      <div className={view.kind === "cover" ? styles.covers : styles.texts}>
        {view.looks?.map((look) => {
          const choice = choices.find(({ event }) => event.id === look.id);
          return (
            <label key={look.id} className={styles.choice}>
              <input
                type="radio"
                name={name}
                value={look.id}
                className={styles.input}
                checked={look.isSet}
                // Switched off by hand: a disabled radio button would lose the focus.
                aria-disabled={choice?.enabled !== true}
                onChange={() => {
                  if (choice?.enabled === true) onChoose(choice.event);
                }}
              />
              <LookBody look={look} />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function LookBody({ look }: { look: ShownLook }) {
  return (
    <>
      {look.text === null && <Envelope state="sealed" size="small" coverId={look.id} />}
      <span className={styles.words}>
        <span className={styles.title}>{look.title}</span>
        {look.text !== null && <span className={styles.text}>{look.text}</span>}
      </span>
      {look.mark !== null && (
        <span className={styles.mark}>
          <LookMarkBadge mark={look.mark} />
        </span>
      )}
    </>
  );
}

/** As high as two rows of covers, and as a text with its occasion. */
const COVERS_HEIGHT_PX = 300;
const TEXT_HEIGHT_PX = 62;
const TEXTS = 8;

/** The choices before they are known. */
export function LookSkeleton({ kind }: { kind: LookKind }) {
  return kind === "cover" ? (
    <Skeleton shape="cards" rows={1} rowHeightPx={COVERS_HEIGHT_PX} />
  ) : (
    <Skeleton rows={TEXTS} rowHeightPx={TEXT_HEIGHT_PX} />
  );
}

/** Says of a cover or a text that it is in use, or set and not in use yet. */
function LookMarkBadge({ mark }: { mark: LookMark }) {
  const { t } = useTranslation();
  return (
    <Badge tone={mark === "inUse" ? "good" : "plain"} icon={mark === "inUse" ? "check" : undefined}>
      {t(`personal:mark.${mark}`)}
    </Badge>
  );
}
