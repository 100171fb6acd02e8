/** The smallest size for a finger. */
const TARGET_PX = 44;

const CONTROLS = "button, a[href], [role=tab], select, input:not([type=radio], [type=checkbox], [type=hidden])";

/** What does not fit the page at its present width: sideways overflow and controls too small for a finger. */
export function findMisfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const overflow = scrollWidth > clientWidth ? [`the page is ${String(scrollWidth - clientWidth)} px too wide`] : [];
  const small = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      return Math.min(width, height) < TARGET_PX;
    })
    .map(({ outerHTML }) => `too small: ${outerHTML}`);
  return [...overflow, ...small];
}
