import { useEffect, useState } from "react";

/** A resting finger scrolls the page by less. */
const THRESHOLD_PX = 24;

/** Whether the page is scrolled. Reads the position only after a scroll event: reading costs a layout. */
export function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const read = () => {
      setIsScrolled(window.scrollY > THRESHOLD_PX);
    };
    window.addEventListener("scroll", read, { passive: true });
    return () => {
      window.removeEventListener("scroll", read);
    };
  }, []);
  return isScrolled;
}
