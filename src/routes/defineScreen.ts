import { lazy, type ComponentType, type LazyExoticComponent } from "react";

import { NotLoaded } from "#src/components/shell/NotLoaded.tsx";
import { loadTexts, type Namespace } from "#src/i18n/texts.ts";

export interface LazyScreen {
  Component: LazyExoticComponent<ComponentType>;
  /** Loads code and texts ahead of the first render. */
  preload: () => Promise<unknown>;
}

/**
 * A screen as a chunk of its own, shown once its texts are loaded too. Where loading fails, e.g. without a network, an
 * error takes its place, and the rest of the app goes on.
 */
export function defineScreen(load: () => Promise<ComponentType>, namespaces: readonly Namespace[]): LazyScreen {
  const preload = async () => {
    const [component] = await Promise.all([load(), loadTexts(namespaces)]);
    return { default: component };
  };
  const loadOrTell = async () => {
    try {
      return await preload();
    } catch {
      return { default: NotLoaded };
    }
  };
  return { Component: lazy(loadOrTell), preload };
}
