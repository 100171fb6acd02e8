import type { WalletType } from "#domain/coins.ts";

import { CHAIN_GLYPHS } from "./chainGlyphs.ts";
import styles from "./ChainMark.module.css";

/** The icon of a kind of wallet; its name is beside it. */
export function ChainMark({ type }: { type: WalletType }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      <svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor">
        {CHAIN_GLYPHS[type].map(([path, opacity]) => (
          <path key={path} d={path} opacity={opacity} />
        ))}
      </svg>
    </span>
  );
}
