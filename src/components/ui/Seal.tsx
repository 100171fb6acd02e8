import { Icon, type IconName } from "./Icon.tsx";
import styles from "./Seal.module.css";

interface SealProps {
  icon: IconName;
  /** `gold` is luck; the others show how something went. */
  tone?: "gold" | "good" | "warn" | "bad" | "plain";
  sizePx?: number;
}

/** The seal of an envelope, as a picture; the text is beside it. */
export function Seal({ icon, tone = "gold", sizePx = 72 }: SealProps) {
  return (
    <span className={styles.seal} data-tone={tone} style={{ width: sizePx, height: sizePx }} aria-hidden="true">
      <Icon name={icon} sizePx={Math.round(sizePx * 0.46)} />
    </span>
  );
}
