import type { ReactNode } from "react";

import type { IconName } from "./Icon.tsx";
import styles from "./Outcome.module.css";
import { Seal } from "./Seal.tsx";

export interface OutcomeLook {
  icon: IconName;
  /** `gold` is success. */
  tone: "gold" | "warn" | "bad" | "plain";
}

export interface OutcomeProps extends OutcomeLook {
  title: ReactNode;
  /** What it means, or what to do now. */
  text?: ReactNode;
  /** More about it: a receipt, a progress, a link. */
  children?: ReactNode;
  /** Still in progress: the seal pulses. */
  isWaiting?: boolean;
}

/** A state or a result, as a seal with text in the middle of a screen. */
export function Outcome({ icon, tone, title, text, children, isWaiting = false }: OutcomeProps) {
  return (
    <div className={styles.outcome}>
      <div className={isWaiting ? styles.waiting : styles.seal}>
        <Seal icon={icon} tone={tone} sizePx={88} />
      </div>
      <div role={tone === "bad" || tone === "warn" ? "alert" : "status"} className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        {text !== undefined && <p className={styles.text}>{text}</p>}
      </div>
      {children}
    </div>
  );
}

/** By how something ended. */
export const OUTCOME_LOOKS = {
  success: { icon: "check", tone: "gold" },
  failed: { icon: "warning", tone: "bad" },
  cancelled: { icon: "cross", tone: "plain" },
  timedOut: { icon: "clock", tone: "warn" },
} as const;
