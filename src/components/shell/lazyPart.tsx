import { lazy, useState, type ComponentType, type ReactNode } from "react";

import { LoadFailure } from "./LoadFailure.tsx";

export interface LazyPart<Props> {
  /** Stands in a `Suspense`, whose fallback is seen until it is loaded. */
  Part: ComponentType<Props>;
  /** Loads it ahead; what is loaded by then is drawn at once. Never rejects: the part itself tells. */
  preload: () => Promise<void>;
}

/**
 * What is not needed at once, in a chunk of its own.
 * @param Missing stands in its place where it cannot be loaded; one that draws a whole screen needs `NotLoaded`
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: () => ReactNode = () => <LoadFailure />,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Late = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      // Drawn without the part's props, which mean nothing to it.
      return { default: () => <Missing /> };
    }
  });
  return {
    Part: function Part(props: Props) {
      const [Shown] = useState(() => loaded ?? Late);
      return <Shown {...props} />;
    },
    preload: async () => {
      try {
        loaded = await load();
      } catch {
        // It is asked for again where it is drawn.
      }
    },
  };
}
