import { blurOnOutsideTap } from "./blurOnOutsideTap.ts";
import { keepInputInSight } from "./keepInputInSight.ts";

/** What the page does about the on-screen keyboard: a chunk of its own, as nobody types before the first page is there. */
export function followKeyboard(window: Window): void {
  blurOnOutsideTap(window.document);
  keepInputInSight(window);
}
