import { CoverEmblem } from "./CoverEmblem.tsx";
import styles from "./EnvelopeSeal.module.css";
import { Icon } from "#src/components/ui/Icon.tsx";

interface EnvelopeSealProps {
  coverId: string | null;
  /** Grey, with a clock: the envelope cannot be opened any more. */
  isExpired: boolean;
}

/** The gold seal on the flap. When the envelope opens it breaks in two along a crack. */
export function EnvelopeSeal({ coverId, isExpired }: EnvelopeSealProps) {
  const sign = isExpired ? <Icon name="clock" /> : <CoverEmblem coverId={coverId} />;
  return (
    <div className={styles.seal} data-expired={isExpired || undefined} aria-hidden="true">
      <span className={styles.glow} />
      <span className={styles.whole}>{sign}</span>
      {!isExpired && (
        <>
          <span className={styles.left}>{sign}</span>
          <span className={styles.right}>{sign}</span>
        </>
      )}
    </div>
  );
}
