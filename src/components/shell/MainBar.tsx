import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router-dom";

import { Icon } from "#src/components/ui/Icon.tsx";
import { Link } from "#src/components/ui/Link.tsx";
import { HOME_PATH } from "#src/routes/paths.ts";

import styles from "./MainBar.module.css";

/** In the order of SPEC section 2. */
const PLACES = [
  { to: "/homePage", labelKey: "app:nav.home", icon: "home" },
  { to: "/sendRecord?tab=sent", labelKey: "app:nav.record", icon: "sent" },
  { to: "/user", labelKey: "app:nav.personalCenter", icon: "person" },
  { to: "/sendRecord?tab=received", labelKey: "app:nav.receiveRecords", icon: "gift" },
] as const;

/** The bar of main places. Give it to a Screen as `footer` with `isFooterBare`. */
export function MainBar() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isReceived = new URLSearchParams(search).get("tab") === "received";
  const place = pathname === "/home" ? HOME_PATH : pathname;
  const here = place === "/sendRecord" ? `${place}?tab=${isReceived ? "received" : "sent"}` : place;
  return (
    <BottomBar
      label={t("app:nav.label")}
      items={PLACES.map(({ to, labelKey, icon }) => ({
        to,
        label: t(labelKey),
        icon: <Icon name={icon} />,
        isCurrent: to === here,
      }))}
    />
  );
}

interface BottomBarProps {
  /** Names the navigation for screen readers. */
  label: string;
  items: readonly { to: string; label: ReactNode; icon: ReactNode; isCurrent: boolean }[];
}

/** The bar of main places. It stands in the flow at the end of a Screen, so that a keyboard never covers an input with it. */
export function BottomBar({ label, items }: BottomBarProps) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className={styles.item}
          aria-current={item.isCurrent ? "page" : undefined}
          data-current={item.isCurrent || undefined}
        >
          <span className={styles.icon} aria-hidden="true">
            {item.icon}
          </span>
          <span>{item.label}</span>
        </Link>
      ))}
    </nav>
  );
}
