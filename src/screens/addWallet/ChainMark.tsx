import type { WalletType } from "#domain/coins.ts";

import styles from "./ChainMark.module.css";

/** Facets of a drawing, 24 by 24: the path of each, and its tint. */
type Glyph = readonly (readonly [path: string, opacity: number])[];

/** The drawing of each kind's chain. */
const CHAIN_GLYPHS: Readonly<Record<WalletType, Glyph>> = {
  // An octahedron.
  ETH: [
    ["M12 2 5.5 12.4 12 9.6z", 0.55],
    ["m12 2 6.5 10.4L12 9.6z", 0.8],
    ["M5.5 12.4 12 9.6v6.6z", 0.75],
    ["M18.5 12.4 12 9.6v6.6z", 1],
    ["m5.9 14.3 6.1 3.6v4.6z", 0.55],
    ["M18.1 14.3 12 17.9v4.6z", 0.8],
  ],
  // Three slanted bars, the middle one the other way.
  Solana: [
    ["M6.6 4.6h14.2L17.4 8H3.2z", 0.8],
    ["M3.2 10.3h14.2l3.4 3.4H6.6z", 0.65],
    ["M6.6 16h14.2l-3.4 3.4H3.2z", 1],
  ],
  // A kite.
  Tron: [
    ["M3.2 3.4 16 5.7 12 10.3z", 0.55],
    ["m16 5.7 5 4.9-9-.3z", 0.8],
    ["M3.2 3.4 12 10.3l-1.1 10.9z", 0.75],
    ["m21 10.6-9-.3-1.1 10.9z", 1],
  ],
  // A cut stone, its point down.
  Ton: [
    ["M3 4.5h8.2v15.6L2.7 6.4z", 0.75],
    ["M21 4.5h-8.2v15.6l8.5-13.7z", 1],
  ],
};

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
