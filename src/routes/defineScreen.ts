import type { ComponentType } from "react";

import { NotLoaded } from "#src/components/shell/FlowBoundary.tsx";
import { lazyPart, type LazyPart } from "#src/components/shell/lazyPart.tsx";
import { loadTexts, type Namespace } from "#src/i18n/texts.ts";

export type Screen = LazyPart<object>;

/**
 * A screen as a chunk of its own, shown once its texts are loaded too. Where loading fails, e.g. without a network, an
 * error takes its place, and the rest of the app goes on.
 */
export function defineScreen(load: () => Promise<ComponentType>, namespaces: readonly Namespace[]): Screen {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), loadTexts(namespaces)]);
    return component;
  }, NotLoaded);
}
