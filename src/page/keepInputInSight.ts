/** Space below the input for its hint and for a sticky footer. */
const ROOM_PX = 120;

/**
 * Brings the focused input back into sight when the on-screen keyboard comes up over it: on iOS the keyboard covers the
 * page instead of making it smaller.
 */
export function keepInputInSight({ visualViewport, document }: Window): void {
  visualViewport?.addEventListener("resize", () => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLInputElement)) return;
    const { bottom } = activeElement.getBoundingClientRect();
    if (bottom + ROOM_PX > visualViewport.offsetTop + visualViewport.height) {
      activeElement.scrollIntoView({ block: "center" });
    }
  });
}
