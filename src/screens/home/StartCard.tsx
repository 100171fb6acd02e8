import type { ReactNode } from "react";

import { ButtonLink } from "#src/components/ui/ButtonLink.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";
import { Seal } from "#src/components/ui/Seal.tsx";

import styles from "./StartCard.module.css";

interface StartCardProps {
  icon: IconName;
  title: ReactNode;
  text: ReactNode;
  /** Null where nothing can be started. */
  action: { to: string; label: ReactNode } | null;
}

/** The pocket of an envelope with the one thing that a tab begins with. */
export function StartCard({ icon, title, text, action }: StartCardProps) {
  return (
    <section className={styles.card} data-ground="stage">
      <Seal icon={icon} sizePx={56} />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      {action !== null && (
        <div className={styles.action}>
          <ButtonLink variant="gold" to={action.to}>
            {action.label}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
