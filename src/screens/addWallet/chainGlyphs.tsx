import type { ReactNode } from "react";

import type { WalletType } from "#domain/coins.ts";

/** An octahedron in four tints. */
function EthereumGlyph() {
  return (
    <svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor">
      <path d="M12 2 5.5 12.4 12 9.6z" opacity="0.55" />
      <path d="m12 2 6.5 10.4L12 9.6z" opacity="0.8" />
      <path d="M5.5 12.4 12 9.6v6.6z" opacity="0.75" />
      <path d="M18.5 12.4 12 9.6v6.6z" />
      <path d="m5.9 14.3 6.1 3.6v4.6z" opacity="0.55" />
      <path d="M18.1 14.3 12 17.9v4.6z" opacity="0.8" />
    </svg>
  );
}

/** The drawing of each kind's chain, where there is one. */
export const CHAIN_GLYPHS: Readonly<Partial<Record<WalletType, ReactNode>>> = { ETH: <EthereumGlyph /> };
