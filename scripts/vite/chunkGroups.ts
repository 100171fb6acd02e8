import type { Rolldown } from "vite";
import { nameSharedChunks } from "./sharedChunks.ts";

/**
 * The page names the first three chunks, since chunks that are found one after the other take a round trip each. React is
 * apart so that it is evaluated in a task of its own; the libraries stay in people's caches when only the app changes.
 */
export const CHUNK_GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 4 },
  { name: "libraries", test: /[\\/]node_modules[\\/]/, tags: ["$initial"], priority: 3 },
  // Without the page: in one chunk with its script, it would name one script instead of three.
  { name: "first", test: /(?<!\.html)$/, tags: ["$initial"], priority: 2 },
  { name: nameSharedChunks(), debugName: "shared", priority: 1, includeDependenciesRecursively: false },
];
