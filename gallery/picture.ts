import type { ReactNode } from "react";

/** Something the gallery shows. */
export interface Picture {
  name: string;
  node: ReactNode;
}

/** A primitive in all its states; a file `primitives/<Name>.gallery.tsx` exports one as `primitive`. */
export interface GalleryPrimitive {
  pictures: readonly Picture[];
  /** Fills or covers the page, so that each picture needs a page; others share one in a column. */
  isPage?: boolean;
  /** Made of other primitives or of a drawing in git: those are guarded already. */
  isGuardedElsewhere?: boolean;
}

/** A state of a screen, before it is known whether it looks different from the others. */
export interface Candidate {
  /** Name of the machine's state. */
  state: string;
  /** The facts of the view, by path; names are made of them. */
  facts: ReadonlyMap<string, string>;
  node: ReactNode;
}

/** A screen in all its states; a file `screens/<screen folder>.gallery.tsx` exports one as `screen`. */
export interface GalleryScreen {
  listCandidates: () => Promise<readonly Candidate[]>;
}
