import { useEffect, useState } from "react";

import { loadChart } from "./loadChart.ts";

type Drawn = { name: string; svg: SVGSVGElement | null } | null;

/** The drawn chart of that name, `svg` null where there is none; null while it loads. */
export function useChart(name: string | null): Drawn {
  const [drawn, setDrawn] = useState<Drawn>(null);
  useEffect(() => {
    if (name === null) return;
    let isWanted = true;
    const show = (svg: SVGSVGElement | null) => {
      if (isWanted) setDrawn({ name, svg });
    };
    loadChart(name).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [name]);
  return drawn?.name === name ? drawn : null;
}
