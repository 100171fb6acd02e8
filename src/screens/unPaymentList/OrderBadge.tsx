import { useTranslation } from "react-i18next";

import type { OrderMark } from "#machines/payment/payment.view.ts";
import { Badge } from "#src/components/ui/Badge.tsx";
import type { IconName } from "#src/components/ui/IconName.ts";

const LOOKS: Readonly<Record<Exclude<OrderMark, "unpaid">, { tone: "plain" | "good" | "warn"; icon: IconName }>> = {
  partlyPaid: { tone: "warn", icon: "clock" },
  confirming: { tone: "good", icon: "shield" },
  reported: { tone: "good", icon: "send" },
  unanswered: { tone: "warn", icon: "wallet" },
  overdue: { tone: "warn", icon: "clock" },
  paid: { tone: "good", icon: "check" },
  ended: { tone: "plain", icon: "cross" },
};

/** How far an order's payment is; nothing for one that is simply to be paid. */
export function OrderBadge({ mark }: { mark: OrderMark }) {
  const { t } = useTranslation();
  return mark === "unpaid" ? null : <Badge {...LOOKS[mark]}>{t(`wallet:payment.mark.${mark}`)}</Badge>;
}
