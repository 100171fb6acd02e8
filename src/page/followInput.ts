import type { Messenger } from "#src/adapters/telegram/messenger.ts";

import { blurOnOutsideTap } from "./blurOnOutsideTap.ts";
import { feelSelections } from "./feelSelections.ts";
import { keepInputInSight } from "./keepInputInSight.ts";

/** What the page does about typing and choosing: a chunk of its own, as nobody does so before the first page is there. */
export function followInput(window: Window, { vibrate }: Messenger): void {
  blurOnOutsideTap(window.document);
  keepInputInSight(window);
  feelSelections(window.document, vibrate);
}
