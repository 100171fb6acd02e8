import type { components } from "#contract/schema.d.ts";
import type { Choices } from "./userChoices.machine.ts";

/** A person's choices; what an answer leaves out stands as for somebody who has chosen nothing. */
export function readChoices({
  hideFromRanking = false,
  allowNotifications = true,
}: components["schemas"]["UserItem"]): Choices {
  return { hideFromRanking, allowNotifications };
}
