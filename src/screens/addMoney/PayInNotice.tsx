import type { ReactNode } from "react";

import { Icon } from "#src/components/ui/Icon.tsx";
import styles from "#src/screens/unPaymentList/PaymentCourse.module.css";

/** Why the person is back at a step. */
export function PayInNotice({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.changed}>
      <Icon name="warning" sizePx={20} />
      <span>{children}</span>
    </p>
  );
}
