import { lazy, useState, type ComponentType, type ReactNode } from "react";

import { LoadFailure } from "./LoadFailure.tsx";

interface LatePart<Props> {
  /** Stands in a `Suspense`, whose fallback is seen until it is loaded. */
  Part: ComponentType<Props>;
  /** Loads it ahead; what is loaded by then is drawn at once. */
  preload: () => Promise<void>;
}

/**
 * A later part of a screen, in a chunk of its own.
 * @param Missing stands in its place where it cannot be loaded; one that draws a whole screen needs `NotLoaded`
 */
export function defineLatePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: () => ReactNode = () => <LoadFailure />,
): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const loadOrTell = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  };
  const Late = lazy(loadOrTell);
  return {
    Part: function Part(props: Props) {
      const [Shown] = useState(() => loaded ?? Late);
      return <Shown {...props} />;
    },
    preload: async () => {
      loaded = await load();
    },
  };
}
