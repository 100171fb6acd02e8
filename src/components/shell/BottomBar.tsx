import type { ReactNode } from "react";

import styles from "./BottomBar.module.css";
import { Link } from "#src/components/ui/Link.tsx";

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
