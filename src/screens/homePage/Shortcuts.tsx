import { useTranslation } from "react-i18next";

import { lazyPart } from "#src/components/shell/lazyPart.tsx";
import { WhenIdle } from "#src/components/shell/WhenIdle.tsx";
import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";

import styles from "./Shortcuts.module.css";

/** Actions that do not start in a group: a passphrase that one was given, one's own wallets, and who gives most. */
const SHORTCUTS = [
  { to: "/getPacket", labelKey: "app:home.claim", icon: "key" },
  { to: "/addWallet", labelKey: "app:home.wallet", icon: "wallet" },
  { to: "/home?tab=ranking", labelKey: "app:home.ranking", icon: "crown" },
] as const;

/** What cannot be loaded is left out: the way to the balance is there without it. */
const { Part: Total } = lazyPart(
  async () => (await import("./Total.tsx")).Total,
  () => null,
);

export function Shortcuts() {
  const { t } = useTranslation();
  return (
    <div className={styles.shortcuts}>
      <Link className={`${styles.tile} ${styles.balance}`} to="/user">
        <span>{t("app:home.balance")}</span>{" "}
        <span className={styles.total}>
          <WhenIdle>
            <Total />
          </WhenIdle>
        </span>
      </Link>
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
