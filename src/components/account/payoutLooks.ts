import type { components } from "#contract/schema.d.ts";
import type { IconName } from "#src/components/ui/IconName.ts";

interface PayoutLook {
  icon: IconName;
  tone: "gold" | "warn" | "plain";
}

export const PAYOUT_LOOKS: Readonly<Record<components["schemas"]["PayoutStatus"], PayoutLook>> = {
  queued: { icon: "clock", tone: "plain" },
  held: { icon: "clock", tone: "warn" },
  sending: { icon: "sent", tone: "gold" },
  confirming: { icon: "shield", tone: "gold" },
  paid: { icon: "check", tone: "gold" },
  cancelled: { icon: "cross", tone: "plain" },
  returned: { icon: "refresh", tone: "warn" },
};
