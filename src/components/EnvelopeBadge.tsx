import { useTranslation } from "react-i18next";

import type { components } from "#contract/schema.d.ts";
import { viewEnvelope } from "#machines/lifecycle/envelope/envelope.view.ts";

import { Badge } from "./Badge.tsx";

type Envelope = components["schemas"]["Envelope"];

const TONES = { notReceived: "warn", partiallyReceived: "gold", received: "good" } as const;

/** An envelope that can be claimed, or was, shows how far that went; any other shows its status. */
export function EnvelopeBadge({ envelope: { status, recordStatus } }: { envelope: Envelope }) {
  const { t } = useTranslation();
  if (status === "open" || status === "finished") {
    return <Badge tone={TONES[recordStatus]}>{t(`envelope:recordStatus.${recordStatus}`)}</Badge>;
  }
  return <Badge tone={viewEnvelope({ value: status }).tone}>{t(`envelope:status.${status}`)}</Badge>;
}
