import { CoverEmblem } from "./CoverEmblem.tsx";
import styles from "./EnvelopeSeal.module.css";
import { Icon } from "#src/components/ui/Icon.tsx";

interface EnvelopeSealProps {
  coverId: string | null;
  /** Grey, with a clock: the envelope cannot be opened any more. */
  isExpired: boolean;
}

/** The gold seal on the flap, a coin with two sides: it turns while the envelope waits, and lifts off when it opens. */
export function EnvelopeSeal({ coverId, isExpired }: EnvelopeSealProps) {
  const sign = isExpired ? <Icon name="clock" /> : <CoverEmblem coverId={coverId} />;
  return (
    <div className={styles.seal} data-expired={isExpired || undefined} aria-hidden="true">
      <span className={styles.glow} />
      <span className={styles.lift}>
        <span className={styles.rim} />
        <span className={styles.coin}>
          <span className={styles.face}>{sign}</span>
          {!isExpired && <span className={styles.face}>{sign}</span>}
        </span>
      </span>
    </div>
  );
}
