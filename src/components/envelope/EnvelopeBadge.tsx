import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";

import { Badge } from "#src/components/ui/Badge.tsx";
import type { IconName } from "#src/components/ui/Icon.tsx";

type Envelope = components["schemas"]["Envelope"];

const PROGRESS = {
  notReceived: { tone: "plain", icon: "mail" },
  partiallyReceived: { tone: "plain", icon: "gift" },
  received: { tone: "good", icon: "check" },
} as const;

const ICONS: Readonly<Record<Exclude<Envelope["status"], "open" | "finished">, IconName>> = {
  draft: "edit",
  awaitingPayment: "clock",
  expired: "clock",
  refunded: "refresh",
  cancelled: "cross",
};

/** Open and finished envelopes show how far they are claimed, others their status. */
export function EnvelopeBadge({ envelope: { status, recordStatus, isEndedBySender } }: { envelope: Envelope }) {
  const { t } = useTranslation();
  if (status === "open" || status === "finished") {
    return <Badge {...PROGRESS[recordStatus]}>{t(`envelope:recordStatus.${recordStatus}`)}</Badge>;
  }
  return (
    <Badge tone={viewEnvelope({ value: status }).tone} icon={ICONS[status]}>
      {t(`envelope:status.${isEndedBySender ? "ended" : status}`)}
    </Badge>
  );
}
