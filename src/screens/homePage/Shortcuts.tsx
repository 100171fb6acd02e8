import { useTranslation } from "react-i18next";

import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";

import styles from "./Shortcuts.module.css";

/** Actions that do not start in a group: a passphrase that one was given, one's own wallets, and who gives most. */
const SHORTCUTS = [
  { to: "/getPacket", labelKey: "app:home.claim", icon: "key" },
  { to: "/addWallet", labelKey: "app:home.wallet", icon: "wallet" },
  { to: "/home?tab=ranking", labelKey: "app:home.ranking", icon: "crown" },
] as const;

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
