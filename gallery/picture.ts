import type { ReactNode } from "react";

/** Something the gallery shows. */
export interface Picture {
  name: string;
  node: ReactNode;
}

/** A primitive in all its states; a file `primitives/<Name>.gallery.tsx` exports one as `primitive`. */
export interface GalleryPrimitive {
  pictures: readonly Picture[];
  /** Fills or covers the page, so that each picture needs one of its own; the others stand below each other on one. */
  isPage?: boolean;
  /** Made of other primitives, or a drawing that is a file in git: guarding those guards its look. */
  isGuardedElsewhere?: boolean;
}

/** A state that a screen can stand in, before it is known whether it looks like no other. */
export interface Candidate {
  /** Name of the machine's state. */
  state: string;
  /** What the view says, by the place in the view; names are made of it. */
  facts: ReadonlyMap<string, string>;
  node: ReactNode;
}

/** A screen in all its states; a file `screens/<screen folder>.gallery.tsx` exports one as `screen`. */
export interface GalleryScreen {
  listCandidates: () => Promise<readonly Candidate[]>;
}
