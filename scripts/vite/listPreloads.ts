import type { ModulePreloadOptions } from "vite";

/** Chunks that the page names: they are there before anything asks for another. */
const FIRST_CHUNKS = /\/(?:react|libraries|first)-[\w-]+\.js$/;

/**
 * What is fetched beside a chunk when a script imports it. The first script holds the lists of all screens, so they name
 * neither the chunk itself, which is being asked for, nor what is there already.
 */
export const listPreloads: ModulePreloadOptions["resolveDependencies"] = (chunk, dependencies, { hostType }) =>
  hostType === "html" ? dependencies : dependencies.filter((file) => file !== chunk && !FIRST_CHUNKS.test(file));
