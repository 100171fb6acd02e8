import type { ReactNode } from "react";

import type { IconName } from "#src/components/ui/IconName.ts";
import { Seal } from "#src/components/ui/Seal.tsx";

import styles from "./SafetyIntro.module.css";

interface SafetyIntroProps {
  icon: IconName;
  title: ReactNode;
  /** What it is for. */
  text: ReactNode;
}

/** The top of a step about email or security code. */
export function SafetyIntro({ icon, title, text }: SafetyIntroProps) {
  return (
    <div className={styles.intro}>
      <Seal icon={icon} sizePx={64} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
