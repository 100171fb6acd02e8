import type { ReactNode } from "react";

import { Icon } from "./Icon.tsx";
import type { IconName } from "./IconName.ts";
import styles from "./Seal.module.css";

type SealProps = {
  /** `gold` is luck; the others tell how something went. */
  tone?: "gold" | "good" | "warn" | "bad" | "plain";
  sizePx?: number;
} & ({ icon: IconName } | { /** A picture of its own, e.g. a cover's emblem. */ emblem: ReactNode });

/** The seal of an envelope, as a picture: words about it stand beside it. */
export function Seal({ tone = "gold", sizePx = 72, ...sign }: SealProps) {
  return (
    <span className={styles.seal} data-tone={tone} style={{ width: sizePx, height: sizePx }} aria-hidden="true">
      {"icon" in sign ? <Icon name={sign.icon} sizePx={Math.round(sizePx * 0.46)} /> : sign.emblem}
    </span>
  );
}
