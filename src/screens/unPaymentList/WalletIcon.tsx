import { useState } from "react";

import { Icon } from "#src/components/ui/Icon.tsx";

import styles from "./WalletCells.module.css";

/** A wallet's own picture; ours where it has none, or one that the browser cannot draw. */
export function WalletIcon({ icon }: { icon: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (icon === null || isBroken) {
    return (
      <span className={styles.sign}>
        <Icon name="wallet" />
      </span>
    );
  }
  return (
    <img
      src={icon}
      alt=""
      width={40}
      height={40}
      className={styles.icon}
      onError={() => {
        setBroken(true);
      }}
    />
  );
}
