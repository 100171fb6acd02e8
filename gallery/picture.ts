import type { ReactNode } from "react";

/** Something the gallery shows. */
export interface Picture {
  name: string;
  node: ReactNode;
}

/** Draws a page; what it gives takes it away again. */
export type Draw = (node: ReactNode) => Promise<() => Promise<void>>;

/** What is drawn at once, or what opens a screen and leads it to where it is shown. */
export type Content = ReactNode | ((draw: Draw) => Promise<() => Promise<void>>);

/** A look of a screen. */
export interface ScreenPicture {
  name: string;
  node: Content;
}

/** A primitive in all its states; `<Name>.stories.tsx` beside it exports them as `stories`. */
export interface Stories {
  pictures: readonly Picture[];
  /** Fills or covers the page, so that each picture needs a page; others share one in a column. */
  isPage?: boolean;
  /** Made of other primitives or of a drawing in git: those are guarded already. */
  isGuardedElsewhere?: boolean;
}
