/** How an `Outcome` looks, by how something ended. */
export const OUTCOME_LOOKS = {
  success: { icon: "check", tone: "gold" },
  failed: { icon: "warning", tone: "bad" },
  cancelled: { icon: "cross", tone: "plain" },
  timedOut: { icon: "clock", tone: "warn" },
} as const;
