import type { WalletType } from "#domain/coins.ts";
import { Icon } from "#src/components/ui/Icon.tsx";

import { CHAIN_GLYPHS } from "./chainGlyphs.tsx";
import styles from "./ChainMark.module.css";

/** The icon of a kind of wallet; its name is beside it. */
export function ChainMark({ type }: { type: WalletType }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {CHAIN_GLYPHS[type] ?? <Icon name="wallet" />}
    </span>
  );
}
