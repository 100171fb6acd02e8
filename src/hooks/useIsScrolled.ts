import { useEffect, useState } from "react";

/** A finger that rests moves the page by less. */
const THRESHOLD_PX = 24;

/** Whether the page's head has left the window. Reads the place only after a scroll: reading it costs a layout. */
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
