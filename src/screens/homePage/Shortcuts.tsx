import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";

import styles from "./Shortcuts.module.css";

/** Ways that start elsewhere than in a group: with a passphrase that somebody told, and with one's own wallet. */
const SHORTCUTS = [
  { to: "/getPacket", labelKey: "app:home.claim", icon: "key" },
  { to: "/addWallet", labelKey: "app:home.wallet", icon: "wallet" },
] as const;

/** Tiles beside each other. */
export function Shortcuts() {
  const { t } = useTranslation();
  return (
    <div className={styles.shortcuts}>
      {SHORTCUTS.map(({ to, labelKey, icon }) => (
        <Link key={to} className={styles.tile} to={to}>
          <span className={styles.icon}>
            <Icon name={icon} />
          </span>
          <span>{t(labelKey)}</span>
        </Link>
      ))}
    </div>
  );
}
