import type { Pictures } from "#server/pictures/pictures.ts";

/** Draws nothing, so that posts are texts. */
export const NO_PICTURES: Pictures = { draw: async () => null, close: async () => undefined };
